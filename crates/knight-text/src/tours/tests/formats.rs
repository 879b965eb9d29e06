//! Each format that people and programs print tours in: a right tour, a wrong one, a broken one.

use std::ops::ControlFlow;

use knight_search::{
    Budget, Engine, Goal, Method, Move, MoveOrder, Problem, Rule, Tables, Ties, Tour, search_one,
};
use proptest::prelude::*;

use crate::tests::cases::repeated;
use crate::tours::tests::rows;
use crate::tours::*;
use knight_board::Square;

/// A way to print squares of a board in order of visit.
#[derive(Debug)]
pub(super) struct Format {
    pub(super) name: &'static str,
    print: Print,
    /// Whether it does not show the board.
    pub(super) needs_board: bool,
}

#[derive(Debug)]
enum Print {
    With(fn(Board, &[Square]) -> String),
    /// A text in which a part is repeated for each square, as in the cases.
    Each(&'static str),
}

impl Format {
    pub(super) fn print(&self, board: Board, squares: &[Square]) -> String {
        match self.print {
            Print::With(print) => print(board, squares),
            Print::Each(text) => repeated(text, &rows(board, squares)),
        }
    }
}

const fn format(name: &'static str, print: fn(Board, &[Square]) -> String) -> Format {
    Format { name, print: Print::With(print), needs_board: false }
}

const fn each(name: &'static str, text: &'static str) -> Format {
    Format { name, print: Print::Each(text), needs_board: false }
}

const fn without_board(name: &'static str, print: fn(Board, &[Square]) -> String) -> Format {
    Format { name, print: Print::With(print), needs_board: true }
}

/// The numbers of the visits, row by row.
pub(super) fn numbers(board: Board, squares: &[Square], first: usize) -> Vec<Vec<usize>> {
    let mut numbers = vec![vec![0; board.cols().into()]; board.rows().into()];
    for (number, square) in (first..).zip(squares) {
        numbers[usize::from(square.row) - 1][usize::from(square.col) - 1] = number;
    }
    numbers
}

/// A grid with `left`, `between` and `right` of its numbers in each row, and its rows joined.
fn grid(
    (board, squares, first): (Board, &[Square], usize),
    [left, between, right, join]: [&str; 4],
) -> String {
    let row = |row: &Vec<usize>| {
        let cells: Vec<String> = row.iter().map(|number| format!("{number:>2}")).collect();
        format!("{left}{}{right}", cells.join(between))
    };
    numbers(board, squares, first).iter().map(row).collect::<Vec<_>>().join(join)
}

const FORMATS: &[Format] = &[
    format("blanks", |b, s| grid((b, s, 0), ["", " ", "", "\n"])),
    format("double spaced", |b, s| grid((b, s, 1), ["", " ", " ", "\n\n"])),
    format("tabs", |b, s| grid((b, s, 1), ["\t", "\t", "", "\r\n"])),
    format("commas", |b, s| grid((b, s, 1), ["", ",", "", "\n"])),
    format("commas at the end", |b, s| grid((b, s, 1), ["", ", ", ",", "\n"])),
    format("semicolons", |b, s| grid((b, s, 0), ["", ";", "", "\n"])),
    format("brackets", |b, s| grid((b, s, 1), ["[", ", ", "]", "\n"])),
    format("one cell a bracket", |b, s| grid((b, s, 1), ["[", "] [", "]", "\n"])),
    format("ASCII borders", |b, s| {
        let border = "+--".repeat(b.cols().into()) + "+";
        let rows = grid((b, s, 1), ["|", "|", "|", &format!("\n{border}\n")]);
        format!("{border}\n{rows}\n{border}\n")
    }),
    format("box drawing", |b, s| {
        let line = |ends: [&str; 3]| {
            let cells = vec!["───"; b.cols().into()];
            format!("{}{}{}", ends[0], cells.join(ends[1]), ends[2])
        };
        let rows = grid((b, s, 0), ["│ ", "│ ", "│", &format!("\n{}\n", line(["├", "┼", "┤"]))]);
        format!("{}\n{rows}\n{}\n", line(["┌", "┬", "┐"]), line(["└", "┴", "┘"]))
    }),
    format("box drawing without inner lines", |b, s| {
        let line = "═".repeat(4 * usize::from(b.cols()));
        format!("╔{line}╗\n{}\n╚{line}╝\n", grid((b, s, 1), ["║ ", " ", " ║", "\n"]))
    }),
    format("C", |b, s| {
        let rows = grid((b, s, 1), ["    {", ", ", "}", ",\n"]);
        format!("int board[{}][{}] = {{\n{rows}\n}};\n", b.rows(), b.cols())
    }),
    format("C without inner braces", |b, s| {
        let rows = grid((b, s, 1), ["    ", ", ", "", ",\n"]);
        format!("int board[{}][{}] = {{\n{rows}\n}};\n", b.rows(), b.cols())
    }),
    format("Java in a line", |b, s| {
        format!("int[][] board = new int[][]{{{}}};", grid((b, s, 0), ["{", ",", "}", ","]))
    }),
    format("Python", |b, s| {
        format!("board = [{}]\nprint(board)\n", grid((b, s, 0), ["[", ", ", "]", ",\n         "]))
    }),
    format("Python in a line", |b, s| format!("{:?}", numbers(b, s, 1))),
    format("Python, a text", |b, s| format!("\"{}\"", grid((b, s, 1), ["", " ", "", "\\n"]))),
    format("JSON", |b, s| format!("{{\"n\": 5, \"board\": {:?}}}", numbers(b, s, 0))),
    format("pretty JSON", |b, s| format!("{:#?}", numbers(b, s, 1)).replace(",\n]", "\n]")),
    format("numpy", |b, s| format!("[{}]\n", grid((b, s, 1), ["[", " ", "]", "\n "]))),
    format("numpy with floats", |b, s| {
        format!("array([{}])\n", grid((b, s, 0), ["[", ". ", ".]", ",\n       "]))
    }),
    format("numpy with wrapped rows", |b, s| {
        let rows = grid((b, s, 1), ["[", " ", "]", "\n "]);
        format!("[{}]\n", rows.replacen(' ', "\n  ", 1))
    }),
    format("MATLAB", |b, s| {
        format!("A = [{}];", grid((b, s, 1), ["", " ", "", "; "])).replace("A = ", "")
    }),
    format("LaTeX", |b, s| {
        let rows = grid((b, s, 1), ["", " & ", " \\\\ \\hline", "\n"]);
        let columns = "|c".repeat(b.cols().into());
        format!("\\begin{{tabular}}{{{columns}|}}\n\\hline\n{rows}\n\\end{{tabular}}\n")
    }),
    format("LaTeX in a line", |b, s| {
        format!("$\\begin{{pmatrix}}{}\\end{{pmatrix}}$", grid((b, s, 0), ["", "&", "", "\\\\"]))
    }),
    format("Markdown", |b, s| {
        let rows = grid((b, s, 1), ["| ", " | ", " |", "\n"]);
        let (first, others) = rows.split_once('\n').unwrap_or((&rows, ""));
        format!(
            "Our tour:\n\n{first}\n|{}\n{others}\n\nIt is open.\n",
            "---|".repeat(b.cols().into())
        )
    }),
    format("Markdown with letters above", |b, s| {
        let letters: String = ('a'..).take(b.cols().into()).map(|c| format!("| {c} ")).collect();
        let border = "|:-:".repeat(b.cols().into());
        format!("{letters}|\n{border}|\n{}\n", grid((b, s, 0), ["|", "|", "|", "\n"]))
    }),
    format("numbered rows and columns", |b, s| {
        let rows = grid((b, s, 1), ["", " ", "", "\n"]);
        let rows: Vec<String> =
            (1..).zip(rows.lines()).map(|(n, row)| format!("{n} | {row}")).collect();
        let columns: Vec<String> = (1..=b.cols()).map(|col| col.to_string()).collect();
        format!("    {}\n{}\n", columns.join(" "), rows.join("\n"))
    }),
    format("rows with words", |b, s| {
        let rows = grid((b, s, 1), ["", " ", "", "\n"]);
        let rows = (1..).zip(rows.lines()).map(|(n, row)| format!("Row {n}: {row}\n"));
        rows.collect()
    }),
    each("pairs between semicolons", "<<{row},{col}|;>>"),
    format("chess labels", |b, s| {
        let rows = grid((b, s, 1), ["", " ", "", "\n"]);
        let rows: Vec<String> =
            (1..=b.rows()).rev().zip(rows.lines()).map(|(n, row)| format!("{n}: {row}")).collect();
        let files: String = ('a'..).take(b.cols().into()).map(|c| format!(" {c}")).collect();
        format!("{}\n  {files}\n", rows.join("\n"))
    }),
    without_board("one line", |b, s| grid((b, s, 1), ["", " ", "", " "])),
    without_board("one array", |b, s| format!("[{}]", grid((b, s, 0), ["", ", ", "", ", "]))),
    without_board("an array in two lines", |b, s| {
        let numbers = grid((b, s, 1), ["", " ", "", " "]);
        let middle = numbers.find(" 1").filter(|at| *at > 0).unwrap_or(1);
        format!("[{}\n{}]", &numbers[..middle], &numbers[middle..])
    }),
    each("names", "<<{name}| >>"),
    each("names with dashes", "<<{name}|->>"),
    each("names with arrows", "<<{name}| → >>"),
    each("names with ASCII arrows", "<<{name}| -> >>"),
    each("a name in each line", "<<{name}|\n>>"),
    each("quoted names", "['<<{name}|', '>>']"),
    each("moves of a knight", "<<N{name}| >>"),
    each("numbered names", "<<{n}. {name}| >>"),
    each("close numbered names", "<<{n}.N{name}| >>"),
    each("numbered lines of names", "<<{i} {name}|\n>>"),
    each("lines with words", "<<Move {n}: {name}|\n>>"),
    format("ends of each move", |b, s| {
        s.windows(2)
            .map(|two| format!("{}-{}\n", b.chess_name(two[0]), b.chess_name(two[1])))
            .collect()
    }),
    each("row,col", "<<{row},{col}| >>"),
    each("tuples from 0", "[<<({r}, {c})>>]"),
    each("tuples from 1", "<<({row}, {col})| -> >>"),
    each("a tuple in each line", "<<({r}, {c})|\n>>"),
    each("numbered tuples", "<<{i}: ({r}, {c})|\n>>"),
    each("tuples with words", "<<Step {i}: at ({r}, {c}) now|\n>>"),
    each("arrays of two", "[<<[{r},{c}]|,>>]"),
    each("pretty JSON of objects", "[<<{\n  \"row\": {row},\n  \"col\": {col}\n}|,\n>>]"),
    each("numbered with brackets", "<<{n}) {name}|\n>>"),
    each("named rows and columns", "<<Step {n}: row {r}, col {c}|\n>>"),
    each("names close to numbers", "<<r{row}c{col}|\n>>"),
    each("a table with steps", "step,row,col\n<<{i},{r},{c}|\n>>\n"),
    format("a table of pandas", |_, s| {
        let row =
            |(i, at): (usize, &Square)| format!("{i:<3} {:>4} {:>4}\n", at.row - 1, at.col - 1);
        "     row  col\n".to_owned() + &s.iter().enumerate().map(row).collect::<String>()
    }),
    each("JSON of objects with steps", r#"[<<{"step": {i}, "row": {r}, "col": {c}}>>]"#),
    format("wide digits", |b, s| {
        let wide = |c: char| match c {
            '0'..='9' => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
            c => c,
        };
        grid((b, s, 1), ["", " ", "", "\n"]).chars().map(wide).collect()
    }),
    each("points", "{<<new Point({r}, {c})>>}"),
    each("x y lines", "<<{r} {c}|\n>>"),
    each("x,y lines", "<<{row},{col}|\r\n>>"),
    without_board("moves", |b, s| {
        let digit = |two: &[Square]| {
            let is_it = |mv: &Move| b.target(two[0], *mv) == Some(two[1]);
            Move::ALL.into_iter().find(is_it).map_or("1".to_owned(), |mv| mv.to_string())
        };
        let digits: String = s.windows(2).map(digit).collect();
        format!("{},{}: {digits}", s[0].row, s[0].col)
    }),
];

/// A tour of a board with at most 64 squares, different for each seed; none for some seeds.
pub(super) fn tour(board: Board, seed: u64) -> Option<Tour> {
    let start = board.square(seed as usize % board.area());
    let budget = Budget::checks(100_000).unwrap();
    let problem = Problem { board, start, order: MoveOrder::FIG2, goal: Goal::Open, budget };
    let method =
        Method { rule: Rule::Warnsdorff(Ties::Random), seed: Some(seed), engine: Engine::Step };
    let mut progress = |_checks| ControlFlow::Continue(());
    let answer = search_one(method, &problem, &Tables::new(1 << 20), &mut progress).ok()?;
    Tour::new(board, answer.tour?).ok()
}

fn read_back(format: &Format, text: &str, board: Board) -> PrintedTour {
    let board = Some(board).filter(|_| format.needs_board);
    read(text, board).unwrap_or_else(|error| panic!("{}: {error:?}\n{text}", format.name))
}

#[test]
fn every_format_has_a_right_tour_a_wrong_one_and_a_broken_one() {
    let board = Board::new(5, 6).unwrap();
    let squares = tour(board, 3).unwrap().squares().to_vec();
    for format in FORMATS {
        let right = format.print(board, &squares);
        let printed = read_back(format, &right, board);
        assert!(printed.is_tour(), "{}: {:?}\n{right}", format.name, printed.faults);
        assert_eq!(printed.squares, squares, "{}", format.name);

        let mut swapped = squares.clone();
        swapped.swap(11, 22);
        let wrong = format.print(board, &swapped);
        if format.needs_board && format.name != "moves" {
            assert!(read(&wrong, Some(board)).is_err(), "{}\n{wrong}", format.name);
            continue;
        }
        let printed = read_back(format, &wrong, board);
        assert!(!printed.is_tour(), "{}\n{wrong}", format.name);
        if !matches!(printed.form, Form::Moves { .. }) {
            assert_eq!((printed.faults.len(), &printed.squares), (4, &swapped), "{}", format.name);
        }

        // A slip of the pen in the middle, and the same tour twice.
        let digits: Vec<(usize, &str)> = right.match_indices(|c: char| c.is_numeric()).collect();
        let (place, digit) = digits[digits.len() / 2];
        let slip = format!("{}@o{}", &right[..place], &right[place + digit.len()..]);
        let board = Some(board).filter(|_| format.needs_board);
        assert!(read(&slip, board).is_err(), "{}\n{slip}", format.name);
        if !format.needs_board {
            let twice = format!("{right}\n\nThe same again:\n\n{right}");
            assert!(read(&twice, board).is_err(), "{}\n{twice}", format.name);
        }
    }
}

pub(super) fn any_format() -> impl Strategy<Value = &'static Format> {
    prop::sample::select(FORMATS.iter().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn random_tours_are_read_back_from_every_format(
        format in any_format(), rows in 5u16..9, cols in 5u16..9, seed: u64,
    ) {
        let board = Board::new(rows, cols).unwrap();
        if let Some(tour) = tour(board, seed) {
            let text = format.print(board, tour.squares());
            let printed = read_back(format, &text, board);
            prop_assert!(printed.is_tour(), "{}: {:?}\n{}", format.name, printed.faults, text);
            prop_assert_eq!(&printed.squares[..], tour.squares(), "{}", format.name);
            prop_assert_eq!(printed.board, board);
            let between = format!("Here it is.\n\n{text}\n\nIt took 12 ms, n = {rows} x {cols}.\n");
            let printed = read_back(format, &between, board);
            prop_assert_eq!(&printed.squares[..], tour.squares(), "{}", format.name);
        }
    }

    #[test]
    fn mutated_texts_never_panic_and_are_no_tours_by_mistake(
        format in any_format(), seed in 0u64..4, with_board: bool,
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), "[-0-9 ,;:.()\\[\\]{}|a-hN\n\\\\&]{0,3}", 0usize..4),
            1..5,
        ),
    ) {
        let board = Board::new(5, 5).unwrap();
        let start = 2 * (seed % 12);
        if let Some(tour) = tour(board, start) {
            let mut text: Vec<char> = format.print(board, tour.squares()).chars().collect();
            for (place, with, removed) in edits {
                let at = place.index(text.len().max(1)).min(text.len());
                let end = (at + removed).min(text.len());
                text.splice(at..end, with.chars());
            }
            let text: String = text.into_iter().collect();
            if let Ok(printed) = read(&text, Some(board).filter(|_| with_board))
                && printed.is_tour()
            {
                prop_assert!(Tour::new(printed.board, printed.squares).is_ok(), "{}", text);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}|[-0-9 ,;:.()\\[\\]{}|a-hN\n\\\\&→]{0,60}") {
        for board in [None, Board::new(3, 4).ok()] {
            if let Ok(printed) = read(&text, board) {
                prop_assert!(!printed.is_tour() || printed.squares.len() == 1, "{}", text);
            }
        }
    }
}
