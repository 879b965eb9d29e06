use crate::analysis::reading::rows::Rows;
use crate::pictures::test_records::{record, searched};
use crate::report::*;
use knight_search::{MoveOrder, Rule};

fn page_of(files: &[(ReportedFile, Vec<Record>)]) -> String {
    let mut report = Report::default();
    for (file, records) in files {
        records.iter().for_each(|record| report.add(record, true));
        report.end_run(file.clone());
    }
    report.page("knightsweep")
}

fn page(records: &[Record]) -> String {
    page_of(&[(ReportedFile::default(), records.to_vec())])
}

fn named(name: &str) -> ReportedFile {
    ReportedFile { name: name.to_owned(), ..ReportedFile::default() }
}

#[test]
fn a_page_runs_its_own_script_and_nothing_else() {
    let page = Report::default().page("knightsweep");
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1).unwrap();
    let policy = policy.split('"').next().unwrap();
    for (directive, element) in [("script-src", "script"), ("style-src-elem", "style")] {
        let text = page.split(&format!("<{element}>")).nth(1).unwrap();
        let text = text.split(&format!("</{element}>")).next().unwrap();
        let hash = STANDARD.encode(Sha256::digest(text));
        assert!(policy.contains(&format!("{directive} 'sha256-{hash}';")), "{policy}");
    }
    for closed in ["default-src 'none'", "base-uri 'none'", "form-action 'none'"] {
        assert!(policy.contains(closed), "{policy}");
    }
}

#[test]
fn texts_from_outside_are_escaped() {
    let evil = "</title><script>alert(1)</script>\"'&".to_owned();
    let file = ReportedFile {
        name: evil.clone(),
        title: evil.clone(),
        unfinished: Some(evil.clone()),
        is_of_unknown_size: false,
        when: Some([evil.clone(), evil.clone()]),
        place: Some(evil.clone()),
        program: Some(evil.clone()),
        notes: Some(evil.clone()),
        facts: vec![(evil.clone(), evil)],
    };
    let page = page_of(&[(file, vec![record(Outcome::Tour, 64), record(Outcome::Budget, 9)])]);
    assert!(!page.contains("<script>alert"));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</title>").count(), page.matches("<title>").count());
}

#[test]
fn the_top_says_what_was_run_and_how_complete_it_is() {
    let file = ReportedFile { unfinished: Some("2 of the 9 jobs so far".to_owned()), ..named("a") };
    let page = page_of(&[(file, vec![record(Outcome::Budget, 1000)])]);
    let (head, _) = page.split_once("</header>").unwrap();
    let budget = "<dt>budget</dt><dd>1,000 checks</dd>";
    for part in ["<dt>board</dt><dd>8x8</dd>", budget, "12345678 (fig2)", "2 of the 9 jobs so far"]
    {
        assert!(head.contains(part), "{part}: {head}");
    }
}

#[test]
fn an_experiment_without_a_picture_says_why() {
    let of = |name: &str, start_row| {
        let file = ReportedFile { title: name.to_owned(), ..named(name) };
        let squares =
            (1..=start_row).map(|start_row| Record { start_row, ..record(Outcome::Tour, 64) });
        (file, squares.collect::<Vec<Record>>())
    };
    let page = page_of(&[of("a", 1), of("b", 2), of("c", 3), of("d", 4), of("e", 0)]);
    assert!(page.contains("<p class=\"note\">a: no picture: it is a single job"), "{page}");
    assert!(page.contains("<p class=\"note\">e: no picture: files before it have all of its jobs"));
    assert!(page.contains("<h1>What 5 experiments found</h1>") && !page.contains(">b: no picture"));
}

#[test]
fn experiments_that_have_little_in_common_are_drawn_apart() {
    let of = |name: &str, side: u16, rule: Rule| {
        let file = ReportedFile { title: name.to_owned(), ..named(name) };
        let from = |start_row| Record {
            rows: side,
            cols: side,
            start_row,
            rule,
            ..record(Outcome::Tour, 64)
        };
        (file, (1..=4).map(from).collect::<Vec<Record>>())
    };
    let are_apart = |board: u16, rule: Rule| {
        let page = page_of(&[of("a", 6, Rule::Fixed), of("b", board, rule)]);
        ["a", "b"].map(|name| page.contains(&format!("<figcaption><h3>{name}</h3>")))
    };
    assert_eq!(are_apart(6, Rule::Greedy), [false; 2]);
    assert_eq!(are_apart(8, Rule::Fixed), [false; 2]);
    assert_eq!(are_apart(8, Rule::Greedy), [true; 2]);
}

#[test]
fn a_stopped_job_is_above_its_budget_everywhere() {
    let page = page(&[record(Outcome::Budget, 100_000), record(Outcome::Tour, 64)]);
    assert!(page.contains(">&gt; 100,000</td>"));
    // The middle of 64 and more than 100,000.
    assert!(page.contains("&gt; 50,032"));
    let (_, hardest) = page.split_once("id=\"hardest-table\"").unwrap();
    assert!(hardest.find("&gt; 100,000").unwrap() < hardest.find(">64<").unwrap());
}

