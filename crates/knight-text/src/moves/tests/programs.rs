//! Programs as they are pasted, and what their names say.

use crate::moves::tests::{CLOCKWISE, assert_read, digits, listed, refusal};
use crate::moves::*;

macro_rules! case {
    ($name:literal) => {
        include_str!(concat!("../../../tests/data/", $name))
    };
}

#[test]
fn pasted_programs_are_read() {
    for text in [
        case!("01-moves-spaced-minus.txt"),
        case!("02-moves-decimal-elsewhere.txt"),
        case!("02b-moves-pascal-range.txt"),
        case!("02d-moves-third-array.txt"),
        case!("18-moves-arrow-assigned.txt"),
        case!("19-moves-recursive-calls.txt"),
    ] {
        assert_eq!(digits(text), "21876543", "{text}");
    }
    assert_eq!(digits(case!("03-moves-horizontal-vertical.txt")), "87654321");
    let comma = refusal(case!("17-moves-comma-missing.txt"));
    assert_eq!(comma, Refusal::MissingComma("1, 2, 2, 1, -1, -2, -2 -1".to_owned()));
}

#[test]
fn line_ends_may_separate_and_indices_may_be_names() {
    let lines = "[(2,1); (1,2)\n (-1,2); (-2,1)\n (-2,-1); (-1,-2)\n (1,-2); (2,-1)]";
    assert_eq!(digits(lines), "21876543");
    let steps = "(at[0] + 2, at[1] + 1) (at[0] + 1, at[1] + 2) (at[0] - 1, at[1] + 2) \
                 (at[0] - 2, at[1] + 1) (at[0] - 2, at[1] - 1) (at[0] - 1, at[1] - 2) \
                 (at[0] + 1, at[1] - 2) (at[0] + 2, at[1] - 1)";
    let checked = |lower: &str, upper: &str, step: &str| {
        let bounds = if step.contains("- 2") { lower } else { upper };
        format!("to = {step})\nif {bounds}:\n    moves.append(to)\n")
    };
    let program: String = steps
        .split_inclusive(')')
        .map(|step| checked("to[0] >= 0 and to[1] < n", "to[0] < n", step.trim_end_matches(')')))
        .collect();
    assert_eq!(digits(&program), "21876543", "{program}");
}

#[test]
fn names_and_uses_say_what_the_row_is() {
    for (row, column) in [
        ("row", "col"),
        ("dr", "dc"),
        ("filas", "columnas"),
        ("dZeile", "dSpalte"),
        ("ligne", "colonne"),
        ("vertical", "horizontal"),
        ("rankSteps", "fileSteps"),
        ("verMoves", "horMoves"),
        ("dy_row", "dx_col"),
    ] {
        let arrays = |one, other| format!("int {one}[8] = {{AA}};\nint {other}[8] = {{BB}};");
        assert_read(&[
            (&arrays(row, column), "21876543", Basis::Names),
            (&arrays(column, row), "12345678", Basis::Names),
        ]);
    }
    for (used, meant, basis) in [
        ("board[y][x] = n;", "12345678", Basis::Use),
        ("if (board[nx][ny] == 0)", "21876543", Basis::Use),
        ("a[x][y] = b[y][x];", "21876543", Basis::Nothing),
        ("b[at(y)][at(x)] = 1;", "12345678", Basis::Use),
        ("b[at(x)][at(y)] = 1;", "21876543", Basis::Use),
    ] {
        let text = format!("int dx[8] = {{AA}};\nint dy[8] = {{BB}};\n{used}");
        assert_read(&[(&text, meant, basis)]);
    }
    assert_eq!(listed("dx = AA\ndy = BB").exchanged.to_string(), "12345678");
}

