//! The statistics of a group, the columns of a summary: the one table of them. Tables, CSV, JSON,
//! sorting and the table of `docs/statistics.md` follow from it.

use std::sync::LazyLock;

use crate::analysis::statistics::{Number, SortedCosts};
use crate::analysis::summary::group::Statistics;
use crate::analysis::table::Cell;
use knight_search::{MoveOrder, Outcome};

/// A statistic of the jobs of a group.
pub struct Measure {
    /// Its name as a column.
    pub name: String,
    /// Over which jobs it is.
    pub over: &'static str,
    /// Where tables for people have it.
    pub(super) shown: Shown,
    /// What it is, as `docs/statistics.md` has it; empty if the one before says it.
    pub meaning: &'static str,
    /// Whether it rests on estimates where costs are estimates.
    is_of_costs: bool,
    value: Box<dyn Fn(&Sorted) -> Cell + Send + Sync>,
}

type Sorted = Statistics<SortedCosts>;

/// Which tables for people have a column: those with room for all columns before it. The numbers
/// are places; of columns at one place, those that count more jobs come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    /// Also where all values are 0.
    Always(u8),
    /// Where a value is another one.
    IfAny(u8),
    /// Only those that have all columns.
    IfAsked,
}
use Shown::{Always, IfAny, IfAsked};

impl Shown {
    /// The place of the outcomes but `tour`.
    pub(super) const OUTCOME: Shown = IfAny(2);

    pub(super) fn place(self) -> Option<u8> {
        match self {
            Always(place) | IfAny(place) => Some(place),
            IfAsked => None,
        }
    }
}

/// An entry: name, the jobs it is over, where tables have it, what it is, its value for a group.
/// `cost` marks what rests on estimates where costs do.
macro_rules! measure {
    ($name:ident: cost $($rest:tt)+) => {
        Measure { is_of_costs: true, ..measure!($name: $($rest)+) }
    };
    ($name:ident: $over:literal, $shown:expr, $meaning:literal, |$group:ident| $value:expr) => {
        Measure::new(stringify!($name), $over, $shown, $meaning, |$group| Cell::from($value))
    };
}

/// The statistics in the order of their columns.
pub static MEASURES: LazyLock<Vec<Measure>> = LazyLock::new(|| {
    let jobs = measure!(jobs: "all", Always(0), "jobs", |it| it.jobs.outcomes.total());
    let decided = spread("decided_checks", "decided", "of the known costs", |it| &it.costs);
    let decided = decided.map(|measure| Measure { is_of_costs: true, ..measure });
    let wall = spread("wall_s", "timed", "wall-clock times in seconds", |it| &it.wall);
    let cpu = spread("cpu_s", "timed, where known", "processor times in seconds", |it| &it.cpu);
    let measures = [jobs].into_iter().chain(of_outcomes()).chain(of_costs()).chain(decided);
    let timed = measure!(timed: "all", IfAsked,
        "jobs that have times: those that were searched themselves", |it| it.wall.jobs());
    measures.chain([timed]).chain(wall.chain(cpu).map(Measure::in_seconds)).collect()
});

fn of_outcomes() -> impl Iterator<Item = Measure> {
    Outcome::ALL.iter().map(|&outcome| {
        let (shown, meaning) = match outcome {
            Outcome::Tour => (Always(1), "jobs with this outcome"),
            _ => (Shown::OUTCOME, ""),
        };
        let jobs = move |it: &Sorted| it.jobs.outcomes.of(outcome).into();
        Measure::new(outcome.word(), "all", shown, meaning, jobs)
    })
}

