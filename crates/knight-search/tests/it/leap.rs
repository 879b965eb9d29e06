//! The leap engine gives the answers of the literal search.

use std::ops::ControlFlow;

use knight_board::orbit_representatives;
use knight_search::engines::{leap::Tables, plain, search, search_one, step};
use knight_search::walks::CountError;
use knight_search::{
    Answer, Board, Budget, Engine, Family, FamilySearch, Goal, MemoryLimit, Method, MoveOrder,
    Outcome, Problem, SearchError,
};
use proptest::prelude::*;

use crate::known::KnownCount;

fn problem(size: &str, start: &str, order: &str, goal: Goal, budget: Budget) -> Problem {
    let board: Board = size.parse().unwrap();
    Problem {
        board,
        start: board.parse_square(start).unwrap(),
        order: order.parse().unwrap(),
        goal,
        budget,
    }
}

fn leap(problem: &Problem) -> Answer {
    let tables = Tables::new(1 << 30);
    let mut progress = |_| ControlFlow::Continue(());
    search_one(Method::fixed(Engine::Leap), problem, &tables, &mut progress).unwrap()
}

/// Among them one that takes days to step through.
#[test]
fn threads_and_memory_decide_whether_a_known_count_fits_and_not_what_it_is() {
    let (mut fitting, mut too_large) = (0, 0);
    for known in KnownCount::all() {
        for (threads, bytes) in [(1, 17), (4, 20), (1, 24), (3, 26), (2, 30)] {
            let tables = Tables::with_threads(1 << bytes, threads);
            let mut progress = |_| ControlFlow::Continue(());
            let method = Method::fixed(Engine::Leap);
            match search_one(method, &known.problem(), &tables, &mut progress) {
                Ok(answer) => {
                    known.check(&answer);
                    fitting += 1;
                }
                Err(SearchError::MemoryLimit(_)) => too_large += 1,
                Err(SearchError::Interrupted(_)) => panic!("nothing interrupts"),
            }
        }
    }
    assert!(fitting > too_large && too_large > 0, "{fitting}, {too_large}");
}

#[test]
fn budgets_are_exact_where_nothing_could_be_stepped() {
    for known in KnownCount::all() {
        let within =
            |budget| leap(&Problem { budget: Budget::checks(budget).unwrap(), ..known.problem() });
        known.check(&within(known.checks));
        let less = within(known.checks - 1);
        assert_eq!(
            (less.outcome, less.checks, less.nodes),
            (Outcome::Budget, known.checks - 1, None)
        );
    }
}

