//! Job by job, one order, rule or file against another.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::comparison::{PairResult, rows};
use crate::analysis::comparison_table::{Audience, ComparisonTables};
use crate::analysis::sides::Sides;
use crate::analysis::{Column, Comparison, Cost, JobRow, Pairing, Ratio};
use crate::pictures::compared::{self, PanelKey};
use crate::pictures::drawing::{
    Area, Axis, Entry, Frame, Mark, Picture, Scale, Style, Symbol, Ticks, axes, legend, series,
};
use crate::pictures::ecdf::logarithmic;
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, outcomes};
use crate::text::formatting::{and_more, counted, grouped, joined};
use knight_search::Outcome;

/// Job by job, one order, rule or file against another.
pub static PLOT: Plot = Plot {
    name: "pairs",
    doc: "job by job, one order, rule or file against another",
    options: &[PlotOption::Sides],
    suits: |_, _| false,
    is_worth: |_, variety| variety.rows > 1,
    draw,
};

/// Draws each pair as a point: the checks of the reference across, those of the other side up.
///
/// # Errors
/// [`PlotError::Pairs`] if there are not two sides with pairs, or [`PlotError::NothingDecided`].
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let jobs = &input.jobs;
    let sides = Sides::new(jobs, &input.files, &input.sides)
        .map_err(|error| PlotError::Pairs(error.to_string()))?;
    let [other] = sides.others.as_slice() else {
        let count = counted(sides.others.len() as u64 + 1, "value");
        let column = sides.column;
        return Err(PlotError::Pairs(format!(
            "there are {count} of {column}; choose two with --between {column} --values A B"
        )));
    };
    let pairing = Pairing::new(jobs, sides.column, [&sides.reference.places, &other.places]);
    let names = [sides.reference.name.as_str(), other.name.as_str()];
    if pairing.pairs.is_empty() {
        let [one, other] = names;
        return Err(PlotError::Pairs(format!(
            "no job of {one} has a partner in {other}; `knightsweep compare` says why"
        )));
    }
    let comparison = Comparison::new(jobs, &pairing);
    let mut headline = comparison.sentence(names, pairing.noun(jobs));
    if !comparison.contradictions.is_empty() {
        let pairs = counted(comparison.contradictions.len() as u64, "pair");
        headline = format!("THE RESULTS CONTRADICT EACH OTHER in {pairs}; {headline}");
    }
    let compared = ComparisonTables { jobs, sides: &sides, others: vec![(pairing, comparison)] };
    let scale = scale(&compared).ok_or(PlotError::NothingDecided)?;

    let mut picture = Picture::of(style, headline);
    let small = style.small();
    let is_wide = style.width > 44.0 * style.font;
    let side = if is_wide { 0.64 * style.width } else { style.width };
    let chart = Chart::draw(&mut picture, style, side, scale, &compared);
    let are_joined = chart.draw_pairs(&mut picture, &compared, small);
    chart.frame.border(&mut picture);

    let entries = entries(&compared, names);
    let mut notes = notes(&compared, names);
    if are_joined {
        notes.push(SIZES.to_owned());
    }
    let gap = 1.5 * style.font;
    let (at, width) = match is_wide {
        true => ((side + gap, chart.frame.area.y), style.width - side - gap),
        false => ((0.0, side + 0.5 * style.font), style.width),
    };
    let below = legend::draw(&mut picture, at, width, small, &entries);
    let below = (at.0, below + 0.5 * style.font);
    let end = legend::notes(&mut picture, below, width, small, &notes);
    picture.height = end.max(side);
    Ok(picture)
}

/// The scale of both axes: it holds every known count, and the budgets.
fn scale(compared: &ComparisonTables) -> Option<Scale> {
    let (pairing, comparison) = &compared.others[0];
    if comparison.with(PairResult::UndecidedBoth) == comparison.pairs() {
        return None;
    }
    let costs = pairing.pairs.iter().flat_map(|&pair| rows(compared.jobs, pair)).filter_map(
        |row| match row.cost {
            Cost::Exact(count) | Cost::Above(count) => Some(logarithmic(count)),
            Cost::Never | Cost::Unknown => None,
        },
    );
    Some(Scale::tight(costs))
}

/// The square of the decided pairs, and the strips beyond it for jobs that are not decided.
struct Chart {
    frame: Frame,
    /// The middle of the strip to the right, for jobs of the reference.
    right: f64,
    /// The middle of the strip above, for jobs of the other side.
    top: f64,
}

/// How pairs are drawn: who takes fewer checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum PairMark {
    Won,
    Lost,
    Tied,
    Undecided,
}

impl PairMark {
    const ALL: [PairMark; 4] = [PairMark::Won, PairMark::Lost, PairMark::Tied, PairMark::Undecided];