#[test]
fn a_loop_over_pairs_names_them() {
    for (program, meant, basis) in [
        ("for mx, my in moves:\n    if board[y+my][x+mx] == -1:", "12345678", Basis::Use),
        ("for mx, my in moves:\n    if board[x+mx][y+my] == -1:", "21876543", Basis::Use),
        ("for (const [dx, dy] of moves) if (b[y + dy][x + dx] < 0)", "12345678", Basis::Use),
        ("for (dc, dr) in moves { visit(r + dr, c + dc); }", "12345678", Basis::Names),
        ("for dr, dc in moves:\n    visit(r + dr, c + dc)", "21876543", Basis::Names),
        ("for mx, my in moves:\n    visit(x + mx, y + my)", "21876543", Basis::Nothing),
        // The square is no move.
        (
            "for dx, dy in moves:\n    p = (y + dy, x + dx)\n    b[p[0]][p[1]] = n",
            "21876543",
            Basis::Nothing,
        ),
        (
            "for m in moves:\n    p = (y + m[1], x + m[0])\n    b[p[0]][p[1]] = n",
            "21876543",
            Basis::Nothing,
        ),
        // The names say one thing, and the use another.
        ("for di, dj in moves:\n    b[j + dj][i + di] = n", "21876543", Basis::Nothing),
        ("for di, dj in moves:\n    b[i + di][j + dj] = n", "21876543", Basis::Names),
        // Of another list.
        ("for dc, dr in others:\n    visit(r + dr, c + dc)", "21876543", Basis::Nothing),
    ] {
        assert_read(&[(&format!("moves = [PAIRS]\n{program}"), meant, basis)]);
    }
}

#[test]
fn the_x_and_y_of_other_loops_say_nothing_of_moves_that_are_added_to_rows_and_columns() {
    let shown = "for y in range(8):\n    for x in range(8):\n        print(board[y][x])";
    let lists = "dx = [AA]\ndy = [BB]\n";
    for (used, basis) in [
        ("solve(row + dx[k], col + dy[k])", Basis::Use),
        ("solve(i + dx[k], j + dy[k])", Basis::Nothing),
        ("Cell to{from.row + dx[k], from.col + dy[k]}", Basis::Use),
    ] {
        assert_read(&[(&format!("{lists}{used}\n{shown}"), "21876543", basis)]);
    }
    for used in [
        "visit(x + dx.get(i), y + dy.get(i))",
        "nx = x + dx(i); ny = y + dy(i); visit(nx, ny)",
        "nx = (x + dx[k]) % width; ny = (y + dy[k]) % height; visit(nx, ny)",
    ] {
        assert_read(&[(&format!("{lists}{used}\n{shown}"), "12345678", Basis::Use)]);
    }
    let exchanged = shown.replace("[y][x]", "[x][y]");
    let exchanged = format!("{lists}solve(col + dx[k], row + dy[k])\n{exchanged}");
    assert_read(&[(&exchanged, "12345678", Basis::Use)]);
    // A loop over another list of the same name.
    let legal =
        "moves = [PAIRS]\ndef legal(r, c):\n    return [(r + m[0], c + m[1]) for m in moves]\n";
    let drawn = "def draw(moves):\n    for c, r in moves:\n        dot(c * 60, r * 60)";
    assert_read(&[(&format!("{legal}{drawn}"), "12345678", Basis::Nothing)]);
}

#[test]
fn a_letter_before_x_and_y_is_no_name() {
    for names in [["iX", "iY"], ["i_dx", "i_dy"], ["rX", "rY"], ["x_v", "y_v"]] {
        let [one, other] = names;
        assert_read(&[(
            &format!("int {one}[] = {{AA}}, {other}[] = {{BB}};"),
            "21876543",
            Basis::Nothing,
        )]);
    }
}

