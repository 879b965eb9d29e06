//! Checks by the size of the board, beside the paper's bound.

use super::PlotError;
use super::colour::DISTINCT;
use super::gathering::Gathering;
use super::labels::{Labels, Spot};
use super::picture::{Anchor, Area, Picture};
use super::scale::{Frame, Scale, Tick, amount, superscript};
use super::tally::Tally;
use crate::analysis::human::{counted, grouped, listed};
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
    // Enough for half of a label beside the first and the last board.
    let room = ((largest - least) * 0.1).max(1.0);
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
    let mut labels = Labels::within(frame.area);
    for (board, tally) in &boards {
        let signs = [sign(&frame, *board, tally), range(&frame, *board, tally)];
        signs
            .into_iter()
            .flatten()
            .for_each(|sign| labels.keep_off(sign));
    }
    let bound_label = has_bound
        .then(|| bound_label(&frame, &mut labels))
        .flatten();
    let (medians, labelled) = label_medians(&frame, &boards, &labels);
    let lines = legend_lines(&boards, has_bound, labelled);
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
    for (board, tally) in &boards {
        draw_board(&mut picture, &frame, *board, tally);
    }
    if let Some(spot) = bound_label {
        picture.text(spot.x, spot.y, spot.anchor, "class=\"small over\"", BOUND);
    }
    for (text, spot) in &medians {
        picture.text(spot.x, spot.y, spot.anchor, "class=\"small over\"", text);
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

/// Where the bound enters the area and where it leaves it, in squares.
fn bound_ends(frame: &Frame) -> (f64, f64) {
    let ((low, high), (bottom, top)) = (frame.across.ends(), frame.up.ends());
    let squares_at = |power: f64| power / 8f64.log10();
    (low.max(squares_at(bottom)), high.min(squares_at(top)))
}

fn draw_bound(picture: &mut Picture, frame: &Frame) {
    let (from, to) = bound_ends(frame);
    picture.line(
        frame.point(from, bound(from)),
        frame.point(to, bound(to)),
        "class=\"guide\"",
    );
}

/// The name of the bound.
const BOUND: &str = "8ⁿ, the paper's bound";

/// A place for the name of the bound along its line: above on its left, or below on its right.
fn bound_label(frame: &Frame, labels: &mut Labels) -> Option<Spot> {
    let (from, to) = bound_ends(frame);
    let spots = [0.55, 0.75, 0.35, 0.9, 0.2].into_iter().flat_map(|share| {
        let squares = from + (to - from) * share;
        let (x, y) = frame.point(squares, bound(squares));
        [
            Spot {
                x: x - 8.0,
                y: y - 6.0,
                anchor: Anchor::End,
            },
            Spot {
                x: x + 8.0,
                y: y + 14.0,
                anchor: Anchor::Start,
            },
        ]
    });
    labels.place(BOUND, spots)
}

/// How the dots are labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Labelled {
    /// Each, with its exponent.
    Fully,
    /// Each, without.
    Shortly,
    /// Some, without.
    Some,
}

/// The labels of the medians with their places: short ones for all where there is no room for the exponents.
fn label_medians(
    frame: &Frame,
    boards: &[(Board, Tally)],
    labels: &Labels,
) -> (Vec<(String, Spot)>, Labelled) {
    // The largest boards first: where there is no room for all labels, theirs are those to keep.
    let medians: Vec<(f64, f64)> = boards
        .iter()
        .rev()
        .filter_map(|(board, tally)| Some((board.area() as f64, tally.decided.median()?)))
        .collect();
    let placed = |words: fn(f64) -> String| -> Vec<(String, Spot)> {
        let mut labels = labels.clone();
        let label = |&(area, median): &(f64, f64)| {
            let text = words(median);
            let spot = labels.place(&text, around(frame.point(area, median.max(1.0))))?;
            Some((text, spot))
        };
        medians.iter().filter_map(label).collect()
    };
    let full = placed(median_in_words);
    if full.len() == medians.len() {
        return (full, Labelled::Fully);
    }
    let short = placed(amount);
    let has_all = short.len() == medians.len();
    let labelled = if has_all {
        Labelled::Shortly
    } else {
        Labelled::Some
    };
    (short, labelled)
}

/// Places for a label at a dot: above, below, and on its sides.
fn around((x, y): (f64, f64)) -> [Spot; 4] {
    [
        (x, y - 10.0, Anchor::Middle),
        (x, y + 17.0, Anchor::Middle),
        (x + 9.0, y + 4.0, Anchor::Start),
        (x - 9.0, y + 4.0, Anchor::End),
    ]
    .map(|(x, y, anchor)| Spot { x, y, anchor })
}

/// `66.0M = 8⁸·⁶⁶`; no power of 8 is 0.
fn median_in_words(median: f64) -> String {
    if median < 1.0 {
        return amount(median);
    }
    let power = format!("{:.2}", exponent(median));
    format!(
        "{} = 8{}",
        amount(median),
        superscript(&power).replace('.', "·")
    )
}

/// What the dot or the arrow of a board covers, if it has one.
fn sign(frame: &Frame, board: Board, tally: &Tally) -> Option<Area> {
    let x = board.area() as f64;
    let (x, y, up, down) = match (tally.decided.median(), arrow(tally)) {
        (Some(median), _) => (frame.x(x), frame.y(median.max(1.0)), DOT, DOT),
        (None, Some(budget)) => (frame.x(x), frame.y(budget as f64), ARROW, 1.0),
        (None, None) => return None,
    };
    Some(Area {
        x: x - DOT,
        y: y - up,
        width: 2.0 * DOT,
        height: up + down,
    })
}

