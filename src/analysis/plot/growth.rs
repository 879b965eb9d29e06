//! Checks by the size of the board, beside the paper's bound.

use super::PlotError;
use super::colour::DISTINCT;
use super::gathering::Gathering;
use super::picture::{Anchor, Area, Picture};
use super::scale::{Frame, Scale, Tick, amount, superscript};
use super::tally::Tally;
use crate::analysis::human::{counted, grouped};
use crate::analysis::summary::exponent;
use crate::board::Board;
use crate::search::Outcome;

/// The boards with what came of their jobs, by ascending number of squares.
pub fn boards(gathering: &Gathering) -> Vec<(Board, Tally)> {
    let mut boards: Vec<(Board, Tally)> = gathering
        .tallies_by(|place| place.board)
        .into_iter()
        .collect();
    boards.sort_by_key(|(board, _)| (board.area(), *board));
    boards
}

/// The median and the range of checks of each board, and 8^n for n squares, the paper's bound (§VII).
///
/// # Errors
/// [`PlotError::NothingDecided`].
pub fn draw(gathering: &Gathering) -> Result<Picture, PlotError> {
    let boards = boards(gathering);
    if boards.iter().all(|(_, tally)| tally.decided.total() == 0) {
        return Err(PlotError::NothingDecided);
    }
    let areas: Vec<f64> = boards
        .iter()
        .map(|(board, _)| board.area() as f64)
        .collect();
    let (least, largest) = (areas[0], areas[areas.len() - 1]);
    let room = ((largest - least) * 0.08).max(1.0);
    let exponents = boards
        .iter()
        .flat_map(|(_, tally)| [tally.decided.least(), tally.decided.largest()]);
    let lowest = exponents
        .flatten()
        .map(|checks| (checks.max(1) as f64).log10().floor())
        .fold(f64::MAX, f64::min);
    let most = boards
        .iter()
        .flat_map(|(_, tally)| [tally.decided.largest(), tally.largest_budget()])
        .flatten()
        .map(|checks| (checks.max(1) as f64).log10().ceil())
        .fold(0.0, f64::max);
    let top = bound(least).log10();
    // On large boards the bound is so far above all counts that those could not be told apart below it.
    let has_bound = top <= FARTHEST_BOUND;
    let frame = Frame {
        area: Area {
            x: 68.0,
            y: 4.0,
            width: 540.0,
            height: 360.0,
        },
        across: Scale::Linear {
            low: least - room,
            high: largest + room,
        },
        up: Scale::Log {
            low: (lowest - 1.0).max(0.0),
            high: if has_bound {
                bound(largest + room).log10().min(FARTHEST_BOUND).ceil()
            } else {
                most + 2.0
            },
        },
    };
    let headline = format!(
        "Checks by board size, {} on {}",
        counted(gathering.rows, "job"),
        counted(boards.len() as u64, "board")
    );
    let lines = legend_lines(&boards, has_bound);
    let height = 364.0 + 100.0f64.max(58.0 + LINE * lines.len() as f64);
    let mut picture = Picture::new(headline, 624.0, height);
    frame.horizontal(
        &mut picture,
        &board_ticks(&frame, &boards),
        "squares of the board, n",
    );
    frame.vertical(&mut picture, &frame.up.ticks(10), "checks (logarithmic)");
    if has_bound {
        draw_bound(&mut picture, &frame);
    }
    let mut labels = Vec::new();
    for (board, tally) in &boards {
        draw_board(&mut picture, &frame, *board, tally, &mut labels);
    }
    frame.border(&mut picture);
    legend(&mut picture, &frame, &lines);
    Ok(picture)
}

/// Decimal logarithm of the highest bound that is drawn.
const FARTHEST_BOUND: f64 = 300.0;

/// The most checks of a search on n squares, by the paper: 8^n.
fn bound(squares: f64) -> f64 {
    8f64.powf(squares)
}

/// A label for each board, as far as they do not run into one another.
fn board_ticks(frame: &Frame, boards: &[(Board, Tally)]) -> Vec<Tick> {
    let room = |label: &str| 6.4 * label.chars().count() as f64 + 8.0;
    let mut ticks: Vec<Tick> = Vec::new();
    for (board, _) in boards {
        let value = board.area() as f64;
        let label = format!("{board} = {value}");
        if ticks
            .last()
            .is_none_or(|last| frame.x(value) - frame.x(last.value) >= room(&label))
        {
            ticks.push(Tick { value, label });
        }
    }
    ticks
}

