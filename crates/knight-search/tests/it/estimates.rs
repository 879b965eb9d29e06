//! Estimates against exact counts.

use std::ops::ControlFlow;

use knight_search::engines::plain;
use knight_search::estimates::{self, Estimate, Estimated, Sampling};
use knight_search::{
    Board, Budget, Engine, Family, Goal, Method, MoveOrder, Outcome, Square, Tables, Tour,
    search_one,
};
use proptest::prelude::*;

use crate::problems::problems;

fn family(board: &str, start: &str, goal: Goal) -> Family {
    let board: Board = board.parse().unwrap();
    Family { board, start: board.parse_square(start).unwrap(), goal, budget: Budget::UNLIMITED }
}

fn sampling(precision: &str, seed: u64) -> Sampling {
    Sampling { precision: precision.parse().unwrap(), seed, ..Sampling::default() }
}

fn estimated(family: &Family, orders: &[MoveOrder], sampling: &Sampling) -> Vec<Estimated> {
    let mut found = vec![None; orders.len()];
    let mut progress = |_| ControlFlow::Continue(());
    estimates::checks(family, orders, sampling, &mut progress, &mut |place, estimated| {
        assert!(found[place].replace(estimated).is_none(), "each order once");
    })
    .unwrap();
    found.into_iter().map(Option::unwrap).collect()
}

fn orders(ranks: &[u16]) -> Vec<MoveOrder> {
    ranks.iter().map(|&rank| MoveOrder::from_rank(rank).unwrap()).collect()
}

/// A thousand different jobs. The share of the intervals has a standard error of 0.7 %, the mean
/// error one of 0.03; the seeds are fixed.
#[test]
fn intervals_have_the_count_as_often_as_they_say() {
    let tables = Tables::new(1 << 28);
    let (mut errors, mut covered) = (Vec::new(), 0);
    for job in 0..1000u16 {
        let side = 5 + job % 2;
        let board = Board::new(side, side).unwrap();
        let start = board.square(usize::from(job) * 37 % board.area());
        let family = Family { board, start, goal: Goal::Open, budget: Budget::UNLIMITED };
        let order = MoveOrder::from_rank((u32::from(job) * 401 % 40_320) as u16).unwrap();
        let estimated = &estimated(&family, &[order], &sampling("5%", job.into()))[0];
        let mut progress = |_| ControlFlow::Continue(());
        let (method, problem) = (Method::fixed(Engine::Leap), family.problem(order));
        let answer = search_one(method, &problem, &tables, &mut progress).unwrap();
        assert_eq!((estimated.outcome, &estimated.tour), (answer.outcome, &answer.tour));
        let (estimate, checks) = (estimated.checks.unwrap(), answer.checks as f64);
        assert!(estimate.relative_error() <= 0.05);
        if estimate.samples > 0 {
            covered += u32::from(estimate.low() <= checks && checks <= estimate.high());
            errors.push((estimate.value - checks) / estimate.standard_error);
        } else {
            assert_eq!(estimate.value, checks);
        }
    }
    assert!(errors.len() > 900, "{} jobs were sampled", errors.len());
    let share = f64::from(covered) / errors.len() as f64;
    assert!((0.93..=0.97).contains(&share), "{share}");
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    assert!(mean.abs() < 0.1, "{mean}");
}

#[test]
fn an_estimate_depends_on_its_job_and_seed_alone() {
    let family = family("6x6", "2,1", Goal::Open);
    let orders = orders(&[0, 1, 2, 3, 700, 20_000, 40_319]);
    let sampling = sampling("5%", 3);
    let together = estimated(&family, &orders, &sampling);
    for (order, of_many) in orders.iter().zip(&together) {
        assert_eq!(&estimated(&family, &[*order], &sampling)[0], of_many);
    }
    let other = estimated(&family, &orders, &Sampling { seed: 4, ..sampling });
    assert_ne!(other[0].checks, together[0].checks);
    assert_eq!(other[0].tour, together[0].tour);
}

