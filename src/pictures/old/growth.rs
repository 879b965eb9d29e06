//! Checks by the size of the board, beside the paper's bound.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::formatting::{counted, grouped, listed};
use crate::analysis::summary::exponent;
use crate::pictures::drawing::axes::Frame;
use crate::pictures::drawing::colour::DISTINCT;
use crate::pictures::drawing::labels::{Labels, Spot};
use crate::pictures::drawing::scale::{Scale, Tick, amount, superscript};
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::error::PlotError;
use crate::pictures::old::job_stats::JobStats;
use crate::pictures::old::plot_data::PlotData;
use knight_search::{Board, Goal, Outcome, Rule};

/// Jobs whose counts can be compared: one goal and one rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The goal and the rule, as far as other series differ in them.
    pub name: String,
    /// The boards and their jobs, by ascending number of squares.
    pub boards: Vec<(Board, JobStats)>,
}

/// The jobs by goal and rule, and those by board.
pub fn series(data: &PlotData) -> Vec<Series> {
    let mut series: BTreeMap<(Goal, Rule), Vec<(Board, JobStats)>> = BTreeMap::new();
    for ((goal, rule, board), stats) in data.stats_by(|place| (place.goal, place.rule, place.board))
    {
        series.entry((goal, rule)).or_default().push((board, stats));
    }
    let goals: BTreeSet<Goal> = series.keys().map(|(goal, _)| *goal).collect();
    let rules: BTreeSet<Rule> = series.keys().map(|(_, rule)| *rule).collect();
    let named = |((goal, rule), mut boards): ((Goal, Rule), Vec<(Board, JobStats)>)| {
        boards.sort_by_key(|(board, _)| (board.area(), *board));
        let goal = (goals.len() > 1).then(|| format!("{goal} tours"));
        let rule = (rules.len() > 1).then(|| rule.to_string());
        let name = goal.into_iter().chain(rule).collect::<Vec<_>>().join(", ");
        Series { name, boards }
    };
    series.into_iter().map(named).collect()
}

/// What is drawn for a board of a series: a dot, an arrow or nothing.
struct BoardMark<'a> {
    board: Board,
    stats: &'a JobStats,
    /// The number of its series.
    series: usize,
    /// The name of the board, and of the series if there are several.
    name: String,
    /// Horizontal shift in pixels, so that the dots of several series stand side by side.
    shift: f64,
}

/// The dots, by ascending number of squares.
fn dots(series: &[Series]) -> Vec<BoardMark<'_>> {
    let middle = (series.len() - 1) as f64 / 2.0;
    let mut dots: Vec<BoardMark<'_>> = Vec::new();
    for (number, one) in series.iter().enumerate() {
        for (board, stats) in &one.boards {
            let name = match one.name.as_str() {
                "" => board.to_string(),
                name => format!("{board} {name}"),
            };
            dots.push(BoardMark {
                board: *board,
                stats,
                series: number,
                name,
                shift: (number as f64 - middle) * 2.0 * DOT,
            });
        }
    }
    dots.sort_by_key(|dot| (dot.board.area(), dot.board, dot.series));
    dots
}

impl BoardMark<'_> {
    fn squares(&self) -> f64 {
        self.board.area() as f64
    }

    /// The point of a number of checks.
    fn point(&self, frame: &Frame, checks: f64) -> (f64, f64) {
        let (x, y) = frame.point(self.squares(), checks.max(1.0));
        (x + self.shift, y)
    }
}