#[test]
fn names_in_front_that_are_not_those_of_the_list_say_nothing() {
    let used = "board[row + moves[k][0]][col + moves[k][1]]";
    assert_read(&[
        (&("int k, col, row, moves[8][2] = {PAIRS};\n".to_owned() + used), "21876543", Basis::Use),
        ("int k, col, row, moves[8][2] = {PAIRS};", "21876543", Basis::Nothing),
        ("int col, row, a[8] = {AA}, b[8] = {BB};", "21876543", Basis::Nothing),
        ("int j, i, a[8] = {AA}, b[8] = {BB};", "21876543", Basis::Nothing),
        ("int cols = 8, rows = 8, moves[8][2] = {PAIRS};", "21876543", Basis::Nothing),
        ("cols, rows, moves = 8, 8, [PAIRS]", "21876543", Basis::Nothing),
        ("moves = (c, r) => [PAIRS].map(go)", "21876543", Basis::Nothing),
        ("def moves(c, r): return [PAIRS]", "21876543", Basis::Nothing),
        ("lambda c, r: [PAIRS]", "21876543", Basis::Nothing),
        ("moves (c, r) = [PAIRS]", "21876543", Basis::Nothing),
        ("let at = c, r in List.map (add at) [PAIRS]", "21876543", Basis::Nothing),
        ("let pos = (c, r) in List.map (add pos) [PAIRS]", "21876543", Basis::Nothing),
        ("for c, r in starts: moves = [PAIRS]", "21876543", Basis::Nothing),
        ("(let ((cols 8) (a '(AA)) (rows 8) (b '(BB)))", "21876543", Basis::Nothing),
        // Its own, after others.
        ("int i, j, dc[8] = {AA}, dr[8] = {BB};", "12345678", Basis::Names),
        ("int cols = 8, rows = 8, dr[8] = {AA}, dc[8] = {BB};", "21876543", Basis::Names),
        ("a, dc, dr = 0, [AA], [BB]", "12345678", Basis::Names),
        ("self.dc, self.dr = [AA], [BB]", "12345678", Basis::Names),
        ("col,row\nPAIRS", "12345678", Basis::Names),
        ("dc dr\n[PAIRS]", "12345678", Basis::Names),
        ("The moves as (col, row): PAIRS", "12345678", Basis::Names),
    ]);
}

#[test]
fn the_loop_nearest_to_pairs_names_them() {
    assert_read(&[
        ("return [(c + dc, r + dr) for dr, dc in [PAIRS]]", "21876543", Basis::Names),
        ("moves (c, r) = [(c + dc, r + dr) | (dr, dc) <- [PAIRS]]", "21876543", Basis::Names),
        ("moves (r, c) = [(r + dr, c + dc) | (dc, dr) <- [PAIRS]]", "12345678", Basis::Names),
        ("for ((dr, dc) <- List(PAIRS)) yield (c + dc, r + dr)", "21876543", Basis::Names),
        ("val next = for ((dc, dr) <- List(PAIRS)) yield (c, r)", "12345678", Basis::Names),
        (
            "let f c r = List.map (fun (dr, dc) -> (c + dc, r + dr)) [PAIRS]",
            "21876543",
            Basis::Nothing,
        ),
        (
            "fn f(c: i32, r: i32) { for (dr, dc) in [PAIRS] { go(c + dc, r + dr) } }",
            "21876543",
            Basis::Names,
        ),
        (
            "fun f(c: Int, r: Int) { for ((dr, dc) in listOf(PAIRS)) go(c + dc, r + dr) }",
            "21876543",
            Basis::Names,
        ),
        (
            "for (auto [dc, dr] : vector<pair<int, int>>{PAIRS}) go(r + dr, c + dc);",
            "12345678",
            Basis::Names,
        ),
        (
            "const COLS = 8, ROWS = 8, MOVES = [PAIRS];\nfor (const [dr, dc] of MOVES)",
            "21876543",
            Basis::Names,
        ),
        (
            "const COLS = 8, ROWS = 8, MOVES = [PAIRS];\nfor (const [dc, dr] of MOVES)",
            "12345678",
            Basis::Names,
        ),
        ("moves = [PAIRS]\nfor dc, dr in moves:\nfor dr, dc in moves:", "21876543", Basis::Nothing),
    ]);
}

