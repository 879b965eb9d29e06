//! Damaged tours, and two tours in one text.

use knight_board::Tour;
use proptest::prelude::*;

use crate::tours::tests::formats::{Format, any_format, numbers, tour};
use crate::tours::*;

/// How a grid is labelled: which sides, and what the labels are.
#[derive(Clone, Copy, Debug)]
struct Labelling {
    /// At the left and at the right.
    sides: [bool; 2],
    /// Above and below.
    lines: [bool; 2],
    rows: fn(usize, usize) -> String,
    columns: fn(usize) -> String,
    between: &'static str,
}

fn labelling() -> impl Strategy<Value = Labelling> {
    const ROWS: [fn(usize, usize) -> String; 4] = [
        |row, _| (row + 1).to_string(),
        |row, _| row.to_string(),
        |row, height| (height - row).to_string(),
        |row, _| letter(row),
    ];
    const COLUMNS: [fn(usize) -> String; 4] = [
        letter,
        |col| letter(col).to_uppercase(),
        |col| col.to_string(),
        |col| (col + 1).to_string(),
    ];
    let either = || prop::sample::select(vec![[true, false], [false, true], [true, true]]);
    let lines = prop_oneof![3 => either(), 1 => Just([false, false])];
    let between = prop::sample::select(vec![" ", " | ", "\t", ", "]);
    (
        lines.clone(),
        lines,
        prop::sample::select(ROWS.to_vec()),
        prop::sample::select(COLUMNS.to_vec()),
        between,
    )
        .prop_map(|(sides, lines, rows, columns, between)| Labelling {
            sides,
            lines,
            rows,
            columns,
            between,
        })
}

fn letter(at: usize) -> String {
    ('a'..).nth(at).into_iter().collect()
}

impl Labelling {
    fn print(self, rows: &[Vec<String>]) -> String {
        let beside = |label: String, row: &[String]| {
            let [left, right] = self.sides.map(|is_there| is_there.then(|| label.clone()));
            let cells = left.into_iter().chain(row.iter().cloned()).chain(right);
            cells.collect::<Vec<_>>().join(self.between)
        };
        let line: Vec<String> = (0..rows[0].len()).map(self.columns).collect();
        let line = |at: usize| self.lines[at].then(|| format!("   {}", line.join(self.between)));
        let labelled = (0..).zip(rows).map(|(at, row)| beside((self.rows)(at, rows.len()), row));
        let lines = line(0).into_iter().chain(labelled).chain(line(1));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The numbers of a tour row by row.
fn cells(tour: &Tour) -> Vec<Vec<String>> {
    let rows = numbers(tour.board(), tour.squares(), 1).into_iter();
    rows.map(|row| row.iter().map(|number| format!("{number:>2}")).collect()).collect()
}

fn plain(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(" ") + "\n").collect()
}

proptest! {
    #[test]
    fn a_labelled_grid_has_the_faults_of_the_grid(
        labelling in labelling(), rows in 5u16..9, cols in 5u16..9, seed in 0u64..40,
        [from, to] in any::<[prop::sample::Index; 2]>(), way in 0usize..4,
    ) {
        if let Some(tour) = tour(Board::new(rows, cols).unwrap(), seed) {
            let mut rows = cells(&tour);
            let at = |place: &prop::sample::Index| {
                let square = tour.squares()[place.index(tour.squares().len())];
                (usize::from(square.row) - 1, usize::from(square.col) - 1)
            };
            let ((row, col), (other_row, other_col)) = (at(&from), at(&to));
            let (one, other) = (rows[row][col].clone(), rows[other_row][other_col].clone());
            match way {
                0 => rows[row][col] = other,
                1 => (rows[row][col], rows[other_row][other_col]) = (other, one),
                2 => rows[row][col] = ".".to_owned(),
                _ => rows[row][col] = "99".to_owned(),
            }
            let meant = read(&plain(&rows), None).unwrap();
            let text = labelling.print(&rows);
            let found = read(&text, None);
            prop_assert!(found.is_ok(), "{:?}\n{}", found, text);
            let found = found.unwrap();
            prop_assert_eq!((found.board, found.faults), (meant.board, meant.faults), "{}", text);
        }
    }

    #[test]
    fn columns_of_a_walk_that_ends_early_are_no_labels(
        rows in 3u16..9, cols in 4u16..9, seed in 0u64..100, last in any::<prop::sample::Index>(),
    ) {
        if let Some(tour) = tour(Board::new(rows, cols).unwrap(), seed) {
            let last = 1 + last.index(tour.squares().len() - 1);
            let mut rows = cells(&tour);
            for square in &tour.squares()[last..] {
                rows[usize::from(square.row) - 1][usize::from(square.col) - 1] = ".".to_owned();
            }
            let found = read(&plain(&rows), None);
            prop_assert!(!found.is_ok_and(|found| found.board != tour.board()), "{}", plain(&rows));
        }
    }

    #[test]
    fn a_damaged_tour_is_no_tour(
        format in any_format(), seed in 0u64..40, at in 1usize..24, to in 0usize..25,
        way in 0usize..3,
    ) {
        let board = Board::new(5, 5).unwrap();
        if let Some(tour) = tour(board, 2 * (seed % 12) + 26 * seed) && at != to {
            let mut squares = tour.squares().to_vec();
            match way {
                0 => squares.swap(at, to),
                1 => squares[at] = squares[to],
                _ => { squares.remove(at); }
            }
            // A tour may be cut at its ends, and a grid from 0 writes 0 where it has no number.
            let mut swapped = tour.squares().to_vec();
            swapped.swap(0, at);
            if [&squares, &swapped].iter().all(|it| Tour::new(board, it.to_vec()).is_err()) {
                let text = format.print(board, &squares);
                // A grid writes 0 where it has no number.
                prop_assume!(text != format.print(board, tour.squares()));
                for given in [None, Some(board)] {
                    let is_tour = read(&text, given).is_ok_and(|printed| printed.is_tour());
                    prop_assert!(!is_tour, "{}\n{}", format.name, text);
                }
            }
        }
    }

    #[test]
    fn two_tours_are_never_one_wrong_tour(
        one in any_format(), other in any_format(), seed in 0u64..12, rows in 5u16..7,
    ) {
        let board = Board::new(rows, 6).unwrap();
        let is_whole = |format: &Format| !format.needs_board && format.name != "moves";
        if let (Some(a), Some(b)) = (tour(board, seed), tour(board, seed + 1))
            && is_whole(one) && is_whole(other) && a != b
        {
            let [first, second] =
                [(one, a), (other, b)].map(|(format, tour)| format.print(board, tour.squares()));
            for text in [format!("{first}\n{second}"), format!("{first}\n\nAgain:\n\n{second}")] {
                prop_assert!(read(&text, None).is_err(), "{}, {}\n{}", one.name, other.name, text);
            }
        }
    }
}
