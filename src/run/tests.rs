use crate::experiment::plan::{Job, Plan};
use crate::results::{Existing, OpenOptions, Paths, Writer};
use crate::run::*;
use knight_search::engines::leap::Tables;
use knight_search::engines::step;
use knight_search::{Answer, Outcome, SearchProgress};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Default)]
struct Collect {
    records: Vec<Record>,
    failures: Vec<Failure>,
    fail_after: Option<usize>,
}

impl Sink for Collect {
    type Error = &'static str;

    fn finished(&mut self, record: &Record) -> Result<(), &'static str> {
        self.records.push(record.clone());
        match self.fail_after {
            Some(limit) if self.records.len() >= limit => Err("the sink is full"),
            _ => Ok(()),
        }
    }

    fn failed(&mut self, failure: &Failure) {
        self.failures.push(failure.clone());
    }

    fn tick(&mut self, _: &Status) -> Result<(), &'static str> {
        Ok(())
    }
}

fn planned(keys: &str) -> Plan {
    let text = format!("boards = \"5x5\"\n{keys}");
    Plan::new(&crate::experiment::toml_file::parse(&text, Path::new("test.toml")).unwrap())
}

fn plan(engine: &str) -> Plan {
    planned(&format!(
        "starts = \"all\"\norders = [\"fig2\", \"tutorial\"]\nbudget = 100000\nengine = \"{engine}\""
    ))
}

fn estimated() -> Plan {
    planned(
        "starts = \"1,2\"\norders = \"fig2\"\nbudget = \"none\"\nengine = \"estimate\"\n\
         precision = \"1%\"",
    )
}

/// Runs a plan with this many threads.
fn run_plan<S: Sink>(
    plan: &Plan,
    threads: usize,
    stop: &StopRequest,
    sink: &mut S,
    search: impl Searcher,
) -> Result<RunSummary, S::Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let schedule = Schedule::new(plan, 0..plan.len(), threads);
    run(&pool, &schedule, stop, search, sink)
}

fn one_by_one(
    search: impl Fn(&Job, &mut SearchProgress) -> Result<Answer, Interrupted> + Sync,
) -> impl Searcher {
    move |jobs: &[Job], progress: &mut JobProgress, report: &mut OnFound| {
        let after_checks = &mut |checks| progress(HowFar::Checks(checks));
        for (place, job) in jobs.iter().enumerate() {
            report(place, search(job, after_checks)?.into());
        }
        Ok(())
    }
}

fn run_on(
    threads: usize,
    stop: &StopRequest,
    sink: &mut Collect,
    search: impl Fn(&Job, &mut SearchProgress) -> Result<Answer, Interrupted> + Sync,
) -> Result<RunSummary, &'static str> {
    run_plan(&plan("step"), threads, stop, sink, one_by_one(search))
}

fn step(job: &Job, progress: &mut SearchProgress) -> Result<Answer, Interrupted> {
    step::search(&job.problem, progress)
}

#[test]
fn a_job_that_panics_fails_alone() {
    let mut sink = Collect::default();
    let summary = run_on(2, &StopRequest::new(), &mut sink, |job, progress| {
        assert!(job.id != 7, "job seven is unlucky");
        step(job, progress)
    });
    assert_eq!(summary.map(|s| (s.outcomes.total(), s.failed)), Ok((49, 1)));
    assert_eq!(sink.failures[0].job.id, 7);
    assert!(sink.failures[0].message.contains("job seven is unlucky"));
}

#[test]
fn a_panic_while_a_job_is_searched_again_is_a_reason() {
    let job = plan("auto").job(7).unwrap();
    let failed = search::answer(&job, |_| panic!("job seven is unlucky"));
    assert_eq!(failed, Ok(Err("the search panicked: job seven is unlucky".to_owned())));
}

#[test]
fn a_search_that_gives_no_answer_fails() {
    let forgetful = |jobs: &[Job], progress: &mut JobProgress, report: &mut OnFound| {
        let after_checks = &mut |checks| progress(HowFar::Checks(checks));
        for (place, job) in jobs.iter().enumerate().filter(|(_, job)| job.id != 7) {
            report(place, step(job, after_checks)?.into());
        }
        Ok(())
    };
    let mut sink = Collect::default();
    let stop = StopRequest::new();
    let summary = run_plan(&plan("auto"), 2, &stop, &mut sink, forgetful).unwrap();
    assert_eq!((summary.outcomes.total(), summary.failed), (49, 1));
    assert_eq!(sink.failures[0].job.id, 7);
}

#[test]
fn a_tour_that_is_none_becomes_a_failure() {
    let mut sink = Collect::default();
    let summary = run_on(2, &StopRequest::new(), &mut sink, |job, progress| {
        let mut answer = step(job, progress)?;
        if let Some(tour) = &mut answer.tour {
            tour.swap(3, 9);
        }
        Ok(answer)
    });
    let summary = summary.unwrap();
    assert_eq!(summary.outcomes.of(Outcome::Tour), 0);
    assert!(summary.failed > 0 && summary.outcomes.total() + summary.failed == 50);
}

