//! The statistics of a group, the columns of a summary: the one table of them. Tables, CSV, JSON,
//! sorting and the table of `docs/reference/statistics.md` follow from it.

use std::iter;
use std::sync::LazyLock;

use crate::analysis::Restarts;
use crate::analysis::restarts::{LubySchedule, RestartLimit};
use crate::analysis::statistics::{Number, SortedCosts};
use crate::analysis::summary::group::GroupStatistics;
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
    /// What it is, as `docs/reference/statistics.md` has it; empty if the one before says it.
    pub meaning: &'static str,
    /// Whether it rests on estimates where costs are estimates.
    is_of_costs: bool,
    value: Box<dyn Fn(&GroupStatistics) -> Cell + Send + Sync>,
}

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
/// `cost` marks what rests on estimates where costs do; `restarts` is over all jobs, and what
/// searches with restarts cost has the value.
macro_rules! measure {
    ($name:ident: cost $($rest:tt)+) => {
        Measure { is_of_costs: true, ..measure!($name: $($rest)+) }
    };
    ($name:ident: restarts $shown:expr, $meaning:literal, |$restarts:ident| $value:expr) => {
        of_restarts(stringify!($name), $shown, $meaning, |$restarts| Cell::from($value))
    };
    ($name:ident: $over:literal, $shown:expr, $meaning:literal, |$group:ident| $value:expr) => {
        Measure::new(stringify!($name), $over, $shown, $meaning, |$group| Cell::from($value))
    };
}

/// The statistics in the order of their columns.
pub static MEASURES: LazyLock<Vec<Measure>> = LazyLock::new(|| {
    let decided = spread("decided_checks", "decided", "of the known costs", |it| &it.costs);
    let decided = decided.map(|measure| Measure { is_of_costs: true, ..measure });
    let wall = spread("wall_s", "timed", "wall-clock times in seconds", |it| &it.wall);
    let cpu = spread("cpu_s", "timed, where known", "processor times in seconds", |it| &it.cpu);
    let measures = of_outcomes().chain(of_costs()).chain(decided);
    let timed = measure!(timed: "all", IfAsked,
        "jobs that have times: those that were searched themselves", |it| it.wall.jobs());
    measures.chain([timed]).chain(wall.chain(cpu).map(Measure::in_seconds)).collect()
});

/// The statistics of searches with restarts, in the order of their columns.
pub static RESTARTS: LazyLock<Vec<Measure>> = LazyLock::new(|| {
    let measures = [
        measure!(restart_limit: restarts Always(1), "the limit of checks at which restarting \
            costs least", |it| it.best().map(|limit| limit.checks)),
        measure!(restart_share: restarts Always(4), "the share of attempts that find a tour \
            within it", |it| it.best().map(|limit| Cell::Share(it.share(&limit)))),
        measure!(restart_checks: restarts Always(1), "the expected checks until there is a tour; \
            missing if no job finds one within the smallest budget",
            |it| it.best().map_or_else(|| above(it), expected)),
        measure!(split_checks_low: restarts IfAny(1), "the 95 % interval of the expected checks \
            where half of the sample chooses a limit and the other half tries it; no upper end if \
            too few jobs find a tour",
            |it| it.interval.map(|interval| interval.low)),
        measure!(split_checks_high: restarts IfAny(1), "",
            |it| it.interval.map(|interval| interval.high.map_or_else(endless, Cell::Real))),
        measure!(no_limit_checks: restarts Always(2), "the expected checks if every attempt goes \
            on to its end", |it| it.without_limit().map_or_else(|| above(it), Cell::Real)),
        measure!(no_limit_checks_above: restarts IfAsked, "*b*, if the expected checks are only \
            known to exceed *b*; any limit above the smallest budget costs more than *b* too",
            |it| it.above_budget()),
        measure!(luby_checks: restarts IfAsked, "the expected checks with limits of 1, 1, 2, 1, \
            1, 2, 4, … times `restart_limit`, as long as they are not above the smallest budget",
            |it| luby(it).map(|luby| luby.checks)),
        measure!(luby_remainder: restarts IfAsked, "the probability that no attempt with these \
            limits finds a tour", |it| luby(it).map(|luby| Cell::Share(luby.remainder))),
        measure!(common_limit: restarts IfAsked, "the one limit that costs least on average over \
            all groups of a budget", |it| it.common.map(|limit| limit.checks)),
        measure!(common_limit_checks: restarts IfAny(6), "the expected checks of this group with \
            it", |it| it.common.map(expected)),
    ];
    of_outcomes().chain(measures).collect()
});

/// A statistic of searches with restarts; missing if a job has no count.
fn of_restarts(
    name: &str,
    shown: Shown,
    meaning: &'static str,
    value: fn(&Restarts) -> Cell,
) -> Measure {
    Measure::new(name, "all", shown, meaning, move |group| {
        let known = group.restarts.filter(|restarts| restarts.hidden == 0);
        known.map_or(Cell::Missing, value)
    })
}

fn expected(limit: RestartLimit) -> Cell {
    limit.expected().into()
}

fn endless() -> Cell {
    Cell::Shown("∞".to_owned())
}

fn above(restarts: &Restarts) -> Cell {
    restarts.above_budget().map_or_else(endless, Cell::Above)
}

fn luby(restarts: &Restarts) -> Option<LubySchedule> {
    restarts.best().map(|limit| restarts.luby(limit.checks))
}

