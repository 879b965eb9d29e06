//! Programs that change the order of their moves.

use crate::moves::reordering_said;
use crate::moves::tests::{CLOCKWISE, filled};

fn said(text: &str) -> Option<String> {
    reordering_said(&filled(text))
}

#[test]
fn a_program_may_change_the_order_of_its_moves() {
    for (use_of_moves, meant) in [
        ("random.shuffle(moves)", Some("shuffle(moves)")),
        ("moves.sort(key=lambda m: m[0])", Some("sort(moves)")),
        ("for d in reversed(moves):", Some("reversed(moves)")),
        ("for d in sorted(moves, key=f):", Some("sorted(moves)")),
        ("for dx, dy in moves[::-1]:", Some("moves[::-1]")),
        ("random.sample(moves, 8)", Some("sample(moves)")),
        ("Collections.shuffle(Arrays.asList(moves));", Some("shuffle(moves)")),
        ("std::random_shuffle(moves.begin(), moves.end());", Some("random_shuffle(moves)")),
        ("std::reverse(std::begin(moves), std::end(moves));", Some("reverse(moves)")),
        ("for m in moves.iter().rev() {", Some("rev(moves)")),
        ("moves.shuffle(&mut rng);", Some("shuffle(moves)")),
        ("const other = [...moves].reverse();", Some("reverse(moves)")),
        ("moves.OrderBy(m => rnd.Next())", Some("OrderBy(moves)")),
        ("go(moves[7 - k])", Some("moves[7 - k]")),
        ("moves.shuffle!", Some("shuffle(moves)")),
        ("go (reverse moves)", Some("reverse(moves)")),
        ("# random.shuffle(moves)", None),
        ("def shuffle(moves):", None),
        ("void sort(int moves[8][2]) {", None),
        ("starts.sort()", None),
        ("random.shuffle(starts)", None),
        ("sorted(range(8), key=lambda i: moves[i])", None),
        ("free = sorted([f(m) for m in moves])", None),
        ("for m in moves: squares.sort()", None),
        ("options.sort(key=lambda o: moves.index(o))", None),
        ("cands.sort(key=lambda c: sum(1 for m in moves if f(c, m)))", None),
        ("sorted(succ(moves, pos))", None),
        ("sorted(len(moves) for m in x)", None),
        ("moves.map(f).sort(g)", None),
        ("moves.map(add(pos)).filter(isFree).sort(byDegree)", None),
        ("[f(m) for m in moves].sort()", None),
        ("if is_sorted(moves): print_sorted(moves); unsorted(moves)", None),
        ("print(\"random.shuffle(moves)\")", None),
        ("for m in moves:", None),
    ] {
        let said = said(&format!("moves = [PAIRS]\n{use_of_moves}"));
        assert_eq!(said.as_deref(), meant, "{use_of_moves}");
    }
    for (lists, meant) in [
        ("int dx[] = {AA}, dy[] = {BB};\nshuffle(dy, dy + 8);", Some("shuffle(dy)")),
        ("dx = [AA]\ndy = [BB]\ndx.reverse()", Some("reverse(dx)")),
        ("moves = [(2,1)]\nrandom.shuffle(moves)", None),
    ] {
        assert_eq!(said(lists).as_deref(), meant, "{lists}");
    }
    for use_of_lists in [
        "sorted((degree(x + dx[k], y + dy[k]), k) for k in range(8))",
        "cands.sort(key=lambda k: dx[k])",
    ] {
        assert_eq!(said(&format!("dx = [AA]\ndy = [BB]\n{use_of_lists}")), None, "{use_of_lists}");
    }
}

