//! `summarize`: groups of jobs, and which jobs are in them.

use crate::program::{Folder, first_tour_with_a_node_more, json, stderr, stdout};

fn two_rules() -> Folder {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 6x6 --starts corners --budget 1e5 --quiet";
    folder.run(&format!("{sweep} --out fixed.csv")).success();
    folder.run(&format!("{sweep} --rule warnsdorff --out warnsdorff.csv")).success();
    folder
}

#[test]
fn a_search_of_two_experiments_counts_once() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --budget 1M --quiet";
    folder.run(&format!("{sweep} --starts all --orders fig2 --out all.csv")).success();
    folder.run(&format!("{sweep} --starts corners --orders fig2 tutorial --out two.csv")).success();
    let jobs = || {
        let run = folder.run("summarize all.csv two.csv --json").success();
        let groups = json(&run);
        (groups[0]["jobs"].as_u64().unwrap(), stderr(&run))
    };
    let said =
        "two.csv: 4 of its 8 rows have the same searches as all.csv; each search counts once";
    assert_eq!(jobs(), (29, format!("{said}\n")));
    let in_files = |asked: &str| {
        let run = folder.run(&format!("summarize all.csv two.csv --json {asked}")).success();
        let groups = json(&run).as_array().unwrap().clone();
        let jobs: Vec<u64> = groups.iter().map(|it| it["jobs"].as_u64().unwrap()).collect();
        (jobs, stderr(&run))
    };
    assert_eq!(in_files("--by file"), (vec![25, 8], String::new()));
    assert_eq!(in_files("--where file=two.csv"), (vec![8], String::new()));
    // Two files in one group.
    assert_eq!(in_files("--where file=two.csv --where file=all.csv").0, [29]);
    std::fs::remove_file(folder.file("two.meta.json")).unwrap();
    assert_eq!(jobs().0, 29);
    // A row of a search of both files, twice in one of them.
    let two = folder.read("two.csv");
    folder.write("two.csv", two.clone() + two.lines().nth(1).unwrap() + "\n");
    assert_eq!(jobs().0, 29);
    assert_eq!(in_files("--by file").0, [25, 8]);
}

#[test]
fn a_search_of_several_engines_counts_once() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts all --budget 1M --quiet --engine";
    folder.run(&format!("{sweep} auto --out auto.csv")).success();
    folder.run(&format!("{sweep} step leap --out both.csv")).success();
    let jobs = |asked: &str| -> Vec<u64> {
        let groups = folder.answers(&format!("summarize {asked} --json"));
        groups.as_array().unwrap().iter().map(|it| it["jobs"].as_u64().unwrap()).collect()
    };
    for files in ["both.csv", "auto.csv both.csv", "both.csv auto.csv"] {
        assert_eq!(jobs(files), [25]);
    }
    assert_eq!(jobs("both.csv auto.csv --by engine"), [25, 25, 25]);
    for condition in ["engine=leap", "engine!=step", "engine!=auto", "file!=auto.csv"] {
        for files in ["auto.csv both.csv", "both.csv auto.csv"] {
            assert_eq!(jobs(&format!("{files} --where {condition}")), [25], "{condition}");
        }
    }
    assert_eq!(jobs("both.csv auto.csv --where engine!=step --by engine"), [25, 25]);
    // Rows of another engine that are there twice do not make up for those that are missing.
    let both = folder.read("both.csv");
    let of = |engine: &str| -> Vec<&str> {
        both.lines().filter(|line| line.contains(&format!(",{engine},"))).collect()
    };
    let (step, leap) = (of("step"), of("leap"));
    let lines = [&[both.lines().next().unwrap()], &step[4..], &leap[..], &leap[..4]].concat();
    folder.write("unfinished.csv", lines.join("\n") + "\n");
    std::fs::copy(folder.file("both.meta.json"), folder.file("unfinished.meta.json")).unwrap();
    folder.unseal("unfinished.meta.json");
    for condition in ["engine=step", "engine=leap", "rule=fixed"] {
        let said = folder.says(&format!("summarize unfinished.csv --where {condition}"));
        assert!(said.contains("46 of the 50 jobs so far"), "{condition}: {said}");
    }
    assert_eq!(jobs("auto.csv both.csv --by file"), [25, 25]);
    let rows = [("step", 70_624), ("leap", 70_625)]
        .map(|(engine, checks)| format!("5,5,1,1,12345678,fixed,open,{engine},,tour,{checks}\n"));
    let header = "rows,cols,start_row,start_col,order,rule,goal,engine,budget,outcome,checks\n";
    folder.write("other.csv", header.to_owned() + &rows.concat());
    let said = folder.fails(2, "summarize other.csv");
    assert!(said.contains("line 3") && said.contains("70625"), "{said}");
}

#[test]
fn files_with_two_answers_to_a_search_are_refused() {
    let folder = two_rules();
    let csv = folder.read("fixed.csv");
    let (row, changed, checks) = first_tour_with_a_node_more(&csv);
    folder.write("other.csv", csv.replace(&row, &changed));
    let line = csv.lines().position(|line| line == row).unwrap() + 1;
    let said = folder.fails(2, "summarize fixed.csv other.csv");
    for part in [&format!("other.csv: line {line}: "), &checks.to_string(), " fixed.csv "] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = folder.fails(1, "compare fixed.csv other.csv");
    assert!(said.contains("THE RESULTS CONTRADICT EACH OTHER in 1 pair"), "{said}");
}

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
    let table = folder.prints("summarize x.csv --restarts --by start");
    assert!(
        table.lines().any(|line| line.contains("(2,1)") && line.contains("> 1,000,000")),
        "{table}"
    );

    let some = "summarize x.csv --restarts --by start --where start!=2,1";
    let said = folder.says(some);
    assert!(said.contains("one limit for all 2 groups: "), "{said}");
    let markdown = folder.prints(&format!("{some} --format markdown"));
    assert!(markdown.contains("| restart_limit |"), "{markdown}");
    folder.run("summarize x.csv --restarts --with-estimates").code(2);

    // The jobs of another budget are the same searches: they have a limit of their own.
    folder.run(&format!("{} --out y.csv", sweep.replace("1M", "60k"))).success();
    let csv = |files: &str, more: &str| {
        let summary =
            format!("summarize {files} --restarts --where start!=2,1 --format csv {more}");
        let csv = folder.prints(&summary);
        csv.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let columns = "--columns common_limit,common_limit_checks --by start,budget";
    let each = [csv("x.csv", columns), csv("y.csv", columns)].concat();
    assert!(each.len() == 4 && each.iter().all(|row| !row.ends_with(',')), "{each:?}");
    assert_eq!(csv("x.csv y.csv", columns), each);
    let by_budget = csv("x.csv y.csv", "--columns common_limit --by budget");
    assert!(
        by_budget.len() == 2 && by_budget.iter().all(|row| row.ends_with(',')),
        "{by_budget:?}"
    );
}
