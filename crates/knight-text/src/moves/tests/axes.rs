//! Which of the two numbers of a move is that of the row.

use crate::moves::tests::{assert_read, digits, listed};
use crate::moves::*;

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
        ("The order in my file: PAIRS", "21876543", Basis::Nothing),
        ("my program in C: PAIRS", "21876543", Basis::Nothing),
        ("c = [PAIRS", "21876543", Basis::Nothing),
        ("Tries right first: PAIRS", "21876543", Basis::Nothing),
        // Its own, after others.
        ("int i, j, dc[8] = {AA}, dr[8] = {BB};", "12345678", Basis::Names),
        ("int cols = 8, rows = 8, dr[8] = {AA}, dc[8] = {BB};", "21876543", Basis::Names),
        ("self.dc, self.dr = [AA], [BB]", "12345678", Basis::Names),
        ("col,row\nPAIRS", "12345678", Basis::Names),
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
        (
            "moves = [PAIRS]\nfor a, b in moves: r + a, c + b\nfor b, a in moves: r + b, c + a",
            "21876543",
            Basis::Nothing,
        ),
    ]);
}

#[test]
fn two_names_that_are_no_pair_of_axes_say_nothing() {
    let pairs = "c-d j-k l-r w-v v-c c-j up-right left-down left-up left-b row-b";
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
        ("right = [AA]; down = [BB]", "12345678", Basis::Names),
        ("rank = {AA}; file = {BB}", "21876543", Basis::Names),
        ("const steps = {\n  dc: [AA],\n  dr: [BB],\n};", "12345678", Basis::Names),
        ("x = [AA]; b = [BB]\nboard[y][x]", "21876543", Basis::Nothing),
        ("dx = [AA]; dx = [BB]", "21876543", Basis::Nothing),
        ("dr = [AA]; dr = [BB]", "21876543", Basis::Nothing),
    ]);
}

const FIRST: &str = "21876543";
const SECOND: &str = "12345678";

/// Programs that begin alike, the orders that they mean, and by what that is known.
fn read_behind(before: &str, used: &[(&str, &str, Basis)]) {
    for (program, meant, basis) in used {
        assert_read(&[(&format!("{before}{program}"), meant, *basis)]);
    }
}

