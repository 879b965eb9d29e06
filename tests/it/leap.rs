//! The leap engine gives the answers of the literal search.

use std::ops::ControlFlow;

use knight_search::engines::leap::Tables;
use knight_search::engines::{plain, search, search_one, step};
use knight_search::{
    Answer, Board, Budget, Engine, Family, Goal, MemoryLimit, Method, MoveOrder, Outcome, Problem,
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
    search_one(Method::fixed(Engine::Leap), problem, &tables, &mut progress).unwrap().unwrap()
}

/// Among them one that takes days to step through.
#[test]
fn known_counts_are_met() {
    for known in KnownCount::all() {
        known.check(&leap(&known.problem()));
    }
}

#[test]
fn threads_and_memory_decide_whether_a_known_count_fits_and_not_what_it_is() {
    let (mut fitting, mut too_large) = (0, 0);
    for known in KnownCount::all() {
        for (threads, bytes) in [(1, 20), (4, 20), (1, 24), (3, 26), (2, 30)] {
            let tables = Tables::with_threads(1 << bytes, threads);
            let mut progress = |_| ControlFlow::Continue(());
            let method = Method::fixed(Engine::Leap);
            match search_one(method, &known.problem(), &tables, &mut progress).unwrap() {
                Ok(answer) => {
                    known.check(&answer);
                    fitting += 1;
                }
                Err(MemoryLimit) => too_large += 1,
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
        "3x10", "6x5", "3x22", "22x3", "7x10", "10x10", "9x9", "4x40", "12x12", "16x16", "1x256",
    ];
    const GOALS: &[Goal] = &[Goal::Open, Goal::Closed];
    (
        prop::sample::select(SIZES),
        any::<prop::sample::Index>(),
        0..MoveOrder::COUNT,
        prop::sample::select(GOALS),
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
}

#[test]
fn large_families_with_small_budgets_have_the_answers_of_their_orders() {
    let orders: Vec<MoveOrder> = MoveOrder::all().step_by(16).collect();
    for (size, goal) in
        [("5x5", Goal::Open), ("5x6", Goal::Open), ("6x6", Goal::Closed), ("3x10", Goal::Closed)]
    {
        let problem = problem(size, "1,1", "fig2", goal, Budget::UNLIMITED);
        for budget in [400, 3_000, 13_935, 20_000, 40_000] {
            check_family(&problem, &orders, budget, 1 << 28);
        }
    }
}

fn with_budget(problem: &Problem, budget: u128) -> Family {
    Family { budget: Budget::checks(budget).unwrap(), ..Family::of(problem) }
}

fn stepped(problem: &Problem, orders: &[MoveOrder], budget: u128) -> Vec<Answer> {
    let family = with_budget(problem, budget);
    let mut go_on = |_| ControlFlow::Continue(());
    let step = |&order: &MoveOrder| step::search(&family.problem(order), &mut go_on).unwrap();
    orders.iter().map(step).collect()
}

/// That both engines that take whole families give each order the answer that stepping gives it.
fn check_family(problem: &Problem, orders: &[MoveOrder], budget: u128, memory: usize) {
    let (family, expected) = (with_budget(problem, budget), stepped(problem, orders, budget));
    for engine in [Engine::Leap, Engine::Auto] {
        let mut answers = vec![None; orders.len()];
        let mut report = |place: usize, answer: Result<Answer, MemoryLimit>| {
            assert!(answers[place].replace(answer.unwrap()).is_none(), "answered twice");
        };
        let (method, tables) = (Method::fixed(engine), Tables::new(memory));
        let mut go_on = |_| ControlFlow::Continue(());
        search(method, &family, orders, &tables, &mut go_on, &mut report).unwrap();
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

/// A number that is too large ends as `memory`; a budget of up to 64 bits that it exceeds is known all the same.
#[test]
fn counts_beyond_the_largest_budget_have_no_number() {
    // The other colour of an odd board: no tour, and far more than 2^128 / 8 walks.
    let unlimited = problem("3x85", "1,2", "fig2", Goal::Open, Budget::UNLIMITED);
    let tables = Tables::new(1 << 26);
    let mut progress = |_| ControlFlow::Continue(());
    let mut leap = |problem: &Problem| {
        search_one(Method::fixed(Engine::Leap), problem, &tables, &mut progress)
    };
    assert_eq!(leap(&unlimited).unwrap(), Err(MemoryLimit));
    let budget = 10u128.pow(18);
    let limited = Problem { budget: Budget::checks(budget).unwrap(), ..unlimited };
    let answer = leap(&limited).unwrap().unwrap();
    assert_eq!((answer.outcome, answer.checks), (Outcome::Budget, budget));
    // The same without tours either, with fewer walks.
    let fewer = problem("3x41", "1,2", "fig2", Goal::Open, Budget::UNLIMITED);
    let answer = leap(&fewer).unwrap().unwrap();
    assert_eq!(answer.outcome, Outcome::None);
    assert!(answer.checks > u64::MAX.into());
    let mirrored = problem("41x3", "2,1", "fig2", Goal::Open, Budget::UNLIMITED);
    assert_eq!(leap(&mirrored).unwrap().unwrap().checks, answer.checks);
    // To the last check, where nothing can be stepped through.
    for (budget, outcome) in [(answer.checks - 1, Outcome::Budget), (answer.checks, Outcome::None)]
    {
        let budget = Budget::checks(budget).unwrap();
        assert_eq!(leap(&Problem { budget, ..fewer }).unwrap().unwrap().outcome, outcome);
    }
}

#[test]
fn walks_are_counted_from_the_command_line() {
    use crate::program::{knightsweep, stderr, stdout};
    let count = |arguments: &str| stdout(&knightsweep(arguments).assert().success());
    assert_eq!(count("walks --board 6x6 --start 1,1"), "19431824959\n");
    // A search from (1,2) of 5x5 finds no tour: its nodes are in known_counts.csv.
    assert_eq!(count("walks --board 5x5 --start 1,2"), "1829421\n");
    let json: serde_json::Value = serde_json::from_str(&count("walks --board 1x1 --json")).unwrap();
    assert_eq!(json["walks"], 1);

    let refused = |arguments: &str| stderr(&knightsweep(arguments).assert().code(2));
    assert!(refused("walks --board 17x17").contains("more than 256 squares"));
    assert!(refused("walks --start 9,9").contains("off the 6x6 board"));
    refused("walks --memory 3");
    let told = stderr(&knightsweep("walks --board 8x8 --memory 1M").assert().code(1));
    assert!(told.contains("needs more than the 1.00 MB") && told.contains("--memory"), "{told}");
}

mod engines {
    use crate::program::{Folder, stderr, stdout};

    /// The rows of a file by job, each as its fields by column.
    fn rows(folder: &Folder, file: &str) -> Vec<std::collections::BTreeMap<String, String>> {
        let text = folder.read(file);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        reader.deserialize().map(Result::unwrap).collect()
    }

    const SWEEP: &str = "sweep --board 5x5 4x6 6x6 --starts all --orders sample:12:3 images:tutorial \
                         --budget 3e5 --tours --quiet";

    #[test]
    fn engines_give_the_same_rows_but_for_their_name_and_times() {
        let folder = Folder::new();
        let run = |name: &str, flags: &str| {
            folder.run(&format!("{SWEEP} {flags} --out {name}.csv")).success();
            let mut rows = rows(&folder, &format!("{name}.csv"));
            for row in &mut rows {
                for column in ["engine", "wall_s", "cpu_s", "mirror_of"] {
                    row.remove(column);
                }
            }
            rows
        };
        let stepped = run("step", "--engine step");
        assert!(stepped.iter().any(|row| row["outcome"] == "tour"));
        assert!(stepped.iter().any(|row| row["outcome"] == "budget"));
        for (name, flags) in [
            ("leap", "--engine leap"),
            ("one", "--engine leap --threads 1"),
            ("four", "--engine leap --threads 4 --memory 64M"),
            ("auto", "--engine auto"),
            ("mirrored", "--engine leap --symmetry reduce"),
            ("stepped", "--engine step --symmetry reduce"),
        ] {
            assert_eq!(run(name, flags), stepped, "{flags}");
        }
    }

    #[test]
    fn mirrored_rows_name_their_source_and_are_searched_again_by_verify() {
        let folder = Folder::new();
        folder.run(&format!("{SWEEP} --symmetry reduce --out x.csv")).success();
        let rows = rows(&folder, "x.csv");
        let mut mirrored = 0;
        for row in rows.iter().filter(|row| !row["mirror_of"].is_empty()) {
            let source = &rows[row["mirror_of"].parse::<usize>().unwrap()];
            assert_eq!(source["mirror_of"], "");
            for column in ["rows", "cols", "outcome", "checks", "nodes", "closed"] {
                assert_eq!(row[column], source[column]);
            }
            mirrored += 1;
        }
        assert!(mirrored > rows.len() / 8);
        folder.run("verify x.csv --recompute 300").success();

        // A row that agrees with itself and its plan, but not with the search.
        let text = folder.read("x.csv");
        let row = text
            .lines()
            .find(|line| line.contains(",tour,") && line.contains("0.000000000,"))
            .unwrap();
        let fields: Vec<&str> = row.split(',').collect();
        let (checks, nodes): (u64, u64) =
            (fields[13].parse().unwrap(), fields[14].parse().unwrap());
        let forged =
            row.replace(&format!(",{checks},{nodes},"), &format!(",{},{},", checks + 8, nodes + 1));
        folder.write("x.csv", text.replace(row, &forged));
        let told = folder.run("verify x.csv --recompute 5000").code(1);
        let told = stdout(&told);
        assert!(told.contains(&format!("job {}: the file has", fields[0])), "{told}");
    }

    #[test]
    fn rows_of_an_orbit_that_a_cut_parted_are_completed_alike() {
        let folder = Folder::new();
        let sweep = "sweep --board 5x5 --starts corners --orders fig2 --images --symmetry reduce --tours --quiet --out x.csv";
        folder.run(sweep).success();
        let (whole, rows) = (folder.read("x.csv"), folder.rows_but_times("x.csv"));
        let lines: Vec<&str> = whole.lines().collect();
        for kept in 1..lines.len() {
            folder.write("x.csv", &(lines[..kept].join("\n") + "\n"));
            folder.run(sweep).success();
            assert_eq!(folder.rows_but_times("x.csv"), rows);
        }
    }

    #[test]
    fn a_job_past_the_memory_limit_says_so_and_leaves_the_others_alone() {
        let folder = Folder::new();
        let sweep = "sweep --board 8x8 --starts 1,1 1,2 --budget none --engine leap --memory 1M --out x.csv --json";
        let ran = folder.run(sweep).success();
        let report: serde_json::Value = serde_json::from_str(&stdout(&ran)).unwrap();
        assert_eq!((&report["tour"], &report["memory"]), (&1.into(), &1.into()));
        let told = stderr(&ran);
        assert!(told.contains("1 job needed more than the 1.00 MB of --memory"), "{told}");

        let rows = rows(&folder, "x.csv");
        assert_eq!((rows[0]["outcome"].as_str(), rows[0]["checks"].as_str()), ("tour", "66005601"));
        assert_eq!((rows[1]["outcome"].as_str(), rows[1]["success"].as_str()), ("memory", "false"));
        assert_eq!((rows[1]["checks"].as_str(), rows[1]["nodes"].as_str()), ("", ""));
        folder.run("verify x.csv").success();
        let summary = folder.run("summarize x.csv --json").success();
        let summary: serde_json::Value = serde_json::from_str(&stdout(&summary)).unwrap();
        assert_eq!((&summary[0]["memory"], &summary[0]["decided"]), (&1.into(), &1.into()));
    }

    #[test]
    fn a_job_with_a_budget_is_stepped_where_memory_does_not_suffice() {
        let folder = Folder::new();
        // Counting needs more than this for the order from (4,4) that is tried here.
        let sweep = "sweep --board 8x8 --starts 4,4 --orders 78526431 --budget 1e8 --memory 1M --json --out";
        for engine in ["leap", "step"] {
            let ran = folder.run(&format!("{sweep} {engine}.csv --engine {engine}")).success();
            let report: serde_json::Value = serde_json::from_str(&stdout(&ran)).unwrap();
            assert_eq!(report["memory"], 0);
        }
        let checks = |file: &str| rows(&folder, file)[0]["checks"].clone();
        assert_eq!(checks("leap.csv"), checks("step.csv"));
    }

    #[test]
    fn jobs_out_of_memory_are_searched_again_with_more_and_no_others() {
        let folder = Folder::new();
        let sweep =
            "sweep --board 8x8 --starts 1,1 1,8 1,7 --budget none --engine leap --json --out";
        folder.run(&format!("{sweep} enough.csv")).success();
        folder.run(&format!("{sweep} x.csv --memory 1M")).success();
        let of_memory =
            rows(&folder, "x.csv").iter().filter(|row| row["outcome"] == "memory").count();
        assert!((1..3).contains(&of_memory), "{of_memory} of 3 need more");

        let told = stderr(&folder.run(&format!("{sweep} x.csv")).success());
        assert!(told.contains("--retry-memory searches them again"), "{told}");
        let retry = format!("{sweep} x.csv --retry-memory");
        folder.run(&format!("{retry} --fresh")).code(2);
        let ran = folder.run(&retry).success();
        let report: serde_json::Value = serde_json::from_str(&stdout(&ran)).unwrap();
        assert_eq!(report["finished"], of_memory);
        assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("enough.csv"));
        let again = folder.run(&retry).success();
        assert!(stderr(&again).contains("nothing is left to do"));
        folder.run("verify x.csv").success();
    }

    #[test]
    fn boards_that_the_engine_does_not_take_are_refused() {
        let folder = Folder::new();
        let told = folder.run("sweep --board 17x17 --engine leap --budget 1e6 --out x.csv").code(2);
        let told = stderr(&told);
        assert!(told.contains("17x17") && told.contains("boards of up to 256 squares"), "{told}");
        folder
            .run("sweep --board 2x128 --starts 1,1 --engine leap --budget 1e6 --out x.csv")
            .success();
    }
}