#[test]
fn a_stop_lets_running_jobs_finish_and_a_second_one_does_not() {
    let stop = StopRequest::new();
    let mut sink = Collect::default();
    let summary = run_on(1, &stop, &mut sink, |job, progress| {
        if job.id == 3 {
            assert_eq!(stop.escalate(), Stop::AfterRunning);
        }
        step(job, progress)
    });
    assert_eq!(summary.unwrap().outcomes.total(), 4);

    let stop = StopRequest::new();
    let mut sink = Collect::default();
    let summary = run_on(1, &stop, &mut sink, |job, progress| {
        if job.id == 3 {
            stop.escalate();
            assert_eq!(stop.escalate(), Stop::Now);
            return if progress(0).is_break() { Err(Interrupted) } else { step(job, progress) };
        }
        step(job, progress)
    });
    assert_eq!(summary.unwrap().outcomes.total(), 3);
}

#[test]
fn a_file_is_searched_by_budgets_and_its_rows_are_seen() {
    let plan =
        planned("starts = \"all\"\norders = \"fig2\"\nbudget = [\"1M\", 500]\nengine = \"step\"");
    let folder = tempfile::tempdir().unwrap();
    let paths = Paths::new(&folder.path().join("x.csv")).unwrap();
    let writer = Writer { command: Vec::new(), threads: 1 };
    let existing = Existing::default();
    let options = OpenOptions { shard: None, existing, reuse: Vec::new(), writer };
    let opened = Store::open(paths, &plan, options, &mut Vec::new());
    let (mut store, stop) = (opened.unwrap(), StopRequest::new());
    let searched = Mutex::new(Vec::new());
    let search = one_by_one(|job, progress| {
        searched.lock().unwrap().push(job.id);
        if job.id == 49 {
            stop.escalate();
        }
        step(job, progress)
    });
    let (pool, mut rows) = (rayon::ThreadPoolBuilder::new().num_threads(1).build(), Rows(0));
    run_into_store(&pool.unwrap(), &mut store, &stop, search, &mut rows).unwrap();
    // The jobs from 25 on have the smaller budget, and decide some of the others.
    assert_eq!(searched.into_inner().unwrap(), (25..50).collect::<Vec<u64>>());
    assert!(rows.0 == store.rows() && (26..50).contains(&store.rows()));
    assert!(!store.close().unwrap());
}

/// How many rows it has seen.
struct Rows(u64);

impl Sink for Rows {
    type Error = Infallible;

    fn finished(&mut self, _: &Record) -> Result<(), Infallible> {
        self.0 += 1;
        Ok(())
    }

    fn failed(&mut self, _: &Failure) {}

    fn tick(&mut self, _: &Status) -> Result<(), Infallible> {
        Ok(())
    }
}

#[test]
fn a_stop_does_not_wait_for_an_estimate() {
    let stop = StopRequest::new();
    let (mut sink, was_stopped) = (Collect::default(), AtomicBool::new(false));
    let search = |_: &[Job], progress: &mut JobProgress, _: &mut OnFound| {
        stop.escalate();
        was_stopped.store(progress(HowFar::Checks(0)).is_break(), Relaxed);
        Err(Interrupted)
    };
    let summary = run_plan(&estimated(), 1, &stop, &mut sink, search).unwrap();
    assert!(was_stopped.into_inner() && sink.records.is_empty());
    assert_eq!((summary.outcomes.total(), summary.failed), (0, 0));
}

#[test]
fn a_panic_of_the_sink_does_not_leave_workers_waiting() {
    struct Panics;
    impl Sink for Panics {
        type Error = ();
        fn finished(&mut self, _: &Record) -> Result<(), ()> {
            panic!("the sink is broken")
        }
        fn failed(&mut self, _: &Failure) {}
        fn tick(&mut self, _: &Status) -> Result<(), ()> {
            Ok(())
        }
    }
    let plan = planned("starts = \"all\"\norders = \"sample:800:1\"\nbudget = 100");
    let stop = StopRequest::new();
    let run = || run_plan(&plan, 2, &stop, &mut Panics, one_by_one(step));
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
}

#[test]
fn an_error_of_the_sink_ends_the_run() {
    let mut sink = Collect { fail_after: Some(5), ..Collect::default() };
    let result = run_on(4, &StopRequest::new(), &mut sink, step);
    assert_eq!(result, Err("the sink is full"));
    assert_eq!(sink.records.len(), 5);
}

#[test]
fn searches_that_estimate_say_how_precise_they_are() {
    let (plan, tables) = (estimated(), Tables::new(1 << 20));
    let mut reached = Vec::new();
    let mut progress = |how_far| {
        if let HowFar::Precision { reached: error, wanted } = how_far {
            assert_eq!(Some(wanted), plan.experiment().precision);
            reached.push(error);
        }
        ControlFlow::Continue(())
    };
    let search = search::by_own_engine(&tables);
    search(&[plan.job(0).unwrap()], &mut progress, &mut |_, _| ()).unwrap();
    assert!(reached.len() > 3 && reached.iter().all(|error| *error > 0.009), "{reached:?}");
}
