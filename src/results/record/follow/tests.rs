use std::ops::ControlFlow;

use crate::experiment::plan::Job;
use crate::pictures::tests;
use crate::results::record::Record;
use knight_search::engines::leap::Tables;
use knight_search::engines::search_one;
use knight_search::{
    Board, Budget, Engine, Goal, Method, MoveOrder, Outcome, Problem, Rule, Symmetry,
};
use proptest::prelude::*;

/// No search of these tests takes more checks.
const MOST: u128 = 10_000;

fn job(problem: Problem, method: Method) -> Job {
    Job { id: 0, problem, method, precision: None, mirror_of: None }
}

fn searched(job: &Job, tours: bool) -> Record {
    let mut progress = |_| ControlFlow::Continue(());
    let answer = search_one(job.method, &job.problem, &Tables::new(1 << 20), &mut progress);
    Record::new(job, &answer.unwrap().into(), None, tours).unwrap()
}

fn problems() -> impl Strategy<Value = Problem> {
    let boards = (1..=6u16, 1..=6u16).prop_map(|(rows, cols)| Board::new(rows, cols).unwrap());
    let start = |board: Board| (Just(board), 0..board.area());
    let goal = prop::sample::select(Goal::ALL);
    let all = (boards.prop_flat_map(start), 0..MoveOrder::COUNT, goal);
    all.prop_map(|((board, start), rank, goal)| Problem {
        board,
        start: board.square(start),
        order: MoveOrder::from_rank(rank).unwrap(),
        goal,
        budget: Budget::checks(MOST).unwrap(),
    })
}

fn rules() -> impl Strategy<Value = Rule> {
    prop_oneof![Just(Rule::Fixed), (0..Rule::ALL.len()).prop_map(|place| Rule::ALL[place])]
}

/// The engines that count for a rule.
fn methods(rule: Rule, seed: u64) -> Vec<Method> {
    let seed = rule.is_random().then_some(seed);
    let engines = [Engine::Step, Engine::Leap, Engine::Auto];
    let methods = engines.into_iter().map(|engine| Method { rule, seed, engine });
    methods.filter(|method| method.is_valid()).collect()
}

/// The budgets at which a search may turn out otherwise.
fn budgets(problem: Problem, method: Method) -> Vec<Budget> {
    let found = searched(&job(problem, method), true);
    let checks = found.checks.unwrap();
    let near = [checks.saturating_sub(1), checks, checks + 1];
    let mut budgets: Vec<Budget> = near.into_iter().flat_map(Budget::checks).collect();
    if found.outcome != Outcome::Budget {
        budgets.push(Budget::UNLIMITED);
    }
    budgets
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn what_follows_is_what_a_search_of_its_own_finds(
        problem in problems(), rule in rules(), seed: u64, tours: bool, choice: prop::sample::Index
    ) {
        let methods = methods(rule, seed);
        if !methods[0].supports(problem.board) {
            return Ok(());
        }
        let budgets = budgets(problem, methods[0]);
        let known: Vec<Record> = methods
            .iter()
            .flat_map(|&method| budgets.iter().map(move |&budget| (method, budget)))
            .map(|(method, budget)| searched(&job(Problem { budget, ..problem }, method), true))
            .collect();
        let known = choice.get(&known);
        for (&method, &budget, g) in methods
            .iter()
            .flat_map(|method| budgets.iter().map(move |budget| (method, budget)))
            .flat_map(|(method, budget)| Symmetry::ALL.map(|g| (method, budget, g)))
        {
            let target = job(Problem { budget, ..problem }, method).image(g);
            let is_of_engine = [known.engine, Engine::Auto].contains(&method.engine);
            let is_decided = known.outcome != Outcome::Budget
                || budget.limit().is_some_and(|limit| limit <= known.checks.unwrap());
            let follows = known.answer_for(&target, tours);
            prop_assert_eq!(follows.is_some(), is_of_engine && is_decided, "{:?}", target);
            if let Some(row) = follows {
                let own = searched(&target, tours);
                prop_assert!(row.same_fact(&own), "{:?}\n{:?}", row, own);
                prop_assert_eq!(&row.tour, &own.tour);
                let is_itself = g == Symmetry::ALL[0];
                prop_assert!(row.mirrored || is_itself || target.problem.order == problem.order);
            }
            let unwanted = Record { tour: None, ..known.clone() }.answer_for(&target, true);
            let lacks_tour = unwanted.is_some_and(|row| row.outcome == Outcome::Tour);
            prop_assert!(!lacks_tour, "a row without its tour does not decide who wants it");
        }
    }

    #[test]
    fn rows_of_one_search_do_not_contradict_each_other(
        problem in problems(), rule in rules(), seed: u64
    ) {
        let methods = methods(rule, seed);
        if !methods[0].supports(problem.board) {
            return Ok(());
        }
        let mut known = Vec::new();
        for &goal in Goal::ALL {
            let problem = Problem { goal, ..problem };
            for budget in budgets(problem, methods[0]) {
                let jobs = methods.iter().map(|&method| job(Problem { budget, ..problem }, method));
                known.extend(jobs.map(|job| searched(&job, true)));
            }
        }
        for (one, other) in known.iter().flat_map(|one| known.iter().map(move |it| (one, it))) {
            prop_assert_eq!(one.contradiction(other), None, "{:?}\n{:?}", one, other);
        }
    }

    /// Where a search is decided, a row that changes its answer contradicts it.
    #[test]
    fn another_answer_contradicts(problem in problems(), more in 1..100u128) {
        let method = Method::fixed(Engine::Step);
        let known = searched(&job(problem, method), true);
        let checks = known.checks.unwrap();
        if known.outcome == Outcome::Budget {
            let decided = Outcome::None;
            let wrong = Record { outcome: decided, checks: Some(checks.saturating_sub(more)), ..known.clone() };
            prop_assert!(known.contradiction(&wrong).is_some());
            return Ok(());
        }
        let outcome = if known.outcome == Outcome::Tour { Outcome::None } else { Outcome::Tour };
        for wrong in [
            Record { checks: Some(checks + more), ..known.clone() },
            Record { nodes: known.nodes.map(|nodes| nodes + 1), ..known.clone() },
            Record { outcome, ..known.clone() },
            Record { outcome: Outcome::Budget, checks: Some(checks + more), nodes: None, ..known.clone() },
        ] {
            prop_assert!(known.contradiction(&wrong).is_some(), "{:?}", wrong);
            prop_assert!(wrong.contradiction(&known).is_some(), "{:?}", wrong);
        }
    }
}

