use crate::graph::WalkGraph;
use crate::sampling::*;
use crate::{OrderEffort, elimination_order};
use knight_board::Board;
use proptest::prelude::*;

/// More states than any graph here has, so that none is left out.
const ALL: usize = usize::MAX;

fn plan_of(graph: &WalkGraph, counted: Counted) -> FrontierPlan {
    let order = elimination_order(graph, OrderEffort::Usual, &mut || Ok(())).unwrap();
    FrontierPlan::new(graph, &order, counted).unwrap()
}

fn plan_of_board(size: &str, counted: Counted) -> FrontierPlan {
    let board: Board = size.parse().unwrap();
    plan_of(&WalkGraph::of_board(board, None), counted)
}

fn sampler(plan: &FrontierPlan, states: usize, seed: u64) -> Sampler<'_> {
    Sampler::keeping(states, plan, seed, &mut || Ok(())).unwrap()
}

fn sample(sampler: &Sampler, seed: u64) -> f64 {
    sampler.sample(seed, &mut || Ok(())).unwrap()
}

fn counted(plan: &FrontierPlan) -> f64 {
    let sampler = sampler(plan, ALL, 1);
    assert_eq!(sampler.count(), Some(sample(&sampler, 2)));
    sample(&sampler, 2)
}

/// The Hamiltonian paths, each with the weights of its ends, and the cycles, by listing them.
fn listed(graph: &WalkGraph) -> (u64, u64) {
    fn go_on(graph: &WalkGraph, path: &mut Vec<usize>, found: &mut (u64, u64)) {
        let (first, last) = (path[0], path[path.len() - 1]);
        if path.len() == graph.vertices() {
            found.0 += graph.weights[first] * graph.weights[last];
            // From the vertex 0 alone, once in each direction.
            let closes = graph.neighbours[last].contains(&(first as u16));
            found.1 += u64::from(closes && first == 0 && path.len() > 2);
            return;
        }
        for &next in &graph.neighbours[last] {
            if !path.contains(&usize::from(next)) {
                path.push(next.into());
                go_on(graph, path, found);
                path.pop();
            }
        }
    }
    let mut found = (0, 0);
    for first in 0..graph.vertices() {
        go_on(graph, &mut vec![first], &mut found);
    }
    (found.0 / 2, found.1 / 2)
}

fn graphs() -> impl Strategy<Value = WalkGraph> {
    (2usize..8).prop_flat_map(|vertices| {
        let pairs = prop::collection::vec(prop::bool::weighted(0.6), vertices * vertices);
        let weights = prop::collection::vec(0u64..3, vertices);
        (pairs, weights).prop_map(move |(pairs, weights)| {
            let is_edge = |a: usize, b: usize| a != b && pairs[a.min(b) * vertices + a.max(b)];
            let neighbours = |a: usize| -> Vec<u16> {
                (0..vertices).filter(|&b| is_edge(a, b)).map(|b| b as u16).collect()
            };
            WalkGraph {
                neighbours: (0..vertices).map(neighbours).collect(),
                start: None,
                weights,
                squares: vertices,
            }
        })
    })
}

proptest! {
    #[test]
    fn without_leaving_out_states_every_path_and_cycle_is_counted(graph in graphs()) {
        let (paths, cycles) = listed(&graph);
        prop_assert_eq!(counted(&plan_of(&graph, Counted::HamiltonianPaths)), paths as f64);
        prop_assert_eq!(counted(&plan_of(&graph, Counted::HamiltonianCycles)), cycles as f64);
    }

    #[test]
    fn as_many_states_are_kept_as_a_sample_has(
        worth in prop::collection::vec(prop::num::f64::POSITIVE | prop::num::f64::NORMAL, 2..60),
        most in 1usize..59,
    ) {
        let worth: Vec<f64> = worth.into_iter().map(|worth| worth.abs().sqrt()).collect();
        prop_assume!(worth.len() > most);
        let certain = certain_from(&worth, most);
        let kept: f64 = worth.iter().map(|worth| (worth / certain).min(1.0)).sum();
        prop_assert!((kept - most as f64).abs() < 1e-9 * most as f64, "{kept} of {most}");
    }
}

#[test]
fn boards_are_counted_where_a_sample_has_room() {
    for (size, kind, tours) in [
        ("5x5", Counted::HamiltonianPaths, 864.0),
        ("5x6", Counted::HamiltonianPaths, 18_784.0),
        ("6x6", Counted::HamiltonianCycles, 9_862.0),
        ("3x10", Counted::HamiltonianCycles, 16.0),
    ] {
        assert_eq!(counted(&plan_of_board(size, kind)), tours, "{size}");
    }
}

#[test]
fn samples_of_few_states_are_right_on_average_with_any_guide() {
    for (size, kind, tours, states, most_error) in [
        ("6x6", Counted::HamiltonianCycles, 9_862.0, 60, 150.0),
        ("5x5", Counted::HamiltonianPaths, 864.0, 20, 15.0),
        ("5x6", Counted::HamiltonianPaths, 18_784.0, 60, 250.0),
    ] {
        let plan = plan_of_board(size, kind);
        let samplers: Vec<Sampler> = (0..20).map(|seed| sampler(&plan, states, seed)).collect();
        assert!(samplers.iter().all(|sampler| sampler.count().is_none()));
        let of_seed = |seed: u64| sample(&samplers[seed as usize % 20], seed);
        let samples: Vec<f64> = (0..1000).map(of_seed).collect();
        let number = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / number;
        let variance = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / number;
        let error = (variance / number).sqrt();
        assert!((mean - tours).abs() < 4.0 * error, "{size}: {mean} with an error of {error}");
        assert!(error < most_error, "{size}: {error}");
    }
}