    fn of(result: PairResult) -> PairMark {
        match result {
            PairResult::Won | PairResult::WonByBound => PairMark::Won,
            PairResult::Lost | PairResult::LostByBound => PairMark::Lost,
            PairResult::Tied => PairMark::Tied,
            PairResult::UndecidedOne | PairResult::UndecidedBoth => PairMark::Undecided,
        }
    }

    /// The symbol, and the series whose colour it has.
    fn symbol(self) -> (Symbol, usize) {
        match self {
            PairMark::Won => (Symbol::Disc, 0),
            PairMark::Lost => (Symbol::Square, 1),
            PairMark::Tied => (Symbol::Diamond, 2),
            PairMark::Undecided => (Symbol::Ring, 6),
        }
    }
}

/// The radius of a mark by the least number of its pairs, in parts of the size of small texts.
const RADII: [(usize, f64); 4] = [(1, 0.2), (2, 0.28), (10, 0.38), (100, 0.52)];

/// What the sizes of marks mean.
const SIZES: &str = "Larger marks are 2 to 9, 10 to 99, and 100 or more pairs.";

impl Chart {
    fn draw(
        picture: &mut Picture,
        style: &Style,
        side: f64,
        scale: Scale,
        compared: &ComparisonTables,
    ) -> Chart {
        let (reference, other) = (&compared.sides.reference.name, &compared.sides.others[0].name);
        let beyond_axes: BTreeSet<[bool; 2]> = compared.others[0]
            .0
            .pairs
            .iter()
            .map(|&pair| rows(compared.jobs, pair).map(|row| row.cost.exact().is_none()))
            .collect();
        let (strip, gap) = (1.8 * style.font, 0.4 * style.font);
        let room = side - strip - gap;
        let outer = Area { x: 0.0, y: strip + gap, width: room, height: room };
        let (across, up) = (format!("checks of {reference}"), format!("checks of {other}"));
        let axis = |label| Axis { scale, ticks: Ticks::Round, label };
        let frame = axes::draw(picture, style, outer, &axis(&across), &axis(&up));
        let Area { x, y, width, height } = frame.area;
        let beyond = side - strip;
        // Which jobs are not decided: those of the reference, those of the other side.
        for (undecided, area) in [
            ([false, true], Area { x, y: 0.0, width, height: strip }),
            ([true, false], Area { x: beyond, y, width: strip, height }),
            ([true, true], Area { x: beyond, y: 0.0, width: strip, height: strip }),
        ] {
            if beyond_axes.contains(&undecided) {
                picture.rect(area, "class=\"unknown\"", "");
                picture.hatch(area, 5.0, "class=\"hatch\"");
            }
        }
        picture.line((x, y + height), (x + width, y), "class=\"guide\"");
        Chart { frame, right: side - strip / 2.0, top: strip / 2.0 }
    }

    /// Where a pair is drawn.
    fn point(&self, [first, second]: [Cost; 2]) -> (f64, f64) {
        let checks = |cost: Cost| cost.exact().map(logarithmic);
        let x = checks(first).map_or(self.right, |checks| self.frame.x(checks));
        (x, checks(second).map_or(self.top, |checks| self.frame.y(checks)))
    }

    /// Draws the pairs, those that would cover one another as one mark. Gives whether there are
    /// any of these.
    fn draw_pairs(&self, picture: &mut Picture, compared: &ComparisonTables, size: f64) -> bool {
        /// Up to this many pairs only those of the same pixel are one mark.
        const FEW: usize = 400;
        let pairs = &compared.others[0].0.pairs;
        let cell = if pairs.len() <= FEW { 1.0 } else { size };
        let mut marks: BTreeMap<(PairMark, i32, i32), Vec<(u32, u32)>> = BTreeMap::new();
        for &pair in pairs {
            let costs = rows(compared.jobs, pair).map(|row| row.cost);
            let (x, y) = self.point(costs);
            let look = PairMark::of(PairResult::of(costs[0], costs[1]));
            let place = |at: f64| (at / cell).floor() as i32;
            marks.entry((look, place(x), place(y))).or_default().push(pair);
        }
        let columns = compared.shared(Audience::People);
        for (place, look) in PairMark::ALL.into_iter().enumerate() {
            let of_look = marks.iter().filter(|((it, _, _), _)| *it == look);
            let mut of_look: Vec<&Vec<(u32, u32)>> = of_look.map(|(_, pairs)| pairs).collect();
            // Small marks are not hidden behind large ones.
            of_look.sort_by_key(|pairs| std::cmp::Reverse(pairs.len()));
            picture.group(format_args!("data-series=\"{place}\""), |picture| {
                for pairs in of_look {
                    let class = RADII.iter().rev().find(|(least, _)| pairs.len() >= *least);
                    let radius = class.map_or(0.0, |(_, radius)| radius * size);
                    let (symbol, series) = look.symbol();
                    let at = self.middle(compared, pairs);
                    let text = tooltip(compared, pairs, &columns);
                    series::mark(picture, symbol, series, at, radius, &text);
                }
            });
        }
        marks.values().any(|pairs| pairs.len() > 1)
    }