#[test]
fn images_of_a_rectangle_stand_across_it_too() {
    let known = tests::searched(0, "4x5", (1, 1), MoveOrder::FIG2, None);
    let g = Symmetry::ALL.into_iter().find(|g| g.board("4x5".parse().unwrap()).rows() == 5);
    let method = Method::fixed(Engine::Step);
    let target = job(known.as_job().unwrap().problem, method).image(g.unwrap());
    assert_eq!(target.problem.board.to_string(), "5x4");
    let row = known.answer_for(&target, true).unwrap();
    assert!(row.mirrored && row.wall_s.is_none() && row.checked_tour().is_ok());
    assert!(row.same_fact(&searched(&target, true)));
}

#[test]
fn estimates_and_rows_without_an_answer_say_nothing_about_other_jobs() {
    let known = tests::searched(0, "4x5", (1, 1), MoveOrder::FIG2, None);
    let problem = known.as_job().unwrap().problem;
    let same = job(problem, Method::fixed(Engine::Step));
    let same_row = known.answer_for(&same, true).unwrap();
    assert_eq!((same_row.wall_s, same_row.mirrored), (known.wall_s, false));
    for outcome in [Outcome::Memory, Outcome::Time, Outcome::Unknown] {
        let unknown = Record { outcome, checks: None, nodes: None, tour: None, ..known.clone() };
        assert_eq!(unknown.answer_for(&same, false), None);
        assert_eq!(unknown.contradiction(&known), None);
    }
    let precision = "5%".parse().ok();
    let estimate = Record { engine: Engine::Estimate, seed: Some(7), precision, ..known };
    let method = Method { seed: Some(7), ..Method::fixed(Engine::Estimate) };
    let wanted = Job { precision, ..job(problem, method) };
    assert!(estimate.answer_for(&wanted, true).is_some());
    assert!(estimate.answer_for(&job(problem, method), true).is_none());
    let mirrored = wanted.image(Symmetry::ALL[1]);
    assert!(estimate.answer_for(&mirrored, true).is_none());
    let auto = Method { engine: Engine::Auto, ..method };
    assert!(estimate.answer_for(&job(problem, auto), true).is_none());
}
