//! The bounds of memory in `docs/how-to/clusters.md`, by an allocator that counts. It counts all
//! threads, so the measurements are one test.

#![allow(clippy::unwrap_used)] // A failed unwrap fails the test, with its place.

use std::path::Path;
use std::time::Duration;

use knight_search::{Answer, Outcome, StopRequest};
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::jobs::Jobs;
use knightsweep::analysis::reading::JoinedFiles;
use knightsweep::analysis::summary::{SummaryKind, SummaryRows};
use knightsweep::analysis::table::{Format, render_rows};
use knightsweep::experiment::plan::{Job, Plan};
use knightsweep::experiment::{Experiment, Spec, toml_file};
use knightsweep::pictures::PlotInput;
use knightsweep::results::merge::Gathered;
use knightsweep::results::record::{Found, Record, SearchTime};
use knightsweep::results::verify::{Sample, verify};
use knightsweep::results::{Existing, OpenOptions, Paths, Store, Writer};
use knightsweep::run::{JobProgress, OnFound, run_into_store};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most bytes that some work held at a time.
fn peak_of<T>(work: impl FnOnce() -> T) -> usize {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    drop(work());
    ALLOCATOR.peak_usage() - before
}

fn experiment(text: &str) -> Experiment {
    let text = format!("budget = 10\n{text}");
    toml_file::parse(&text, Path::new("test.toml")).unwrap()
}

/// Every job spends its budget at once.
fn stopped() -> Found {
    Answer { outcome: Outcome::Budget, checks: 10, nodes: None, tour: None }.into()
}

fn record(job: &Job, found: &Found) -> Record {
    Record::new(job, found, None, false).unwrap()
}

fn options(threads: usize) -> OpenOptions {
    let writer = Writer { command: Vec::new(), threads };
    OpenOptions { shard: None, existing: Existing::default(), reuse: Vec::new(), writer }
}

/// Runs an experiment into a file from planning to sealing, without searching.
fn run_into_a_file(text: &str) -> usize {
    run_in(&tempfile::tempdir().unwrap(), text)
}

fn run_in(folder: &tempfile::TempDir, text: &str) -> usize {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    peak_of(|| {
        let experiment = experiment(text);
        let plan = Plan::new(&experiment);
        let options = options(2);
        let paths = Paths::new(&folder.path().join("x.csv")).unwrap();
        let mut store = Store::open(paths, &plan, options, &mut Vec::new()).unwrap();
        let search = |jobs: &[Job], _: &mut JobProgress, report: &mut OnFound| {
            (0..jobs.len()).for_each(|place| report(place, stopped()));
            Ok(())
        };
        let stop = StopRequest::new();
        let summary = run_into_store(&pool, &mut store, &stop, search, &mut ()).unwrap();
        assert!(summary.failed == 0 && store.close().unwrap());
    })
}

fn a_run_takes_9_bytes_a_job() {
    const ORDERS: usize = 40_320;
    let text = "boards = \"6x6\"\norders = \"all\"\nengine = \"leap\"";
    let one = run_into_a_file(&format!("{text}\nstarts = \"1,1\""));
    // Besides up to 1 MiB of records on their way to the file.
    let nine = "[\"1,1\", \"1,2\", \"1,3\", \"2,2\", \"3,3\", \"4,4\", \"4,5\", \"5,5\", \"6,6\"]";
    let nine = run_into_a_file(&format!("{text}\nstarts = {nine}"));
    let most = one + 9 * ORDERS * 8 + (1 << 20);
    assert!(nine <= most, "{} bytes more for {} jobs", nine - one, 8 * ORDERS);
    let reduced = format!("{text}\nstarts = [\"1,1\", \"6,6\"]\nsymmetry = \"reduce\"");
    let reduced = run_into_a_file(&reduced);
    // The images of all orders take 6 MiB, however many jobs there are.
    assert!(reduced <= one + 9 * ORDERS + (7 << 20), "{reduced} bytes, {one} without mirrors");
}