#[test]
fn a_search_that_finds_nothing_is_estimated_whole() {
    let family = family("5x5", "1,2", Goal::Open);
    let none = &estimated(&family, &[MoveOrder::FIG2], &sampling("1%", 0))[0];
    assert_eq!((none.outcome, &none.tour), (Outcome::None, &None));
    let checks = none.checks.unwrap();
    assert!((checks.value / 14_635_368.0 - 1.0).abs() < 0.02, "{checks:?}");
    assert!(checks.effective_samples <= checks.samples as f64);
}

#[test]
fn few_walks_are_counted() {
    let family = family("3x4", "1,1", Goal::Open);
    let counted = estimated(&family, &[MoveOrder::FIG2], &sampling("50%", 0))[0].checks.unwrap();
    let plain = plain::search(&family.problem(MoveOrder::FIG2));
    assert_eq!(
        (counted.value, counted.standard_error, counted.samples),
        (plain.checks as f64, 0.0, 0)
    );
    assert!(!counted.is_heavy_tailed());
}

/// On this long board a few walks have nearly all the weight.
#[test]
fn a_heavy_tail_is_noticed() {
    let family = family("4x13", "1,1", Goal::Open);
    let checks = estimated(&family, &[MoveOrder::FIG2], &sampling("20%", 1))[0].checks.unwrap();
    assert!(checks.is_heavy_tailed(), "{checks:?}");
    assert!(checks.effective_samples < checks.samples as f64 / 10.0, "{checks:?}");
}

#[test]
fn progress_has_the_estimate_so_far_and_does_not_change_it() {
    let family = family("6x6", "2,1", Goal::Open);
    let mut errors = Vec::new();
    let mut progress = |so_far: Option<Estimate>| {
        errors.extend(so_far.map(|estimate| estimate.relative_error()));
        ControlFlow::Continue(())
    };
    let (sampling, mut found) = (sampling("2%", 3), None);
    estimates::checks(
        &family,
        &[MoveOrder::FIG2],
        &sampling,
        &mut progress,
        &mut |_, estimated| {
            found = Some(estimated);
        },
    )
    .unwrap();
    assert_eq!(found, estimated(&family, &[MoveOrder::FIG2], &sampling).pop());
    assert!(errors.len() > 10 && errors.iter().all(|error| *error > 0.0), "{errors:?}");
    assert!(errors[0] > 2.0 * errors[errors.len() - 1], "{errors:?}");
    assert!(errors[errors.len() - 1] < 0.03, "{errors:?}");
}

#[test]
fn the_most_samples_end_an_estimate() {
    let board: Board = "10x10".parse().unwrap();
    let sampling = Sampling { most_samples: 20_000, ..sampling("0.01%", 0) };
    let mut progress = |_| ControlFlow::Continue(());
    let start = Square { row: 1, col: 1 };
    let walks = estimates::walks(board, start, &sampling, &mut progress).unwrap();
    assert!(walks.samples < 25_000 && walks.relative_error() > 0.01, "{walks:?}");
    assert!(estimates::walks(board, start, &sampling, &mut |_| ControlFlow::Break(())).is_err());
}

/// The corner of 12×12 has no known count; the estimates with different seeds agree.
#[test]
fn estimates_of_large_boards_agree_with_each_other() {
    let family = family("12x12", "1,1", Goal::Open);
    let [a, b] = [1, 2].map(|seed| {
        let estimated = estimated(&family, &[MoveOrder::FIG2], &sampling("5%", seed)).remove(0);
        Tour::new(family.board, estimated.tour.unwrap()).unwrap();
        estimated.checks.unwrap()
    });
    let difference = (a.value - b.value).abs();
    assert!(difference < 4.0 * a.standard_error.hypot(b.standard_error), "{a:?} {b:?}");
}

proptest! {
    #[test]
    fn the_first_tour_is_that_of_the_plain_recursion(problem in problems(1..=5, 300_000..300_001)) {
        let answer = plain::search(&problem);
        prop_assume!(answer.outcome != Outcome::Budget);
        let family = Family::of(&problem);
        let estimated = &estimated(&family, &[problem.order], &sampling("100%", 0))[0];
        prop_assert_eq!(estimated.outcome, answer.outcome);
        prop_assert_eq!(&estimated.tour, &answer.tour);
        let checks = estimated.checks.unwrap();
        prop_assert!((checks.value - answer.checks as f64).abs() <= 6.0 * checks.standard_error);
    }
}