fn small_problem() -> impl Strategy<Value = Problem> {
    const SIZES: &[&str] = &[
        "1x1", "1x4", "2x3", "3x3", "3x4", "4x3", "4x4", "3x7", "5x5", "4x5", "5x4", "5x6", "6x6",
        "3x10", "6x5", "8x8", "3x22", "22x3", "7x10", "10x10", "9x9", "4x40", "12x12", "16x16",
        "1x256",
    ];
    (
        prop::sample::select(SIZES),
        any::<prop::sample::Index>(),
        0..MoveOrder::COUNT,
        prop::sample::select(Goal::ALL),
    )
        .prop_map(|(size, start, rank, goal)| {
            let board: Board = size.parse().unwrap();
            Problem {
                board,
                start: board.square(start.index(board.area())),
                order: MoveOrder::from_rank(rank).unwrap(),
                goal,
                budget: Budget::UNLIMITED,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn answers_are_those_of_the_literal_search(problem in small_problem(), digits in 0.0..6.5f64) {
        let budget = Budget::checks(10f64.powf(digits) as u128).unwrap();
        let problem = Problem { budget, ..problem };
        prop_assert_eq!(leap(&problem), plain::search(&problem));
    }

    #[test]
    fn budgets_are_exact_to_the_last_check(problem in small_problem()) {
        let enough = Budget::checks(3_000_000).unwrap();
        let literal = plain::search(&Problem { budget: enough, ..problem });
        prop_assume!(literal.outcome != Outcome::Budget);
        for budget in literal.checks.saturating_sub(1).max(1)..=literal.checks + 1 {
            let problem = Problem { budget: Budget::checks(budget).unwrap(), ..problem };
            prop_assert_eq!(leap(&problem), plain::search(&problem));
        }
        prop_assert_eq!(leap(&problem), literal);
    }
}

/// Orders that differ in a few places, as those of one task do, or at random.
fn family_orders() -> impl Strategy<Value = Vec<MoveOrder>> {
    let ranks = prop_oneof![
        prop::collection::vec(0..MoveOrder::COUNT, 1..200),
        (0..MoveOrder::COUNT, 1u16..1500).prop_map(|(first, number)| {
            let last = first.saturating_add(number).min(MoveOrder::COUNT);
            (first..last).collect()
        }),
    ];
    ranks.prop_map(|ranks| ranks.into_iter().filter_map(MoveOrder::from_rank).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn families_have_the_answers_of_their_orders(
        problem in small_problem(),
        orders in family_orders(),
        digits in 2.0..4.7f64,
        memory in prop::sample::select(vec![1 << 20, 1 << 28]),
    ) {
        let budget = 10f64.powf(digits) as u128;
        let first = stepped(&problem, &orders, budget);
        // Around the count of one of them too.
        let tour = first.iter().find(|answer| answer.outcome == Outcome::Tour && answer.checks > 1);
        let around = tour.map_or(vec![], |tour| vec![tour.checks - 1, tour.checks]);
        for budget in [budget].into_iter().chain(around) {
            check_family(&problem, &orders, budget, memory);
        }
    }

    #[test]
    fn families_without_a_budget_have_the_answers_of_their_orders(
        problem in small_problem(),
        mut orders in family_orders(),
        memory in prop::sample::select(vec![1 << 20, 1 << 28]),
    ) {
        orders.truncate(400);
        let answers = stepped(&problem, &orders, 100_000);
        let (orders, expected): (Vec<_>, Vec<_>) = orders
            .into_iter()
            .zip(answers)
            .filter(|(_, answer)| answer.outcome != Outcome::Budget)
            .unzip();
        prop_assume!(!orders.is_empty());
        check_answers(&Family::of(&problem), &orders, &expected, memory);
    }
}

#[test]
#[ignore = "half a minute: 8x8 from every orbit, with budgets around the counts"]
fn families_of_8x8_have_the_answers_of_their_orders() {
    let orders: Vec<MoveOrder> = MoveOrder::all().step_by(397).collect();
    for start in orbit_representatives("8x8".parse().unwrap()) {
        for &goal in Goal::ALL {
            let corner = problem("8x8", "1,1", "fig2", goal, Budget::UNLIMITED);
            let problem = Problem { start, ..corner };
            let answers = stepped(&problem, &orders, 20_000_000);
            check_answers(&with_budget(&problem, 20_000_000), &orders, &answers, 1 << 28);
            let tours = orders.iter().zip(answers).filter(|(_, a)| a.outcome == Outcome::Tour);
            for (&order, Answer { checks, .. }) in tours {
                check_family(&problem, &[order], checks - 1, 1 << 28);
                check_family(&problem, &[order], checks, 1 << 28);
            }
        }
    }
}

fn with_budget(problem: &Problem, budget: u128) -> Family {
    Family { budget: Budget::checks(budget).unwrap(), ..Family::of(problem) }
}

fn stepped(problem: &Problem, orders: &[MoveOrder], budget: u128) -> Vec<Answer> {
    let family = with_budget(problem, budget);
    let mut progress = |_| ControlFlow::Continue(());
    let step = |&order: &MoveOrder| step::search(&family.problem(order), &mut progress).unwrap();
    orders.iter().map(step).collect()
}

/// That each order of a family has the answer that stepping gives it.
fn check_family(problem: &Problem, orders: &[MoveOrder], budget: u128, memory: usize) {
    let (family, expected) = (with_budget(problem, budget), stepped(problem, orders, budget));
    check_answers(&family, orders, &expected, memory);
}

/// That both engines that take whole families give these answers.
fn check_answers(family: &Family, orders: &[MoveOrder], expected: &[Answer], memory: usize) {
    for engine in [Engine::Leap, Engine::Auto] {
        let mut answers = vec![None; orders.len()];
        let mut on_answer = |place: usize, answer: Result<Answer, MemoryLimit>| {
            assert!(answers[place].replace(answer.unwrap()).is_none(), "answered twice");
        };
        let (method, tables) = (Method::fixed(engine), Tables::new(memory));
        let mut progress = |_| ControlFlow::Continue(());
        let searches = FamilySearch { family, orders, on_answer: &mut on_answer };
        search(method, searches, &tables, &mut progress).unwrap();
        for (place, expected) in expected.iter().enumerate() {
            assert_eq!(
                answers[place].as_ref(),
                Some(expected),
                "{engine} {family:?} {}",
                orders[place]
            );
        }
    }
}

/// A number that is too large ends as `memory`; a budget of up to 64 bits that it exceeds is still
/// known.
#[test]
fn counts_beyond_the_largest_budget_have_no_number() {
    // The other colour of an odd board: no tour, and far more than 2^128 / 8 walks.
    let unlimited = problem("3x85", "1,2", "fig2", Goal::Open, Budget::UNLIMITED);
    let tables = Tables::new(1 << 26);
    let mut progress = |_| ControlFlow::Continue(());
    let mut leap = |problem: &Problem| {
        search_one(Method::fixed(Engine::Leap), problem, &tables, &mut progress)
    };
    // And a tour after so many checks.
    let late = problem("3x60", "1,1", "fig2", Goal::Open, Budget::UNLIMITED);
    for problem in [unlimited, late] {
        assert_eq!(leap(&problem), Err(MemoryLimit.into()));
    }
    assert_eq!(tables.failures(), [CountError::Overflow]);
    let budget = 10u128.pow(18);
    let limited = Problem { budget: Budget::checks(budget).unwrap(), ..unlimited };
    let answer = leap(&limited).unwrap();
    assert_eq!((answer.outcome, answer.checks), (Outcome::Budget, budget));
    // The same without tours either, with fewer walks.
    let fewer = problem("3x41", "1,2", "fig2", Goal::Open, Budget::UNLIMITED);
    let answer = leap(&fewer).unwrap();
    assert_eq!(answer.outcome, Outcome::None);
    assert!(answer.checks > u64::MAX.into());
    let mirrored = problem("41x3", "2,1", "fig2", Goal::Open, Budget::UNLIMITED);
    assert_eq!(leap(&mirrored).unwrap().checks, answer.checks);
    // To the last check, where nothing can be stepped through.
    for (budget, outcome) in [(answer.checks - 1, Outcome::Budget), (answer.checks, Outcome::None)]
    {
        let budget = Budget::checks(budget).unwrap();
        assert_eq!(leap(&Problem { budget, ..fewer }).unwrap().outcome, outcome);
    }
}
