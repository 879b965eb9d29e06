//! Programs of many languages, with constants, loops and other arrays around the moves.

use proptest::prelude::*;

use crate::moves::*;

/// A program with the two lists of numbers as `XX` and `YY`, or with a pair for each move between
/// `<<` and `>>`, where `A` and `B` are its numbers; and whether it has the row second.
const PROGRAMS: [(&str, bool); 24] = [
    // C, with a check that says which comes first.
    (
        "#define N 8\n#include <stdio.h>\nstatic const int dx[8] = {XX};\nstatic const int dy[8] = {YY};\n\
         int seen[N][N], order[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n\
         int go(int x, int y, int n) {\n  for (int k = 0; k < 8; k++) {\n    int nx = x + dx[k], ny = y + dy[k];\n\
         if (nx >= 0 && nx < N && ny >= 0 && ny < N && !seen[ny][nx]) { \
         seen[ny][nx] = n + 1; go(nx, ny, n + 1); }\n  }\n}",
        true,
    ),
    // C++.
    (
        "const vector<pair<int, int>> moves = {<<{A, B}>>};\nfor (const auto& m : moves) {\n\
         int r = row + m.first, c = col + m.second;\n  if (r < 0 || c < 0 || r >= 8 || c >= 8) continue;\n}",
        false,
    ),
    // Java.
    (
        "public class Knight {\n  private static final int SIZE = 8;\n  static final int[] ROW = {XX};\n\
         static final int[] COL = {YY};\n  int[][] board = new int[SIZE][SIZE];\n  int[] scores = {2, 3, 4, 6, 8};\n}",
        false,
    ),
    (
        "private final static int[][] moves = {<<{A,B}>>};\nfor (int[] m : moves) {\n  int x = m[0];\n  int y = m[1];\n\
         if (grid[r + y][c + x] == 0) count++;\n}",
        true,
    ),
    // C#.
    (
        "int[] moveX = new int[] { XX };\nint[] moveY = new int[] { YY };\n\
         board[x, y] = 0; int nextX = x + moveX[i]; int nextY = y + moveY[i]; if (board[nextX, nextY] == -1) { }",
        false,
    ),
    // JavaScript.
    (
        "const SIZE = 8; // 8 x 8\nconst deltas = [<<[A, B]>>];\nlet path = [[0, 0]];\n\
         for (const [dx, dy] of deltas) { if (board[y + dy]?.[x + dx] === 0) path.push([y + dy, x + dx]); }",
        false,
    ),
    // Python.
    (
        "N = 8\nmoves = [<<(A, B)>>]\nboard = [[-1 for _ in range(N)] for _ in range(N)]\nboard[0][0] = 0\n\
         for dx, dy in moves:\n    nx, ny = x + dx, y + dy\n    if 0 <= nx < N and 0 <= ny < N \
         and board[ny][nx] == -1:\n        pass",
        true,
    ),
    ("moves = [<<A+Bj>>]\nstart = 0j\nsize = 8", false),
    // Ruby.
    (
        "MOVES = [<<[A, B]>>]\nMOVES.each do |dr, dc|\n  visit(row + dr, col + dc) if (0..7).include?(row + dr)\nend",
        false,
    ),
    // PHP.
    (
        "<?php\n$dx = array(XX);\n$dy = array(YY);\n\
         for ($i = 0; $i < 8; $i++) {\n  $nx = $x + $dx[$i];\n  $ny = $y + $dy[$i];\n\
         if ($board[$ny][$nx] == 0) { }\n}",
        true,
    ),
    // Perl.
    (
        "my @dr = (XX);\nmy @dc = (YY);\nfor my $k (0 .. 7) { visit($r + $dr[$k], $c + $dc[$k]); }",
        false,
    ),
    // Go.
    (
        "const n = 8\nvar dx = [8]int{XX}\nvar dy = [8]int{YY}\n\
         for i := 0; i < 8; i++ {\n  nx, ny := x+dx[i], y+dy[i]\n\
         if board[nx][ny] == 0 {\n  }\n}",
        false,
    ),
    // Rust.
    (
        "const N: usize = 8;\nconst MOVES: [(i32, i32); 8] = [<<(Ai32, Bi32)>>];\nfor (dr, dc) in MOVES.iter() {\n\
         let (nr, nc) = (r as i32 + dr, c as i32 + dc);\n}",
        false,
    ),
    // Kotlin.
    (
        "val dx = intArrayOf(XX)\nval dy = intArrayOf(YY)\nval sizes = intArrayOf(5, 6, 8)\n\
        for (i in 0..7) { go(x + dx[i], y + dy[i]) }",
        false,
    ),
    // Swift.
    (
        "let moves: [(Int, Int)] = [<<(A, B)>>]\nfor (dc, dr) in moves { visit(row: r + dr, col: c + dc) }",
        true,
    ),
    // Scala.
    (
        "val moves = List(<<(A, B)>>)\nval next = for ((dx, dy) <- moves) yield (x + dx, y + dy)",
        false,
    ),
    // Haskell.
    (
        "moves :: [(Int, Int)]\nmoves = [<<(A, B)>>]\n\
        next (r, c) = [(r + dr, c + dc) | (dr, dc) <- moves, ok (r + dr)]",
        false,
    ),
    // Lua.
    (
        "local N = 8\nlocal moves = { <<{A, B}>> }\nfor _, m in ipairs(moves) do\n  local nx, ny = x + m[1], y + m[2]\n\
         if board[ny][nx] == 0 then end\nend",
        true,
    ),
    // Pascal.
    (
        "const N = 5;\nvar a, b: array[1..8] of integer;\nbegin\n{assigned}  u := x + a[k]; v := y + b[k];\n\
         if h[u, v] = 0 then\nend.",
        false,
    ),
    // Fortran.
    (
        "integer, parameter :: n = 8\ninteger :: dx(8) = (/ XX /)\ninteger :: dy(8) = (/ YY /)\n\
        ! 8 moves\ndo k = 1, 8\nend do",
        false,
    ),
    // R.
    (
        "n <- 8\ndr <- c(XX)\ndc <- c(YY)\nboard <- matrix(0, n, n)\nfor (k in 1:8) visit(r + dr[k], c + dc[k])",
        false,
    ),
    // MATLAB.
    ("n = 8;\nmoves = [<<A B>>];\nboard = zeros(n);\nfor k = 1:8\nend", false),
    // Lisp.
    (
        "(defconstant +size+ 8)\n(defparameter *moves* '(<<(A B)>>))\n\
        (loop for (dx dy) in *moves* do (visit (+ x dx) (+ y dy)))",
        false,
    ),
    // BASIC.
    (
        "10 DIM X(8), Y(8)\n20 FOR I = 1 TO 8: READ X(I), Y(I): NEXT I\n<<\n100 DATA A,B>>\n110 PRINT \"DONE\"",
        false,
    ),
];

