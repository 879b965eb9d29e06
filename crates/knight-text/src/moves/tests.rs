//! Lists of moves as programs and people write them.

use std::sync::LazyLock;

use proptest::prelude::*;

use crate::moves::*;
use crate::tests::cases::{Case, Row, cases, check, data, repeated};
use crate::tests::facts;

const CLOCKWISE: [(i8, i8); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Each move as `{a}` and `{b}`, or `{+a}` and `{+b}` with their signs, and its place from 0 as
/// `{i}` and from 1 as `{k}`.
fn rows(steps: [(i8, i8); 8]) -> Vec<Row> {
    let row = |(i, (a, b)): (usize, (i8, i8))| {
        vec![
            ("{i}", i.to_string()),
            ("{k}", (i + 1).to_string()),
            ("{a}", a.to_string()),
            ("{b}", b.to_string()),
            ("{+a}", format!("{a:+}")),
            ("{+b}", format!("{b:+}")),
        ]
    };
    steps.into_iter().enumerate().map(row).collect()
}

#[test]
fn programs_are_read_or_refused() {
    check(data!("moves-programs.txt"), &rows(CLOCKWISE), facts::of_moves);
}

#[test]
fn names_and_uses_say_what_the_row_is() {
    check(data!("moves-axes.txt"), &rows(CLOCKWISE), facts::of_moves);
}

#[test]
fn a_program_may_say_its_board_and_its_start() {
    check(data!("moves-mentions.txt"), &[], facts::of_mentions);
}

#[test]
fn two_names_that_are_no_pair_of_axes_say_nothing() {
    let pairs = "c-d j-k l-r w-v v-c c-j up-right left-down left-up left-b row-b";
    for (one, other) in pairs.split(' ').filter_map(|two| two.split_once('-')) {
        for written in [
            format!("int {one}[8] = {{<<{{a}}>>}}, {other}[8] = {{<<{{b}}>>}};"),
            format!("{one} = [<<{{a}}>>]\n{other} = [<<{{b}}>>]"),
            format!("{one}, {other} = [<<{{a}}>>], [<<{{b}}>>]"),
            format!("for {one}, {other} in [<<({{a}},{{b}})>>]:"),
        ] {
            let text = repeated(&written, &rows(CLOCKWISE));
            assert_eq!(facts::of_moves(&text, None)[..2], ["21876543", "by nothing"], "{text}");
        }
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
fn the_thirteenth_list_is_read_too() {
    let others: String = (0..20)
        .map(|i| format!("int a{i}[] = {{1, 2, 1, 2, 1, 2, {}, {}}};\n", 1 + i % 2, 1 + i / 2 % 2))
        .collect();
    let moves = "int dx[] = {2,1,-1,-2,-2,-1,1,2};\nint dy[] = {1,2,2,1,-1,-2,-2,-1};";
    assert_eq!(facts::of_moves(&format!("{others}{moves}"), None)[0], "21876543");
}

/// Lists of sixteen numbers that are eight moves in pairs and as two halves, which differ.
#[test]
fn sixteen_numbers_that_are_two_orders_are_several() {
    let orders = (0..MoveOrder::COUNT).step_by(7).filter_map(MoveOrder::from_rank);
    let flat = orders.map(|order| -> Vec<i64> {
        let deltas = order.moves().map(Move::delta);
        deltas.iter().flat_map(|(a, b)| [i64::from(*a), i64::from(*b)]).collect()
    });
    let are_two = |numbers: &Vec<i64>| {
        orders_of(&(0..8).map(|at| (numbers[at], numbers[at + 8])).collect::<Vec<_>>()).is_some()
    };
    let found: Vec<Vec<i64>> = flat.filter(are_two).take(20).collect();
    assert!(!found.is_empty());
    for numbers in found {
        let text = format!("moves = {numbers:?}");
        assert_eq!(facts::of_moves(&text, None), ["refused", "several 2"], "{text}");
    }
}

#[test]
fn an_order_as_code_is_read_as_that_order() {
    for order in MoveOrder::sample(50, 1).into_iter().chain([MoveOrder::FIG2]) {
        for &language in Language::ALL {
            let read = read(&as_code(order, language), false);
            let read = read.map(|listed| (listed.order, listed.basis));
            assert_eq!(read, Ok((order, Basis::Names)), "{language}");
        }
    }
}

/// Programs whose moves have the row first or second.
static PROGRAMS: LazyLock<Vec<Case>> = LazyLock::new(|| cases(data!("moves-languages.txt")));

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
        for text in [
            "<<{a},{b}| >>",
            "[<<({a}, {b})>>]",
            "int dx[8] = [<<{a}>>], dy[8] = [<<{b}>>];",
            "{\"y\": [<<{b}>>], \"x\": [<<{a}>>]}",
            "<<{a},{b}|\\n>>",
        ] {
            let text = repeated(text, &rows(written));
            prop_assert_eq!(read(&text, is_xy).map(|listed| listed.order), Ok(meant), "{}", text);
        }
    }

    #[test]
    fn programs_of_many_languages_are_read(
        rank in 0..MoveOrder::COUNT, program in 0..PROGRAMS.len(),
        before in 0..AROUND.len(), after in 0..AROUND.len(),
    ) {
        let case = &PROGRAMS[program];
        let meant = MoveOrder::from_rank(rank).unwrap();
        let is_second = case.answer == "row second";
        let written = |(row, col): (i8, i8)| if is_second { (col, row) } else { (row, col) };
        let program = repeated(&case.text, &rows(meant.moves().map(Move::delta).map(written)));
        let text = format!("{}{program}\n{}", AROUND[before], AROUND[after]);
        match read(&text, false) {
            Ok(read) => prop_assert_eq!(read.order, meant, "{:?}\n{}", read, text),
            // Sixteen numbers in a row may be eight moves in two ways.
            Err(Refusal::Several(orders)) if text.contains("DATA") => {
                prop_assert!(orders.contains(&meant), "{:?}\n{}", orders, text);
            }
            Err(refusal) => prop_assert!(false, "{:?}\n{}", refusal, text),
        }
    }
}