/// Draws the median and the range of checks of each board, and the paper's bound: 8^n for n
/// squares (§VII).
///
/// # Errors
/// [`PlotError::NothingDecided`], or [`PlotError::TooManySeries`].
pub fn draw(data: &PlotData) -> Result<Picture, PlotError> {
    let series = series(data);
    if series.len() > DISTINCT.len() {
        return Err(PlotError::TooManySeries { series: series.len(), most: DISTINCT.len() });
    }
    let dots = dots(&series);
    if dots.iter().all(|dot| dot.stats.decided.total() == 0) {
        return Err(PlotError::NothingDecided);
    }
    let (least, largest) = (dots[0].squares(), dots[dots.len() - 1].squares());
    // Enough for half of a label beside the first and the last board.
    let room = ((largest - least) * 0.1).max(1.0);
    let exponents =
        dots.iter().flat_map(|dot| [dot.stats.decided.least(), dot.stats.decided.largest()]);
    let lowest = exponents
        .flatten()
        .map(|checks| (checks.max(1) as f64).log10().floor())
        .fold(f64::MAX, f64::min);
    let most = dots
        .iter()
        .flat_map(|dot| [dot.stats.decided.largest(), dot.stats.largest_budget()])
        .flatten()
        .map(|checks| (checks.max(1) as f64).log10().ceil())
        .fold(0.0, f64::max);
    let top = bound(least).log10();
    // On large boards the bound is far above the counts, which would then all look the same.
    let has_bound = top <= FARTHEST_BOUND;
    let frame = Frame {
        area: Area { x: 68.0, y: 10.0, width: 540.0, height: 360.0 },
        across: Scale::Linear { low: least - room, high: largest + room },
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
        counted(data.rows, "job"),
        counted(data.boards().len() as u64, "board")
    );
    let mut labels = Labels::within(frame.area);
    for dot in &dots {
        let signs = [sign(&frame, dot), range(&frame, dot)];
        signs.into_iter().flatten().for_each(|sign| labels.keep_off(sign));
    }
    let bound_label = has_bound.then(|| bound_label(&frame, &mut labels)).flatten();
    let (medians, labelled) = label_medians(&frame, &dots, &labels);
    let lines = legend_lines(&dots, has_bound, labelled);
    let named = if series.len() > 1 { series.as_slice() } else { &[] };
    let height = 370.0 + 100.0f64.max(58.0 + LINE * (named.len() + lines.len()) as f64);
    let mut picture = Picture::new(headline, 624.0, height);
    frame.horizontal(&mut picture, &board_ticks(&frame, &dots), "squares of the board, n");
    frame.vertical(&mut picture, &frame.up.ticks(10), "checks (logarithmic)");
    if has_bound {
        draw_bound(&mut picture, &frame);
    }
    for dot in &dots {
        draw_dot(&mut picture, &frame, dot);
    }
    if let Some(spot) = bound_label {
        picture.text(spot.x, spot.y, spot.anchor, "class=\"small over\"", BOUND);
    }
    for (text, spot) in &medians {
        picture.text(spot.x, spot.y, spot.anchor, "class=\"small over\"", text);
    }
    frame.border(&mut picture);
    legend(&mut picture, &frame, named, &lines);
    Ok(picture)
}

/// Decimal logarithm of the highest bound that is drawn.
const FARTHEST_BOUND: f64 = 60.0;

/// The most checks of a search on n squares, by the paper: 8^n.
fn bound(squares: f64) -> f64 {
    8f64.powf(squares)
}

/// As many labels of boards as there is room for.
fn board_ticks(frame: &Frame, dots: &[BoardMark]) -> Vec<Tick> {
    let room = |label: &str| 6.4 * label.chars().count() as f64 + 8.0;
    let mut ticks: Vec<Tick> = Vec::new();
    for dot in dots {
        let value = dot.squares();
        let label = format!("{} = {value}", dot.board);
        if ticks.last().is_none_or(|last| frame.x(value) - frame.x(last.value) >= room(&label)) {
            ticks.push(Tick { value, label });
        }
    }
    ticks
}

/// The numbers of squares at which the bound enters and leaves the area.
fn bound_ends(frame: &Frame) -> (f64, f64) {
    let ((low, high), (bottom, top)) = (frame.across.ends(), frame.up.ends());
    let squares_at = |power: f64| power / 8f64.log10();
    (low.max(squares_at(bottom)), high.min(squares_at(top)))
}

fn draw_bound(picture: &mut Picture, frame: &Frame) {
    let (from, to) = bound_ends(frame);
    picture.line(frame.point(from, bound(from)), frame.point(to, bound(to)), "class=\"guide\"");
}

