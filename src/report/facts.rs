//! What was run, in a few lines: boards, rule, goal, budget, orders, when, where, how complete.

use std::collections::BTreeSet;

use crate::analysis::Jobs;
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
    let mut facts = vec![
        ("board", words(boards.iter().map(ToString::to_string))),
        ("rule", words(settings.iter().map(|setting| setting.rule.to_string()))),
        ("goal", words(settings.iter().map(|setting| setting.goal.to_string()))),
        ("budget", words(budgets.into_iter().map(budget))),
        ("start squares", start_squares(&boards, &starts)),
        ("move orders", move_orders(&orders)),
    ];
    if !seeds.is_empty() {
        facts.push(("seeds", grouped(seeds.len())));
    }
    facts.push(("engine", words(settings.iter().map(|setting| setting.engine.to_string()))));
    facts.push(("jobs", grouped(jobs.len())));
    facts.push(("complete", completeness(runs)));
    facts.extend(when(runs).map(|when| ("when", when)));
    for (name, of) in [
        ("where", (|run| &run.place) as fn(&ReportedFile) -> &Option<String>),
        ("program", |run| &run.program),
    ] {
        let known = words(runs.iter().filter_map(|run| of(run).clone()));
        if !known.is_empty() {
            facts.push((name, known));
        }
    }
    facts
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
    match runs {
        [ReportedFile { unfinished: Some(rows), .. }] => format!("no: {rows}"),
        [ReportedFile { is_of_unknown_size: true, .. }] => {
            "not known: no sidecar says how many jobs there are".to_owned()
        }
        [_] => "yes".to_owned(),
        _ if unfinished + unknown == 0 => "all results".to_owned(),
        all => {
            let complete = all.len() - unfinished - unknown;
            let of = format!("{complete} of {} results", all.len());
            if unknown == 0 {
                of
            } else {
                format!("{of}, not known of {unknown} without a sidecar")
            }
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
