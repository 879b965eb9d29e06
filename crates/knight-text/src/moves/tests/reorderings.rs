//! Programs that change the order of their moves.

use crate::moves::reordering_said;
use crate::moves::tests::filled;

#[test]
fn a_statement_may_change_the_order_of_the_moves() {
    for (statement, is_seen) in [
        ("random.shuffle(moves)", true),
        ("moves.sort(key=f)", true),
        ("for d in reversed(moves)", true),
        ("for d in sorted(moves, key=f)", true),
        ("random.sample(moves, 8)", true),
        ("Collections.shuffle(Arrays.asList(moves));", true),
        ("std::random_shuffle(moves.begin(), moves.end());", true),
        ("std::stable_sort(moves.begin(), moves.end(), less);", true),
        ("while (next_permutation(moves.begin(), moves.end())) {", true),
        ("for m in moves.iter().rev() {", true),
        ("const other = [...moves].reverse();", true),
        ("moves.OrderBy(m => rnd.Next())", true),
        // It sorts what the moves lead to: they are not tried in their order either.
        ("options.sort(key=lambda o: degree(o, moves))", true),
        ("mv = moves.pop()", true),
        ("moves.rotate(1)", true),
        ("# random.shuffle(moves)", false),
        ("random.shuffle(starts)", false),
        ("for m in moves: go(m)", false),
        ("if unsorted(moves): go(moves)", false),
    ] {
        let said = reordering_said(&filled(&format!("moves = [PAIRS]\n{statement}")));
        let meant = statement.trim_end_matches([';', '{']).trim_end();
        let without_blanks = |text: &str| text.replace(char::is_whitespace, "");
        let said = said.as_deref().map(without_blanks);
        // `...` is left out of a program.
        let meant = without_blanks(meant).replace("...", "");
        assert_eq!(said, is_seen.then_some(meant), "{statement}");
    }
}

#[test]
fn lists_are_known_by_what_stands_before_them() {
    for (program, meant) in [
        ("int dx[] = {AA}, dy[] = {BB};\nshuffle(dy, dy + 8);", Some("shuffle(dy, dy + 8)")),
        ("dx = [AA]\ndy = [BB]\ndx.reverse()", Some("dx.reverse()")),
        ("const moves = [\n  PAIRS\n];\nmoves.sort(f);", Some("moves.sort(f)")),
        (
            "val moves = listOf(PAIRS)\nfor (m in moves.shuffled())",
            Some("for (m in moves.shuffled())"),
        ),
        ("moves = sorted([\n  PAIRS])", Some("moves = sorted([")),
        ("moves = list([PAIRS])", None),
        ("moves = [(2,1)]\nrandom.shuffle(moves)", None),
    ] {
        assert_eq!(reordering_said(&filled(program)).as_deref(), meant, "{program}");
    }
    let long = reordering_said(&filled("moves = sorted([PAIRS])")).unwrap();
    assert!(long.starts_with("moves = sorted([(2") && long.ends_with('…'), "{long}");
}
