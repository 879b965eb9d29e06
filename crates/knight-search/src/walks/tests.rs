//! Frontier DP and its bounds against stepping.

use std::ops::ControlFlow;

use crate::walks::*;
use knight_board::bitboard::{KnightGraph, SquareSet, with_words};
use knight_board::{Board, Interrupted};
use knight_frontier::{
    self, Counted, FrontierPlan, Limits, NarrowCounter, OrderEffort, PairingMaps, WalkGraph,
    elimination_order, narrow_elimination_order,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

type Set = SquareSet<1>;

const CORNER: usize = 0;

fn graph(size: &str) -> KnightGraph<1> {
    KnightGraph::new(size.parse().unwrap())
}

/// The squares of a board whose bits are set. Each word has the bits rotated differently.
fn set<const WORDS: usize>(graph: &KnightGraph<WORDS>, bits: u64) -> SquareSet<WORDS> {
    let turned = |square: usize| bits.rotate_left(11 * (square / 64) as u32);
    let is_set = |square: &usize| turned(*square) >> (square % 64) & 1 == 1;
    SquareSet::of(graph.all().members().filter(is_set))
}

fn last<const WORDS: usize>(set: SquareSet<WORDS>) -> usize {
    set.members().last().unwrap()
}

fn by_frontier<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
) -> u128 {
    let memory = Tables::with_threads(1 << 30, 2);
    WalkCounter::new(graph, &memory, &mut || ControlFlow::Continue(()))
        .count_by_frontier(first, shape, &|_| 1, u128::MAX, &|| None)
        .unwrap()
}

#[test]
fn a_large_count_is_not_made_if_another_has_made_it_meanwhile() {
    let graph = graph("6x6");
    let corner = SquareSet::only(CORNER);
    for (bytes, walks) in [(1 << 20, 7), (1 << 30, 19_431_824_959)] {
        let memory = Tables::with_threads(bytes, 1);
        let counted = WalkCounter::new(&graph, &memory, &mut || ControlFlow::Continue(()))
            .count_by_frontier(corner, graph.all(), &|_| 1, u128::MAX, &|| Some(7));
        assert_eq!(counted, Ok(walks), "{bytes} bytes");
    }
}

type Found = Result<u128, CountError>;

/// Counts with these threads, even in small layers, and within these bytes.
fn run(plan: &FrontierPlan, threads: usize, bytes: usize, cap: u128) -> Found {
    run_from(0, plan, threads, bytes, cap)
}

/// Counts with several threads in layers of at least as many states.
fn run_from(least: usize, plan: &FrontierPlan, threads: usize, bytes: usize, cap: u128) -> Found {
    let mut limits = Limits {
        spill: None,
        most_cuts: 0,
        bytes,
        parallel_states: least,
        threads: &|| threads,
        on_step: &mut |activity| assert!(activity.bytes <= bytes),
        cap,
        progress: &mut |_| ControlFlow::Continue(()),
    };
    knight_frontier::count(plan, &PairingMaps::default(), &mut limits)
}

/// Counts state by state.
fn by_states(graph: &WalkGraph, order: &[u16], cap: u128) -> Option<u128> {
    NarrowCounter::default().count(graph, order, cap, &mut || Ok(())).unwrap()
}

fn order_of(graph: &WalkGraph) -> Vec<u16> {
    elimination_order(graph, OrderEffort::Usual, &mut || Ok(())).unwrap()
}

#[test]
fn large_counts_take_the_threads_that_no_search_keeps_busy() {
    let memory = Tables::with_threads(1 << 20, 4);
    assert_eq!(memory.idle_threads(), 4);
    let own = memory.busy();
    assert_eq!(memory.idle_threads(), 4);
    let others = [memory.busy(), memory.busy()];
    assert_eq!(memory.idle_threads(), 2);
    {
        let _waits = memory.idle();
        assert_eq!(memory.idle_threads(), 3);
    }
    let more: Vec<_> = (0..9).map(|_| memory.busy()).collect();
    assert_eq!(memory.idle_threads(), 1);
    drop((own, others, more));
    assert_eq!(memory.idle_threads(), 4);
    assert!(memory.idle().is_none());
}

