//! Lists of moves as programs and people write them.

use proptest::prelude::*;

use crate::moves::*;

mod axes;
mod languages;
mod programs;

const CLOCKWISE: [(i32, i32); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// A text with the eight moves as `PAIRS`, or with the lists `AA` and `BB` of their numbers.
fn filled(text: &str) -> String {
    const PAIRS: &str = "(2,1), (1,2), (-1,2), (-2,1), (-2,-1), (-1,-2), (1,-2), (2,-1)";
    let braced = PAIRS.replace('(', "{").replace(')', "}");
    let text = text.replace("{PAIRS}", &format!("{{{braced}}}")).replace("PAIRS", PAIRS);
    text.replace("AA", "2, 1, -1, -2, -2, -1, 1, 2").replace("BB", "1, 2, 2, 1, -1, -2, -2, -1")
}

fn listed(text: &str) -> ListedMoves {
    let text = &filled(text);
    read(text, false).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Texts with what is read, and why.
fn assert_read(cases: &[(&str, &str, Basis)]) {
    for (text, meant, basis) in cases {
        let read = listed(text);
        assert_eq!((read.order.to_string().as_str(), read.basis), (*meant, *basis), "{text}");
    }
}

fn digits(text: &str) -> String {
    listed(text).order.to_string()
}

fn with_x_as_column(text: &str) -> String {
    read(text, true).unwrap_or_else(|error| panic!("{text}: {error:?}")).order.to_string()
}

fn refusal(text: &str) -> Refusal {
    read(text, false).expect_err(text)
}

#[test]
fn lists_that_share_a_number_are_refused() {
    for text in
        ["2 1 -1 -2 -2 -1 1 2,1,1,2,2,1,-1,-2", "1 2 2 1 -1 -2 -2 -1, 2, 1, -1, -2, -2, -1, 1"]
    {
        assert!(read(text, false).is_err(), "{text}");
    }
}

#[test]
fn a_program_is_read_up_to_a_length() {
    let program = |blanks: usize| {
        "dx = 2 1 -1 -2 -2 -1 1 2; dy = 1 2 2 1 -1 -2 -2 -1;".to_owned() + &" ".repeat(blanks)
    };
    let room = MOST_BYTES - program(0).len();
    assert!(read(&program(room), false).is_ok());
    assert_eq!(read(&program(room + 1), false), Err(Refusal::TooLong));
}

#[test]
fn the_arrays_of_the_tutorials_are_their_orders() {
    for (text, meant) in [
        // Kalkicode in C, Java, C#, Kotlin, Scala and JavaScript.
        ("int x_axis[] = {\nAA\n};\n// Total 8 possible\nint y_axis[] = {\nBB\n};", "21876543"),
        ("int[] x_axis = { AA };\nint[] y_axis = { BB };", "21876543"),
        (
            "val x_axis: Array < Int > = arrayOf(AA);\nval y_axis: Array < Int > = arrayOf(BB);",
            "21876543",
        ),
        ("var x_axis: Array[Int] = Array(AA);\nvar y_axis: Array[Int] = Array(BB);", "21876543"),
        ("var x_axis = [AA];\nvar y_axis = [BB];", "21876543"),
        // GeeksforGeeks and others, in C++.
        ("int xMove[8] = { AA };\nint yMove[8] = { BB };", "21876543"),
        (
            "int moves[2][8] = {\n{ 1, 1, -1, -1, -2, -2, 2, 2 },\n{ 2, -2, 2, -2, 1, -1, 1, -1 }\n};",
            "14857623",
        ),
        // The paper's Fig. 2.
        ("x = 1 2 2 1 -1 -2 -2 -1\ny = 2 1 -1 -2 -2 -1 1 2", "12345678"),
        // Problem Solving with Algorithms and Data Structures, in Python.
        (
            "moveOffsets = [(-1,-2),(-1,2),(-2,-1),(-2,1),\n               ( 1,-2),( 1,2),( 2,-1),( 2,1)]",
            "58674132",
        ),
    ] {
        assert_eq!(digits(text), meant, "{text}");
    }
}

#[test]
fn moves_are_read_in_every_notation() {
    let pairs = "2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,-1";
    for text in [
        pairs,
        "2 1\n1 2\n-1 2\n-2 1\n-2 -1\n-1 -2\n1 -2\n2 -1\n",
        "2, 1, 1, 2, -1, 2, -2, 1, -2, -1, -1, -2, 1, -2, 2, -1",
        "2,1 1,2 –1,2 –2,1 –2,–1 –1,–2 1,–2 2,–1",
        "+2,+1 +1,+2 −1,+2 −2,+1 −2,−1 −1,−2 +1,−2 +2,−1",
        "[[2,1],[1,2],[-1,2],[-2,1],[-2,-1],[-1,-2],[1,-2],[2,-1]]",
        "const int MOVES[8][2] = {{2,1},{1,2},{-1,2},{-2,1},{-2,-1},{-1,-2},{1,-2},{2,-1}};",
        "int[,] moves = new int[8, 2] {{2,1},{1,2},{-1,2},{-2,1},{-2,-1},{-1,-2},{1,-2},{2,-1}};",
        "[(r+2, c+1), (r+1, c+2), (r-1, c+2), (r-2, c+1), (r-2, c-1), (r-1, c-2), (r+1, c-2), (r+2, c-1)]",
        "[{y:1,x:2},{y:2,x:1},{y:2,x:-1},{y:1,x:-2},{y:-1,x:-2},{y:-2,x:-1},{y:-2,x:1},{y:-1,x:2}]",
        "listOf(Pair(2,1), Pair(1,2), Pair(-1,2), Pair(-2,1), Pair(-2,-1), Pair(-1,-2), Pair(1,-2), Pair(2,-1))",
        "let dx: [i32; 8] = [2, 1, -1, -2, -2, -1, 1, 2]; let dy: [i32; 8] = [1, 2, 2, 1, -1, -2, -2, -1];",
        "std::array<int, 8> dx = {2, 1, -1, -2, -2, -1, 1, 2}; std::array<int, 8> dy{1, 2, 2, 1, -1, -2, -2, -1};",
        "dy = [1, 2, 2, 1, -1, -2, -2, -1] # columns\ndx = [2, 1, -1, -2, -2, -1, 1, 2]",
        "COL_STEPS := []int{1, 2, 2, 1, -1, -2, -2, -1}; ROW_STEPS := []int{2, 1, -1, -2, -2, -1, 1, 2}",
        "{\"dr\": [2, 1, -1, -2, -2, -1, 1, 2], \"dc\": [1, 2, 2, 1, -1, -2, -2, -1]}",
        "np.array([[2., 1.], [1., 2.], [-1., 2.], [-2., 1.], [-2., -1.], [-1., -2.], [1., -2.], [2., -1.]])",
        "dx = 2, 1, -1, -2, -2, -1, 1, 2\ndy = 1, 2, 2, 1, -1, -2, -2, -1",
        "[[2, 1, -1, -2, -2, -1, 1, 2], # rows\n[1, 2, 2, 1, -1, -2, -2, -1]]",
        "/* rows */ {2, 1, -1, -2, -2, -1, 1, 2}, /* columns */ {1, 2, 2, 1, -1, -2, -2, -1}",
    ] {
        assert_eq!(digits(text), "21876543", "{text}");
    }
    // With x as the column the same moves are the mirror image.
    assert_eq!(with_x_as_column(pairs), "12345678");
    let arrays = "dy = {1,2,2,1,-1,-2,-2,-1}; dx = {2,1,-1,-2,-2,-1,1,2}";
    assert_eq!(with_x_as_column(arrays), "12345678");
}

#[test]
fn numbers_may_be_assigned_one_by_one() {
    let each = |line: fn(usize, (i32, i32)) -> String| -> String {
        CLOCKWISE.iter().enumerate().map(|(i, step)| line(i, *step)).collect()
    };
    let columns_first = |line: fn(usize, i32) -> String, other: fn(usize, i32) -> String| {
        let cols: String = CLOCKWISE.iter().enumerate().map(|(i, step)| line(i, step.1)).collect();
        let rows: String = CLOCKWISE.iter().enumerate().map(|(i, step)| other(i, step.0)).collect();
        cols + &rows
    };
    for text in [
        each(|i, (x, y)| format!("dx[{i}] = {x}; dy[{i}] = {y};\n")),
        // Wirth's program in Pascal.
        each(|i, (a, b)| format!("a[{}] := {a}; b[{0}] := {b};", i + 1)),
        each(|i, (b, a)| format!("b[{i}] = {b}; a[{i}] = {a};\n")),
        each(|i, (x, y)| format!("DX({i}) = {x}\nDY({i}) = {y}\n")),
        each(|i, (a, b)| format!("m[{i}][0] = {a}; m[{i}][1] = {b};")),
        each(|i, (a, b)| format!("m[0][{i}] = {a}; m[1][{i}] = {b};")),
        each(|i, (a, b)| format!("m({}, 1) = {a}; m({0}, 2) = {b};\n", i + 1)),
        each(|i, (a, b)| format!("m[{i}].x={a}, m[{i}].y={b},")),
        each(|i, (a, b)| format!("m[{i}].y={b}; m[{i}].x={a};")),
        each(|i, (a, b)| format!("m[{i}] = ({a}, {b})\n")),
        columns_first(|i, c| format!("dc[{i}]={c};"), |i, r| format!("dr[{i}]={r};")),
        format!("int dx[8], dy[8];\n{}", each(|i, (x, y)| format!("dx[{i}]={x};dy[{i}]={y};"))),
    ] {
        assert_eq!(digits(&text), "21876543", "{text}");
    }
    let good = each(|i, (x, y)| format!("dx[{i}] = {x}; dy[{i}] = {y};\n"));
    // In another order than that of the indices, with one twice, or without one.
    for text in [
        each(|i, (a, b)| format!("m[{i}][1] = {b}; m[{i}][0] = {a};")),
        each(|i, (a, b)| format!("m[1][{i}] = {b}; m[0][{i}] = {a};")),
        good.lines().rev().collect(),
        good.replace("[0]", "[8]").replace("[7]", "[0]").replace("[8]", "[7]"),
        good.replace("[0]", "[8]").replace("[7]", "[0]").replace("[8]", "[9]"),
        good.replace("dx[3]", "dx[2]"),
        good.replace("dx[3] = -2;", ""),
        good.replace("dy[7] = -1;", ""),
        good.replace("dx[0] = 2", "dx[0] = 1"),
    ] {
        assert_eq!(refusal(&text), Refusal::Nothing, "{text}");
    }
}

#[test]
fn lists_of_haskell_and_python_are_read_or_named() {
    for text in [
        "moves = [(2,1),(1,2),((-1),2),((-2),1),((-2),(-1)),((-1),(-2)),(1,(-2)),(2,(-1))]",
        "[(x + 2, y + 1), (x + 1, y + 2), (x - 1, y + 2), (x - 2, y + 1), (x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x + 2, y - 1)]",
        "[(x+dx, y+dy) | (dx, dy) <- [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]]",
        "[(x+dx, y+dy) for dx, dy in [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]]",
        "zip [2,1,-1,-2,-2,-1,1,2] [1,2,2,1,-1,-2,-2,-1]",
        "case 0: x += 2; y++; case 1: x++; y += 2; case 2: x--; y += 2; case 3: x -= 2; y++; \
         case 4: x -= 2; y--; case 5: x--; y -= 2; case 6: x++; y -= 2; case 7: x += 2; y--;",
        "case 1: x += 2; ++y; case 2: ++x; y += 2; case 3: --x; y += 2; case 4: x -= 2; ++y; \
         case 5: x -= 2; --y; case 6: --x; y -= 2; case 7: ++x; y -= 2; default: x += 2; --y;",
        "case 0: x += 2; y += 1; case 1: x += 1; y += 2; case 2: x += -1; y += 2; case 3: x += -2; \
         y += 1; case 4: x += -2; y += -1; case 5: x += -1; y += -2; case 6: x += 1; y += -2; \
         case 7: x += 2; y += -1;",
    ] {
        assert_eq!(digits(text), "21876543", "{text}");
    }
    // The case that is tried first is not the first of the text.
    let backwards = "switch (m) { case 9: go(); } switch (k) { case 6: x += 2; y++; case 5: x++; \
        y += 2; case 4: x--; y += 2; case 3: x -= 2; y++; case 2: x -= 2; y--; case 1: x--; \
        y -= 2; case 0: x++; y -= 2; default: x += 2; y--; }";
    let chain = "if (k == 7) { x += 2; y++; } else if (k == 6) { x++; y += 2; } \
        else if (k == 5) { x--; y += 2; } else if (k == 4) { x -= 2; y++; } \
        else if (k == 3) { x -= 2; y--; } else if (k == 2) { x--; y -= 2; } \
        else if (k == 1) { x++; y -= 2; } else { x += 2; y--; }";
    for text in [backwards, &backwards.replace("default", "case 7"), chain] {
        assert_eq!(refusal(text), Refusal::Nothing, "{text}");
    }
    for text in [
        "[(dx,dy) for dx in (-2,-1,1,2) for dy in (-2,-1,1,2) if abs(dx) != abs(dy)]",
        "[(x, y) for x in range(-2, 3) for y in range(-2, 3) if x*x + y*y == 5]",
        "[(i*a, j*b) for a, b in [(1,2),(2,1)] for i in (1,-1) for j in (1,-1)]",
        "for (int i = -2; i <= 2; i++) for (int j = -2; j <= 2; j++) if (i*i + j*j == 5)",
        "[(x,y) | x <- [-2,-1,1,2], y <- [-2,-1,1,2], abs x /= abs y]",
    ] {
        assert_eq!(refusal(text), Refusal::Nothing, "{text}");
    }
}

#[test]
fn matrices_of_matlab_and_vectors_of_r_are_read_as_they_mean_them() {
    for (text, meant) in [
        ("[1 2 2 1 -1 -2 -2 -1; 2 -1 1 -2 -2 1 -1 2]", "13245768"),
        ("moves = [1, 2, 2, 1, -1, -2, -2, -1; 2, -1, 1, -2, -2, 1, -1, 2];", "13245768"),
        ("[2 1 -1 -2 ...\n -2 -1 1 2; 1 2 2 1 -1 -2 -2 -1]", "21876543"),
        ("[2 1; 1 2; -1 2; -2 1; -2 -1; -1 -2; 1 -2; 2 -1]", "21876543"),
        ("[2 1\n1 2\n-1 2\n-2 1\n-2 -1\n-1 -2\n1 -2\n2 -1]", "21876543"),
        // Commas: a flat list that is broken somewhere, and OCaml.
        ("[2, 1, 1, 2, -1, 2, -2, 1,\n -2, -1, -1, -2, 1, -2, 2, -1]", "21876543"),
        ("dx = [2; 1; -1; -2; -2; -1; 1; 2]\ndy = [1; 2; 2; 1; -1; -2; -2; -1]", "21876543"),
        ("dx <- c(2,1,-1,-2,-2,-1,1,2); dy <- c(1,2,2,1,-1,-2,-2,-1)", "21876543"),
        ("dy = c(1,2,2,1,-1,-2,-2,-1)\ndx = c(2,1,-1,-2,-2,-1,1,2)", "21876543"),
        ("rbind(c(2,1,-1,-2,-2,-1,1,2), c(1,2,2,1,-1,-2,-2,-1))", "21876543"),
        ("list(c(2,1),c(1,2),c(-1,2),c(-2,1),c(-2,-1),c(-1,-2),c(1,-2),c(2,-1))", "21876543"),
        ("r = {2,1,-1,-2,-2,-1,1,2}, c = {1,2,2,1,-1,-2,-2,-1}", "21876543"),
        ("np.matrix([[2,1],[1,2],[-1,2],[-2,1],[-2,-1],[-1,-2],[1,-2],[2,-1]])", "21876543"),
    ] {
        assert_eq!(digits(text), meant, "{text}");
    }
    // In the order in which R and Fortran fill a matrix, too.
    for filled in ["matrix(c{}, ncol=2)", "reshape((/ {} /), (/ 8, 2 /))"] {
        let columns = "(2,1,-1,-2,-2,-1,1,2, 1,2,2,1,-1,-2,-2,-1)";
        assert_eq!(digits(&filled.replace("{}", columns)), "21876543", "{filled}");
    }
    let rows = "matrix(c(2,1,1,2,-1,2,-2,1,-2,-1,-1,-2,1,-2,2,-1), ncol = 2, byrow = TRUE)";
    assert_eq!(digits(rows), "21876543");
    let in_lines = refusal("[1 2 2 1 -1 -2 -2 -1\n 2 -1 1 -2 -2 1 -1 2]");
    assert!(matches!(in_lines, Refusal::Several(orders) if orders.len() == 2));
    let prose = refusal("The search for a tour takes 8 tries in each of 64 squares, 2 2 2.");
    assert_eq!(prose, Refusal::Nothing);
}

#[test]
fn aggregates_of_ada_and_arrays_of_php_and_fortran_are_read_or_refused() {
    for text in [
        "DX : constant Steps := (1 => 2, 2 => 1, 3 => -1, 4 => -2, 5 => -2, 6 => -1, 7 => 1, 8 => 2);
         DY : constant Steps := (1 => 1, 2 => 2, 3 => 2, 4 => 1, 5 => -1, 6 => -2, 7 => -2, 8 => -1);",
        "$col = array(0 => 1, 1 => 2, 2 => 2, 3 => 1, 4 => -1, 5 => -2, 6 => -2, 7 => -1);
         $row = array(0 => 2, 1 => 1, 2 => -1, 3 => -2, 4 => -2, 5 => -1, 6 => 1, 7 => 2);",
        "(1 => (2, 1), 2 => (1, 2), 3 => (-1, 2), 4 => (-2, 1), 5 => (-2, -1), 6 => (-1, -2), 7 => (1, -2), 8 => (2, -1))",
        "data.frame(dx = c(2L,1L,-1L,-2L,-2L,-1L,1L,2L), dy = c(1L,2L,2L,1L,-1L,-2L,-2L,-1L))",
        "dx = (/ 2, 1, -1, &\n & -2, -2, -1, 1, 2 /)\ndy = (/ 1, 2, 2, 1, -1, &\n -2, -2, -1 /)",
    ] {
        assert_eq!(digits(text), "21876543", "{text}");
    }
    // Two of them change places, but keep their indices.
    for text in [
        "2 => (1, 2), 1 => (2, 1), 3 => (-1, 2), 4 => (-2, 1), 5 => (-2, -1), 6 => (-1, -2), 7 => (1, -2), 8 => (2, -1)",
        "m(2,:) = [1 2]; m(1,:) = [2 1]; m(3,:) = [-1 2]; m(4,:) = [-2 1]; m(5,:) = [-2 -1]; m(6,:) = [-1 -2]; m(7,:) = [1 -2]; m(8,:) = [2 -1];",
    ] {
        assert_eq!(refusal(text), Refusal::Nothing, "{text}");
    }
}

#[test]
fn lines_around_the_moves_do_no_harm() {
    let pairs = "moves = [(2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)]";
    let arrays = "int dx[] = {2,1,-1,-2,-2,-1,1,2}, dy[] = {1,2,2,1,-1,-2,-2,-1};";
    for moves in [pairs, arrays] {
        let around = format!("board = 8\nend = [3,3]\n{moves}\nstart = (0,0)\n");
        assert_eq!(digits(&around), digits(moves), "{around}");
    }
    // A move elsewhere is none of the list, and a ninth one in it is.
    assert_eq!(digits(&format!("{pairs}\nlast = (2,1)")), digits(pairs));
    let nine = refusal(&pairs.replace("(2,-1)]", "(2,-1),(2,1)]"));
    assert!(matches!(nine, Refusal::NotEachOnce { repeated, .. } if repeated == [((2, 1), 1, 9)]));
}

#[test]
fn a_program_with_loops_and_other_assignments_is_read_or_its_slip_is_named() {
    let program = "for (int i = 0; i < N; i++) grid[i][0] = 0;
        grid[0][0] = 1; last[0] = 5; last[1] = 5; grid[0][0] = 1;
        int x[] = { 2, 1, -1, -2, -2, -1, 1, 2 }; int y[] = { 1, 2, 2, 1, -1, -2, -2, -1 };";
    assert_eq!(digits(program), "21876543");
    let program = program.lines().filter(|line| !line.contains("last")).collect::<String>();
    let slip = program.replace("-2, -2, -1, 1, 2", "-2, -1, -1, 1, 2");
    assert_eq!(refusal(&slip), Refusal::NotAMove { place: 5, pair: (-1, -1) }, "{slip}");
}

#[test]
fn what_is_wrong_is_named() {
    let each_once = |repeated: &[(Pair, usize, usize)], missing: &[Pair]| Refusal::NotEachOnce {
        repeated: repeated.to_vec(),
        missing: missing.to_vec(),
    };
    for (text, wrong) in [
        ("2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,1", each_once(&[((2, 1), 1, 8)], &[(2, -1)])),
        ("2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2", each_once(&[], &[(2, -1)])),
        ("2,1 1,2 -1,2 -2,1 -2,-1", each_once(&[], &[(2, -1), (1, -2), (-1, -2)])),
        ("2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,-1 2,1", each_once(&[((2, 1), 1, 9)], &[])),
        ("2,1 1,2 -1,2 2,2 -2,-1 -1,-2 1,-2 2,-1", Refusal::NotAMove { place: 4, pair: (2, 2) }),
        ("dx = {2, 1, -1, -2, -2, -1, 1, 2}; dy = {1, 2, 2, 1}", Refusal::Lists(vec![8])),
        ("dx = {2, 1, -1, -2, -2, -1, 1}", Refusal::Lists(vec![7])),
        ("{1,2,3} {1,2,3} {1,2,3}", Refusal::Nothing),
        (
            "dx = {2,1,-1,-2,-2,-1,1,2}; dy = {1,2,2,1,-1,-2,-2 -1}",
            Refusal::MissingComma("1,2,2,1,-1,-2,-2 -1".to_owned()),
        ),
        (
            "dx = {2,1,-1,-2,-2,-1,1,2}; dy = {1,2,2,1,-1,-2,-2 -1}; \
             X = {2,1,-1,-2,-2,-1,1 2}; Y = {1,2,2,1,-1,-2,-2,-1}",
            Refusal::MissingComma("1,2,2,1,-1,-2,-2 -1".to_owned()),
        ),
        (
            "a = {2,1,-1,-2,-2,-1,1,2}; b = {1,2,2,1,-1,-2,-2}; \
             c = {1,2,2,1,-1,-2,-2,-1}; d = {2,1,-1,-2,-2,-1,1}",
            Refusal::Lists(vec![8, 7, 8, 7]),
        ),
        ("2.5,1 1,2", Refusal::Nothing),
        ("99999999999999999999,1 1,2", Refusal::Nothing),
    ] {
        assert_eq!(refusal(text), wrong, "{text}");
    }
    let named = "dr = {2,1,-1,-2,-2,-1,1,2}; dc = {1,2,2,1,-1,-2,-2,-1}";
    assert_eq!(read(named, true), Err(Refusal::NeedsNoXy));
    let two = "a = {2,1,-1,-2,-2,-1,1,2}; b = {1,2,2,1,-1,-2,-2,-1}; c = {-1,-2,-2,-1,1,2,2,1}";
    assert!(matches!(refusal(two), Refusal::Several(orders) if orders.len() == 2));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "(solve|N = |[-−+0-9(){}\\[\\],;:=\n xydrc/*#.]){0,80}",
    ) {
        let _ = (read(&text, false), board_said(&text), start_said(&text));
    }

    #[test]
    fn every_order_survives_each_notation(rank in 0..MoveOrder::COUNT, is_xy: bool) {
        let meant = MoveOrder::from_rank(rank).unwrap();
        let deltas = meant.moves().map(Move::delta);
        let written = deltas.map(|(row, col)| if is_xy { (col, row) } else { (row, col) });
        let pairs = written.map(|(a, b)| format!("{a},{b}"));
        let (first, second) = (written.map(|(a, _)| a), written.map(|(_, b)| b));
        for text in [
            pairs.join(" "),
            format!("{written:?}"),
            format!("int dx[8] = {first:?}, dy[8] = {second:?};"),
            format!("{{\"y\": {second:?}, \"x\": {first:?}}}"),
            pairs.join("\n"),
        ] {
            prop_assert_eq!(read(&text, is_xy).map(|listed| listed.order), Ok(meant), "{}", text);
        }
    }
}

#[test]
fn an_order_as_code_is_read_as_that_order() {
    let orders = MoveOrder::sample(50, 1).into_iter().chain([MoveOrder::FIG2]);
    for order in orders {
        for &language in Language::ALL {
            let read = listed(&as_code(order, language));
            assert_eq!((read.order, read.basis), (order, Basis::Names), "{language}");
        }
    }
}