#[test]
fn two_names_that_are_no_pair_of_axes_say_nothing() {
    let pairs = "c-d j-k l-r w-v v-c j-r c-j up-right left-down left-up left-b row-b";
    for (one, other) in pairs.split(' ').filter_map(|two| two.split_once('-')) {
        let arrays = format!("int {one}[8] = {{AA}}, {other}[8] = {{BB}};");
        assert_read(&[
            (&arrays, "21876543", Basis::Nothing),
            (&format!("{one} = [AA]\n{other} = [BB]"), "21876543", Basis::Nothing),
            (&format!("{one}, {other} = [AA], [BB]"), "21876543", Basis::Nothing),
            (&format!("for {one}, {other} in [PAIRS]:"), "21876543", Basis::Nothing),
        ]);
    }
    assert_read(&[
        ("j = [AA]; i = [BB]", "12345678", Basis::Names),
        ("dw = [AA]; dh = [BB]", "12345678", Basis::Names),
        ("right = [AA]; down = [BB]", "12345678", Basis::Names),
        ("const steps = {\n  dc: [AA],\n  dr: [BB],\n};", "12345678", Basis::Names),
        ("x = [AA]; b = [BB]\nboard[y][x]", "21876543", Basis::Nothing),
    ]);
}

#[test]
fn the_only_square_that_is_set_is_the_start() {
    let said = |text: &str| {
        start_said(text, false).map(|it| (it.said, it.start.to_string(), it.exchanged.is_some()))
    };
    let sets = |square: &str| format!("sets {square}");
    assert_eq!(
        said("board = new int[8][8];\nboard[0][1] = 0;"),
        Some((sets("board[0][1] = 0"), "(1,2)".to_owned(), true))
    );
    assert_eq!(
        said("b[2, 3] := 1; if b[y][x] == -1 {}"),
        Some((sets("b[2][3] = 1"), "(3,4)".to_owned(), false))
    );
    // A call says it better.
    assert!(said("board[0][1] = 0; solve(0, 1, 1);").is_some_and(|it| it.0.starts_with("calls ")));
    for other in ["m[0][0] = 2; m[0][1] = 1;", "board[0][1] = 7;", "b[0][1] = 1; b[1][0] = 1;"] {
        assert_eq!(said(other), None, "{other}");
    }
}

#[test]
fn sixteen_numbers_that_are_two_orders_are_several() {
    // Two by two, and eight by eight.
    let found = all_sixteen();
    assert!(!found.is_empty());
    for numbers in found {
        let text = format!("moves = {numbers:?}");
        assert!(matches!(refusal(&text), Refusal::Several(orders) if orders.len() == 2), "{text}");
    }
}

/// Lists of sixteen numbers that are eight moves in pairs and as two halves, which differ.
fn all_sixteen() -> Vec<Vec<i64>> {
    let orders = (0..MoveOrder::COUNT).step_by(7).filter_map(MoveOrder::from_rank);
    let pairs = orders.map(|order| order.moves().map(Move::delta));
    let flat =
        pairs.map(|moves| moves.iter().flat_map(|(a, b)| [i64::from(*a), i64::from(*b)]).collect());
    flat.filter(|numbers: &Vec<i64>| {
        is_eight(&(0..8).map(|at| (numbers[at], numbers[at + 8])).collect::<Vec<_>>())
    })
    .take(20)
    .collect()
}

#[test]
fn lists_beside_numbers_that_are_assigned_count_too() {
    let assigned = |(i, (x, y)): (usize, &(i32, i32))| format!("dx[{i}] = {x}; dy[{i}] = {y};\n");
    let assigned: String = CLOCKWISE.iter().enumerate().map(assigned).collect();
    let other = "int a[] = {1,2,2,1,-1,-2,-2,-1}, b[] = {2,1,-1,-2,-2,-1,1,2};";
    assert_eq!(digits(&assigned), "21876543");
    let both = refusal(&format!("{assigned}{other}"));
    assert!(matches!(both, Refusal::Several(orders) if orders.len() == 2));
}

#[test]
fn the_thirteenth_list_is_read_too() {
    let others: String = (0..20)
        .map(|i| format!("int a{i}[] = {{1, 2, 1, 2, 1, 2, {}, {}}};\n", 1 + i % 2, 1 + i / 2 % 2))
        .collect();
    let moves = "int dx[] = {2,1,-1,-2,-2,-1,1,2};\nint dy[] = {1,2,2,1,-1,-2,-2,-1};";
    assert_eq!(digits(&format!("{others}{moves}")), "21876543");
}

