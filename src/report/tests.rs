use crate::pictures::tests::{record, searched};
use crate::pictures::{ecdf, growth, pairs};
use crate::report::*;
use knight_search::MoveOrder;

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
        notes: Some(evil.clone()),
        facts: vec![(evil.clone(), evil)],
    };
    let page = page_of(&[(file, vec![record(Outcome::Tour, 64), record(Outcome::Budget, 9)])]);
    assert!(!page.contains("<script>alert"));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</title>").count(), page.matches("<title>").count());
    let two = [("</pre>&", Outcome::Tour), ("b", Outcome::Budget)].map(|(name, outcome)| {
        (
            ReportedFile { name: name.to_owned(), ..ReportedFile::default() },
            vec![record(outcome, 64)],
        )
    });
    assert!(page_of(&two).contains("\n&lt;/pre>&amp;,0,8x8,"));
}

#[test]
fn the_top_says_what_was_run_and_what_is_missing() {
    let unfinished = Some("2 of the 9 jobs so far".to_owned());
    let file = ReportedFile { name: "a".to_owned(), unfinished, ..ReportedFile::default() };
    let page = page_of(&[(file, vec![record(Outcome::Budget, 1000)])]);
    let (head, _) = page.split_once("</header>").unwrap();
    for part in ["1 job: 8x8 · ", "budget 1,000", "12345678 (fig2)", "a: 2 of the 9 jobs so far"] {
        assert!(head.contains(part), "{part}: {head}");
    }
}

#[test]
fn a_kind_that_is_asked_for_is_drawn_or_says_why_not() {
    let mut report = Report::with_pictures(vec![&growth::PLOT, &ecdf::PLOT, &pairs::PLOT], vec![]);
    report.add(&record(Outcome::Tour, 64), true);
    report.add(&record(Outcome::Tour, 64), false);
    report.end_run(ReportedFile::default());
    let page = report.page("knightsweep");
    assert!(page.contains("Left out: this picture is by board"), "{page}");
    assert!(page.contains("Left out, as several files have the same jobs"), "{page}");
    assert_eq!(page.matches("<figure ").count(), 1);
}

#[test]
fn a_stopped_job_is_above_its_budget_everywhere() {
    let page = page(&[record(Outcome::Budget, 100_000), record(Outcome::Tour, 64)]);
    assert!(page.contains(",100000,budget,,100000,"), "{page}");
    // The middle of 64 and more than 100,000.
    assert!(page.contains("1 of 2 jobs with a tour, 1 stopped by the budget; median &gt; 50,032"));
}

#[test]
fn too_many_jobs_are_shown_by_groups() {
    let rows = |count: u64| -> Vec<Record> {
        let outcome = |job| if job % 24 == 0 { Outcome::Stuck } else { Outcome::Tour };
        let row = |job| Record { job, start_col: 1 + (job % 8) as u16, ..record(outcome(job), 64) };
        (0..count).map(row).collect()
    };
    let few = page(&rows(300));
    assert!(few.contains("id=\"jobs-table\"") && few.contains("\n299,8x8,\"(1,4)\",12345678,"));
    let many = page(&rows(tables::MOST_ROWS as u64 + 1));
    assert!(
        !many.contains("id=\"jobs-table\"") && many.contains("20,001 jobs are too many to list")
    );
    assert!(many.contains("id=\"starts-table\"") && !many.contains("id=\"orders-table\""));
    assert!(many.len() < 400_000, "{}", many.len());
    let first = "\n8x8,open,fixed,,\"(1,1)\",2501,1667,0,834,0,0.6665334,64,64,,\n";
    assert!(many.contains(first), "{many}");
}

#[test]
fn the_easiest_and_the_hardest_tours_are_drawn_once() {
    let one = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
    let again = Record { job: 1, checks: Some(99), ..one.clone() };
    let other = searched(2, "5x5", (1, 3), MoveOrder::FIG2, None);
    let once = page(&[one.clone(), again]);
    assert!(once.contains("<figcaption>Open tour of the 5x5 board from (1,1)"), "{once}");
    let two = page(&[one, other]);
    assert!(two.contains("<figcaption>Fewest and most checks. "), "{two}");
}

#[test]
fn counts_beyond_64_bits_stay_whole() {
    let page = page(&[record(Outcome::Tour, u128::MAX), record(Outcome::Tour, 1)]);
    assert!(page.contains(",340282366920938463463374607431768211455,"));
}
