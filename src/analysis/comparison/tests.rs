use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::analysis::comparison::*;
use crate::analysis::sides::{Request, Sides};
use crate::analysis::{Column, Ratio};
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::{Engine, MoveOrder, Rule, Ties};

const COSTS: [Cost; 7] = [
    Cost::Exact(50),
    Cost::Exact(100),
    Cost::Exact(200),
    Cost::Above(50),
    Cost::Above(100),
    Cost::Never,
    Cost::Unknown,
];

/// What a cost may be, as far as it matters for these costs; infinity for a stuck job.
fn possible(cost: Cost) -> Vec<f64> {
    match cost {
        Cost::Exact(count) => vec![count as f64],
        Cost::Above(budget) => vec![budget as f64 + 1e-9, 150.0, 1e30, f64::INFINITY],
        Cost::Never => vec![f64::INFINITY],
        Cost::Unknown => vec![1.0, 75.0, 150.0, 1e30, f64::INFINITY],
    }
}

#[test]
fn a_pair_is_won_only_if_it_is_won_for_every_possible_cost() {
    for (first, second) in COSTS.iter().flat_map(|a| COSTS.iter().map(move |b| (*a, *b))) {
        let costs = possible(first);
        let all = |holds: fn(f64, f64) -> bool| {
            costs.iter().all(|&one| possible(second).iter().all(|&other| holds(one, other)))
        };
        let are_exact = first.exact().is_some() && second.exact().is_some();
        let is_one = first.exact().is_some() || second.exact().is_some();
        let expected = match (all(|a, b| a < b), all(|a, b| a > b), are_exact) {
            (true, _, true) => PairResult::Won,
            (_, true, true) => PairResult::Lost,
            (_, _, true) => PairResult::Tied,
            (true, _, false) => PairResult::WonByBound,
            (_, true, false) => PairResult::LostByBound,
            _ if is_one => PairResult::UndecidedOne,
            _ => PairResult::UndecidedBoth,
        };
        assert_eq!(PairResult::of(first, second), expected, "{first:?} {second:?}");
    }
}

#[test]
fn ratios_are_shown_with_what_is_certain() {
    let exact = |one, other| Ratio::of(Cost::Exact(one), Cost::Exact(other)).to_string();
    assert_eq!(exact(1848, 66_005_601), "35,717");
    assert_eq!([exact(100, 100), exact(100, 250), exact(300, 100)], ["1", "2.5", "1/3"]);
    assert_eq!([exact(1000, 998), exact(998, 1000)], ["1", "1"]);
    assert_eq!(exact(10_000_000_000, 1), "1/10,000,000,000");
    let above = |one, budget| Ratio::of(Cost::Exact(one), Cost::Above(budget)).to_string();
    assert_eq!([above(3, 10), above(100, 1000)], ["≥ 3.33", "≥ 10"]);
    assert_eq!(Ratio::of(Cost::Above(3), Cost::Exact(2)).to_string(), "≤ 1/1.5");
    assert_eq!(Ratio::of(Cost::Above(3), Cost::Above(2)).to_string(), "–");
    assert_eq!(Ratio { low: 1.234, high: 3.211 }.to_string(), "1.23 to 3.22");
}

/// A row of a results file in short.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Row {
    is_second: bool,
    start: u16,
    order: usize,
    seed: u64,
    cost: usize,
}

impl Row {
    fn record(self) -> Record {
        let (outcome, checks) = match COSTS[self.cost] {
            Cost::Exact(count) => (Outcome::Tour, count),
            Cost::Above(budget) => (Outcome::Budget, budget),
            Cost::Never => (Outcome::Stuck, 9),
            Cost::Unknown => (Outcome::Memory, 0),
        };
        let rule =
            if self.is_second { Rule::Greedy(Ties::Random) } else { Rule::Greedy(Ties::First) };
        Record {
            start_col: self.start,
            order: [MoveOrder::FIG2, MoveOrder::TUTORIAL][self.order],
            rule,
            seed: self.is_second.then_some(self.seed),
            budget: None,
            ..record(outcome, checks)
        }
    }

    /// Whether two rows of different rules are partners: the first rule has no seeds.
    fn pairs_with(self, other: Row) -> bool {
        (self.start, self.order) == (other.start, other.order)
    }
}

fn rows_strategy() -> impl Strategy<Value = Vec<Row>> {
    let row = (any::<bool>(), 1..4u16, 0..2usize, 0..3u64, 0..COSTS.len()).prop_map(
        |(is_second, start, order, seed, cost)| {
            let seed = if is_second { seed } else { 0 };
            Row { is_second, start, order, seed, cost }
        },
    );
    proptest::collection::vec(row, 0..30).prop_map(|rows| {
        let mut seen = BTreeSet::new();
        let key = |row: &Row| (row.is_second, row.start, row.order, row.seed);
        rows.into_iter().filter(|row| seen.insert(key(row))).collect()
    })
}

fn jobs_of(records: impl IntoIterator<Item = Record>) -> Jobs {
    let mut jobs = Jobs::default();
    records.into_iter().for_each(|record| jobs.add(0, &record));
    jobs
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
    if low == high { low } else { (low * high).sqrt() }
}