fn draw_bound(picture: &mut Picture, frame: &Frame) {
    let ((low, high), (bottom, top)) = (frame.across.ends(), frame.up.ends());
    let squares_at = |power: f64| power / 8f64.log10();
    let (from, to) = (low.max(squares_at(bottom)), high.min(squares_at(top)));
    picture.line(
        frame.point(from, bound(from)),
        frame.point(to, bound(to)),
        "class=\"guide\"",
    );
    let middle = from + (to - from) * 0.55;
    let (x, y) = frame.point(middle, bound(middle));
    let text = "8ⁿ, the paper's bound";
    if y < frame.area.y + 24.0 {
        picture.text(x + 8.0, y + 18.0, Anchor::Start, "", text);
    } else {
        picture.text(x - 8.0, y - 6.0, Anchor::End, "", text);
    }
}

/// Draws a board, with a label that keeps clear of those before, whose places are given.
fn draw_board(
    picture: &mut Picture,
    frame: &Frame,
    board: Board,
    tally: &Tally,
    labels: &mut Vec<(f64, f64)>,
) {
    let x = board.area() as f64;
    let (Some(least), Some(median), Some(largest)) = (
        tally.decided.least(),
        tally.decided.median(),
        tally.decided.largest(),
    ) else {
        undecided(picture, frame, board, tally);
        return;
    };
    let point = |checks: f64| frame.point(x, checks.max(1.0));
    let colour = DISTINCT[0];
    picture.line(
        point(least as f64),
        point(largest as f64),
        format_args!(
            "stroke=\"{colour}\" stroke-width=\"3\" stroke-opacity=\"0.4\" stroke-linecap=\"round\""
        ),
    );
    let mut words = format!(
        "{board}: {} decided, {} to {} checks",
        counted(tally.decided.total(), "job"),
        grouped(least),
        grouped(largest)
    );
    if tally.of(Outcome::Budget) > 0 {
        words += &format!(
            ", {} stopped by the budget",
            grouped(tally.of(Outcome::Budget).into())
        );
    }
    let (at, y) = point(median);
    picture.disc(at, y, 4.5, format_args!("fill=\"{colour}\""), &words);
    let label = format!(
        "{} = 8{}",
        amount(median),
        superscript(&format!("{:.2}", exponent(median.max(1.0)))).replace('.', "·")
    );
    let y = clear_of(labels, (at, y - 10.0));
    labels.push((at, y));
    picture.text(at, y, Anchor::Middle, "class=\"small over\"", &label);
}

/// The height at which a label does not run into others, upwards from where it should stand.
fn clear_of(labels: &[(f64, f64)], (x, mut y): (f64, f64)) -> f64 {
    const WIDTH: f64 = 84.0;
    const HEIGHT: f64 = 12.0;
    let runs_into = |y: f64| {
        labels
            .iter()
            .any(|label| (label.0 - x).abs() < WIDTH && (label.1 - y).abs() < HEIGHT)
    };
    while runs_into(y) {
        y -= HEIGHT;
    }
    y
}

/// A board of which nothing is decided: an arrow upwards from the budget, not a dot.
fn undecided(picture: &mut Picture, frame: &Frame, board: Board, tally: &Tally) {
    let Some(budget) = tally.largest_budget().filter(|budget| *budget > 0) else {
        return;
    };
    let (x, y) = frame.point(board.area() as f64, budget as f64);
    let words = format!(
        "{board}: nothing is decided within the budget of {}",
        grouped(budget)
    );
    picture.polyline(&[(x - 4.0, y), (x + 4.0, y)], "class=\"stroke\"", "");
    picture.polyline(&[(x, y), (x, y - 22.0)], "class=\"stroke\"", &words);
    picture.polyline(
        &[(x - 4.0, y - 16.0), (x, y - 22.0), (x + 4.0, y - 16.0)],
        "class=\"stroke\"",
        &words,
    );
}

/// The height of a line of the legend.
const LINE: f64 = 15.0;

fn has_arrow(tally: &Tally) -> bool {
    tally.decided.total() == 0 && tally.largest_budget().is_some_and(|budget| budget > 0)
}