#[test]
fn lists_of_records_have_the_name_above_them() {
    for (before, record, behind, meant) in [
        ("const moves = [", "{x: A, y: B}", "];\nmoves.sort(f);", "sort(moves)"),
        ("let moves = [", "{ x: A, y: B }", "]\nshuffle(moves)", "shuffle(moves)"),
        ("const moves: P[] = [", "[A, B]", "];\nmoves.reverse();", "reverse(moves)"),
        (
            "List<int[]> moves = Arrays.asList(",
            "new int[] {A, B}",
            ");\nCollections.shuffle(moves);",
            "shuffle(moves)",
        ),
        ("val moves = listOf(", "Pair(A, B)", ")\nfor (m in moves.shuffled())", "shuffled(moves)"),
        ("moves = [", "dict(x=A, y=B)", "]\nrandom.shuffle(moves)", "shuffle(moves)"),
        ("moves = [", "{\"dr\": A, \"dc\": B}", "]\nrandom.shuffle(moves)", "shuffle(moves)"),
        (
            "std::vector<Move> moves = {",
            "{A, B}",
            "};\nstd::shuffle(moves.begin(), moves.end(), rng);",
            "shuffle(moves)",
        ),
        (
            "moves := [][2]int{",
            "{A, B}",
            "}\nrand.Shuffle(len(moves), func(i, j int) { swap(i, j) })",
            "Shuffle(moves)",
        ),
        ("let mut moves: [(i32, i32); 8] = [", "(A, B)", "];\nmoves.shuffle(r);", "shuffle(moves)"),
    ] {
        let write =
            |(a, b): (i32, i32)| record.replace('A', &a.to_string()).replace('B', &b.to_string());
        for between in [", ", ",\n    "] {
            for begin in ["", "\n    "] {
                let list = CLOCKWISE.map(write).join(between);
                let text = format!("{before}{begin}{list}{behind}");
                assert_eq!(reordering_said(&text).as_deref(), Some(meant), "{text}");
                let other = text.replace("(moves", "(other").replace("moves.", "other.");
                assert_eq!(reordering_said(&other), None, "{other}");
            }
        }
    }
}

#[test]
fn a_program_may_take_its_moves_from_the_end() {
    let said = |text: &str| said(&format!("dx = [AA]\ndy = [BB]\n{text}"));
    for (header, body) in [
        ("for (int k = 7; k >= 0; k--)", " {\n  if (ok(x + dx[k], y + dy[k])) {"),
        ("for (k in 7 downTo 0)", " go(x + dx[k], y + dy[k])"),
        ("for k in range(7, -1, -1):", "\n    go(x + dx[k], y + dy[k])"),
        ("for k in reversed(range(8)):", "\n    nx = x + dx[k]"),
        ("for k in (0..8).rev()", " { go(x + dx[k], y + dy[k]) }"),
        ("for k := 8 downto 1", " do go(x + dx[k], y + dy[k]);"),
        ("for k = 8, 1, -1", " do go(x + dx[k], y + dy[k]) end"),
        ("for k = 8:-1:1", "\n  go(x + dx(k), y + dy(k))"),
    ] {
        assert_eq!(said(&format!("{header}{body}")).as_deref(), Some(header), "{header}{body}");
        assert_eq!(said(&format!("{header} print(k)")), None);
    }
    for other in [
        "for (int k = 0; k < 8; k++) { nx = x + dx[k]; }",
        "for k in range(8):\n    nx = x + dx[k]",
        "for (int i = 7; i >= 0; i--) print(i); go(dx[k]);",
    ] {
        assert_eq!(said(other), None, "{other}");
    }
}

#[test]
fn a_program_may_subtract_its_moves_or_take_them_by_another_index() {
    let said = |text: &str| said(&format!("dx = [AA]\ndy = [BB]\n{text}"));
    for (used, meant) in [
        ("nx = x - dx[k]; ny = y - dy[k];", Some("x - dx[k]")),
        ("row -= dx[k]; col -= dy[k]", Some("row -= dx[k]")),
        ("nx = dx[k] + x; ny = dy[k] + y; x = nx - dx[k]; y = ny - dy[k];", None),
        ("print(n - dx[0])", None),
        ("x += dx[k]; go(x, y); x -= dx[k];", None),
        ("go(x + dx[order[k]], y + dy[order[k]])", Some("dx[order[k]]")),
        ("go(x + dx[n - k], y + dy[n - k])", Some("dx[n - k]")),
        ("go(x + dx[k - 1], y + dy[k - 1])", None),
    ] {
        assert_eq!(said(used).as_deref(), meant, "{used}");
    }
}

#[test]
fn a_program_may_sort_its_moves_where_it_lists_them() {
    for (before, behind, meant) in [
        ("moves = sorted([", "])", Some("sorted([…])")),
        ("moves = list(reversed([", "]))", Some("reversed([…])")),
        ("for d in random.sample(((", ")), 8):", Some("sample([…])")),
        ("moves = list([", "])", None),
        ("starts.sort()\nmoves = [", "]", None),
    ] {
        let text = format!("{before}PAIRS{behind}");
        assert_eq!(said(&text).as_deref(), meant, "{text}");
    }
}
