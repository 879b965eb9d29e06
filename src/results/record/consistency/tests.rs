//! Rows of real searches, and what cannot be changed about them.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use knight_search::{Board, Outcome, Rule, Tables, board, search_one};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::experiment::plan::{Job, Plan};
use crate::experiment::toml_file;
use crate::results::record::{Consistency, Found, Layout, Record, RowFault};

/// An experiment and the rows that searches of its jobs give.
struct Searched {
    plan: Plan,
    rows: Vec<(Job, Record)>,
}

impl Searched {
    fn new(text: &str) -> Searched {
        let plan = Plan::new(&toml_file::parse(text, Path::new("test.toml")).unwrap());
        let tables = Tables::new(1 << 24);
        let mut answers: Vec<Found> = Vec::new();
        let rows = plan.jobs().map(|job| {
            let progress = &mut |_| ControlFlow::Continue(());
            let answer = match job.mirror_of.map(|source| plan.job(source).unwrap()) {
                None => search_one(job.method, &job.problem, &tables, progress).unwrap().into(),
                Some(source) => {
                    let pair = |job: &Job| (job.problem.start, job.problem.order);
                    let on = job.problem.board;
                    let symmetry = board::between(on, pair(&source), pair(&job)).unwrap();
                    answers[source.id as usize].mirrored(on, symmetry)
                }
            };
            let record = Record::new(&job, Ok(&answer), Duration::ZERO, None, plan.tours());
            answers.push(answer);
            (job, record.unwrap())
        });
        let rows = rows.collect();
        Searched { plan, rows }
    }

    /// The faults of the rows, read in the order that they have.
    fn faults(&self) -> Vec<RowFault> {
        let mut consistency = Consistency::new(&self.plan);
        let rows = (2..).zip(&self.rows);
        let checked = rows.map(|(line, (job, row))| {
            let tour = row.checked_tour(job, Layout::of(&self.plan))?;
            consistency.check(line, row, job, tour.as_ref())
        });
        checked.filter_map(Result::err).collect()
    }

    fn first_fault(&self) -> String {
        self.faults().first().expect("a fault").to_string()
    }
}

/// Experiments of few jobs that take milliseconds to search.
fn experiments() -> impl Strategy<Value = String> {
    let engines_of_fixed = [(Rule::Fixed, "step"), (Rule::Fixed, "leap")];
    let methods = Rule::ALL.iter().map(|rule| (*rule, "auto")).chain(engines_of_fixed);
    by_methods(methods.collect())
}