proptest! {
    #[test]
    fn comparisons_equal_naive_ones(rows in rows_strategy(), hidden in any::<u64>()) {
        let jobs = jobs_of(rows.iter().map(|row| row.record()));
        let places = |is_second: bool| -> Vec<u32> {
            (0..rows.len()).filter(|&i| rows[i].is_second == is_second).map(|i| i as u32).collect()
        };
        let pairing = Pairing::new(&jobs, Column::Rule, [&places(false), &places(true)]);
        let mut expected = Vec::new();
        for i in places(false) {
            let partners = places(true).into_iter();
            let is_partner = |j: &u32| rows[i as usize].pairs_with(rows[*j as usize]);
            expected.extend(partners.filter(is_partner).map(|j| (i, j)));
        }
        let found: BTreeSet<(u32, u32)> = pairing.pairs.iter().copied().collect();
        prop_assert_eq!(found.len(), pairing.pairs.len());
        // A column in which each side has one value is left out, which can only add pairs.
        if pairing.apart.is_empty() {
            prop_assert_eq!(&found, &expected.iter().copied().collect::<BTreeSet<_>>());
            let alone = pairing.alone[0].len() + pairing.alone[1].len();
            let paired: BTreeSet<u32> = found.iter().flat_map(|pair| [pair.0, pair.1]).collect();
            prop_assert_eq!(alone + paired.len(), rows.len());
        }

        let comparison = Comparison::new(&jobs, &pairing);
        let cost = |place: u32| COSTS[rows[place as usize].cost];
        let count = |verdict: PairResult| {
            let is_it = |pair: &&(u32, u32)| PairResult::of(cost(pair.0), cost(pair.1)) == verdict;
            pairing.pairs.iter().filter(is_it).count() as u64
        };
        for verdict in PairResult::ALL.iter().copied() {
            prop_assert_eq!(comparison.with(verdict), count(verdict));
        }
        prop_assert_eq!(comparison.pairs(), pairing.pairs.len() as u64);

        // Whatever the hidden costs are, the median ratio is within its bounds.
        let any_of = |cost: Cost, salt: u64| {
            let all = possible(cost);
            all[(hidden.rotate_left(salt as u32 % 64) % all.len() as u64) as usize]
        };
        let ratios: Vec<f64> = (0u64..)
            .zip(&pairing.pairs)
            .map(|(i, pair)| any_of(cost(pair.1), 7 * i) / any_of(cost(pair.0), 7 * i + 3))
            .map(|ratio| if ratio.is_nan() { 1.0 } else { ratio })
            .collect();
        let Ratio { low, high } = comparison.median;
        if !ratios.is_empty() {
            let median = median(ratios);
            let is_between = (low * 0.999_999..=high * 1.000_001).contains(&median);
            prop_assert!(median.is_nan() || is_between, "{median} in {low}..{high}");
        }
        let is_decided = |pair: &&(u32, u32)| {
            cost(pair.0).exact().is_some() && cost(pair.1).exact().is_some()
        };
        let decided: Vec<f64> = pairing.pairs.iter().filter(is_decided).map(|pair| {
            cost(pair.1).exact().unwrap() as f64 / cost(pair.0).exact().unwrap() as f64
        }).collect();
        prop_assert_eq!(comparison.decided(), decided.len() as u64);
        if !decided.is_empty() {
            let product: f64 = decided.iter().product();
            let mean = product.powf(1.0 / decided.len() as f64);
            prop_assert!((comparison.decided_mean.unwrap() / mean - 1.0).abs() < 1e-9);
            let middle = median(decided);
            prop_assert!((comparison.decided_median.unwrap() / middle - 1.0).abs() < 1e-9);
        }

        // With the sides exchanged everything is inverted.
        let swapped = Pairing {
            pairs: pairing.pairs.iter().map(|&(i, j)| (j, i)).collect(),
            ..Pairing::default()
        };
        let swapped = Comparison::new(&jobs, &swapped);
        prop_assert_eq!((swapped.won(), swapped.lost()), (comparison.lost(), comparison.won()));
        let ends = |ratio: Ratio| [ratio.low, ratio.high].map(|end| (end * 1e6).round());
        prop_assert_eq!(ends(swapped.median.inverse()), ends(comparison.median));
    }
}

fn compared(records: &[Record], column: Column) -> (Pairing, Comparison) {
    let jobs = jobs_of(records.to_vec());
    let request = Request { between: Some(column), ..Request::default() };
    let sides = Sides::new(&jobs, &[], &request).unwrap();
    let pairing = Pairing::new(&jobs, column, [&sides.reference.places, &sides.others[0].places]);
    let comparison = Comparison::new(&jobs, &pairing);
    (pairing, comparison)
}

#[test]
fn rows_of_the_same_search_count_once() {
    let fixed = record(Outcome::Tour, 64);
    let warnsdorff = Record { rule: Rule::Warnsdorff(Ties::First), ..record(Outcome::Tour, 8) };
    let leap = Record { engine: Engine::Leap, ..fixed.clone() };
    let (pairing, comparison) = compared(&[fixed.clone(), warnsdorff.clone(), leap], Column::Rule);
    assert_eq!((pairing.repeated, comparison.lost()), ([1, 0], 1));
    let wrong = Record { checks: Some(63), ..fixed.clone() };
    let (_, comparison) = compared(&[fixed.clone(), warnsdorff.clone(), wrong], Column::Rule);
    assert_eq!(comparison.contradictions, [(0, 2)]);
    let memory = record(Outcome::Memory, 0);
    let (pairing, comparison) = compared(&[memory, warnsdorff, fixed], Column::Rule);
    assert_eq!((pairing.pairs, comparison.lost()), (vec![(2, 1)], 1));
}
