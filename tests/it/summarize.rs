//! `summarize`: groups of jobs, and which jobs are in them.

use crate::program::{Folder, stdout};

#[test]
fn restarts_have_the_limit_that_costs_least() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts 1,1 1,3 2,1 --orders sample:40 --budget 1M --quiet";
    folder.run(&format!("{sweep} --out x.csv")).success();
    let printed = folder.run("summarize x.csv --restarts --by start --json").success();
    let groups: Vec<serde_json::Value> = serde_json::from_str(&stdout(&printed)).unwrap();
    let rows = folder.read("x.csv");
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let place = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (row, col, outcome, checks) =
        (place("start_row"), place("start_col"), place("outcome"), place("checks"));
    let jobs: Vec<(String, bool, u64)> = lines
        .map(|line| {
            let start = format!("({},{})", line[row], line[col]);
            (start, line[outcome] == "tour", line[checks].parse().unwrap())
        })
        .collect();
    let best = |start: &str| {
        let jobs: Vec<_> = jobs.iter().filter(|job| job.0 == start).collect();
        let cost = |limit: u64| {
            let tours = jobs.iter().filter(|job| job.1 && job.2 <= limit).count();
            jobs.iter().map(|job| job.2.min(limit)).sum::<u64>() as f64 / tours as f64
        };
        let limits = jobs.iter().filter(|job| job.1).map(|job| job.2);
        let cheapest = limits.min_by(|a, b| cost(*a).total_cmp(&cost(*b)).then(a.cmp(b)));
        cheapest.map(|limit| (limit, cost(limit)))
    };
    for group in &groups {
        let found = group["restart_limit"].as_u64().zip(group["restart_checks"].as_f64());
        assert_eq!(found, best(group["start"].as_str().unwrap()), "{group}");
    }
    assert_eq!(groups.iter().filter(|group| group["restart_limit"].is_null()).count(), 1);
}