#[test]
fn what_a_large_count_does_is_shown_until_it_ends() {
    let graph = graph("6x6");
    let memory = Tables::with_threads(1 << 20, 1);
    let mut shown = Vec::new();
    let mut progress = || {
        shown.extend(memory.status());
        ControlFlow::Continue(())
    };
    let corner = SquareSet::only(CORNER);
    let counted =
        WalkCounter::new(&graph, &memory, &mut progress).count(corner, graph.all(), u128::MAX);
    assert_eq!(counted, Ok(Walks::Exactly(19_431_824_959)));
    assert_eq!(memory.status(), None);
    assert!(!shown.is_empty());
    assert!(shown.iter().all(|now| now.squares == 36 && now.step <= now.steps));
    assert!(shown.is_sorted_by_key(|now| now.step));
    let same_step = |pair: &&[CountStatus]| pair[0].step == pair[1].step;
    assert!(shown.windows(2).filter(same_step).any(|pair| pair[0].bytes != pair[1].bytes));
}

/// An order with a wide frontier: as wide as possible up to `most`.
fn wide_order(graph: &WalkGraph, most: usize) -> Vec<u16> {
    let mut seen = vec![false; graph.vertices()];
    let mut order: Vec<u16> = Vec::new();
    while order.len() < graph.vertices() {
        let is_processed = |v: &usize| order.contains(&(*v as u16));
        let width = |v: &usize| {
            let is_open = |other: &usize| {
                let is_met = graph.neighbours[*v].contains(&(*other as u16));
                (seen[*other] || is_met) && other != v && !is_processed(other)
            };
            Some((0..graph.vertices()).filter(is_open).count()).filter(|width| *width <= most)
        };
        let rest = (0..graph.vertices()).filter(|v| !is_processed(v));
        let vertex = rest.max_by_key(width).unwrap();
        graph.neighbours[vertex].iter().for_each(|&v| seen[usize::from(v)] = true);
        seen[vertex] = true;
        order.push(vertex as u16);
    }
    order
}

#[test]
fn wide_frontiers_and_large_counts_count_what_stepping_counts() {
    const WEIGHT: u64 = 1 << 60;
    let graph = graph("8x8");
    let (mut by_width, mut too_large) = ([0; 64], 0);
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    for turn in 0..100 {
        let bits = random & random.rotate_left(23) | random.rotate_left(41) & random >> 7;
        random = random.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        let first = set(&graph, bits).only_first();
        let shape = graph.flood(first, set(&graph, bits));
        let stepped = stepping::count(&graph, first, shape, 100_000);
        if shape.len() < 20 || stepped > 100_000 {
            continue;
        }
        let walk_graph = WalkGraph::new(&graph, first, shape, &|_| WEIGHT);
        let order = wide_order(&walk_graph, 10 + turn % 4);
        let plan = FrontierPlan::new(&walk_graph, &order, Counted::Walks).unwrap();
        by_width[plan.width()] += 1;
        let walks = u128::from(stepped) * u128::from(WEIGHT);
        assert_eq!(run(&plan, 1, 1 << 30, u128::MAX), Ok(walks));
        too_large += usize::from(walks > u128::from(u64::MAX));
    }
    assert!(by_width[12] > 0 && by_width[13] > 0 && too_large > 0, "{by_width:?}, {too_large}");
}

#[test]
fn narrow_frontiers_are_counted_state_by_state_up_to_ten_slots_and_64_bits() {
    let graph = graph("3x9");
    let corner = SquareSet::only(CORNER);
    let walks = stepping::count(&graph, corner, graph.all(), u64::MAX);
    let weighted = |weight| WalkGraph::new(&graph, corner, graph.all(), &|_| weight);
    let narrow = narrow_elimination_order(&weighted(1), &mut || Ok(())).unwrap().unwrap();
    for bit in 0..64 {
        let counted = by_states(&weighted(1 << bit), &narrow, u128::MAX);
        let whole = u128::from(walks) << bit;
        let may_be_too_large = whole > 1 << 54;
        assert!(counted == Some(whole) || counted.is_none() && may_be_too_large, "2^{bit}");
    }
    assert_eq!(by_states(&weighted(u64::MAX), &narrow, u128::MAX), None);
    // A star, whose centre meets all other vertices.
    for (vertices, counted) in [(10, Some(10)), (11, None)] {
        let neighbours = |v| if v == 0 { (1..vertices).collect() } else { vec![0] };
        let star = WalkGraph {
            neighbours: (0..vertices).map(neighbours).collect(),
            start: Some(0),
            weights: vec![1; vertices.into()],
            squares: vertices.into(),
        };
        let order: Vec<u16> = (0..vertices).collect();
        assert_eq!(by_states(&star, &order, u128::MAX), counted);
    }
    let stopped =
        NarrowCounter::default().count(&weighted(1), &narrow, u128::MAX, &mut || Err(Interrupted));
    assert_eq!(stopped, Err(Interrupted));
    let graph = self::graph("8x8");
    let whole_board = WalkGraph::new(&graph, corner, graph.all(), &|_| 1);
    assert_eq!(narrow_elimination_order(&whole_board, &mut || Ok(())).unwrap(), None);
}