/// What may stand before and behind a program.
const AROUND: [&str; 7] = [
    "",
    "limit = 64\n",
    "// a knight has 8 moves, 2 and 1\n",
    "sizes = [5, 6, 7, 8]\n",
    "if total >= 0 and total < 8: pause(0.5)\n",
    "names = [1, 2, 3, 4, 5, 6, 7, 8]\n",
    "corners = [(0, 0), (0, 7), (7, 0), (7, 7)]\n",
];

fn program(template: &str, steps: [(i8, i8); 8]) -> String {
    let list = |of: fn((i8, i8)) -> i8| steps.map(|step| of(step).to_string()).join(", ");
    let assigned: String =
        (1..).zip(steps).map(|(k, (a, b))| format!("  a[{k}] := {a}; b[{k}] := {b};\n")).collect();
    let text = template.replace("XX", &list(|step| step.0)).replace("YY", &list(|step| step.1));
    let text = text.replace("{assigned}", &assigned);
    let Some((before, (pair, behind))) =
        text.split_once("<<").and_then(|(before, rest)| Some((before, rest.split_once(">>")?)))
    else {
        return text;
    };
    let join = match pair {
        "A B" => "; ",
        "(A B)" => " ",
        _ if pair.starts_with('\n') => "",
        _ => ", ",
    };
    let second = |b: i8| if pair.contains("+B") { format!("{b:+}") } else { b.to_string() };
    let write = |(a, b): (i8, i8)| {
        // `DATA` has an A too.
        let pair = pair.replace("+B", "B").replace('B', &second(b));
        match pair.split_once("DATA ") {
            Some((data, pair)) => format!("{data}DATA {}", pair.replace('A', &a.to_string())),
            None => pair.replace('A', &a.to_string()),
        }
    };
    format!("{before}{}{behind}", steps.map(write).join(join))
}

proptest! {
    #[test]
    fn programs_of_many_languages_are_read(
        rank in 0..MoveOrder::COUNT, language in 0..PROGRAMS.len(),
        before in 0..AROUND.len(), after in 0..AROUND.len(),
    ) {
        let meant = MoveOrder::from_rank(rank).unwrap();
        let (template, row_is_second) = PROGRAMS[language];
        let written = |(row, col): (i8, i8)| if row_is_second { (col, row) } else { (row, col) };
        let program = program(template, meant.moves().map(Move::delta).map(written));
        let text = format!("{}{program}\n{}", AROUND[before], AROUND[after]);
        match read(&text, false) {
            Ok(read) => prop_assert_eq!(read.order, meant, "{:?}\n{}", read, text),
            // Sixteen numbers in a row may be eight moves in two ways.
            Err(Refusal::Several(orders)) if template.contains("DATA") => {
                prop_assert!(orders.contains(&meant), "{:?}\n{}", orders, text);
            }
            Err(refusal) => prop_assert!(false, "{:?}\n{}", refusal, text),
        }
    }
}