fn by_methods(methods: Vec<(Rule, &'static str)>) -> impl Strategy<Value = String> {
    let boards = "1x1 1x4 2x3 2x7 3x3 3x4 4x3 3x5 3x6 4x4 4x5 3x7 3x8 5x5 5x6 6x6 7x7 8x8";
    let boards: Vec<&str> = boards.split(' ').collect();
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (select(boards), select(methods), 1..9_000u32, 0..1000u32, flags).prop_map(
        |(board, (rule, engine), budget, seed, (closed, images, reduce, tours))| {
            // Some rules take square boards only.
            let rows = board.split('x').next().unwrap();
            let square = format!("{rows}x{rows}");
            let board = if rule.needs_square_board() { &square } else { board };
            let area = board.parse::<Board>().unwrap().area();
            let budget = match budget % 3 {
                0 if area <= 18 => "none".to_owned(),
                1 => format!("{}", budget % 300 + 1),
                _ => budget.to_string(),
            };
            let goal = if closed { "closed" } else { "open" };
            let symmetry = if reduce { "reduce" } else { "off" };
            let seeds = if rule.is_random() { "seeds = [1, 2]\n" } else { "" };
            let starts = match area {
                0..=12 => "[\"all\"]",
                13..=25 => "[\"1,1\", \"1,2\"]",
                _ => "[\"1,2\"]",
            };
            format!(
                "boards = \"{board}\"\nstarts = {starts}\norders = \"sample:2:{seed}\"\n\
                 rule = \"{rule}\"\n{seeds}engine = \"{engine}\"\ngoal = \"{goal}\"\n\
                 budget = \"{budget}\"\nimages = {images}\nsymmetry = \"{symmetry}\"\ntours = {tours}"
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn rows_of_real_searches_agree_in_any_order(text in experiments(), turn: Index) {
        let mut searched = Searched::new(&text);
        prop_assert_eq!(searched.faults(), vec![], "{}", text);
        searched.rows.reverse();
        prop_assert_eq!(searched.faults(), vec![], "{}", text);
        let turn = turn.index(searched.rows.len());
        searched.rows.rotate_left(turn);
        prop_assert_eq!(searched.faults(), vec![], "{}", text);
    }

    /// A recorded tour decides the checks of the fixed rule, and of greedy runs.
    #[test]
    fn a_count_beside_its_tour_cannot_change(text in experiments(), which: Index, more in 1..200u128) {
        let mut searched = Searched::new(&text);
        let is_open_to_change = |(job, row): &(Job, Record)| {
            row.tour.is_none() || !(job.method.rule == Rule::Fixed || job.method.rule.is_greedy())
        };
        searched.rows.retain(|row| !is_open_to_change(row));
        if searched.rows.is_empty() {
            return Ok(());
        }
        let (which, layout) = (which.index(searched.rows.len()), Layout::of(&searched.plan));
        let (job, row) = searched.rows[which].clone();
        for change in [-(more as i128), more as i128] {
            let changed = |count: Option<u128>| count.map(|c| c.saturating_add_signed(change));
            let checks = Record { checks: changed(row.checks), ..row.clone() };
            let nodes = Record { nodes: changed(row.nodes), ..row.clone() };
            // Pohl's look ahead is known along the tour as well.
            prop_assert!(checks == row || checks.check(&job, layout).is_err(), "{}", text);
            prop_assert!(nodes == row || nodes.check(&job, layout).is_err(), "{}", text);
        }
    }

    /// Of the complete searches of a small board that find nothing, nothing can change.
    #[test]
    fn a_search_without_a_tour_cannot_change(text in experiments(), which: Index, more in 1..99u128) {
        let mut searched = Searched::new(&text);
        let is_whole = |row: &Record| row.outcome == Outcome::None;
        let whole = searched.rows.iter().filter(|(_, row)| is_whole(row)).count();
        if whole == 0 {
            return Ok(());
        }
        let which = which.index(whole);
        let (_, row) = searched.rows.iter_mut().filter(|(_, row)| is_whole(row)).nth(which).unwrap();
        let a_node = if row.rule == Rule::Fixed { 8 } else { 16 };
        row.nodes = row.nodes.map(|nodes| nodes + more);
        row.checks = row.checks.map(|checks| checks + a_node * more);
        prop_assert!(!searched.faults().is_empty(), "{}", text);
    }

    /// An image has the answer of the job that was searched.
    #[test]
    fn a_mirrored_row_cannot_change(text in experiments(), which: Index) {
        let mut searched = Searched::new(&text);
        let is_free = |row: &Record| row.mirror_of.is_some() && row.tour.is_none();
        let is_free = |row: &Record| is_free(row) && row.outcome == Outcome::Tour;
        let free = searched.rows.iter().filter(|(_, row)| is_free(row)).count();
        if free == 0 {
            return Ok(());
        }
        let which = which.index(free);
        let (_, row) = searched.rows.iter_mut().filter(|(_, row)| is_free(row)).nth(which).unwrap();
        row.checks = row.checks.map(|checks| checks ^ 1);
        prop_assert!(!searched.faults().is_empty(), "{}", text);
    }
}

const WITHOUT_TOURS: &str = "boards = \"3x13\"\nstarts = [\"1,2\", \"3,12\"]\norders = \"sample:3:1\"\n\
                             budget = \"none\"\nengine = \"leap\"";

#[test]
fn searches_of_large_boards_without_a_tour_take_the_same_from_one_square() {
    let mut searched = Searched::new(WITHOUT_TOURS);
    assert_eq!(searched.faults(), []);
    let last = &mut searched.rows.last_mut().unwrap().1;
    (last.nodes, last.checks) = (last.nodes.map(|n| n + 1), last.checks.map(|c| c + 8));
    let fault = searched.first_fault();
    // The other square is the image of the first one.
    assert!(fault.contains("contradicts line 2 (outcome none, nodes "), "{fault}");
}

#[test]
fn a_greedy_run_finds_no_tour_that_its_rule_passes_by() {
    let experiment = |rule| {
        let what = "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\ntours = true";
        Searched::new(&format!("{what}\nrule = \"{rule}\"\nbudget = \"none\""))
    };
    let (by_order, mut greedy) = (experiment("fixed"), experiment("greedy"));
    let (other, row) = (&by_order.rows[0].1, &mut greedy.rows[0].1);
    assert!(other.tour != row.tour && row.tour.is_some());
    (row.tour, row.closed) = (other.tour.clone(), other.closed);
    assert_eq!(greedy.faults(), [RowFault::NotByRule(Rule::Greedy)]);
}

#[test]
fn what_depends_on_the_machine_contradicts_nothing() {
    let mut searched =
        Searched::new(&format!("{WITHOUT_TOURS}\nimages = true\nsymmetry = \"reduce\""));
    for (_, row) in searched.rows.iter_mut().step_by(2) {
        (row.outcome, row.checks, row.nodes) = (Outcome::Memory, None, None);
    }
    assert_eq!(searched.faults(), []);
}
