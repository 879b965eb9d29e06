//! What was run, in a few lines: boards, rule, goal, budget, orders, when, where, how complete.

use std::collections::BTreeSet;

use crate::analysis::{Jobs, Setting};
use crate::report::ReportedFile;
use crate::text::formatting::{counted, grouped, listed, named_order};
use knight_search::{Board, MoveOrder, Square};

/// A name and a value for each fact about the jobs and the runs.
pub(super) fn facts(jobs: &Jobs, runs: &[ReportedFile]) -> Vec<(&'static str, String)> {
    let mut starts: BTreeSet<(Board, Square)> = BTreeSet::new();
    let mut orders: BTreeSet<MoveOrder> = BTreeSet::new();
    let mut seeds: BTreeSet<u64> = BTreeSet::new();
    for row in jobs.iter() {
        starts.insert((row.setting.board, row.start));
        orders.insert(row.order);
        seeds.extend(row.seed);
    }
    let settings = jobs.settings();
    let boards: BTreeSet<Board> = settings.iter().map(|setting| setting.board).collect();
    let mut budgets: Vec<Option<u128>> = settings.iter().map(|setting| setting.budget).collect();
    // No limit is the largest.
    budgets.sort_by_key(|budget| budget.unwrap_or(u128::MAX));
    let budget =
        |budget: Option<u128>| budget.map_or("none".to_owned(), |budget| counted(budget, "check"));
    let different = |of: fn(&Setting) -> String| words(settings.iter().map(of));
    let known = |of: fn(&ReportedFile) -> &Option<String>| {
        let known = words(runs.iter().filter_map(|run| of(run).clone()));
        Some(known).filter(|known| !known.is_empty())
    };
    let facts = [
        ("board", Some(words(boards.iter().map(ToString::to_string)))),
        ("rule", Some(different(|setting| setting.rule.to_string()))),
        ("goal", Some(different(|setting| setting.goal.to_string()))),
        ("budget", Some(words(budgets.into_iter().map(budget)))),
        ("start squares", Some(start_squares(&boards, &starts))),
        ("move orders", Some(move_orders(&orders))),
        ("seeds", (!seeds.is_empty()).then(|| grouped(seeds.len()))),
        ("engine", Some(different(|setting| setting.engine.to_string()))),
        ("jobs", Some(grouped(jobs.len()))),
        ("complete", Some(completeness(runs))),
        ("when", when(runs)),
        ("where", known(|run| &run.place)),
        ("program", known(|run| &run.program)),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// From the first beginning to the last end of all runs.
fn when(runs: &[ReportedFile]) -> Option<String> {
    let times = || runs.iter().filter_map(|run| run.when.as_ref());
    let (began, ended) = (times().map(|[from, _]| from).min()?, times().map(|[_, to]| to).max()?);
    Some(match began == ended {
        true => format!("{began} UTC"),
        false => format!("{began} to {ended} UTC"),
    })
}

fn completeness(runs: &[ReportedFile]) -> String {
    let unfinished = runs.iter().filter(|run| run.unfinished.is_some()).count();
    let unknown = runs.iter().filter(|run| run.is_of_unknown_size).count();
    let complete = runs.len() - unfinished - unknown;
    match runs {
        [ReportedFile { unfinished: Some(rows), .. }] => format!("no: {rows}"),
        [_] if unknown > 0 => "not known: no sidecar says how many jobs there are".to_owned(),
        [_] => "yes".to_owned(),
        all if complete == all.len() => "all results".to_owned(),
        all if unknown == 0 => format!("{complete} of {} results", all.len()),
        all => {
            format!("{complete} of {} results, not known of {unknown} without a sidecar", all.len())
        }
    }
}

/// Different words in the order in which they come.
fn words(words: impl Iterator<Item = String>) -> String {
    let mut different: Vec<String> = Vec::new();
    for word in words {
        if !different.contains(&word) {
            different.push(word);
        }
    }
    listed(&different, 8)
}

fn start_squares(boards: &BTreeSet<Board>, starts: &BTreeSet<(Board, Square)>) -> String {
    let squares: BTreeSet<Square> = starts.iter().map(|(_, square)| *square).collect();
    let area: usize = boards.iter().map(|board| board.area()).sum();
    if squares.len() <= 4 {
        words(squares.iter().map(ToString::to_string))
    } else if starts.len() == area {
        format!("all {}", grouped(area))
    } else {
        grouped(starts.len())
    }
}

fn move_orders(orders: &BTreeSet<MoveOrder>) -> String {
    match orders.len() {
        0..=4 => words(orders.iter().copied().map(named_order)),
        many if many == usize::from(MoveOrder::COUNT) => format!("all {}", grouped(many)),
        many => grouped(many),
    }
}
