//! `solve --profile`: the nodes of the whole search at each depth.

use knight_board::go_on;
use knight_search::estimates::{self, Level, Profile};
use knight_search::{Engine, Outcome, Problem};
use knightsweep::analysis::approximate::approximate;
use knightsweep::analysis::table::{Cell, Format, Row, Table};
use knightsweep::experiment::plan::Job;
use knightsweep::text::counted;

use super::{SolveArgs, UNDONE};
use crate::cli::answer::{print_table, start_row};
use crate::cli::args::Common;
use crate::cli::exit_codes::{DONE, UNDECIDED};
use crate::cli::ui::{failure, refuse};

/// The seed of the random walks.
const SEED: u64 = 1;

/// The digits of estimates for people.
const DIGITS: usize = 4;

/// Prints the nodes of the search of a job at each depth.
pub(super) fn print_levels(
    common: &Common,
    job: &Job,
    arguments: &SolveArgs,
) -> anyhow::Result<u8> {
    let engine = job.method.engine;
    if engine != Engine::Auto {
        refuse!("--profile: it counts where it can, and estimates; leave out --engine {engine}");
    }
    let doing = || "counting nodes by depth".to_owned();
    let found = common
        .work(doing, |stop| estimates::profile(&job.problem, SEED, &mut || go_on(stop.check())));
    let profile = failure::or_undone(found?, UNDONE)?;
    if profile.outcome == Outcome::Unknown {
        common.say("it is not known whether there is a tour, so the nodes cannot be estimated");
        return Ok(UNDECIDED);
    }
    let format = arguments.listing_format();
    let rows = profile.levels.iter().map(|level| match format {
        Format::Table => for_people(level),
        _ => row(&job.problem, level),
    });
    print_table(&Table::new(rows), format)?;
    common.say(&total(&profile));
    if profile.is_heavy_tailed {
        common.say("one random walk decides the estimates, so no interval is to be trusted");
    }
    Ok(DONE)
}

/// The nodes of a depth under the names that programs know: a count, or an estimate.
fn row(problem: &Problem, level: &Level) -> Row {
    let interval = level.interval();
    let counted = interval.is_none().then_some(level.nodes as u128);
    start_row(problem.board, problem.start)
        .with("order", problem.order.to_string())
        .with("goal", problem.goal.to_string())
        .with("depth", level.depth as u64)
        .with("nodes", counted)
        .with("nodes_estimate", interval.map(|_| level.nodes))
        .with("nodes_low", interval.map(|(low, _)| low))
        .with("nodes_high", interval.map(|(_, high)| high))
}

fn for_people(level: &Level) -> Row {
    let row = Row::default().with("depth", level.depth as u64);
    match level.interval() {
        None => row.with("nodes", level.nodes as u128).with("95 % interval", Cell::Missing),
        Some((low, high)) => {
            let [low, high] = [low, high].map(|end| approximate(end, DIGITS));
            row.with("nodes", Cell::Real(level.nodes).approximate())
                .with("95 % interval", Cell::Shown(format!("{low} to {high}")))
        }
    }
}

/// The nodes of all depths in words.
fn total(profile: &Profile) -> String {
    match profile.interval() {
        None => format!("{} in all", counted(profile.nodes() as u128, "node")),
        Some((low, high)) => {
            let [nodes, low, high] =
                [profile.nodes(), low, high].map(|number| approximate(number, DIGITS));
            format!("about {nodes} nodes in all (95 %: {low} to {high})")
        }
    }
}