fn readers_take_what_is_stated() {
    const FIXED: usize = 1 << 20;
    const ROWS: usize = 40_320;
    let folder = tempfile::tempdir().unwrap();
    run_in(&folder, "boards = \"6x6\"\norders = \"all\"\nengine = \"leap\"\nstarts = \"1,1\"");
    let csv = folder.path().join("x.csv");
    let paths = Paths::new(&csv).unwrap();
    let peak = peak_of(|| assert!(verify(&paths, Sample { size: 0, seed: 0 }).unwrap().is_sound()));
    assert!(peak <= 9 * ROWS + FIXED, "verify: {peak}");
    let peak = peak_of(|| {
        let gathered = Gathered::read(std::slice::from_ref(&paths), None).unwrap();
        assert_eq!(gathered.rows(), ROWS as u64);
        gathered
    });
    assert!(peak <= 9 * ROWS + FIXED, "merge: {peak}");
    let peak = peak_of(|| {
        let (mut files, mut data) = (JoinedFiles::default(), PlotInput::default());
        files.read(&csv, |record, _| data.add(0, record)).unwrap();
        data
    });
    assert!(peak <= 56 * ROWS + FIXED, "plot: {peak}");
    let other = folder.path().join("y.csv");
    std::fs::copy(&csv, &other).unwrap();
    let both = [csv.clone(), other.clone()];
    let joined = peak_of(|| {
        let mut files = JoinedFiles::of(&both);
        files.read(&csv, |_, _| {}).unwrap();
        files.read(&other, |_, _| {}).unwrap();
        files
    });
    assert!(joined <= 88 * ROWS + FIXED, "two files: {joined}");
}

fn a_plan_takes_memory_for_boards_and_seeds_and_not_for_jobs() {
    const SEEDS: usize = 1_000_000;
    let all = "starts = \"all\"\nimages = true\nsymmetry = \"reduce\"\nrule = \"greedy-random\"";
    let jobs = "boards = \"5-8\"\norders = \"all\"";
    let seeds = "boards = \"10x10\"\norders = \"fig2\"\nseeds = \"1-1000000\"";
    for (more, seeds) in [(jobs, 1), (seeds, SEEDS)] {
        let experiment = experiment(&format!("{all}\n{more}"));
        let peak = peak_of(|| {
            let plan = Plan::new(&experiment);
            assert!(plan.len() > 7_000_000);
            plan
        });
        assert!(peak <= 64 * seeds + (8 << 20), "{peak} bytes: {more}");
    }
    let boards: Vec<String> =
        (1..=100).flat_map(|i| (1..=100).map(move |j| format!("\"{i}x{j}\""))).collect();
    let text = format!("boards = [{}]\norders = \"fig2\"\n{all}", boards.join(","));
    // Budgets share what the boards take.
    let budgets: Vec<String> = (1..=100).map(|checks| checks.to_string()).collect();
    let one_start = text.replace("\"all\"", "\"1,1\"");
    let with_budgets = format!("budget = [{}]\n{one_start}", budgets.join(","));
    for text in [format!("budget = 10\n{text}"), with_budgets] {
        let experiment = toml_file::parse(&text, Path::new("test.toml")).unwrap();
        let peak = peak_of(|| Plan::new(&experiment));
        assert!(peak <= 256 * boards.len() + (1 << 20), "{peak} bytes for {} boards", boards.len());
    }
}

fn a_board_from_which_jobs_are_asked_takes_memory_for_its_starts_or_draws() {
    let text = "boards = \"1000x1000\"\norders = \"fig2\"\nrule = \"greedy\"\nstarts";
    let listed = format!("{text} = [\"orbits\", \"1000,1\"]\nimages = true");
    let drawn = format!("{text} = \"all\"\ndraws = 500000").replace("fig2", "all");
    // 60 bytes for each start that is listed, and 4 for the leader of each orbit.
    const ORBITS: u64 = 126_000;
    for (text, starts, bytes) in [(listed, ORBITS, 4), (drawn, 0, 60)] {
        let plan = Plan::new(&experiment(&text));
        let last = plan.len() - 1;
        let peak = peak_of(|| plan.job(last).and_then(|job| plan.find(&job)));
        assert!(
            peak as u64 <= 60 * starts + bytes * plan.len() + (1 << 20),
            "{peak} bytes: {text}"
        );
    }
}