#[test]
fn threads_and_memory_decide_whether_a_count_fits_and_not_what_it_is() {
    let graph = graph("6x6");
    let walk_graph = WalkGraph::new(&graph, SquareSet::only(CORNER), graph.all(), &|_| 1);
    let plan = FrontierPlan::new(&walk_graph, &order_of(&walk_graph), Counted::Walks).unwrap();
    let mut fitting = 0;
    for bits in 10..24 {
        // Small layers are taken through a step as a whole if all layers count as small.
        for (threads, least) in [(1, 0), (4, 0), (1, usize::MAX)] {
            let walks = run_from(least, &plan, threads, 1 << bits, u128::MAX);
            fitting += usize::from(walks == Ok(19_431_824_959));
            assert!(walks == Err(CountError::MemoryLimit) || walks == Ok(19_431_824_959));
        }
    }
    assert!(fitting > 0 && fitting < 42, "{fitting} of 42 fit");
}

/// Paths through all squares that begin at `first`, by stepping through all walks.
fn covering(graph: &KnightGraph<1>, at: usize, open: Set) -> u128 {
    if open.is_empty() {
        return 1;
    }
    let next = (graph.neighbours(at) & open).members();
    next.map(|next| covering(graph, next, open.without(next))).sum()
}

/// Counts the walks of a random shape of up to 18 squares in every way.
fn counts_what_stepping_counts<const WORDS: usize>(
    board: Board,
    bits: (u64, u64, u64),
    threads: usize,
    width: usize,
) -> TestCaseResult {
    let graph = KnightGraph::<WORDS>::new(board);
    let shape = set(&graph, bits.0 | bits.1 & bits.2);
    let first = (set(&graph, bits.2) & shape).members().last();
    prop_assume!(first.is_some());
    let first = SquareSet::of(first.into_iter());
    let mut shape = graph.flood(first, shape);
    while shape.len() > 18 {
        let far = (shape & !first).first();
        shape = graph.flood(first, shape.without(far));
    }
    let firsts = first | set(&graph, bits.0 & bits.1) & shape;
    let stepped = stepping::count(&graph, firsts, shape, u64::MAX);
    let walks = u128::from(stepped);
    prop_assert_eq!(by_frontier(&graph, firsts, shape), walks);
    let memory = Tables::with_threads(1 << 26, threads);
    for cap in [walks / 3, walks - 1, walks, u128::MAX] {
        let counted = WalkCounter::new(&graph, &memory, &mut || ControlFlow::Continue(()))
            .count(firsts, shape, cap)
            .unwrap();
        if walks <= cap {
            prop_assert_eq!(counted, Walks::Exactly(walks));
        } else {
            prop_assert!(matches!(counted, Walks::AtLeast(some) if some > cap && some <= walks));
        }
    }

    let walk_graph = WalkGraph::new(&graph, firsts, shape, &|_| 1);
    let weighted = WalkGraph::new(&graph, firsts, shape, &|s| (bits.1 >> (s % 61)) & 7);
    for order in [order_of(&walk_graph), wide_order(&walk_graph, width)] {
        let plan = FrontierPlan::new(&weighted, &order, Counted::Walks).unwrap();
        if let Some(one_by_one) = by_states(&weighted, &order, u128::MAX) {
            prop_assert_eq!(run(&plan, 1, 1 << 30, u128::MAX), Ok(one_by_one));
            prop_assert_eq!(by_states(&walk_graph, &order, u128::MAX), Some(walks));
            let above = by_states(&walk_graph, &order, walks / 3).unwrap();
            prop_assert!(above > walks / 3 && above <= walks);
        } else {
            prop_assert!(plan.width() > 5);
        }
        let plan = || FrontierPlan::new(&walk_graph, &order, Counted::Walks).unwrap();
        for plan in [plan(), plan().sliced_wherever_possible()] {
            let above = run(&plan, threads, 1 << 30, walks / 3).unwrap();
            prop_assert!(above > walks / 3 && above <= walks);
            prop_assert_eq!(run(&plan, threads, 1 << 30, u128::MAX), Ok(walks));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_plan_counts_what_stepping_counts(
        board in prop::sample::select(vec![
            "5x5", "8x8", "4x7", "3x12", "10x10", "13x14", "16x16", "6x40", "3x22",
        ]),
        bits in any::<(u64, u64, u64)>(),
        threads in 1usize..4,
        width in 3usize..9,
    ) {
        let board: Board = board.parse().unwrap();
        with_words!(board.area(), WORDS => {
            counts_what_stepping_counts::<WORDS>(board, bits, threads, width)?;
        });
    }

    #[test]
    fn the_plan_covers_what_stepping_covers(
        size in prop::sample::select(vec!["3x4", "4x5", "5x5", "3x7"]),
        bits in any::<(u64, u64)>(),
        width in 3usize..9,
    ) {
        let graph = graph(size);
        let start = (bits.0 % u64::from(graph.all().len())) as usize;
        let first = SquareSet::only(start);
        let shape = graph.flood(first, set(&graph, bits.0 | bits.1) | first);
        let from = |square: usize| covering(&graph, square, shape.without(square));
        let paths = from(start);
        let walk_graph = WalkGraph::new(&graph, first, shape, &|_| 1);
        let free = WalkGraph::new(&graph, SquareSet::EMPTY, shape, &|_| 1);
        for order in [order_of(&walk_graph), wide_order(&walk_graph, width)] {
            let count = |graph: &WalkGraph, what| {
                let plan = FrontierPlan::new(graph, &order, what).unwrap();
                let whole = run(&plan, 1, 1 << 30, u128::MAX);
                assert_eq!(run(&plan.sliced_wherever_possible(), 1, 1 << 30, u128::MAX), whole);
                whole
            };
            prop_assert_eq!(count(&walk_graph, Counted::HamiltonianPaths), Ok(paths));
            prop_assert_eq!(count(&walk_graph, Counted::HamiltonianPathExists).map(|one| one > 0), Ok(paths > 0));
            if shape.len() > 2 {
                let directed: u128 = shape.members().map(from).sum();
                prop_assert_eq!(count(&free, Counted::HamiltonianPaths).map(|paths| 2 * paths), Ok(directed));
                // Closed paths begin at one square and end next to it.
                let near = graph.neighbours(start);
                let closing = WalkGraph::new(&graph, first, shape, &|square| near.contains(square).into());
                let directed = count(&closing, Counted::HamiltonianPaths);
                prop_assert_eq!(count(&free, Counted::HamiltonianCycles).map(|cycles| 2 * cycles), directed);
            }
        }
    }

    #[test]
    fn chains_of_parts_are_lower_bounds(
        bits in any::<(u64, u64)>(),
        sizes in (1u32..8, 1u32..8),
    ) {
        let graph = graph("8x8");
        let corner = SquareSet::only(CORNER);
        let mut shape = set(&graph, bits.0 | bits.1) | corner;
        while shape.len() > 20 {
            shape = shape.without(last(shape));
        }
        let shape = graph.flood(corner, shape);
        let exact = stepping::count(&graph, corner, shape, u64::MAX);
        prop_assert!(chain::lower_bound(&graph, corner, shape, u64::MAX, sizes.0) <= exact);
        // With one part of all squares the bound is the count.
        prop_assert_eq!(chain::lower_bound(&graph, corner, shape, u64::MAX, 64), exact);
        let sizes = chain::PartSizes { first: sizes.0, others: sizes.1 };
        let (part, weights) = chain::first_part(&graph, corner, shape, u64::MAX, sizes);
        let memory = Tables::with_threads(1 << 30, 1);
        let mut progress = || ControlFlow::Continue(());
        let bound = WalkCounter::new(&graph, &memory, &mut progress)
            .count_by_frontier(corner, part, &|square| weights[square], u128::MAX, &|| None)
            .unwrap();
        prop_assert!(bound <= u128::from(exact), "{} of {}", bound, exact);
    }
}
