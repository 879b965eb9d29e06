//! Texts that people have pasted, reduced to their numbers.

use crate::tours::*;
use knight_board::{Fault, Square};

macro_rules! case {
    ($name:literal) => {
        include_str!(concat!("../../../tests/data/", $name))
    };
}

/// The open tour of 3×4 that most of the texts show.
const G: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12";

#[test]
fn tours_are_read_whatever_stands_around_them() {
    let meant = read(G, None).unwrap().squares;
    for text in [
        case!("05-verify-ranks-on-the-right.txt"),
        case!("06-verify-label-in-the-line.txt"),
        case!("09-verify-springer.txt"),
        case!("12-verify-step-from-to-both.txt"),
        case!("13-verify-ansi.txt"),
        case!("15-verify-pairs-slash.txt"),
        case!("22-verify-path-by-index.txt"),
        case!("23-verify-html.html"),
    ] {
        let printed = read(text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert!(printed.is_tour(), "{text}");
        assert_eq!(printed.squares, meant, "{text}");
    }
    for (text, board) in [
        (case!("07-verify-size-line-above.txt"), "5x5"),
        (case!("08-verify-names-without-gaps.txt"), "4x3"),
        (case!("16-verify-called-an-experiment.txt"), "1x1"),
    ] {
        let printed = read(text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert!(printed.is_tour() && printed.board.to_string() == board, "{text}: {printed:?}");
    }
    let closed = read(case!("11-verify-closed-start-repeated.txt"), None).unwrap();
    assert!(closed.is_closed_tour() && closed.notes == [Note::StartAgain], "{closed:?}");
}

#[test]
fn what_is_no_number_is_a_square_that_was_not_visited() {
    for (text, board, visited) in [
        (case!("04-verify-unvisited-in-quotes.txt"), "3x3", 1),
        (case!("04d-verify-unvisited-column.txt"), "3x5", 12),
        (case!("04e-verify-dead-end-with-dashes.txt"), "7x7", 33),
        ("a 1 4 7 10\nb 8 11 2 5\nc 3 6 9 .", "3x4", 11),
    ] {
        let printed = read(text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert_eq!((printed.board.to_string(), printed.squares.len()), (board.to_owned(), visited));
        let [Fault::Unvisited { unvisited }] = &printed.faults[..] else { panic!("{printed:?}") };
        assert_eq!(unvisited.len(), printed.board.area() - visited, "{text}");
    }
    let partly = read(case!("14-verify-partly-given.txt"), None).unwrap();
    assert_eq!(partly.first_number, 1);
    assert!(partly.faults.contains(&Fault::NumberMissing { number: 2 }), "{partly:?}");
}

/// The tour of `G` as grids among what programs in public print.
const GRIDS: [&str; 16] = [
    "\u{1b}[1;31m1\u{1b}[0m 4 7 10\n8 11 \u{1b}[4m2\u{1b}[0m 5\n3 6 9 12",
    "<pre>1 4 7 10<br>8 11 2 5<br>3 6 9 12</pre>",
    "| | a | b | c | d |\n|---|---|---|---|---|\n| 3 | 1 | 4 | 7 | 10 |\n| 2 | 8 | 11 | 2 | 5 |\n| 1 | 3 | 6 | 9 | 12 |",
    "  | 1 | 4 | 7 | 10 |\n  | 8 | 11 | 2 | 5 |\n  | 3 | 6 | 9 | 12 |",
    "12\n1 4 7 10\n8 11 2 5\n3 6 9 12\nYES",
    "3 4\n1 4 7 10\n8 11 2 5\n3 6 9 12\n0.002 s\n",
    "row 0: 1 4 7 10\nrow 1: 8 11 2 5\nrow 2: 3 6 9 12",
    "1 4 7 10 | 3\n8 11 2 5 | 2\n3 6 9 12 | 1\na b c d",
    "1 4 7 10 8 11 2 5 3 6 9 12",
    "// N = 3\n// 1 4 7 10\n// 8 11 2 5\n// 3 6 9 12\n",
    "# 3 x 4\n# 1 4 7 10\n# 8 11 2 5\n# 3 6 9 12\n",
    "val expected =\n\"1 4 7 10 \\n\" +\n\"8 11 2 5 \\n\" +\n\"3 6 9 12 \\n\"",
    "| (index) | 0 | 1 | 2 | 3 |\n| 0 | 1 | 4 | 7 | 10 |\n| 1 | 8 | 11 | 2 | 5 |\n| 2 | 3 | 6 | 9 | 12 |",
    " ---------------\n3|  1  4  7 10 |\n2|  8 11  2  5 |\n1|  3  6  9 12 |\n ---------------\n    1  2  3  4\n",
    "<table><thead><tr>\n<th></th>\n<th>0</th>\n<th>1</th>\n<th>2</th>\n<th>3</th>\n</tr></thead>\n\
     <tr>\n<th>0</th>\n<td>1</td>\n<td>4</td>\n<td>7</td>\n<td>10</td>\n</tr>\n\
     <tr>\n<th>1</th>\n<td>8</td>\n<td>11</td>\n<td>2</td>\n<td>5</td>\n</tr>\n\
     <tr>\n<th>2</th>\n<td>3</td>\n<td>6</td>\n<td>9</td>\n<td>12</td>\n</tr>\n</table>",
    "     [,1] [,2] [,3] [,4]\n[1,] 1 4 7 10\n[2,] 8 11 2 5\n[3,] 3 6 9 12",
];

/// The tour of `G`, with a way to write each square by its number from 1, row and column from 0.
fn each(separator: &str, write: impl Fn(usize, u16, u16) -> String) -> String {
    let squares = read(G, None).unwrap().squares;
    let squares = (1..).zip(squares).map(|(step, at)| write(step, at.row - 1, at.col - 1));
    squares.collect::<Vec<_>>().join(separator)
}

fn name(row: u16, col: u16) -> String {
    Board::new(3, 4).unwrap().chess_name(Square { row: row + 1, col: col + 1 })
}

/// The tour of `G` as lists of squares.
fn lists() -> [String; 26] {
    let before = |step: usize, period: usize, text: String| match step % period {
        1 => text,
        _ => String::new(),
    };
    let names: Vec<String> = each(" ", |_, r, c| name(r, c)).split(' ').map(String::from).collect();
    let moves = |write: fn(usize, &str) -> String| -> String {
        (1..).zip(names.windows(2)).map(|(n, two)| write(n, &two.join("-"))).collect()
    };
    let pairs = each("\n", |_, r, c| format!("{r} {c}"));
    [
        each(", ", |_, r, c| format!("java.awt.Point[x={r},y={c}]")),
        each("; ", |_, r, c| format!("{}-{}", r + 1, c + 1)),
        each(" ", |_, r, c| format!("({r} . {c})")),
        format!("vec![{}]", each(", ", |_, r, c| format!("({r}, {c})"))),
        format!("Tour = [{}]", each(",", |_, r, c| format!("{}/{}", r + 1, c + 1))),
        each("\n", |n, r, c| format!("<li>Step {n}: ({r}, {c})</li>")),
        each("\n", |n, r, c| format!("{n}. fila {}, columna {}", r + 1, c + 1)),
        each(" ", |n, r, c| format!("{n}.♞{}", name(r, c))),
        each(" ", |_, r, c| format!("С{}", name(r, c))),
        each(" ", |_, r, c| name(r, c).to_uppercase()),
        format!("After 12 tries: {} - done.", each(" - ", |_, r, c| name(r, c))),
        format!("(12 squares)\n{}\n", each("->\n", |_, r, c| name(r, c))),
        each("\n", |n, r, c| format!("Move {n}: {} ({r}, {c})", name(r, c))),
        each("\n", |n, r, c| format!("Move nr.{n}: Knight {}", name(r, c).to_uppercase())),
        format!(
            "% THE TOUR IS ----> {}",
            each(" ", |_, r, c| format!("{}/{}", r + 1, c + 1)).replace(" 2/4", "\n% 2/4")
        ),
        format!("12\n{pairs}\n"),
        each("", |n, r, c| before(n, 4, format!("\n{n}: ")) + &name(r, c) + " "),
        each("", |n, r, c| before(n, 2, format!("{}. ", n / 2 + 1)) + "N" + &name(r, c) + " "),
        moves(|n, two| format!("{n}. S{two}\n")),
        moves(|_, two| two.replace('-', "") + " "),
        moves(|n, two| format!("{n}: {}\n", two.replace('-', " -> "))),
        // Squares and steps that are there again.
        each("\n", |n, r, c| format!("{n} {} {n}", name(r, c))),
        format!("row,col,x,y\n{}", each("\n", |_, r, c| format!("{r},{c},{r},{c}"))),
        format!("row,col,x,y\n{}", each("\n", |_, r, c| format!("{r},{c},{c},{r}"))),
        each("\n", |_, r, c| format!("<square row=\"{r}\" col=\"{c}\"/>")),
        // Columns first, by their names.
        each("\n", |_, r, c| format!("x: {c}, row: {r}")),
    ]
}

#[test]
fn layouts_of_many_languages_are_read() {
    let meant = read(G, None).unwrap().squares;
    for text in GRIDS.map(str::to_owned).into_iter().chain(lists()) {
        let printed = read(&text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert_eq!((printed.is_tour(), &printed.squares), (true, &meant), "{text}");
    }
    // Columns first, by the board.
    let swapped = read(&each("\n", |_, r, c| format!("{c} {r}")), Board::new(3, 4).ok());
    assert_eq!(swapped.unwrap().squares, meant);
}

#[test]
fn literals_of_programs_and_lists_of_yaml_are_read() {
    let rows = |write: &dyn Fn(&str) -> String, join: &str| {
        G.lines().map(write).collect::<Vec<_>>().join(join)
    };
    let commas = |row: &str| row.replace(' ', ", ");
    let numpy = |row: &str| {
        let cells = row.split(' ').map(|cell| format!("np.int64({cell})"));
        format!("[{}]", cells.collect::<Vec<_>>().join(", "))
    };
    let slashes = each(",", |_, r, c| format!("{}/{}", r + 1, c + 1));
    let minus = each(",", |_, r, c| format!("{}-{}", r + 1, c + 1));
    let numpy_pairs = each(", ", |_, r, c| format!("(np.int64({r}), np.int64({c}))"));
    for text in [
        format!("tour = [{}]", rows(&str::to_owned, "; ")),
        format!("A = [{}];", rows(&str::to_owned, "; ")),
        format!("board: {}", rows(&str::to_owned, "; ")),
        rows(&|row| format!("- [{}]", commas(row)), "\n"),
        format!("[{}]", rows(&numpy, ", ")),
        format!("[{numpy_pairs}]"),
        format!("[{slashes}]."),
        format!("X = [{minus}]"),
        each("\n", |_, r, c| format!("({r}.0, {c}.0)")),
    ] {
        let printed = read(&text, None).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert!(printed.is_tour() && printed.squares.len() == 12, "{text}: {printed:?}");
    }
}

#[test]
fn a_column_of_signs_before_a_tour_may_be_decoration() {
    for sign in ["*", "--", "-"] {
        let text: String = G.lines().map(|row| format!("{sign} {row}\n")).collect();
        assert!(matches!(read(&text, None), Err(Refusal::Uncertain(_))), "{text}");
        // A walk on 3x4, or on 3x5.
        let dead_end = text.replace("12", sign);
        assert!(matches!(read(&dead_end, None), Err(Refusal::Uncertain(_))), "{dead_end}");
        let early = text.replace("12", sign).replace("11", sign).replace("10", sign);
        let early = early.replace('9', sign);
        assert!(read(&early, None).is_ok_and(|printed| !printed.is_tour()), "{early}");
    }
}

#[test]
fn signs_between_columns_or_around_them_are_no_squares_of_a_wrong_tour() {
    for sign in ["-", ".", "#", "*", "~", "_", "·", "?", "--"] {
        let between = G.replace(' ', &format!(" {sign} "));
        let framed: String = G.lines().map(|row| format!("{sign} {row} {sign}\n")).collect();
        for text in [between, framed] {
            for text in [text.clone(), text.replace("12", "5"), text.replace("12", "13")] {
                assert!(read(&text, None).is_err(), "{text}");
            }
        }
    }
    // Behind the rows they are squares, as numbers are.
    let unvisited: String = G.lines().map(|row| format!("{row} -1\n")).collect();
    assert!(read(&unvisited, None).is_ok_and(|printed| !printed.is_tour()));
}

#[test]
fn the_numbers_of_squares_in_lines_are_no_wrong_grid() {
    // In order of visit, from 0 and from 1.
    for (text, wrong) in [
        ("0 6 8 1 7 9\n2 4 10 3 5 11\n", ("5 11", "11 5")),
        ("1 7 9 2 8 10\n3 5 11 4 6 12\n", ("7", "6")),
    ] {
        assert!(read(text, None).unwrap().is_tour(), "{text}");
        let text = text.replacen(wrong.0, wrong.1, 1);
        assert!(read(&text, None).is_err(), "{text}");
    }
}

#[test]
fn the_size_of_its_board_is_no_square_of_a_wrong_list() {
    let squares: Vec<String> =
        each("|", |_, r, c| format!("{r} {c}")).split('|').map(str::to_owned).collect();
    let mut wrong = squares.clone();
    wrong.swap(10, 11);
    for text in [format!("3 4\n{}", wrong.join("\n")), format!("{}\n3 4", wrong.join("\n"))] {
        assert!(read(&text, None).is_err(), "{text}");
    }
}

#[test]
fn a_wrong_list_that_is_not_alone_is_what_comes_nearest() {
    let mut lines: Vec<String> =
        each("|", |_, r, c| format!("({r}, {c})")).split('|').map(str::to_owned).collect();
    lines.swap(10, 11);
    for text in [
        format!("Tour 1:\n[{}]", lines.join(", ")),
        format!("[{}]\nTotal moves: 11", lines.join(", ")),
        format!("N = 12\n{}\n", lines.join("\n")),
    ] {
        let Err(Refusal::Uncertain(nearest)) = read(&text, None) else { panic!("{text}") };
        assert_eq!(
            (nearest.printed.squares.len(), nearest.printed.is_grid()),
            (12, false),
            "{text}"
        );
    }
}

#[test]
fn a_full_stop_or_a_mark_behind_each_row_is_no_column_of_a_wrong_tour() {
    for sign in [" .", " *"] {
        let text: String = G.lines().map(|row| format!("{row}{sign}\n")).collect();
        assert!(read(&text, None).is_err(), "{text}");
        let swapped = text.replace("11 2", "2 11");
        assert!(read(&swapped, None).is_err(), "{swapped}");
    }
}

#[test]
fn what_is_said_twice_must_agree() {
    let text: String = ["a3 0 0", "c2 1 2", "a1 2 0", "b3 0 1", "d2 1 3", "b1 2 1"]
        .iter()
        .chain(&["c3 0 2", "a2 1 0", "c1 2 2", "d3 0 3", "b2 1 1", "d1 2 3"])
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(read(&text, None).unwrap().is_tour());
    assert!(!read(&text.replace("c3 0 2", "c3 0 3"), None).is_ok_and(|printed| printed.is_tour()));
}

#[test]
fn numbers_that_say_the_same_tour_in_two_ways_are_one() {
    // The numbers of the visits and those of the squares in order are the same.
    let printed = read("2 7 0 5 10 3 8 1 6 11 4 9", None).unwrap();
    assert!(printed.is_tour() && printed.board.to_string() == "4x3", "{printed:?}");
}

#[test]
fn long_texts_take_no_more_time_than_their_length() {
    // Quadratic time would be minutes.
    const LONG: usize = 50_000;
    let pieces = [
        "| ",
        "\"",
        "#",
        "=",
        "&",
        "->",
        "\\begin{tabular}",
        "(",
        "[",
        "[1",
        "1 ",
        "1,",
        "a1 ",
        "a1",
        "0 1\n2 3\n",
        "1 2\n",
        "1: 2 3\n",
        "<td>",
        "<",
        "\u{1b}[",
        "/*",
        "{",
        "}",
        "(1,2) ",
        "1 2 3 4 5\n",
        "a1 b3 ",
        "- ",
        "x",
        "é",
        "[0] ",
        "dx[1] = 2; ",
        "2 1 -1 ",
        "Step 1: (0, 0)\n",
        "1,1 9 9\n\n",
        "-",
        "2,1,-1,-2,-2,-1,1,2;",
        "dx = {2,1,-1,-2,-2,-1,1,2}\n",
    ];
    for piece in pieces {
        let text = piece.repeat(LONG / piece.len());
        assert!(!read(&text, None).is_ok_and(|printed| printed.is_tour()), "{piece}");
        let _ = read_all(&text, None);
        let _ = crate::moves::read(&text, false);
    }
    let counting: String = (0..LONG / 20).map(|row| format!("{row}: 1 2 3 4\n")).collect();
    assert!(read(&format!("{counting}7: 1 2 3 4\n"), None).is_err());
}

#[test]
fn what_logs_and_consoles_add_is_decoration() {
    let meant = read(G, None).unwrap().squares;
    let time = |step: usize| format!("12:03:{:02}", step / 3);
    let logged = |before: &str| G.lines().map(|row| format!("{before}{row}\n")).collect();
    for text in [
        logged("2024-03-05 12:33:01,123 - knight - INFO - "),
        logged("2024-03-05 12:33:01,123 [main] INFO Board - "),
        logged("2024/03/05 12:33:01 "),
        logged("12:33:01 - - "),
        logged("12:33:01.123 - "),
        logged("2024-03-05 12:33:01 - 4242 - knight.board2 - INFO - "),
        logged("12:33:01 [thread-1] INFO Board - "),
        logged("12:33:01Z INFO knight: "),
        each(" ", |_, r, c| format!("Row{r}Col{c}")),
        logged("05.03.2024 12:33:01 "),
        each("\n", |n, r, c| format!("[{}] step {n}: {}", time(n), name(r, c))),
        each("\n", |n, r, c| format!("Step {n}/12: ({r}, {c})")),
        each("\n", |n, r, c| format!("2026-01-31T{}.{}Z ({r}, {c})", time(n), 100 + 7 * n)),
        each("\n", |n, r, c| format!("2026-01-31 {},123 visit ({r}, {c})", time(n))),
        "[1] 1 4 7 10\n[2] 8 11 2 5\n[3] 3 6 9 12".to_owned(),
        G.replace('\n', " / "),
    ] {
        let printed = read(&text, None).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
        assert_eq!((printed.is_tour(), &printed.squares), (true, &meant), "{text}");
    }
    for number in ["[1] 0", "[1] 1", "12:00:00 1", "2026-01-31 0"] {
        assert!(read(number, None).is_err(), "{number}");
    }
    // A part of a time is no decoration, and the comma of a decimal may be one of a list.
    assert!(read(&G.replace("12", "12:03"), None).is_err());
    let decimals = G.replace([' ', '\n'], ",0 ").replace(",0 8", ",0\n8").replace(",0 3", ",0\n3");
    assert!(read(&decimals, None).is_err(), "{decimals}");
    let decimals = G.replace(' ', ",0 ").replace('\n', ",0\n") + ",0\n";
    assert!(read(&decimals, None).is_err(), "{decimals}");
}