#[test]
fn axes_may_be_v_and_h_and_minus_a_dash() {
    assert_read(&[
        ("v = {AA}; h = {BB}", "21876543", Basis::Names),
        ("h = {AA}; v = {BB}", "12345678", Basis::Names),
        ("rank = {AA}; file = {BB}", "21876543", Basis::Names),
        ("2,1 1,2 –1,2 –2,1 –2,–1 –1,–2 1,–2 2,–1", "21876543", Basis::Nothing),
    ]);
}

#[test]
fn a_program_may_say_its_board() {
    for (text, meant) in [
        ("N = 8\n", Some("8x8")),
        ("#define N 8\nfor (int n = 0; n < N; n++)", None),
        ("#define N 8\nif (n == 3) return;", Some("8x8")),
        ("const int SIZE = 6; int solve() {", Some("6x6")),
        ("private static final int BOARD_SIZE = 5;", Some("5x5")),
        ("const N: usize = 7;", Some("7x7")),
        ("val size = 6\n", Some("6x6")),
        ("n <- 5", Some("5x5")),
        ("const n := 5", Some("5x5")),
        ("ROWS = 5\nCOLS = 6\n", Some("5x6")),
        ("int width = 6, height = 5;", Some("5x6")),
        ("// N = 8\n", None),
        ("N = 8\nSIZE = 64", None),
        ("N = 8 * 8", None),
        ("n = int(input())\n", None),
        ("rows = 8\n", None),
        ("N = 200", None),
        ("N = 8\nN = 8", Some("8x8")),
    ] {
        assert_eq!(
            board_said(text).map(|(_, board)| board.to_string()).as_deref(),
            meant,
            "{text}"
        );
    }
}

#[test]
fn a_program_may_say_its_start() {
    for (text, meant) in [
        ("solveKT(0, 0, 1);", Some("(1,1)")),
        ("if not find_tour( 2 , 3 ):", Some("(3,4)")),
        ("void solve(int x, int y);\nsolve(x, y + 1);", None),
        ("solve(board, 2, 3, 1)", Some("(3,4)")),
        ("def solve(board, x, y):\n    board[y][x] = 1\nsolve(board, 2, 3)", Some("(4,3)")),
        ("solve(row=2, col=3)", Some("(3,4)")),
        ("solve(x, y, 1, 2)", None),
        ("area(2, 3)", None),
        ("KnightTour(8)", None),
        ("solve(8); solve(1, 2)", Some("(2,3)")),
        ("solve()", None),
    ] {
        assert_eq!(
            start_said(text, false).map(|said| said.start.to_string()).as_deref(),
            meant,
            "{text}"
        );
    }
    let said = |text: &str, x_is_column| {
        let said = start_said(text, x_is_column).unwrap();
        (said.start.to_string(), said.exchanged.map(|start| start.to_string()))
    };
    let one = |start: &str| (start.to_owned(), None);
    for (definition, of_row, of_column) in [
        ("def solve(row, col, k):", "(1,2)", "(1,2)"),
        ("def solve(col, row, k):", "(2,1)", "(2,1)"),
        ("bool solve(int x, int y, int k) {", "(1,2)", "(2,1)"),
        ("fn solve(y: usize, x: usize) -> bool {", "(2,1)", "(1,2)"),
        ("def solve(x, y, k):\n    board[y][x] = k\n", "(2,1)", "(2,1)"),
        ("def solve(x, y, k):\n    board[x][y] = k\n", "(1,2)", "(2,1)"),
    ] {
        let text = format!("{definition}\nsolve(0, 1, 0)\n");
        assert_eq!(said(&text, false), one(of_row), "{text}");
        assert_eq!(said(&text, true), one(of_column), "{text}");
    }
    let unknown = "solve(0, 1, 0)";
    assert_eq!(said(unknown, false), ("(1,2)".to_owned(), Some("(2,1)".to_owned())));
    assert_eq!(said("solve(1, 1)", false), one("(2,2)"));
}