/// What the line from the least to the largest count of a board covers.
fn range(frame: &Frame, board: Board, tally: &Tally) -> Option<Area> {
    let end = |checks: u128| frame.point(board.area() as f64, checks.max(1) as f64);
    let (x, top) = end(tally.decided.largest()?);
    let (_, bottom) = end(tally.decided.least()?);
    Some(Area {
        x: x - LINE_WIDTH / 2.0,
        y: top,
        width: LINE_WIDTH,
        height: bottom - top,
    })
}

/// The width of the line from the least to the largest count.
const LINE_WIDTH: f64 = 3.0;

/// The radius of a dot.
const DOT: f64 = 4.5;

/// The length of an arrow.
const ARROW: f64 = 22.0;

fn draw_board(picture: &mut Picture, frame: &Frame, board: Board, tally: &Tally) {
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
            "stroke=\"{colour}\" stroke-width=\"{LINE_WIDTH}\" stroke-opacity=\"0.4\" stroke-linecap=\"round\""
        ),
    );
    let mut words = format!(
        "{board}: {} decided, {} to {} checks, median {}",
        counted(tally.decided.total(), "job"),
        grouped(least),
        grouped(largest),
        median_in_words(median)
    );
    if tally.of(Outcome::Budget) > 0 {
        words += &format!(
            ", {} stopped by the budget",
            grouped(tally.of(Outcome::Budget).into())
        );
    }
    let (x, y) = point(median);
    picture.disc(x, y, DOT, format_args!("fill=\"{colour}\""), &words);
}

/// A board of which nothing is decided: an arrow upwards from the budget, not a dot.
fn undecided(picture: &mut Picture, frame: &Frame, board: Board, tally: &Tally) {
    let Some(budget) = arrow(tally) else {
        return;
    };
    let (x, y) = frame.point(board.area() as f64, budget as f64);
    let words = format!(
        "{board}: nothing is decided within the budget of {}",
        grouped(budget)
    );
    picture.polyline(&[(x - 4.0, y), (x + 4.0, y)], "class=\"stroke\"", "");
    picture.polyline(&[(x, y), (x, y - ARROW)], "class=\"stroke\"", &words);
    picture.polyline(
        &[(x - 4.0, y - 16.0), (x, y - ARROW), (x + 4.0, y - 16.0)],
        "class=\"stroke\"",
        &words,
    );
}

/// The height of a line of the legend.
const LINE: f64 = 15.0;

/// Boards that a line of the legend names.
const MOST_NAMED: usize = 8;

/// Boards whose share of decided jobs a line of the legend has room for.
const MOST_SHARES: usize = 3;

/// The budget from which a board without a decided job has an arrow.
fn arrow(tally: &Tally) -> Option<u128> {
    let budget = tally.largest_budget().filter(|budget| *budget > 0);
    budget.filter(|_| tally.decided.total() == 0)
}

/// What the signs mean, and what is not drawn.
fn legend_lines(boards: &[(Board, Tally)], has_bound: bool, labelled: Labelled) -> Vec<String> {
    let exponent = match labelled {
        Labelled::Fully => ", with the exponent of 8",
        Labelled::Shortly | Labelled::Some => "",
    };
    let mut lines = vec![format!(
        "dot: median of the decided jobs{exponent}; line: least to largest"
    )];
    if labelled == Labelled::Some {
        lines.push("labels without room are left out; each dot has a tooltip".to_owned());
    }
    if boards.iter().any(|(_, tally)| arrow(tally).is_some()) {
        lines.push("arrow: nothing decided within the budget".to_owned());
    }
    let partly = boards.iter().filter_map(|(board, tally)| {
        let (decided, jobs) = (tally.decided.total(), tally.jobs());
        let share = || {
            format!(
                "{} of {} on {board}",
                grouped(decided.into()),
                grouped(jobs.into())
            )
        };
        (0 < decided && decided < jobs).then(share)
    });
    let partly: Vec<String> = partly.collect();
    if !partly.is_empty() {
        let partly = listed(&partly, MOST_SHARES);
        lines.push(format!(
            "decided jobs, where not all are: {partly}; the others have no count"
        ));
    }
    let is_missing = |tally: &Tally| tally.decided.total() == 0 && arrow(tally).is_none();
    let missing: Vec<String> = boards
        .iter()
        .filter(|(_, tally)| is_missing(tally))
        .map(|(board, _)| board.to_string())
        .collect();
    if !missing.is_empty() {
        let named = listed(&missing, MOST_NAMED);
        lines.push(format!(
            "not drawn, as no job has a count (stuck or out of memory): {named}"
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
    fn no_power_of_8_is_nought() {
        assert_eq!(median_in_words(0.0), "0");
        assert_eq!(median_in_words(1.0), "1 = 8⁰·⁰⁰");
        assert_eq!(median_in_words(66_005_601.0), "66.0M = 8⁸·⁶⁶");
    }

    #[test]
    fn what_has_no_room_for_a_label_keeps_its_dot() {
        let mut gathering = Gathering::new(None, None);
        for rows in 3..60 {
            gathering.add(&Record {
                rows,
                ..record(Outcome::Tour, 60_000 + u128::from(rows))
            });
        }
        let svg = draw(&gathering).unwrap().inline();
        assert_eq!(svg.matches("<circle").count(), 57);
        assert!((5..40).contains(&svg.matches(">60.").count()));
        assert!(svg.contains("labels without room are left out"));
        assert!(!svg.contains("with the exponent"));
        let last = "59x8: 1 job decided, 60,059 to 60,059 checks, median 60.1k = 8⁵·²⁹";
        assert!(svg.contains(last));
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
        assert!(drawn.contains("where not all are: 1 of 2 on 8x8; the others have no count"));
        let complete = svg(&[tour]);
        assert!(!complete.contains("not drawn") && !complete.contains("where not all"));
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