    /// The middle of some pairs.
    fn middle(&self, compared: &ComparisonTables, pairs: &[(u32, u32)]) -> (f64, f64) {
        let points =
            pairs.iter().map(|&pair| self.point(rows(compared.jobs, pair).map(|r| r.cost)));
        let sum = points.fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (sum.0 / pairs.len() as f64, sum.1 / pairs.len() as f64)
    }
}

/// The pairs of a mark in words.
fn tooltip(compared: &ComparisonTables, pairs: &[(u32, u32)], columns: &[Column]) -> String {
    const NAMED: usize = 4;
    let written = |row: &JobRow| match row.cost {
        Cost::Exact(count) => grouped(count),
        Cost::Above(budget) => format!("> {}", grouped(budget)),
        Cost::Never | Cost::Unknown => row.outcome.to_string(),
    };
    let lines = pairs.iter().take(NAMED).map(|&pair| {
        let [first, second] = rows(compared.jobs, pair);
        let name = compared.name_of(pair, columns);
        let ratio = Ratio::of(first.cost, second.cost);
        let checks = format!("{} and {} checks, ratio {ratio}", written(&first), written(&second));
        if name.is_empty() { checks } else { format!("{name}: {checks}") }
    });
    let mut text = joined(lines, "\n");
    if pairs.len() > NAMED {
        text += &and_more(pairs.len() - NAMED);
    }
    text
}

fn entries(compared: &ComparisonTables, [reference, other]: [&str; 2]) -> Vec<Entry> {
    let comparison = &compared.others[0].1;
    let by_bound = |result: PairResult| match comparison.with(result) {
        0 => String::new(),
        count => format!(" ({} of them by bound)", grouped(count.into())),
    };
    let texts = [
        (comparison.won(), format!("{reference} takes fewer"), by_bound(PairResult::WonByBound)),
        (comparison.lost(), format!("{other} takes fewer"), by_bound(PairResult::LostByBound)),
        (comparison.with(PairResult::Tied), "equal".to_owned(), String::new()),
        (comparison.undecided(), "not known which".to_owned(), String::new()),
    ];
    let looks = PairMark::ALL.iter().zip(texts).enumerate();
    let mut entries: Vec<Entry> = looks
        .filter(|(_, (_, (count, ..)))| *count > 0)
        .map(|(place, (look, (count, what, bound)))| {
            let (symbol, series) = look.symbol();
            let text = format!("{what}: {}{bound}", grouped(count.into()));
            Entry::of_series(place, Mark::Symbol(symbol, series), text)
        })
        .collect();
    entries.push(Entry::new(Mark::Guide, "diagonal: equal checks"));
    let pairs = compared.others[0].0.pairs.iter();
    let outcomes: BTreeSet<Outcome> =
        pairs.flat_map(|&pair| rows(compared.jobs, pair)).map(|row| row.outcome).collect();
    let reasons = Outcome::UNDECIDED.into_iter().filter(|outcome| outcomes.contains(outcome));
    let reasons = joined(reasons.map(|outcome| outcomes::look(outcome).words), " or ");
    if !reasons.is_empty() {
        entries.push(Entry::new(Mark::Hatch, format!("not decided: {reasons}")));
    }
    entries
}

fn notes(compared: &ComparisonTables, names: [&str; 2]) -> Vec<String> {
    let (pairing, comparison) = &compared.others[0];
    let mut notes = Vec::new();
    let [reference, other] = names;
    let ratio = format!("checks of {other} / checks of {reference}");
    notes.push(match comparison.median {
        Ratio::UNKNOWN => format!("Median of {ratio}: hidden by undecided jobs."),
        median => format!("Median of {ratio}: {median}."),
    });
    if let Some(mean) = comparison.decided_mean {
        let pairs = counted(comparison.decided(), "pair");
        let mean = Ratio::known(mean);
        notes.push(format!("Geometric mean over the {pairs} that both sides decide: {mean}."));
    }
    let keys: BTreeSet<PanelKey> = pairing
        .pairs
        .iter()
        .flat_map(|&pair| rows(compared.jobs, pair))
        .map(|row| PanelKey::of(&row))
        .collect();
    let (shared, _) = compared::named(&keys.into_iter().collect::<Vec<_>>());
    if !shared.is_empty() {
        notes.push(format!("All: {shared}."));
    }
    for (alone, name) in pairing.alone.iter().zip(names) {
        if !alone.is_empty() {
            let jobs = counted(alone.len() as u64, "job");
            notes.push(format!("Not drawn: {jobs} of {name} without a partner."));
        }
    }
    notes
}

#[cfg(test)]
mod tests;
