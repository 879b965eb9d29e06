use std::collections::{HashMap, HashSet};

use crate::experiment::plan::tests::*;

const DRAWN: &str = "boards = [\"5-6\", \"3x7\"]\nstarts = [\"all\", \"1,1\"]\norders = \"sample:50:1\"\nrule = [\"greedy\", \"greedy-random\"]\nseeds = \"5-9\"\n";

#[test]
fn draws_are_the_same_for_all_rules_and_begin_with_fewer_ones() {
    let (few, many) =
        (plan(&format!("{DRAWN}draws = 40")), plan(&format!("{DRAWN}draws = \"200:1\"")));
    assert_eq!((few.len(), few.searches()), (2 * 3 * 40, 2 * 3 * 40));
    let drawn = |plan: &Plan, block: u64, each: u64| -> Vec<(Problem, Option<u64>)> {
        let jobs = (block * each..(block + 1) * each).map(|id| plan.job(id).unwrap());
        jobs.map(|job| (job.problem, job.method.seed)).collect()
    };
    for board in 0..3 {
        let greedy = drawn(&few, board, 40);
        assert!(greedy.iter().all(|(_, seed)| seed.is_none()));
        let random = drawn(&few, board + 3, 40);
        let problems = |jobs: &[(Problem, _)]| jobs.iter().map(|job| job.0).collect::<Vec<_>>();
        assert_eq!(problems(&greedy), problems(&random));
        assert_eq!(drawn(&many, board + 3, 200)[..40], random);
    }
    let other = plan(&format!("{DRAWN}draws = \"40:2\""));
    assert_ne!(drawn(&other, 0, 40), drawn(&few, 0, 40));
    for id in 0..few.len() {
        assert_eq!(search_of(&few, id), Some(id));
        assert_eq!(few.rows_from(id), [id]);
    }
}

#[test]
fn draws_reach_every_start_order_and_seed_about_equally_often() {
    let text = DRAWN.replace("sample:50:1", "all");
    let plan = plan(&format!("{text}draws = 20_000"));
    // The random rule on 5x5: 25 starts, 8 moves that orders begin with, 5 seeds.
    let jobs: Vec<Job> = (3 * 20_000..4 * 20_000).map(|id| plan.job(id).unwrap()).collect();
    let check = |values: &[u64], expected: f64| {
        let mut times = HashMap::new();
        values.iter().for_each(|value| *times.entry(value).or_insert(0) += 1);
        assert_eq!(times.len() as f64, 20_000.0 / expected);
        for &times in times.values() {
            // Five standard deviations.
            assert!((f64::from(times) - expected).abs() < 5.0 * expected.sqrt(), "{times}");
        }
    };
    let of = |value: &dyn Fn(&Job) -> u64| jobs.iter().map(value).collect::<Vec<u64>>();
    let board = jobs[0].problem.board;
    check(&of(&|job| board.index(job.problem.start) as u64), 800.0);
    check(&of(&|job| job.problem.order.moves()[0].number().into()), 2_500.0);
    check(&of(&|job| job.method.seed.unwrap()), 4_000.0);
}

#[test]
fn a_pair_is_drawn_once_and_all_are_drawn_if_they_are_few() {
    let plan = plan(&format!("{DRAWN}draws = 1200"));
    // 25, 36 and 21 starts with 50 orders each.
    let jobs: Vec<u64> = plan.boards().map(|(_, jobs)| jobs).collect();
    assert_eq!(jobs, [2 * 1200, 2 * 1200, 2 * 1050]);
    let mut pairs = HashSet::new();
    for Job { problem, method, .. } in plan.jobs() {
        assert!(pairs.insert((method.rule, problem.board, problem.start, problem.order)));
    }
}

#[test]
fn draws_of_squares_without_a_tour_are_counted_or_left_out() {
    let text = DRAWN.replace("[\"all\", \"1,1\"]", "\"all\"");
    let text = format!("{text}draws = 300");
    let searched = plan(&text);
    let is_on = |job: &Job, board: &str| job.problem.board.to_string() == board;
    let in_vain = |job: &Job| {
        let Problem { board, start, goal, .. } = job.problem;
        theorems::from(board, start, goal).is_some()
    };
    let infeasible = searched.infeasible().unwrap().jobs;
    assert_eq!(infeasible, searched.jobs().filter(in_vain).count() as u64);
    assert!(searched.jobs().any(|job| is_on(&job, "5x5") && in_vain(&job)));
    let skipping = plan(&format!("{text}\nimpossible = \"skip\""));
    assert!(!skipping.jobs().any(|job| in_vain(&job)));
    assert_eq!(skipping.jobs().filter(|job| is_on(job, "5x5")).count(), 2 * 300);
}