/// The name of the bound.
const BOUND: &str = "8ⁿ, the paper's bound";

/// A place for the name of the bound: above its line on the left, or below it on the right.
fn bound_label(frame: &Frame, labels: &mut Labels) -> Option<Spot> {
    let (from, to) = bound_ends(frame);
    let spots = [0.55, 0.75, 0.35, 0.9, 0.2].into_iter().flat_map(|share| {
        let squares = from + (to - from) * share;
        let (x, y) = frame.point(squares, bound(squares));
        [
            Spot { x: x - 8.0, y: y - 6.0, anchor: Anchor::End },
            Spot { x: x + 8.0, y: y + 14.0, anchor: Anchor::Start },
        ]
    });
    labels.place(BOUND, spots)
}

/// How the dots are labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Labelled {
    /// Each, with its exponent.
    Fully,
    /// Each, without its exponent.
    Shortly,
    /// Some, without their exponents.
    Some,
}

/// The labels of the medians with their places. Without room for the exponents all labels are
/// short.
fn label_medians(
    frame: &Frame,
    dots: &[BoardMark],
    labels: &Labels,
) -> (Vec<(String, Spot)>, Labelled) {
    // The largest boards first: if there is no room for all labels, theirs are kept.
    let medians: Vec<((f64, f64), f64)> = dots
        .iter()
        .rev()
        .filter_map(|dot| dot.stats.decided.median().map(|m| (dot.point(frame, m), m)))
        .collect();
    let placed = |words: fn(f64) -> String| -> Vec<(String, Spot)> {
        let mut labels = labels.clone();
        let label = |&(point, median): &((f64, f64), f64)| {
            let text = words(median);
            let spot = labels.place(&text, around(point))?;
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
    let labelled = if has_all { Labelled::Shortly } else { Labelled::Some };
    (short, labelled)
}

/// The places for the label of a dot: above, below, and on both sides.
fn around((x, y): (f64, f64)) -> [Spot; 4] {
    [
        (x, y - 10.0, Anchor::Middle),
        (x, y + 17.0, Anchor::Middle),
        (x + 9.0, y + 4.0, Anchor::Start),
        (x - 9.0, y + 4.0, Anchor::End),
    ]
    .map(|(x, y, anchor)| Spot { x, y, anchor })
}

/// `66.0M = 8⁸·⁶⁶`. The median 0 has no exponent.
fn median_in_words(median: f64) -> String {
    if median < 1.0 {
        return amount(median);
    }
    let power = format!("{:.2}", exponent(median));
    format!("{} = 8{}", amount(median), superscript(&power).replace('.', "·"))
}

/// The area of the dot or the arrow, if there is one.
fn sign(frame: &Frame, dot: &BoardMark) -> Option<Area> {
    let ((x, y), up, down) = match (dot.stats.decided.median(), arrow(dot.stats)) {
        (Some(median), _) => (dot.point(frame, median), DOT, DOT),
        (None, Some(budget)) => (dot.point(frame, budget as f64), ARROW, 1.0),
        (None, None) => return None,
    };
    Some(Area { x: x - DOT, y: y - up, width: 2.0 * DOT, height: up + down })
}

/// The area of the line from the least to the largest count.
fn range(frame: &Frame, dot: &BoardMark) -> Option<Area> {
    let (x, top) = dot.point(frame, dot.stats.decided.largest()? as f64);
    let (_, bottom) = dot.point(frame, dot.stats.decided.least()? as f64);
    Some(Area { x: x - LINE_WIDTH / 2.0, y: top, width: LINE_WIDTH, height: bottom - top })
}

/// The width of the line from the least to the largest count.
const LINE_WIDTH: f64 = 3.0;

/// The radius of a dot.
const DOT: f64 = 4.5;

/// The length of an arrow.
const ARROW: f64 = 22.0;

fn draw_dot(picture: &mut Picture, frame: &Frame, dot: &BoardMark) {
    let BoardMark { stats, name, .. } = dot;
    let (Some(least), Some(median), Some(largest)) =
        (stats.decided.least(), stats.decided.median(), stats.decided.largest())
    else {
        undecided(picture, frame, dot);
        return;
    };
    let point = |checks: f64| dot.point(frame, checks);
    let colour = DISTINCT[dot.series];
    picture.line(
        point(least as f64),
        point(largest as f64),
        format_args!(
            "stroke=\"{colour}\" stroke-width=\"{LINE_WIDTH}\" stroke-opacity=\"0.4\" stroke-linecap=\"round\""
        ),
    );
    let mut words = format!(
        "{name}: {} decided, {} to {} checks, median {}",
        counted(stats.decided.total(), "job"),
        grouped(least),
        grouped(largest),
        median_in_words(median)
    );
    if stats.of(Outcome::Budget) > 0 {
        words += &format!(", {} stopped by the budget", grouped(stats.of(Outcome::Budget).into()));
    }
    let (x, y) = point(median);
    picture.disc(x, y, DOT, format_args!("fill=\"{colour}\""), &words);
}

/// Draws an arrow upwards from the budget, for a board without a decided job.
fn undecided(picture: &mut Picture, frame: &Frame, dot: &BoardMark) {
    let Some(budget) = arrow(dot.stats) else {
        return;
    };
    let (x, y) = dot.point(frame, budget as f64);
    let words = format!("{}: no job is decided within the budget of {}", dot.name, grouped(budget));
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

/// How many boards a line of the legend names.
const MOST_NAMED: usize = 8;

/// How many shares of decided jobs a line of the legend names.
const MOST_SHARES: usize = 3;

/// The budget at which the arrow of a board without a decided job starts.
fn arrow(stats: &JobStats) -> Option<u128> {
    let budget = stats.largest_budget().filter(|budget| *budget > 0);
    budget.filter(|_| stats.decided.total() == 0)
}

/// The meaning of the signs, and what is not drawn.
fn legend_lines(dots: &[BoardMark], has_bound: bool, labelled: Labelled) -> Vec<String> {
    let exponent = match labelled {
        Labelled::Fully => ", with the exponent of 8",
        Labelled::Shortly | Labelled::Some => "",
    };
    let mut lines =
        vec![format!("dot: median of the decided jobs{exponent}; line: least to largest")];
    if labelled == Labelled::Some {
        lines.push("labels without room are left out; in SVG each dot has a tooltip".to_owned());
    }
    if dots.iter().any(|dot| arrow(dot.stats).is_some()) {
        lines.push("arrow: no job decided within the budget".to_owned());
    }
    let partly = dots.iter().filter_map(|dot| {
        let (decided, jobs) = (dot.stats.decided.total(), dot.stats.jobs());
        let share =
            || format!("{} of {} on {}", grouped(decided.into()), grouped(jobs.into()), dot.name);
        (0 < decided && decided < jobs).then(share)
    });
    let partly: Vec<String> = partly.collect();
    if !partly.is_empty() {
        let partly = listed(&partly, MOST_SHARES);
        lines.push(format!(
            "boards with undecided jobs: {partly} decided; the others have no count"
        ));
    }
    let is_missing = |stats: &JobStats| stats.decided.total() == 0 && arrow(stats).is_none();
    let missing: Vec<String> =
        dots.iter().filter(|dot| is_missing(dot.stats)).map(|dot| dot.name.clone()).collect();
    if !missing.is_empty() {
        let named = listed(&missing, MOST_NAMED);
        lines.push(format!("not drawn, as no job has a count (stuck or out of memory): {named}"));
    }
    if !has_bound {
        lines.push("8ⁿ, the paper's bound, is too far above to be shown".to_owned());
    }
    lines
}

/// Draws the names of the series, if there are several, and the lines.
fn legend(picture: &mut Picture, frame: &Frame, series: &[Series], lines: &[String]) {
    let mut y = frame.area.y + frame.area.height + 62.0;
    for (one, colour) in series.iter().zip(DISTINCT) {
        let x = frame.area.x + DOT;
        picture.disc(x, y - 3.5, DOT, format_args!("fill=\"{colour}\""), "");
        picture.text(x + 10.0, y, Anchor::Start, "class=\"note\"", &one.name);
        y += LINE;
    }
    for line in lines {
        picture.text(frame.area.x, y, Anchor::Start, "class=\"note\"", line);
        y += LINE;
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::growth::*;
    use crate::pictures::test_records::{record, searched};
    use crate::results::record::Record;
    use knight_search::MoveOrder;

    #[test]
    fn a_median_of_0_has_no_exponent() {
        assert_eq!(median_in_words(0.0), "0");
        assert_eq!(median_in_words(1.0), "1 = 8⁰·⁰⁰");
        assert_eq!(median_in_words(66_005_601.0), "66.0M = 8⁸·⁶⁶");
    }

    #[test]
    fn dots_without_room_for_a_label_stay() {
        let mut data = PlotData::new(None, None);
        for rows in 3..60 {
            data.add(&Record { rows, ..record(Outcome::Tour, 60_000 + u128::from(rows)) });
        }
        let svg = draw(&data).unwrap().inline();
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
            let mut data = PlotData::new(None, None);
            data.add(&Record { rows: side, cols: side, ..record(Outcome::Tour, 60_000) });
            draw(&data).unwrap().inline()
        };
        assert!(svg(8).contains("class=\"guide\""));
        assert!(!svg(40).contains("class=\"guide\"") && svg(40).contains("too far above"));
    }

    #[test]
    fn boards_without_a_count_are_named() {
        let on = |rows, outcome| Record { rows, ..record(outcome, 64) };
        let svg = |records: &[Record]| {
            let mut data = PlotData::new(None, None);
            records.iter().for_each(|record| data.add(record));
            draw(&data).unwrap().inline()
        };
        let tour = on(8, Outcome::Tour);
        let drawn = svg(&[
            tour.clone(),
            on(8, Outcome::Stuck),
            on(6, Outcome::Stuck),
            on(7, Outcome::Memory),
        ]);
        assert!(drawn.contains("(stuck or out of memory): 6x8, 7x8</text>"));
        assert!(drawn.contains(
            "boards with undecided jobs: 1 of 2 on 8x8 decided; the others have no count"
        ));
        let complete = svg(&[tour]);
        assert!(!complete.contains("not drawn") && !complete.contains("undecided"));
    }

    #[test]
    fn rules_that_cannot_be_compared_are_separate_series() {
        let mut data = PlotData::new(None, None);
        for rule in [Rule::Fixed, Rule::Warnsdorff] {
            for (rows, checks) in [(5, 100), (8, 1000)] {
                data.add(&Record { rows, rule, ..record(Outcome::Tour, checks) });
            }
        }
        let names: Vec<(String, usize)> =
            series(&data).into_iter().map(|one| (one.name, one.boards.len())).collect();
        let expected = [("fixed".to_owned(), 2), ("warnsdorff".to_owned(), 2)];
        assert_eq!(names, expected);
        let svg = draw(&data).unwrap().inline();
        assert!(svg.contains(">warnsdorff</text>"));
        assert!(svg.contains("8x8 fixed: 1 job decided, 1,000 to 1,000 checks"));
    }

    #[test]
    fn boards_are_sorted_by_squares_and_a_budget_is_not_a_count() {
        let mut data = PlotData::new(None, None);
        data.add(&record(Outcome::Budget, 1000));
        data.add(&searched(1, "5x5", (1, 1), MoveOrder::FIG2, None));
        data.add(&Record { rows: 3, cols: 10, ..record(Outcome::None, 640) });
        let series = series(&data);
        assert_eq!(series.len(), 1);
        let seen: Vec<(String, Option<u128>)> =
            series[0].boards.iter().map(|(b, t)| (b.to_string(), t.decided.largest())).collect();
        assert_eq!(
            seen,
            [
                ("5x5".to_owned(), Some(70_624)),
                ("3x10".to_owned(), Some(640)),
                ("8x8".to_owned(), None)
            ]
        );
        let svg = draw(&data).unwrap().inline();
        assert!(svg.contains("8x8: no job is decided within the budget of 1,000"));
        assert_eq!(svg.matches("<circle").count(), 2);
    }
}