fn a_claim_of_millions_of_jobs_takes_little_memory_to_verify() {
    let folder = tempfile::tempdir().unwrap();
    let paths = Paths::new(&folder.path().join("x.csv")).unwrap();
    let text =
        "boards = \"5x5\"\nstarts = \"corners\"\norders = \"fig2\"\nrule = \"greedy-random\"";
    let small = experiment(text);
    let plan = Plan::new(&small);
    let mut store = Store::open(paths.clone(), &plan, options(1), &mut Vec::new()).unwrap();
    for job in plan.jobs().take(1) {
        store.append(&record(&job, &stopped())).unwrap();
    }
    store.close().unwrap();

    let sidecar = std::fs::read_to_string(&paths.sidecar).unwrap();
    let mut sidecar: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
    for more in [
        "seeds = \"1-1000000\"\norders = \"sample:25:1\"",
        "images = true\nsymmetry = \"reduce\"\nseeds = \"1-28\"\norders = \"all\"\nstarts = \"all\"",
        "symmetry = \"reduce\"\nseeds = \"1-28\"\norders = \"all\"\nstarts = \"all\"",
    ] {
        let text = ["starts", "orders"].iter().fold(text.to_owned(), |text, key| {
            let is_given = more.contains(key);
            text.lines()
                .filter(|line| !(is_given && line.starts_with(key)))
                .fold(String::new(), |text, line| text + line + "\n")
        });
        let huge = experiment(&format!("{text}{more}"));
        let spec: Spec = huge.spec();
        sidecar["experiment_hash"] = spec.hash().into();
        sidecar["experiment"] = serde_json::to_value(&spec).unwrap();
        sidecar["jobs"] = Plan::new(&huge).len().into();
        std::fs::write(&paths.sidecar, sidecar.to_string()).unwrap();
        let peak = peak_of(|| {
            let found = verify(&paths, Sample { size: 0, seed: 0 }).unwrap();
            let jobs = found.jobs.unwrap();
            assert!(jobs > 28_000_000 && found.missing() == Some(jobs - found.good_rows));
        });
        let seeds = if more.contains("1000000") { 1_000_000 } else { 1 };
        assert!(peak <= 64 * seeds + (16 << 20), "{peak} bytes: {more}");
    }
}

fn a_group_of_one_record_takes_250_bytes() {
    const GROUPS: usize = 40_320;
    let plan = Plan::new(&experiment("boards = \"6x6\"\nstarts = \"1,1\"\norders = \"all\""));
    for format in [Format::Table, Format::Csv, Format::Json, Format::Markdown] {
        let peak = peak_of(|| {
            let mut jobs = Jobs::default();
            for job in plan.jobs() {
                jobs.add(0, &record(&job, &stopped()));
            }
            let rows = SummaryRows::new(&jobs, &[Column::Job], SummaryKind::Counts, &[]);
            // Few formats more often than once: a table takes seconds without optimisation.
            let parts = render_rows(&rows.columns, || rows.iter().take(2000), format);
            assert!(parts.count() > 2000);
        });
        assert!(peak <= 250 * GROUPS, "{} bytes a group", peak / GROUPS);
    }
}

fn a_group_of_many_records_takes_130_bytes_each_and_more_for_large_counts() {
    // A large count takes 16 bytes more where it is kept, and 16 more where it is sorted.
    for (checks, bytes) in [(8, 130), (8 << 64, 210)] {
        let peak = peak_of_records(checks);
        assert!(peak <= bytes, "{peak} bytes a record with {checks} checks");
    }
}

/// The bytes that each of many records takes in a group.
fn peak_of_records(checks: u128) -> usize {
    // The lists have just grown, so they have room for as many again.
    const ROWS: usize = (1 << 17) + 1;
    let peak = peak_of(|| {
        let mut jobs = Jobs::default();
        let plan = Plan::new(&experiment("boards = \"6x6\"\nstarts = \"1,1\"\norders = \"fig2\""));
        let job = plan.jobs().next().unwrap();
        let answer = Answer { outcome: Outcome::None, checks, nodes: Some(checks / 8), tour: None };
        let time = SearchTime { wall: Duration::from_nanos(1), cpu: Some(Duration::ZERO) };
        let found = Found::from(answer);
        let record = Record::new(&job, &found, Some(time), false).unwrap();
        (0..ROWS).for_each(|_| jobs.add(0, &record));
        let rows = SummaryRows::new(&jobs, &[Column::Board], SummaryKind::Counts, &[]);
        render_rows(&rows.columns, || rows.iter(), Format::Csv).for_each(drop);
    });
    assert!(peak >= 56 * ROWS, "the records are not kept");
    peak / ROWS
}

#[test]
fn commands_keep_their_bounds_of_memory() {
    a_plan_takes_memory_for_boards_and_seeds_and_not_for_jobs();
    a_board_from_which_jobs_are_asked_takes_memory_for_its_starts_or_draws();
    a_claim_of_millions_of_jobs_takes_little_memory_to_verify();
    a_group_of_one_record_takes_250_bytes();
    a_group_of_many_records_takes_130_bytes_each_and_more_for_large_counts();
    a_run_takes_9_bytes_a_job();
    readers_take_what_is_stated();
}