fn of_costs() -> Vec<Measure> {
    vec![
        measure!(estimated: "all", IfAny(5), "jobs of engine `estimate`", |it| it.jobs.estimated),
        measure!(heavy_tailed: "all", IfAny(6), "those of them whose estimate rests on few samples \
            ([estimates.md](estimates.md#the-interval))", |it| it.jobs.heavy_tailed),
        measure!(success_rate: "all", Always(4), "`tour` / `jobs`",
            |it| it.jobs.share(it.jobs.outcomes.of(Outcome::Tour))),
        measure!(success_rate_low: "all", IfAsked, "its 95 % Wilson interval: how far a sample of \
            as many random jobs determines the rate", |it| Cell::Share(it.jobs.interval().0)),
        measure!(success_rate_high: "all", IfAsked, "", |it| Cell::Share(it.jobs.interval().1)),
        measure!(checks_min: cost "all", IfAny(7), "the least cost", |it| it.costs.quantile(0.0)),
        measure!(orders_min: "all", IfAsked, "how many orders need `checks_min`, and the first \
            eight of them", |it| it.quickest_orders().map(|orders| orders.len() as u64)),
        measure!(checks_min_orders: "all", IfAny(9), "", |it| it.quickest_orders().map(first_of)),
        measure!(checks_median: cost "all", IfAny(3), "the median cost, if it is a number",
            |it| it.costs.median()),
        measure!(checks_median_above: cost "all", IfAsked, "*b*, if the median is `> b`",
            |it| it.costs.median().bound()),
        measure!(checks_mean: cost "all", IfAsked, "the mean cost; missing unless all jobs are \
            decided", |it| it.costs.mean()),
        measure!(checks_max: cost "all", IfAny(8), "the largest cost", |it| it.costs.quantile(1.0)),
        measure!(exponent_median: cost "all", IfAsked, "ln(`checks_median`) / ln 8, as in the \
            paper (§VII.B)", |it| it.costs.median().number().and_then(exponent_of)),
        measure!(checks_total: "all but `memory` and `time`", IfAsked, "the checks that were \
            performed, those of stopped jobs included; missing beyond 128 bits",
            |it| it.jobs.total_checks()),
        measure!(decided: "all", IfAsked, "jobs with outcome `tour` or `none`, and their share",
            |it| it.costs.decided()),
        measure!(decided_share: "all", IfAsked, "", |it| it.jobs.share(it.costs.decided())),
    ]
}

/// The least, the median, the mean and the largest of the known ones.
fn spread(
    name: &'static str,
    over: &'static str,
    meaning: &'static str,
    of: fn(&Sorted) -> &SortedCosts,
) -> impl Iterator<Item = Measure> {
    type OfCosts = fn(&SortedCosts) -> Cell;
    let all: [(&str, &str, OfCosts); 4] = [
        ("min", meaning, |costs| costs.least_decided().into()),
        ("median", "", |costs| costs.median_decided().into()),
        ("mean", "", |costs| costs.mean_decided().into()),
        ("max", "", |costs| costs.largest_decided().into()),
    ];
    all.into_iter().map(move |(end, meaning, value)| {
        Measure::new(&format!("{name}_{end}"), over, IfAsked, meaning, move |it| value(of(it)))
    })
}

impl Measure {
    fn new(
        name: &str,
        over: &'static str,
        shown: Shown,
        meaning: &'static str,
        value: impl Fn(&Sorted) -> Cell + Send + Sync + 'static,
    ) -> Measure {
        let (name, value) = (name.to_owned(), Box::new(value));
        Measure { name, over, shown, meaning, is_of_costs: false, value }
    }

    /// Its value for a group.
    pub(super) fn of(&self, group: &Sorted) -> Cell {
        let value = (self.value)(group);
        if self.is_of_costs && group.jobs.is_approximate { value.approximate() } else { value }
    }

    /// The measure of nanoseconds in seconds.
    fn in_seconds(self) -> Measure {
        let seconds = |cell: Cell| match cell {
            Cell::Count(count) => Cell::Seconds(count as f64 / 1e9),
            Cell::Between(number) => Cell::Seconds(number.as_f64() / 1e9),
            Cell::Real(number) => Cell::Seconds(number / 1e9),
            other => other,
        };
        let value = self.value;
        Measure { value: Box::new(move |group| seconds(value(group))), ..self }
    }
}

fn first_of(orders: &[MoveOrder]) -> Cell {
    /// The most orders that a cell lists.
    const MOST: usize = 8;
    Cell::List(orders.iter().take(MOST).map(MoveOrder::to_string).collect())
}

fn exponent_of(checks: Number) -> Option<f64> {
    let checks = checks.as_f64();
    (checks > 0.0).then(|| exponent(checks))
}

/// The paper's exponent n of `8^n = checks` (§VII.B).
pub fn exponent(checks: f64) -> f64 {
    checks.ln() / 8f64.ln()
}

#[cfg(test)]
mod tests {
    use crate::analysis::summary::measures::*;

    #[test]
    fn the_documented_table_is_that_of_the_measures() {
        let mut rows: Vec<(String, &Measure)> = Vec::new();
        for measure in MEASURES.iter() {
            match rows.last_mut().filter(|_| measure.meaning.is_empty()) {
                Some((names, _)) => *names += &format!(", `{}`", measure.name),
                None => rows.push((format!("`{}`", measure.name), measure)),
            }
        }
        let rows = rows.iter().map(|(names, measure)| {
            format!("| {names} | {} | {} |\n", measure.meaning, measure.over)
        });
        let table =
            format!("| column | what | over |\n|---|---|---|\n{}\n", rows.collect::<String>());
        let documented = std::fs::read_to_string("docs/statistics.md").unwrap();
        assert!(documented.contains(&table), "docs/statistics.md lacks\n{table}");
    }
}
