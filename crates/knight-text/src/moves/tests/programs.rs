//! Programs as they are pasted, and what their names say.

use crate::moves::tests::{CLOCKWISE, assert_read, digits, refusal};
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
        orders_of(&(0..8).map(|at| (numbers[at], numbers[at + 8])).collect::<Vec<_>>()).is_some()
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
        ("solve(row=2, col=3)", Some("(3,4)")),
        ("solve(x, y, 1, 2)", None),
        ("area(2, 3)", None),
        ("KnightTour(8)", None),
        ("solve(8); solve(1, 2)", Some("(2,3)")),
        ("solve()", None),
    ] {
        assert_eq!(
            start_said(text).map(|(_, start)| start.to_string()).as_deref(),
            meant,
            "{text}"
        );
    }
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
    let one_of_each =
        each(["a", "b"], &|x, y, _| format!("if ({x} >= 0 && {y} < n) f({x}, {y});\n"));
    let twice =
        each(["p[0]", "p[1]"], &|x, y, _| format!("if ok({x}, {y}): out.add(({x}, {y}))\n"));
    for (text, basis) in [
        (only_one, Basis::Use),
        (both, Basis::Names),
        (one_of_each, Basis::Nothing),
        (twice, Basis::Nothing),
    ] {
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
fn a_statement_may_assign_to_both_lists() {
    let one = |(at, (a, b)): (usize, (i32, i32))| format!("dx[{at}], dy[{at}] = {a}, {b}\n");
    let each: String = CLOCKWISE.into_iter().enumerate().map(one).collect();
    let text = format!("dx = [0] * 8\ndy = [0] * 8\n{each}");
    assert_read(&[(&text, "21876543", Basis::Nothing)]);
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