#[test]
fn increments_are_read_whatever_is_checked_between_them() {
    let signed = |name: &str, by: i32| format!("{name}{by:+}");
    type Line<'a> = dyn Fn(&str, &str, (i32, i32)) -> String + 'a;
    let each = |names: [&str; 2], write: &Line<'_>| {
        let line = |&(a, b): &(i32, i32)| write(&signed(names[0], a), &signed(names[1], b), (a, b));
        CLOCKWISE.iter().map(line).collect::<String>()
    };
    let bounds = |name: &str, by: i32| match by > 0 {
        true => format!("{name}{by:+} < n"),
        false => format!("{name}{by:+} >= 0"),
    };
    let only_one = each(["x", "y"], &|x, y, (a, b)| {
        let (in_x, in_y) = (bounds("x", a), bounds("y", b));
        format!("if ({in_x} && {in_y} && b[{x}][{y}] == 0) solve({x}, {y}, k+1);\n")
    });
    let both = each(["row", "col"], &|r, c, _| {
        format!(
            "if ({r} >= 0 && {r} < 8 && {c} >= 0 && {c} < 8 && b[{r}][{c}] == 0) go({r}, {c});\n"
        )
    });
    let twice =
        each(["p[0]", "p[1]"], &|x, y, _| format!("if ok({x}, {y}): out.add(({x}, {y}))\n"));
    for (text, basis) in [(only_one, Basis::Use), (both, Basis::Names), (twice, Basis::Nothing)] {
        assert_read(&[(&text, "21876543", basis)]);
    }
}

#[test]
fn names_that_differ_or_stand_elsewhere_do_no_harm() {
    let each = |join: &str, write: &dyn Fn(usize, i32, i32) -> String| {
        let lines = (0..).zip(&CLOCKWISE).map(|(i, &(a, b))| write(i, a, b));
        lines.collect::<Vec<_>>().join(join)
    };
    const SIDES: [&str; 8] = ["DR", "RD", "RU", "UR", "UL", "LU", "LD", "DL"];
    for text in [
        each(", ", &|i, a, b| format!("{}({a}, {b})", SIDES[i])),
        each("\nUNION ALL ", &|_, a, b| format!("SELECT {a} AS dx, {b} AS dy")),
        each("", &|_, a, b| format!("v.push_back(make_pair({a}, {b}));\n")),
        each(",", &|_, a, b| format!("['x' => {a}, 'y' => {b}]")),
        each(", ", &|_, a, b| format!("({a},{b})").replace('-', "~")),
        each(", ", &|_, a, b| format!("new Vector3({a}, 0, {b})")),
    ] {
        assert_read(&[(&text, "21876543", Basis::Nothing)]);
    }
}

