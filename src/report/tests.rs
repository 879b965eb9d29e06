use crate::pictures::tests::record;
use crate::report::*;
use crate::results::record::Record;

fn page_of(files: &[(&str, ReportedFile, Vec<Record>)]) -> String {
    let mut report = Report::default();
    for (place, (name, file, records)) in files.iter().enumerate() {
        records.iter().for_each(|record| report.input.add(place, record));
        report.input.files.push((*name).to_owned());
        report.files.push(file.clone());
    }
    report.page("knightsweep")
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
        title: evil.clone(),
        unfinished: Some(evil.clone()),
        notes: Some(evil.clone()),
        facts: vec![(evil.clone(), evil.clone())],
    };
    let page =
        page_of(&[(&evil, file, vec![record(Outcome::Tour, 64), record(Outcome::Budget, 9)])]);
    assert!(!page.contains("<script>alert"));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</title>").count(), page.matches("<title>").count());
    let two = [("</pre>&", Outcome::Tour), ("b", Outcome::Budget)]
        .map(|(name, outcome)| (name, ReportedFile::default(), vec![record(outcome, 64)]));
    assert!(page_of(&two).contains("\n&lt;/pre>&amp;,0,8x8,"));
}

#[test]
fn each_budget_of_a_run_has_a_bar() {
    let job = |budget, outcome, checks| Record { budget, ..record(outcome, checks) };
    let records = vec![
        job(Some(1000), Outcome::Budget, 1000),
        job(Some(5000), Outcome::Tour, 4000),
        job(None, Outcome::Tour, 4000),
    ];
    let run = ReportedFile::default;
    let one = ("one", run(), vec![record(Outcome::Tour, 7)]);
    let page = page_of(&[("several", run(), records), one]);
    for name in ["several, budget 1,000", "several, budget 5,000", "several, no budget", "one"] {
        assert_eq!(page.matches(&format!("<dt>{name}</dt>")).count(), 1, "{name}");
    }
    assert_eq!(page.matches("<dt>").count() - page.matches("<div><dt>").count(), 4);
}

#[test]
fn jobs_from_starts_without_a_tour_are_counted() {
    let page = |outcome| page_of(&[("", ReportedFile::default(), vec![record(outcome, 64)])]);
    assert!(page(Outcome::None).contains("1 job from starts that cannot have such a tour"));
    assert!(!page(Outcome::Tour).contains("from starts that cannot"));
}