/// What the signs mean, and what is not drawn.
fn legend_lines(boards: &[(Board, Tally)], has_bound: bool) -> Vec<String> {
    let mut lines = vec![
        "dot: median of the decided jobs, with the exponent of 8; line: least to largest"
            .to_owned(),
    ];
    if boards.iter().any(|(_, tally)| has_arrow(tally)) {
        lines.push("arrow: nothing decided within the budget".to_owned());
    }
    let (mut stopped, mut stuck, mut memory) = (0, 0, 0);
    for (_, tally) in boards.iter().filter(|(_, t)| t.decided.total() > 0) {
        stopped += tally.of(Outcome::Budget);
        stuck += tally.of(Outcome::Stuck);
        memory += tally.of(Outcome::Memory);
    }
    for (jobs, what) in [
        (stopped, "that their budget stopped"),
        (stuck, "that got stuck"),
        (memory, "out of memory"),
    ] {
        if jobs > 0 {
            lines.push(format!("jobs {what} have no count and are left out"));
        }
    }
    let is_missing = |tally: &Tally| tally.decided.total() == 0 && !has_arrow(tally);
    let missing: Vec<String> = boards
        .iter()
        .filter(|(_, tally)| is_missing(tally))
        .map(|(board, _)| board.to_string())
        .collect();
    if !missing.is_empty() {
        const MOST_NAMED: usize = 8;
        let named = missing[..missing.len().min(MOST_NAMED)].join(", ");
        let more = missing.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        lines.push(format!(
            "not drawn, as no job has a count (stuck or out of memory): {named}{more}"
        ));
    }
    if !has_bound {
        lines.push("8ⁿ, the paper's bound, is too far above to be shown".to_owned());
    }
    lines
}

fn legend(picture: &mut Picture, frame: &Frame, lines: &[String]) {
    let mut y = frame.area.y + frame.area.height + 62.0;
    for line in lines {
        picture.text(frame.area.x, y, Anchor::Start, "class=\"note\"", line);
        y += LINE;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{record, searched};
    use super::*;
    use crate::order::MoveOrder;
    use crate::record::Record;

    #[test]
    fn labels_keep_clear_of_one_another() {
        let mut labels = vec![(0.0, 100.0)];
        assert_eq!(clear_of(&labels, (90.0, 100.0)), 100.0);
        assert_eq!(clear_of(&labels, (40.0, 100.0)), 88.0);
        labels.push((40.0, 88.0));
        assert_eq!(clear_of(&labels, (80.0, 100.0)), 76.0);
    }

    #[test]
    fn a_bound_beyond_the_axis_is_named_and_not_drawn() {
        let svg = |side| {
            let mut gathering = Gathering::new(None, None);
            gathering.add(&Record {
                rows: side,
                cols: side,
                ..record(Outcome::Tour, 60_000)
            });
            draw(&gathering).unwrap().inline()
        };
        assert!(svg(8).contains("class=\"guide\""));
        assert!(!svg(40).contains("class=\"guide\"") && svg(40).contains("too far above"));
    }

    #[test]
    fn boards_without_a_count_are_named() {
        let on = |rows, outcome| Record {
            rows,
            ..record(outcome, 64)
        };
        let svg = |records: &[Record]| {
            let mut gathering = Gathering::new(None, None);
            records.iter().for_each(|record| gathering.add(record));
            draw(&gathering).unwrap().inline()
        };
        let tour = on(8, Outcome::Tour);
        let drawn = svg(&[
            tour.clone(),
            on(8, Outcome::Stuck),
            on(6, Outcome::Stuck),
            on(7, Outcome::Memory),
        ]);
        assert!(drawn.contains("(stuck or out of memory): 6x8, 7x8</text>"));
        assert!(drawn.contains("jobs that got stuck have no count and are left out"));
        let complete = svg(&[tour]);
        assert!(!complete.contains("not drawn") && !complete.contains("left out"));
    }

    #[test]
    fn boards_come_by_their_squares_and_budgets_are_no_counts() {
        let mut gathering = Gathering::new(None, None);
        gathering.add(&record(Outcome::Budget, 1000));
        gathering.add(&searched(1, "5x5", (1, 1), MoveOrder::FIG2, None));
        gathering.add(&Record {
            rows: 3,
            cols: 10,
            ..record(Outcome::None, 640)
        });
        let boards = boards(&gathering);
        let seen: Vec<(String, Option<u128>)> = boards
            .iter()
            .map(|(b, t)| (b.to_string(), t.decided.largest()))
            .collect();
        assert_eq!(
            seen,
            [
                ("5x5".to_owned(), Some(70_624)),
                ("3x10".to_owned(), Some(640)),
                ("8x8".to_owned(), None)
            ]
        );
        let svg = draw(&gathering).unwrap().inline();
        assert!(svg.contains("8x8: nothing is decided within the budget of 1,000"));
        assert_eq!(svg.matches("<circle").count(), 2);
    }
}