fn of_outcomes() -> impl Iterator<Item = Measure> {
    let jobs = measure!(jobs: "all", Always(0), "jobs", |it| it.outcomes.total());
    let of_outcome = |&outcome: &Outcome| {
        let (shown, meaning) = match outcome {
            Outcome::Tour => (Always(1), "jobs with this outcome"),
            _ => (Shown::OUTCOME, ""),
        };
        let jobs = move |it: &GroupStatistics| it.outcomes.of(outcome).into();
        Measure::new(outcome.word(), "all", shown, meaning, jobs)
    };
    iter::once(jobs).chain(Outcome::ALL.iter().map(of_outcome))
}

fn of_costs() -> Vec<Measure> {
    vec![
        measure!(estimated: "all", IfAny(5), "jobs of engine `estimate`", |it| it.estimated),
        measure!(heavy_tailed: "all", IfAny(6), "those of them whose estimate rests on few samples \
            ([estimates](../explanation/estimates.md#the-interval))", |it| it.heavy_tailed),
        measure!(impossible: "all", IfAny(4), "jobs without a tour from starts that cannot have \
            one: a theorem excludes it, or a search among the jobs that `--where` leaves", |it| it.impossible),
        measure!(success_rate: "all but `impossible`", Always(4), "`tour` / (`jobs` − `impossible`); \
            missing if one of these jobs has outcome `memory`, `time` or `unknown`",
            |it| it.success().map(|[rate, _, _]| Cell::Share(rate))),
        measure!(success_rate_low: "all but `impossible`", IfAsked, "its 95 % Wilson interval: how \
            far a sample of as many random jobs determines the rate",
            |it| it.success().map(|[_, low, _]| Cell::Share(low))),
        measure!(success_rate_high: "all but `impossible`", IfAsked, "",
            |it| it.success().map(|[_, _, high]| Cell::Share(high))),
        measure!(checks_min: cost "all", IfAny(7), "the least cost", |it| it.costs.quantile(0)),
        measure!(orders_min: "all", IfAsked, "how many orders need `checks_min`, and the first \
            eight of them", |it| it.quickest_orders().map(|orders| orders.len() as u64)),
        measure!(checks_min_orders: "all", IfAny(9), "", |it| it.quickest_orders().map(first_of)),
        measure!(checks_median: cost "all", IfAny(3), "the median cost, if it is a number",
            |it| it.costs.median()),
        measure!(checks_median_above: cost "all", IfAsked, "*b*, if the median is `> b`",
            |it| it.costs.median().bound()),
        measure!(checks_mean: cost "all", IfAsked, "the mean cost; missing unless all jobs are \
            decided", |it| it.costs.mean()),
        measure!(checks_max: cost "all", IfAny(8), "the largest cost", |it| it.costs.quantile(100)),
        measure!(exponent_median: cost "all", IfAsked, "ln(`checks_median`) / ln 8, as in \
            McEvoy's manuscript (§VII.B)", |it| {
            let checks = it.costs.median().number().map(Number::as_f64);
            checks.filter(|checks| *checks > 0.0).map(exponent)
        }),
        measure!(checks_total: "all but `memory` and `time`", IfAsked, "the checks that were \
            performed, those of stopped jobs included; missing beyond 128 bits",
            |it| it.total_checks),
        measure!(decided: "all", IfAsked, "jobs with outcome `tour` or `none`, and their share",
            |it| it.costs.decided()),
        measure!(decided_share: "all", IfAsked, "", |it| {
            Cell::Share(it.costs.decided() as f64 / it.outcomes.total() as f64)
        }),
    ]
}

/// The least, the median, the mean and the largest of the known ones.
fn spread(
    name: &'static str,
    over: &'static str,
    meaning: &'static str,
    of: for<'a> fn(&'a GroupStatistics<'_>) -> &'a SortedCosts,
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
        value: impl Fn(&GroupStatistics) -> Cell + Send + Sync + 'static,
    ) -> Measure {
        let (name, value) = (name.to_owned(), Box::new(value));
        Measure { name, over, shown, meaning, is_of_costs: false, value }
    }

    /// Its value for a group.
    pub(super) fn of(&self, group: &GroupStatistics) -> Cell {
        let value = (self.value)(group);
        if self.is_of_costs && group.is_approximate { value.approximate() } else { value }
    }

    /// The measure of nanoseconds in seconds.
    fn in_seconds(self) -> Measure {
        let seconds = |cell: Cell| match cell {
            Cell::Number(number) => Cell::Seconds(number.as_f64() / 1e9),
            Cell::Real(number) => Cell::Seconds(number / 1e9),
            other => other,
        };
        let value = self.value;
        Measure { value: Box::new(move |group| seconds(value(group))), ..self }
    }
}

fn first_of(orders: &[MoveOrder]) -> Cell {
    // A longer list would be shown as its first order and how many it has besides.
    Cell::List(orders.iter().take(Cell::MOST_SHOWN).map(MoveOrder::to_string).collect())
}

/// The paper's exponent n of `8^n = checks` (§VII.B).
pub fn exponent(checks: f64) -> f64 {
    checks.ln() / 8f64.ln()
}

#[cfg(test)]
mod tests {
    use crate::analysis::summary::measures::*;

    #[test]
    fn the_documented_tables_are_those_of_the_measures() {
        let documented = std::fs::read_to_string("docs/reference/statistics.md").unwrap();
        for measures in [&MEASURES, &RESTARTS] {
            let mut rows: Vec<(String, &Measure)> = Vec::new();
            for measure in measures.iter() {
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
            assert!(documented.contains(&table), "docs/reference/statistics.md lacks\n{table}");
        }
    }
}
