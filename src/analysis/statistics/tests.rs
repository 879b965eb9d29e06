use crate::analysis::statistics::*;
use proptest::prelude::*;

fn of(costs: &[Cost]) -> SortedCosts {
    let mut all = Costs::default();
    costs.iter().for_each(|cost| all.add(*cost));
    all.sorted()
}

fn above(bound: u128) -> Quantile {
    Quantile::Above(bound)
}

fn number(count: u128) -> Quantile {
    Quantile::Number(count.into())
}

#[test]
fn the_median_of_an_even_number_is_the_mean_of_the_middle_ones() {
    use Cost::Exact;
    let median = |costs: &[u128]| {
        let costs: Vec<Cost> = costs.iter().map(|&count| Exact(count)).collect();
        let median = of(&costs).median().number().unwrap();
        (median.to_string(), median.grouped())
    };
    assert_eq!(median(&[7, 9]).0, "8");
    assert_eq!(median(&[9, 1, 8, 4]).0, "6");
    assert_eq!(median(&[1_000_000, 1_000_001]).1, "1,000,000.5");
    let large = 6_010_936_478_607_225_800_891;
    assert_eq!(median(&[large + 1, large]).0, "6010936478607225800891.5");
    assert_eq!(median(&[u128::MAX, u128::MAX]).0, u128::MAX.to_string());
}

#[test]
fn means_need_all_counts() {
    use Cost::{Above, Exact};
    assert_eq!(of(&[Exact(1), Exact(2)]).mean(), Some(1.5));
    assert_eq!(of(&[Exact(u128::MAX), Exact(u128::MAX)]).mean(), Some(u128::MAX as f64));
    assert_eq!(of(&[Exact(1), Above(2)]).mean(), None);
    assert_eq!(of(&[]).mean(), None);
}

#[test]
fn wilson_intervals_are_those_of_the_tables() {
    // statsmodels.stats.proportion.proportion_confint(7, 10, method="wilson")
    let (low, high) = wilson(7, 10);
    assert!(
        (low - 0.396_778_147_461_032_2).abs() < 1e-12
            && (high - 0.892_208_732_593_237).abs() < 1e-12,
        "{low} {high}"
    );
    assert_eq!(wilson(0, 0), (0.0, 1.0));
    for trials in [5, 1280] {
        assert_eq!((wilson(0, trials).0, wilson(trials, trials).1), (0.0, 1.0));
    }
}

/// Small numbers, so that counts and budgets meet.
fn cost() -> impl Strategy<Value = Cost> {
    prop_oneof![
        4 => (0..12u128).prop_map(Cost::Exact),
        2 => (0..12u128).prop_map(Cost::Above),
        1 => Just(Cost::Never),
        1 => Just(Cost::Unknown),
    ]
}

/// A value for a cost that is known, or that is as small or as large as it can be: twice the
/// number of checks, so that medians are whole.
fn choices(cost: Cost) -> Vec<u128> {
    const FAR: u128 = 1 << 40;
    const NEVER: u128 = 1 << 50;
    match cost {
        Cost::Exact(count) => vec![2 * count],
        Cost::Above(budget) => (1..14).map(|more| 2 * (budget + more)).chain([FAR]).collect(),
        Cost::Never => vec![NEVER],
        Cost::Unknown => (0..14).map(|count| 2 * count).chain([FAR]).collect(),
    }
}

/// Twice the median.
fn twice_the_median(mut values: Vec<u128>) -> u128 {
    values.sort_unstable();
    u128::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
}

proptest! {
    /// Each hidden cost takes each of its values while the others take their least, their largest
    /// or random ones.
    #[test]
    fn a_median_holds_for_every_possible_value_of_what_is_hidden(
        costs in prop::collection::vec(cost(), 1..8),
        picks in prop::collection::vec(prop::collection::vec(0..1000usize, 8), 60),
    ) {
        let least = vec![0; 8];
        let largest = vec![999; 8];
        let medians: Vec<u128> = picks.iter().chain([&least, &largest]).map(|picks| {
            let value = |(cost, &pick): (&Cost, &usize)| {
                let choices = choices(*cost);
                choices[if pick == 999 { choices.len() - 1 } else { pick % choices.len() }]
            };
            twice_the_median(costs.iter().zip(picks).map(value).collect())
        }).collect();
        let (min, max) = (medians.iter().min().unwrap(), medians.iter().max().unwrap());
        match of(&costs).median() {
            Quantile::Number(number) => {
                let Number::Exact(whole, hundredths) = number else { panic!("{number}") };
                prop_assert_eq!((*min, *max), (2 * whole + u128::from(hundredths) / 50, *min));
            }
            // The bound is met: with the least values the median is at most one beyond it.
            Quantile::Above(bound) => {
                prop_assert!(*min > 2 * bound && *min <= 2 * bound + 2, "{min} {bound}");
                prop_assert!(max > min);
            }
            Quantile::Missing => {
                let hidden = costs.contains(&Cost::Unknown) && max > min;
                prop_assert!(hidden || *max >= 1 << 48, "{min} {max}");
            }
        }
    }

    #[test]
    fn quantiles_of_known_counts_are_those_of_pandas(
        mut counts in prop::collection::vec(0..1_000_000u128, 1..200),
        percent in 0..=100u8,
    ) {
        let costs = of(&counts.iter().map(|&count| Cost::Exact(count)).collect::<Vec<_>>());
        counts.sort_unstable();
        let place = (counts.len() - 1) as f64 * f64::from(percent) / 100.0;
        let (low, high) = (counts[place.floor() as usize], counts[place.ceil() as usize]);
        let expected = low as f64 + (high as f64 - low as f64) * place.fract();
        let quantile = costs.quantile(percent).number().unwrap();
        prop_assert!((quantile.as_f64() - expected).abs() <= 1e-6 * expected.max(1.0));
        let written: f64 = quantile.to_string().parse().unwrap();
        prop_assert!((written - expected).abs() <= 0.005 + 1e-9 * expected);
        prop_assert_eq!(costs.decided_within(low) as usize, counts.partition_point(|&c| c <= low));
    }
}

#[test]
fn estimates_beyond_whole_numbers_have_their_place_among_the_costs() {
    let with = |costs: &[Cost], beyond: &[f64]| {
        let mut all = Costs::default();
        costs.iter().for_each(|cost| all.add(*cost));
        beyond.iter().for_each(|&estimate| all.add_number(Number::Beyond(estimate)));
        all.sorted()
    };
    let median = |costs: &SortedCosts| costs.median().number().unwrap().as_f64();
    let three = with(&[Cost::Exact(7)], &[9e63, 2e51]);
    assert_eq!((three.decided(), median(&three)), (3, 2e51));
    assert_eq!(three.quantile(0), number(7));
    assert_eq!(three.largest_decided().unwrap().to_string(), "9.000000e63");
    assert_eq!(three.mean(), Some((9e63 + 2e51) / 3.0));
    assert_eq!(median(&with(&[Cost::Exact(7)], &[2e51])), 1e51);
    assert_eq!(median(&with(&[Cost::Exact(u128::MAX)], &[4e38])), 3.701411834604692e38);
    // Without them the median would be 7.
    assert_eq!(with(&[Cost::Exact(7), Cost::Unknown], &[2e51]).median(), Quantile::Missing);
    assert_eq!(with(&[Cost::Exact(7), Cost::Above(9)], &[2e51]).median(), above(9));
    assert_eq!(with(&[Cost::Above(9)], &[2e51, 3e51]).median(), Quantile::Above(u128::MAX));
}