#[test]
fn what_a_program_adds_to_rows_and_columns_says_which_list_is_the_row() {
    let lists = "int a[8] = {AA};\nint b[8] = {BB};\n";
    let xy = "int dx[8] = {AA};\nint dy[8] = {BB};\n";
    let pairs = "const moves = [PAIRS]\n";
    const FIRST: &str = "21876543";
    const SECOND: &str = "12345678";
    let read = |before: &str, used: &[(&str, &str, Basis)]| {
        for (program, meant, basis) in used {
            assert_read(&[(&format!("{before}{program}"), meant, *basis)]);
        }
    };
    read(
        xy,
        &[
            ("if (board[y + dy[i]][x + dx[i]] == 0)", SECOND, Basis::Use),
            ("if (board[x + dx[i]][y + dy[i]] == 0)", FIRST, Basis::Use),
            ("int newRow = row + dy[i]; int newCol = col + dx[i];", SECOND, Basis::Use),
            ("nx, ny = x + dx[i], y + dy[i]\nif board[ny][nx] == 0:", SECOND, Basis::Use),
            ("nx = x + dx[i]; ny = y + dy[i]; board[ny * N + nx] = 1;", SECOND, Basis::Use),
            ("board[x + dx[i] + (y + dy[i]) * 8] = 1;", SECOND, Basis::Use),
            ("board[(x + dx[i]) * 8 + y + dy[i]] = 1;", FIRST, Basis::Use),
            // In doubt: one says so and the other not.
            ("seen[x + dx[i]][y + dy[i]] = board[y + dy[i]][x + dx[i]];", FIRST, Basis::Nothing),
        ],
    );
    read(
        lists,
        &[
            ("int nr = r + b[k], nc = c + a[k]; board[nr][nc] = 1;", SECOND, Basis::Use),
            ("u = x + a[k]; v = y + b[k]; if (h[u][v] == 0)", FIRST, Basis::Use),
            ("u = x + a[k]; v = y + b[k]; if (h[v, u] == 0)", SECOND, Basis::Use),
            ("row += b[k]; col += a[k];", SECOND, Basis::Use),
            ("board[col + a[k]][row + b[k]] = 1;", SECOND, Basis::Use),
            ("go(r + b[k], c + a[k]);", SECOND, Basis::Use),
            ("Cell to{from.row + a[k], from.col + b[k]};", FIRST, Basis::Use),
            ("u = x + a[k] * b[k]; h[u][v] = 1;", FIRST, Basis::Nothing),
        ],
    );
    read(
        pairs,
        &[
            ("for m in moves:\n    r = row + m[1]; c = col + m[0]", SECOND, Basis::Use),
            (
                "for m in moves { let nr: i32 = r + m.1; let nc: i32 = c + m.0; }",
                SECOND,
                Basis::Use,
            ),
            ("for (auto m : moves) grid[y + m.second][x + m.first] = 0;", SECOND, Basis::Use),
            ("for _, m in ipairs(moves) do nr, nc = r + m[1], c + m[2]", FIRST, Basis::Use),
            ("moves.each { |mx, my| nx = x + mx; ny = y + my; b[ny][nx] }", SECOND, Basis::Use),
            ("foreach ($moves as [$dc, $dr]) go($r + $dr, $c + $dc);", SECOND, Basis::Names),
            ("for a, b in moves:\n    r = row + b\n    c = col + a", SECOND, Basis::Use),
            ("for $m (@moves) { $r = $row + $m->[1]; $c = $col + $m->[0]; }", SECOND, Basis::Use),
            // Those of a square, and the parameters of a function.
            ("col = ord(s[0]) - 97; row = int(s[1]) - 1", FIRST, Basis::Nothing),
            ("const go = (c, r) => go(c, r); board[at[1]][at[0]] = 1;", FIRST, Basis::Nothing),
        ],
    );
}

#[test]
fn numbers_of_rust_python_and_basic_are_read() {
    let pairs = |write: fn(i32, i32) -> String| CLOCKWISE.map(|(a, b)| write(a, b)).join(", ");
    for text in [
        pairs(|a, b| format!("({a}i32, {b}_i32)")),
        pairs(|a, b| format!("{a}{b:+}j")),
        pairs(|a, b| format!("{a} {} {}im", if b < 0 { '-' } else { '+' }, b.abs())),
        "100 DATA 2,1,1,2,-1,2,-2,1\n110 DATA -2,-1,-1,-2,1,-2,2,-1".to_owned(),
    ] {
        assert_eq!(digits(&text), "21876543", "{text}");
    }
}

#[test]
fn a_call_on_pairs_names_them() {
    for (call, used, meant, basis) in [
        (".map(([dx, dy]) => [x + dx, y + dy])", "board[y][x]", "12345678", Basis::Use),
        (".map(([dx, dy]) => [x + dx, y + dy])", "board[x][y]", "21876543", Basis::Use),
        ("\n  .forEach(([dx, dy]) => { try(x + dx, y + dy) })", "b[y][x]", "12345678", Basis::Use),
        (".each { |dx, dy| go(x + dx, y + dy) }", "b[y][x]", "12345678", Basis::Use),
        (".iter().map(|(dx, dy)| (x + dx, y + dy))", "b[y][x]", "12345678", Basis::Use),
        (".map(([dx, dy]) => [x + dx, y + dy])", "", "21876543", Basis::Nothing),
        (".map(([dc, dr]) => [c + dc, r + dr])", "", "12345678", Basis::Names),
    ] {
        assert_read(&[(&format!("const next = [PAIRS]{call};\n{used}"), meant, basis)]);
    }
}