#[test]
fn too_many_jobs_are_shown_by_groups() {
    let rows = |count: u64| -> Vec<Record> {
        let row =
            |job| Record { job, start_col: 1 + (job % 8) as u16, ..record(Outcome::Tour, 64) };
        (0..count).map(row).collect()
    };
    let few = page(&rows(300));
    assert!(few.contains("id=\"jobs-table\"") && few.contains("first 50 of 300 rows"));
    let many = page(&rows(tables::MOST_ROWS as u64 + 1));
    assert!(!many.contains("id=\"jobs-table\"") && many.contains("too many to list"));
    assert!(many.contains("id=\"squares-table\"") && many.len() < 400_000, "{}", many.len());
}

#[test]
fn ties_and_mirrored_jobs_are_named_where_there_are_any() {
    let stopped = |squares: u16, mirrored: bool| -> Vec<Record> {
        let row = |place: u16| Record {
            job: place.into(),
            start_row: 1 + place / 8,
            start_col: 1 + place % 8,
            mirrored,
            wall_s: (!mirrored).then_some(0.001),
            ..record(Outcome::Budget, 1000)
        };
        (0..squares).map(row).collect()
    };
    let page_of_ties = page(&stopped(33, false));
    let note = "33 squares tie for the first place, none of which has a decided job.";
    assert!(page_of_ties.contains(note) && !page_of_ties.contains("mirrored"));
    assert!(page_of_ties.contains(">33 (100 %)<"));
    assert!(!page(&stopped(15, false)).contains("tie for the first"));
    assert!(page(&stopped(33, true)).contains(", mirrored ones included; 0 of them"));
    let out_of_memory = |place: u16| Record {
        job: (40 + place).into(),
        start_row: 1 + place / 8,
        start_col: 1 + place % 8,
        budget: Some(1000),
        checks: None,
        ..record(Outcome::Memory, 0)
    };
    let unknown: Vec<Record> = (33..64).map(out_of_memory).collect();
    let page_of_unknown = page(&[stopped(33, false), unknown].concat());
    assert!(page_of_unknown.contains("33 squares tie for the first place"), "{page_of_unknown}");
    let out_of_time = Record { job: 90, checks: None, ..record(Outcome::Time, 0) };
    let page = page(&[stopped(3, false), vec![out_of_time]].concat());
    assert!(page.contains("1 job out of memory or time, or not known: not here."), "{page}");
}

#[test]
fn the_search_of_the_paper_is_judged() {
    let small = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
    assert!(!page(std::slice::from_ref(&small)).contains("claims-table"));
    let mut stolen = small.clone();
    (stolen.rows, stolen.cols) = (8, 8);
    assert!(!page(&[stolen]).contains("claims-table"), "a tour of another board is not judged");
    let file = std::fs::read("results/reference/paper-fig3.csv").unwrap();
    let papers = Rows::new(&*file).unwrap().next().unwrap().unwrap().record;
    assert!(page(std::slice::from_ref(&papers)).contains("66,005,601 = 8 x 8,250,669 failed"));
    // Another program may drop the nodes; without them it cannot be said what a failed one costs.
    let without_nodes = Record { nodes: None, ..papers };
    assert!(!page(&[without_nodes]).contains("not 8"));
}

#[test]
fn a_tour_is_drawn_once() {
    let one = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
    let again = Record { job: 1, checks: Some(99), ..one.clone() };
    let tours = |page: &str| page.matches("<figcaption>Job ").count();
    let alone = tours(&page(std::slice::from_ref(&one)));
    assert_eq!(alone, tours(&page(&[one, again])));
}

#[test]
fn counts_beyond_64_bits_stay_whole() {
    let page = page(&[record(Outcome::Tour, u128::MAX), record(Outcome::Tour, 1)]);
    assert!(page.contains("340282366920938463463374607431768211455"));
}

#[test]
fn a_part_of_a_table_says_what_its_lines_are() {
    let row = |row: u16, rule| Record {
        rows: 20,
        cols: 31,
        start_row: 1 + row / 31,
        start_col: 1 + row % 31,
        rule,
        ..record(Outcome::Tour, 4000)
    };
    let records = |rule| (0..620).map(move |place| row(place, rule));
    let fixed: Vec<Record> = records(Rule::Fixed).collect();
    let first = page(&fixed);
    assert!(first.contains("These are 500 of 620 squares."));
    let both: Vec<Record> = fixed.into_iter().chain(records(Rule::Warnsdorff)).collect();
    let second = page(&both);
    assert!(second.contains("These are 500 of 1,240 lines: one for each square and rule."));
    let sorted = "Sorted by rule; of each, the hardest first.";
    assert!(second.contains(sorted) && !first.contains("Sorted by"));
}
