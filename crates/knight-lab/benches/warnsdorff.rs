//! Warnsdorff's rule: a run on 8×8 and on large boards by each way with ties, and the greedy runs
//! of all orders from a square.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use knight_search::engines::warnsdorff::{self, Mode, Ties};
use knight_search::{Answer, Board, Budget, Goal, MoveOrder, Problem, Square};

const TIES: [(&str, Ties); 4] = [
    ("first", Ties::First),
    ("random", Ties::Random(1)),
    ("pohl", Ties::Pohl),
    ("roth", Ties::Roth),
];

fn from_corner(side: u16, order: MoveOrder) -> Problem {
    Problem {
        board: Board::new(side, side).expect("the side is in range"),
        start: Square { row: 1, col: 1 },
        order,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    }
}

fn greedy(problem: &Problem, ties: Ties) -> Answer {
    let mut progress = |_| ControlFlow::Continue(());
    warnsdorff::search(problem, ties, Mode::Greedy, &mut progress)
        .expect("the progress never breaks")
}

/// One greedy run, to a tour or to a dead end; squares a second.
fn runs(c: &mut Criterion) {
    let mut group = c.benchmark_group("greedy");
    group.sample_size(20);
    for side in [8, 100, 1000] {
        for (name, ties) in TIES {
            let problem = from_corner(side, MoveOrder::FIG2);
            group.throughput(Throughput::Elements(u64::from(side) * u64::from(side)));
            group.bench_function(BenchmarkId::new(name, problem.board), |b| {
                b.iter(|| greedy(black_box(&problem), ties));
            });
        }
    }
    group.finish();
}

/// All 40,320 orders from the corner of 8×8: one of the 64 parts of the table of failures.
fn all_orders(c: &mut Criterion) {
    let mut group = c.benchmark_group("greedy, all orders");
    group.sample_size(10);
    group.throughput(Throughput::Elements(MoveOrder::COUNT.into()));
    group.bench_function("8x8 from (1,1)", |b| {
        b.iter(|| {
            for order in MoveOrder::all() {
                black_box(greedy(&from_corner(8, order), Ties::First));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, runs, all_orders);
criterion_main!(benches);
