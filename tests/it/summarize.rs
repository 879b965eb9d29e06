//! `summarize`: groups of jobs, and which jobs are in them.

use crate::program::{Folder, first_tour_with_a_node_more, json, knightsweep, stderr, stdout};

fn two_rules() -> Folder {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 6x6 --starts corners --budget 1e5 --quiet";
    folder.run(&format!("{sweep} --out fixed.csv")).success();
    folder.run(&format!("{sweep} --rule warnsdorff --out warnsdorff.csv")).success();
    folder
}

#[test]
fn commands_take_the_jobs_that_meet_conditions() {
    let folder = two_rules();
    let jobs = |conditions: &str| {
        let command = format!("summarize fixed.csv warnsdorff.csv --by rule {conditions} --json");
        let groups = folder.answers(&command);
        let groups = groups.as_array().unwrap().iter();
        groups.map(|group| group["jobs"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(jobs(""), [8, 8]);
    assert_eq!(jobs("--where rule=fixed"), [8]);
    assert_eq!(jobs("--where rows>5 --where start=1,1 --where start=a1"), [2, 2]);
    assert_eq!(jobs("--where checks<=1e5 --where board=6x6"), [1, 4]);

    assert_eq!(jobs("--where order=2,1,8,7,6,5,4,3 --where order=1-2-3-4-5-6-7-8"), [8, 8]);

    let refused = "summarize fixed.csv --where rule=warnsdorff";
    let said = folder.fails(2, refused);
    let why = "--where: fixed.csv: no job has rule=warnsdorff; rule is one of: fixed";
    assert_eq!(said, format!("knightsweep: {why}\n"));
    folder.run("plot fixed.csv --where start=9,9").code(2);
    folder.run("report fixed.csv --where start=9,9").code(2);
    folder.run("plot fixed.csv --where board=5x5").success();
    folder.run("report fixed.csv --where board=5x5").success();
}

#[test]
fn tables_name_the_orders_that_have_a_name() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts 1,1 --orders fig2 87654321 --budget 1e5 --quiet";
    folder.run(&format!("{sweep} --out x.csv")).success();
    let by_order =
        |format: &str| folder.prints(&format!("summarize x.csv --by order --format {format}"));
    let table = folder.prints_within(80, "summarize x.csv --by order");
    let orders: Vec<&str> = table.lines().skip(4).map(|line| line[..17].trim()).collect();
    assert_eq!(orders, ["12345678 (fig2)", "87654321"]);
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    assert!(!by_order("csv").contains("fig2"));
    assert!(by_order("table --all-columns").contains("12345678 (fig2)"));
    assert!(by_order("markdown --all-columns").contains("| 12345678 (fig2)"));
}

#[test]
fn the_first_groups_of_a_sorted_table_are_shown_in_few_columns() {
    let folder = two_rules();
    let command = "summarize fixed.csv warnsdorff.csv --by rule,start --sort -checks_median,start";
    let table = folder.prints(&format!("{command} --top 3"));
    insta::assert_snapshot!(table, @"
    all jobs: open tours · order 12345678 (fig2) · budget 100,000

     rule    start   jobs   tour   budget   success_rate   checks_min   checks_median   checks_max
    ───────────────────────────────────────────────────────────────────────────────────────────────
     fixed   (5,1)      1      0        1            0 %    > 100,000       > 100,000    > 100,000
     fixed   (6,1)      1      0        1            0 %    > 100,000       > 100,000    > 100,000
     fixed   (6,6)      1      0        1            0 %    > 100,000       > 100,000    > 100,000
    ");
    let csv = folder.prints(&format!("{command} --top 3 --format csv"));
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.lines().next().unwrap().ends_with(",cpu_s_max"));
    let said = folder.fails(2, "summarize fixed.csv --sort checks");
    assert!(said.contains("there is no column `checks`"), "{said}");
}

#[test]
fn a_table_has_the_columns_that_are_asked_for_in_their_order() {
    let folder = two_rules();
    let table = |options: &str| {
        let command = format!("summarize fixed.csv --by board --columns {options}");
        folder.prints(&command)
    };
    let csv = table("checks_total,jobs --format csv");
    assert_eq!(csv.lines().next(), Some("board,checks_total,jobs"));
    assert!(csv.lines().skip(1).all(|row| row.ends_with(",4")), "{csv}");
    assert!(table("jobs,board --format csv").starts_with("jobs,board\n4,5x5\n4,6x6\n"));
    let latex = table("jobs --format latex");
    assert!(latex.contains("5x5 & 4") && !latex.contains("budget"), "{latex}");
    let rows: Vec<serde_json::Value> = serde_json::from_str(&table("tour --json")).unwrap();
    let keys =
        |row: &serde_json::Value| row.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert!(rows.iter().all(|row| keys(row) == ["board", "tour"]));
    let said = folder.fails(2, "summarize fixed.csv --columns tours");
    assert!(said.contains("`tours`") && said.contains("tour, none"), "{said}");
    folder.run("summarize fixed.csv --columns tour --all-columns").code(2);
}

#[test]
fn a_narrow_terminal_leaves_out_columns_and_a_file_has_all() {
    let folder = two_rules();
    let by = "summarize fixed.csv warnsdorff.csv --by rule,board,start";
    let narrow = |columns: &str| {
        let mut command = knightsweep(by);
        command.env("COLUMNS", columns).current_dir(folder.path()).assert().success()
    };
    let run = narrow("70");
    let (table, said) = (stdout(&run), stderr(&run));
    let heading = table.lines().nth(2).unwrap_or_default();
    // Outcomes that occur are the last to go.
    assert!(heading.contains("tour") && heading.contains("budget"), "{heading}");
    assert!(said.starts_with("no room for ") && said.contains("checks_min"), "{said}");
    let whole = folder.run(by).success();
    assert_eq!(stderr(&whole), "");
    let widest = stdout(&whole).lines().map(|line| line.chars().count()).max();
    assert!(widest > Some(80), "{widest:?}");
    assert_eq!(folder.says(&format!("{by} --quiet")), "");
    assert_eq!(folder.says(&format!("{by} --format csv")), "");
}

#[test]
fn groups_are_apart_by_what_differs_unless_others_are_asked_for() {
    let folder = Folder::new();
    let sweep = "sweep --board 4-5 --starts corners --quiet --out";
    folder.run(&format!("{sweep} one.csv --budget 1k")).success();
    folder.run(&format!("{sweep} two.csv --budget 1k 1M")).success();
    let heading = |file: &str, columns: usize| {
        let csv = folder.prints(&format!("summarize {file} --format csv"));
        let names = csv.lines().next().unwrap_or_default().split(',').take(columns);
        (names.collect::<Vec<_>>().join(","), csv.lines().count() - 1)
    };
    assert_eq!(heading("one.csv", 3), ("rows,cols,jobs".to_owned(), 2));
    assert_eq!(heading("two.csv", 4), ("rows,cols,by_budget,jobs".to_owned(), 4));
}

#[test]
fn columns_may_have_blanks_and_repeats() {
    let folder = two_rules();
    let csv = |by: &str, sort: &str| {
        let mut command = knightsweep("summarize fixed.csv warnsdorff.csv --format csv");
        command.args(["--by", by, "--sort", sort]).current_dir(folder.path());
        stdout(&command.assert().success())
    };
    let plain = csv("board,start", "start,-checks_median");
    assert_eq!(csv("board, start", "start, -checks_median"), plain);
    assert_eq!(csv("board,start,board", "start,-checks_median"), plain);
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
fn files_of_one_name_are_told_by_their_folders() {
    let folder = two_rules();
    for name in ["a", "b"] {
        std::fs::create_dir(folder.file(name)).unwrap();
        std::fs::copy(folder.file("fixed.csv"), folder.file(name).join("x.csv")).unwrap();
    }
    let names = |files: &str| {
        let groups = folder.answers(&format!("summarize {files} --by file --json"));
        let groups = groups.as_array().unwrap().iter();
        groups.map(|it| it["file"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("a/x.csv b/x.csv"), ["a/x.csv", "b/x.csv"]);
    assert_eq!(names("a/x.csv fixed.csv"), ["x.csv", "fixed.csv"]);
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
fn summarize_prints_groups_in_every_format() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 3x4 --starts corners --budget 5000 --out x.csv").success();
    let summary = |format: &str| {
        let command = format!("summarize x.csv --by rows,cols,outcome --format {format}");
        folder.prints(&command)
    };
    let csv = summary("csv");
    let timeless: Vec<String> =
        csv.lines().map(|line| line.split(',').take(32).collect::<Vec<_>>().join(",")).collect();
    insta::assert_snapshot!(timeless.join("\n"), @"
    rows,cols,outcome,jobs,tour,none,stuck,budget,memory,time,unknown,estimated,heavy_tailed,impossible,success_rate,success_rate_low,success_rate_high,checks_min,orders_min,checks_min_orders,checks_median,checks_median_above,checks_mean,checks_max,exponent_median,checks_total,decided,decided_share,decided_checks_min,decided_checks_median,decided_checks_mean,decided_checks_max
    3,3,none,4,0,4,0,0,0,0,0,0,0,4,,,,120,1,12345678,120,,120,120,2.3022968652028397,480,4,1,120,120,120,120
    3,4,tour,4,4,0,0,0,0,0,0,0,0,0,1,0.5101091635454027,1,47,1,12345678,244.5,,248.5,458,2.644563551650745,994,4,1,47,244.5,248.5,458
    ");
    assert!(summary("markdown").starts_with("| rows"));
    assert!(!summary("table").contains("exponent_median"));
    assert!(summary("table --all-columns").contains("exponent_median"));
    let json = folder.answers("summarize x.csv --by rows,cols,outcome --json");
    assert_eq!((&json[0]["jobs"], &json[0]["rows"]), (&4.into(), &3.into()));
    assert_eq!(json[0]["checks_min_orders"], serde_json::json!(["12345678"]));
}

#[test]
fn groups_keep_their_name_beside_the_counts_of_the_same_name() {
    let folder = Folder::new();
    for budget in [100, 200] {
        let sweep = "sweep --board 5x5 --starts 1,1 --orders fig2 --quiet";
        folder.run(&format!("{sweep} --budget {budget} --out {budget}.csv")).success();
    }
    let csv = folder.run("summarize 100.csv 200.csv --by budget --format csv").success();
    let csv = stdout(&csv);
    let columns: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(columns[0][..6], ["by_budget", "jobs", "tour", "none", "stuck", "budget"]);
    assert_eq!(columns[1][..6], ["100", "1", "0", "0", "0", "1"]);
    assert_eq!(columns[2][..6], ["200", "1", "0", "0", "0", "1"]);
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
