//! The step engine on boards of each width, and the plain recursion for comparison.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use knight_search::engines::{plain, step};
use knight_search::{Answer, Board, Budget, Goal, MoveOrder, Problem, Square};

fn fig2_from_corner(side: u16, budget: Budget) -> Problem {
    Problem {
        board: Board::new(side, side).expect("the side is in range"),
        start: Square { row: 1, col: 1 },
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget,
    }
}

fn step(problem: &Problem) -> Answer {
    step::search(problem, &mut |_| ControlFlow::Continue(())).expect("the progress never breaks")
}

/// Checks per second: on 8×8 the paper's job, elsewhere a budget of ten million checks.
fn checks(c: &mut Criterion) {
    let budget = Budget::checks(10_000_000).expect("the budget is in range");
    let mut group = c.benchmark_group("checks");
    group.sample_size(20);
    for (side, budget) in [(8, Budget::UNLIMITED), (10, budget), (12, budget), (16, budget)] {
        let problem = fig2_from_corner(side, budget);
        group.throughput(Throughput::Elements(step(&problem).checks as u64));
        group.bench_function(BenchmarkId::new("step", problem.board), |b| {
            b.iter(|| step(black_box(&problem)));
        });
    }
    group.finish();
}

/// What a job costs that has almost nothing to search: the 15 nodes of 3×3.
fn setup(c: &mut Criterion) {
    let problem = fig2_from_corner(3, Budget::UNLIMITED);
    c.bench_function("setup/3x3", |b| b.iter(|| step(black_box(&problem))));
}

/// The literal recursion and the step engine on the same job.
fn against_plain(c: &mut Criterion) {
    let problem = fig2_from_corner(5, Budget::UNLIMITED);
    let mut group = c.benchmark_group("5x5");
    group.throughput(Throughput::Elements(step(&problem).checks as u64));
    group.bench_function("plain", |b| b.iter(|| plain::search(black_box(&problem))));
    group.bench_function("step", |b| b.iter(|| step(black_box(&problem))));
    group.finish();
}

criterion_group!(benches, checks, setup, against_plain);
criterion_main!(benches);