#[test]
fn what_a_program_adds_to_rows_and_columns_says_which_list_is_the_row() {
    let lists = "int a[8] = {AA};\nint b[8] = {BB};\n";
    let xy = "int dx[8] = {AA};\nint dy[8] = {BB};\n";
    read_behind(
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
    read_behind(
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
}

#[test]
fn what_a_program_adds_of_pairs_to_rows_and_columns_says_which_number_is_of_the_row() {
    read_behind(
        "const moves = [PAIRS]\n",
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
            ("foreach ($moves as list($dc, $dr)) go($r + $dr, $c + $dc);", SECOND, Basis::Names),
            ("Enum.map(moves, fn {dc, dr} -> {r + dr, c + dc} end)", SECOND, Basis::Names),
            ("moves |> List.map (fun (dc, dr) -> (r + dr, c + dc))", SECOND, Basis::Names),
            ("for a, b in moves:\n    r = row + b\n    c = col + a", SECOND, Basis::Use),
            (
                "for _, m := range moves {\na, b := m[0], m[1]\nnr := r + b; nc := c + a",
                SECOND,
                Basis::Use,
            ),
            ("for m in moves:\n    self.go(self.row + m[1], self.col + m[0])", SECOND, Basis::Use),
            ("for $m (@moves) { $r = $row + $m->[1]; $c = $col + $m->[0]; }", SECOND, Basis::Use),
            // Those of a square, and the parameters of a function.
            ("col = ord(s[0]) - 97; row = int(s[1]) - 1", FIRST, Basis::Nothing),
            ("const go = (c, r) => go(c, r); board[at[1]][at[0]] = 1;", FIRST, Basis::Nothing),
        ],
    );
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

#[test]
fn names_of_other_statements_do_not_name_the_moves() {
    let moves =
        "int moves[2][8] = {\n{ 1, 1, -1, -1, -2, -2, 2, 2 },\n{ 2, -2, 2, -2, 1, -1, 1, -1 }\n};";
    for around in [
        "bool safe(int r, int c) {\nreturn (r >= 0 && r < 8 && c >= 0 && c < 8);\n}\n",
        "void solve(int r, int c) {\n",
        "int c; ",
        "A 2x8 array: the 1st row has the next column position\n\nIt can be written so:\n",
    ] {
        assert_eq!(digits(&format!("{around}{moves}")), "14857623", "{around}");
    }
    for text in [
        "dc =\n{2, 1, -1, -2, -2, -1, 1, 2};\ndr =\n{1, 2, 2, 1, -1, -2, -2, -1};",
        "dc:\n2 1 -1 -2 -2 -1 1 2\ndr:\n1 2 2 1 -1 -2 -2 -1",
        "dc\n2 1 -1 -2 -2 -1 1 2\ndr\n1 2 2 1 -1 -2 -2 -1",
    ] {
        assert_eq!(digits(text), "12345678", "{text}");
    }
}

#[test]
fn two_names_before_two_arrays_name_one_each() {
    let arrays = "[2, 1, -1, -2, -2, -1, 1, 2], [1, 2, 2, 1, -1, -2, -2, -1]";
    let tuples = "(2, 1, -1, -2, -2, -1, 1, 2), (1, 2, 2, 1, -1, -2, -2, -1)";
    for (first, second, meant) in
        [("dr", "dc", "21876543"), ("dc", "dr", "12345678"), ("dx", "dy", "21876543")]
    {
        for text in [
            format!("{first}, {second} = {arrays}"),
            format!("{first},{second} = {tuples}"),
            format!("let ({first}, {second}) = ({arrays});"),
            format!("for {first}, {second} in zip({arrays}):"),
            format!("x, y = 0, 0\n{first}, {second} = {}", arrays.replace("], ", "],\n  ")),
        ] {
            assert_eq!(digits(&text), meant, "{text}");
        }
    }
}

#[test]
fn the_fields_of_a_type_are_used_in_the_order_of_their_declaration() {
    let using = |declared: &str, index: &str| {
        format!(
            "{declared}\nMove mv[8] = {PAIRS};\nint a = x + mv[i].dx, b = y + mv[i].dy;\n\
             if (board{index} == 0) board{index} = n;\n",
            PAIRS = "{PAIRS}"
        )
    };
    let cases = [
        ("struct Move { int dx, dy; };", "[b][a]", "12345678", Basis::Use),
        ("struct Move {\n  int dx;\n  int dy;\n};", "[b][a]", "12345678", Basis::Use),
        ("struct Move { dx: i32, dy: i32 }", "[a][b]", "21876543", Basis::Use),
        ("record Move(int dx, int dy) {}", "[b][a]", "12345678", Basis::Use),
        ("class Move {\npublic:\n int dy, dx;\n};", "[b][a]", "21876543", Basis::Use),
        ("class Move {\npublic:\n int dy, dx;\n};", "[a + b]", "12345678", Basis::Nothing),
        ("type Move struct { dx, dy int }", "[b][a]", "12345678", Basis::Use),
        ("struct Move { int dx, dy, cost; };", "[b][a]", "21876543", Basis::Nothing),
        ("", "[b][a]", "21876543", Basis::Nothing),
    ];
    for (declared, index, meant, basis) in cases {
        assert_read(&[(&using(declared, index), meant, basis)]);
    }
    assert_read(&[
        ("type P struct{ col, row int }\nvar moves = []P{PAIRS}", "12345678", Basis::Names),
        ("type P struct{ row, col int }\nvar moves = []P{PAIRS}", "21876543", Basis::Names),
    ]);
}
