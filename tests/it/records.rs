//! Every answer of a search is accepted as the row of its job.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use knight_search::engines::leap::Tables;
use knight_search::engines::search_one;
use knight_search::{Answer, Board, Budget, Engine, Goal, Method, MoveOrder, Problem, Rule};
use knightsweep::analysis::reading::rows::{ReadRow, Rows, RowsError};
use knightsweep::experiment::plan::Job;
use knightsweep::results::record::{Record, columns};
use proptest::prelude::*;

fn search_by(method: Method, problem: &Problem) -> Answer {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(1 << 20));
    let mut progress = |_| ControlFlow::Continue(());
    search_one(method, problem, &TABLES, &mut progress).unwrap()
}

fn problems(budgets: std::ops::Range<u128>) -> impl Strategy<Value = Problem> {
    let boards = (1..=7u16, 1..=7u16).prop_map(|(rows, cols)| Board::new(rows, cols).unwrap());
    let start = |board: Board| (Just(board), 0..board.area());
    let goal = prop::sample::select(Goal::ALL);
    let all = (boards.prop_flat_map(start), 0..MoveOrder::COUNT, goal, budgets);
    all.prop_map(|((board, start), rank, goal, checks)| Problem {
        board,
        start: board.square(start),
        order: MoveOrder::from_rank(rank).unwrap(),
        goal,
        budget: Budget::checks(checks).unwrap(),
    })
}

/// A row as a spreadsheet writes it, which has no check.
fn read_back(record: &Record) -> Result<ReadRow, RowsError> {
    let mut row = Vec::new();
    record.write_csv(&mut row);
    let header = columns::header().replace(",row_check", "");
    let file = header + "\n" + &String::from_utf8(row).unwrap() + "\n";
    Rows::new(file.as_bytes())?.next().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// What another program wrote says the same.
    #[test]
    fn every_answer_is_accepted_as_the_row_of_its_job(problem in problems(1..20_000), seed: u64) {
        for &rule in Rule::ALL {
            let seed = rule.is_random().then_some(seed);
            let method = Method { rule, seed, engine: Engine::Step };
            if !method.supports(problem.board) {
                continue;
            }
            let job = Job { id: 0, problem, method, precision: None, mirror_of: None };
            let answer = search_by(job.method, &problem);
            let record = Record::new(&job, &answer.into(), None, true).unwrap();
            let read = read_back(&record).unwrap();
            prop_assert_eq!(&read.record, &record, "{}", rule);
        }
    }
}

/// What a documented command prints for a file of the repository, and in it perhaps another line.
#[cfg(unix)]
fn documented(begin: &str, csv: &str, line: usize) -> String {
    let documents = std::fs::read_to_string("docs/reference/results-files.md").unwrap();
    let (_, command) = documents.split_once(&format!("```sh\n{begin}")).unwrap();
    let command = format!("{begin}{}", command.split_once("```").unwrap().0);
    let here = command.replace("results/reference/all-starts.csv", csv);
    let here = here.replace("sed -n 5p", &format!("sed -n {line}p"));
    let out = std::process::Command::new("sh").args(["-c", &here]).output().unwrap();
    let computed = String::from_utf8(out.stdout).unwrap();
    computed.split_whitespace().next().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn the_hash_of_results_is_what_the_documented_command_computes() {
    for csv in [
        "results/reference/all-starts.csv",
        "results/reference/greedy-random.csv",
        "results/greedy/greedy-roth-sizes.csv",
        "tests/data/format3/sealed.csv",
    ] {
        let sidecar = std::fs::read_to_string(csv.replace(".csv", ".meta.json")).unwrap();
        let sidecar: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
        let hash = sidecar["results_sha256"].as_str().unwrap();
        assert_eq!(documented("tail -n +2", csv, 5), hash, "{csv}");
    }
}

#[cfg(unix)]
#[test]
fn the_check_of_a_row_is_what_the_documented_command_computes() {
    for (csv, line) in [
        ("results/reference/all-starts.csv", 5),
        ("results/greedy/greedy-roth-sizes.csv", 2),
        ("tests/data/format3/sealed.csv", 12),
        ("tests/data/format3/best-order.csv", 2),
        ("tests/data/format3/count.csv", 2),
    ] {
        let text = std::fs::read_to_string(csv).unwrap();
        let row = text.lines().nth(line - 1).unwrap();
        let computed = documented("printf", csv, line);
        assert!(row.ends_with(&format!(",x{computed}")), "{csv}: {row}, {computed}");
    }
}

#[test]
fn the_largest_count_of_the_results_is_the_documented_one() {
    let mut most = 0u128;
    for (csv, column) in [
        ("distribution/by-start", "max"),
        ("exact-fig2/exact-fig2", "checks"),
        ("reference/alternating", "checks"),
        ("reference/exact-diagonal", "checks"),
    ] {
        let text = std::fs::read_to_string(format!("results/{csv}.csv")).unwrap();
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let columns = rows.headers().unwrap().clone();
        let checks = columns.iter().position(|name| name == column).unwrap();
        let counts = rows.records().map(|row| row.unwrap()[checks].parse().unwrap());
        most = most.max(counts.max().unwrap());
    }
    let documented = std::fs::read_to_string("docs/reference/results-files.md").unwrap();
    let shown = knightsweep::text::formatting::grouped(most);
    assert!(documented.contains(&format!("the largest in `results/` is {shown}")), "{shown}");
}
