use crate::analysis::summary::*;
use crate::analysis::{Cell, Table};
use crate::pictures::tests;
use crate::results::record::Record;
use knight_search::{Board, Goal, MoveOrder, Outcome, Rule};

fn record(job: u64, outcome: Outcome, checks: u128) -> Record {
    Record {
        job,
        start_row: 1 + job as u16,
        wall_s: Some(job as f64),
        ..tests::record(outcome, checks)
    }
}

fn cell(table: &Table, row: usize, column: &str) -> Cell {
    let place = table.columns.iter().position(|name| name == column).unwrap();
    table.rows[row][place].clone()
}

/// The groups of records of one file.
fn grouped(by: &[Column], records: impl IntoIterator<Item = Record>) -> SummaryRows<'static> {
    let mut jobs = Jobs::default();
    records.into_iter().for_each(|record| jobs.add(0, &record));
    SummaryRows::new(Box::leak(Box::new(jobs)), by, SummaryKind::Counts, &[])
}

#[test]
fn what_does_not_compare_is_named() {
    let first = record(0, Outcome::Tour, 64);
    let greedy = Record { rows: 5, rule: Rule::Greedy, ..first.clone() };
    let closed = Record { goal: Goal::Closed, budget: Some(7), ..first.clone() };
    let mixed = |by, records: &[&Record]| grouped(by, records.iter().copied().cloned()).mixed();
    assert!(mixed(&[Column::Rows], &[&first, &greedy]).is_empty());
    assert_eq!(mixed(&[Column::Rows], &[&first, &greedy, &closed]), ["goal", "budget"]);
    assert_eq!(mixed(&[Column::Order], &[&first, &Record { cols: 5, ..first.clone() }]), ["board"]);
}

/// The records of these jobs from different squares.
fn records(jobs: &[(Outcome, u128)]) -> impl Iterator<Item = Record> {
    (0..).zip(jobs).map(|(job, &(outcome, checks))| record(job % 1000, outcome, checks))
}

/// The cells of one group with these jobs.
fn summed_up<const N: usize>(jobs: &[(Outcome, u128)], columns: [&str; N]) -> [Cell; N] {
    let table = grouped(&[], records(jobs)).table();
    columns.map(|column| cell(&table, 0, column))
}

#[test]
fn statistics_are_over_all_jobs_and_those_of_decided_jobs_say_so() {
    let columns = [
        "checks_min",
        "checks_median",
        "checks_median_above",
        "checks_mean",
        "checks_max",
        "checks_total",
        "decided",
        "decided_checks_median",
        "decided_checks_mean",
        "decided_checks_max",
    ];
    let missing = Cell::Missing;
    let jobs = [(Outcome::Tour, 64), (Outcome::None, 512), (Outcome::Budget, 1000)];
    let expected = [64, 512].map(Cell::Count).to_vec();
    let rest = [missing.clone(), missing.clone(), Cell::Above(1000)].to_vec();
    let decided = [1576, 2, 288].map(Cell::Count).to_vec();
    let decided = [decided, vec![Cell::Real(288.0), Cell::Count(512)]].concat();
    assert_eq!(summed_up(&jobs, columns).to_vec(), [expected, rest, decided].concat());

    let half = [(Outcome::Tour, 64), (Outcome::Budget, 1000)];
    let median = ["checks_median", "checks_median_above", "exponent_median"];
    assert_eq!(summed_up(&half, median), [Cell::Above(532), Cell::Count(532), missing.clone()]);
    let unknown = [(Outcome::Tour, 64), (Outcome::Memory, 0)];
    let none = [missing.clone(), missing.clone(), missing.clone()];
    assert_eq!(summed_up(&unknown, median), none);
    assert_eq!(summed_up(&unknown, ["checks_min", "orders_min", "checks_min_orders"]), none);
}

#[test]
fn the_example_of_the_documentation_is_right() {
    let jobs = [
        (Outcome::Tour, 64),
        (Outcome::None, 300),
        (Outcome::Budget, 1000),
        (Outcome::Budget, 1000),
    ];
    let columns = ["checks_min", "checks_median", "checks_max", "decided_checks_median"];
    let [least, median, largest, decided] = summed_up(&jobs, columns);
    assert_eq!([least, decided], [64, 182].map(Cell::Count));
    assert_eq!([median, largest], [650, 1000].map(Cell::Above));
    let with_another = [&jobs[..], &[(Outcome::Tour, 700)]].concat();
    assert_eq!(summed_up(&with_another, ["checks_median"]), [Cell::Count(700)]);
    let rates =
        summed_up(&jobs, ["success_rate_low", "success_rate_high"]).map(|rate| match rate {
            Cell::Share(rate) => format!("{rate:.3}"),
            _ => String::new(),
        });
    assert_eq!(rates, ["0.061", "0.792"]);
}

#[test]
fn rates_leave_out_starts_from_which_a_search_finds_no_tour() {
    let greedy = |job, outcome| Record { rule: Rule::Greedy, ..record(job, outcome, 64) };
    let runs = [greedy(0, Outcome::Stuck), greedy(1, Outcome::Tour), greedy(2, Outcome::Stuck)];
    // It comes last, and is about the first.
    let search = record(0, Outcome::None, 512);
    let table = grouped(&[Column::Rule], runs.into_iter().chain([search])).table();
    let columns = |row| ["jobs", "impossible", "success_rate"].map(|name| cell(&table, row, name));
    assert_eq!(columns(0), [Cell::Count(3), Cell::Count(1), Cell::Share(0.5)]);
    assert_eq!(columns(1), [Cell::Count(1), Cell::Count(1), Cell::Missing]);
}

#[test]
fn the_orders_of_the_least_count_are_counted_and_the_first_are_listed() {
    let records = (0..20).map(|rank| {
        let order = MoveOrder::from_rank(rank).unwrap();
        let checks = if rank < 3 { 65 } else { 64 };
        Record { order, ..record(rank.into(), Outcome::Tour, checks) }
    });
    let table = grouped(&[], records).table();
    assert_eq!(cell(&table, 0, "orders_min"), Cell::Count(17));
    let Cell::List(orders) = cell(&table, 0, "checks_min_orders") else { panic!("a list") };
    assert_eq!((orders.len(), &*orders[0]), (8, &*MoveOrder::from_rank(3).unwrap().to_string()));
}

#[test]
fn times_are_exact_however_many_and_mirrored_jobs_have_none() {
    let both = (0..10_002).flat_map(|job| {
        let tour = || record(job % 1000, Outcome::Tour, 64);
        let (wall_s, cpu_s) = (Some(1e-6 * job as f64), (job % 2 == 0).then_some(0.5));
        let mirrored = Record { wall_s: None, cpu_s: None, mirrored: true, ..tour() };
        [Record { wall_s, cpu_s, ..tour() }, mirrored]
    });
    let table = grouped(&[Column::Rows], both).table();
    for (column, seconds) in [
        ("wall_s_min", 0.0),
        ("wall_s_median", 0.005_000_5),
        ("wall_s_mean", 0.005_000_5),
        ("wall_s_max", 0.010_001),
        ("cpu_s_min", 0.5),
    ] {
        assert_eq!(cell(&table, 0, column), Cell::Seconds(seconds), "{column}");
    }
    assert_eq!(cell(&table, 0, "jobs"), Cell::Count(20_004));
    assert_eq!(cell(&table, 0, "timed"), Cell::Count(10_002));
}

#[test]
fn a_total_beyond_128_bits_is_missing() {
    let (largest, more) = ((Outcome::Tour, u128::MAX), (Outcome::Tour, 1));
    assert_eq!(summed_up(&[largest], ["checks_total"]), [Cell::Count(u128::MAX)]);
    assert_eq!(summed_up(&[largest, more], ["checks_total"]), [Cell::Missing]);
}

#[test]
fn groups_come_in_the_order_of_their_first_record() {
    let jobs = [(Outcome::None, 8), (Outcome::Tour, 64), (Outcome::None, 16)];
    let table = grouped(&[Column::Outcome, Column::Rows], records(&jobs)).table();
    assert_eq!(table.columns[..3], ["outcome", "rows", "jobs"]);
    assert_eq!(cell(&table, 0, "outcome"), Cell::Word("none".into()));
    assert_eq!(cell(&table, 0, "jobs"), Cell::Count(2));
    assert_eq!(cell(&table, 1, "exponent_median"), Cell::Real(2.0));
}

/// Groups by start row with these checks, sorted.
fn sorted(checks: &[(Outcome, u128)], by: &str) -> Vec<String> {
    let mut rows = grouped(&[Column::Board, Column::StartRow], records(checks));
    let keys: Vec<SortKey> = by.split(',').map(|key| key.parse().unwrap()).collect();
    rows.sort(&keys).unwrap();
    let table = rows.table();
    (0..rows.len()).map(|row| format!("{:?}", cell(&table, row, "start_row"))).collect()
}

#[test]
fn groups_are_sorted_by_any_column_with_missing_values_last() {
    let checks = [
        (Outcome::Tour, 900),
        (Outcome::Memory, 0),
        (Outcome::Tour, 64),
        (Outcome::Budget, 900),
        (Outcome::Tour, 900),
    ];
    let by = |column: &str| sorted(&checks, column).join(" ").replace("Count", "");
    assert_eq!(by("checks_median"), "(3) (1) (5) (4) (2)");
    assert_eq!(by("-checks_median"), "(4) (1) (5) (3) (2)");
    assert_eq!(by("-tour,-start_row"), "(5) (3) (1) (4) (2)");
    let mut rows = grouped(&[], []);
    let error = rows.sort(&["checks".parse().unwrap()]).unwrap_err().to_string();
    assert!(error.contains("`checks`") && error.contains("checks_median"), "{error}");
}

#[test]
fn boards_are_sorted_by_size_and_files_have_their_names() {
    let mut jobs = Jobs::default();
    for side in [10, 9] {
        let file = usize::from(side == 9);
        jobs.add(file, &Record { rows: side, cols: side, ..record(0, Outcome::Tour, 64) });
    }
    let (by, files) = ([Column::Board, Column::File], ["a.csv", "b.csv"].map(str::to_owned));
    let mut rows = SummaryRows::new(&jobs, &by, SummaryKind::Counts, &files);
    rows.sort(&["board".parse().unwrap()]).unwrap();
    let table = rows.table();
    let word = |side| Cell::Word(Board::new(side, side).unwrap().into());
    assert_eq!(table.rows[0][..2], [word(9), Cell::from("b.csv")]);
    assert_eq!(table.rows[1][..2], [word(10), Cell::from("a.csv")]);
}

/// The columns that lines of a width have room for, and the others.
fn columns(rows: &SummaryRows, width: Option<usize>) -> (String, String) {
    let (places, left_out) = rows.main_columns(width);
    let shown: Vec<&str> = places.iter().map(|&place| &*rows.columns[place]).collect();
    (shown.join(" "), left_out.join(" "))
}

#[test]
fn narrow_tables_keep_the_columns_that_say_most() {
    let jobs = [(Outcome::Tour, 64), (Outcome::Budget, 1000)];
    let rows = grouped(&[Column::Board], records(&jobs));
    let all = "board jobs tour budget success_rate checks_min checks_min_orders checks_median \
               checks_max";
    assert_eq!(columns(&rows, None), (all.to_owned(), String::new()));
    let narrow = |width: usize| columns(&rows, Some(width));
    let outcomes = "board jobs tour budget success_rate checks_median";
    let rest = "checks_min checks_max checks_min_orders";
    assert_eq!(narrow(66), (outcomes.to_owned(), rest.to_owned()));
    let answers = "board jobs tour budget checks_median";
    assert_eq!(narrow(50), (answers.to_owned(), format!("success_rate {rest}")));
    // Without room for all outcomes, nothing is left out.
    assert_eq!(narrow(1), columns(&rows, None));
}

#[test]
fn narrow_tables_keep_the_columns_by_which_they_are_sorted() {
    let mut rows = grouped(&[Column::Board], records(&[(Outcome::Tour, 64)]));
    for column in ["success_rate", "checks_mean"] {
        rows.sort(&[column.parse().unwrap()]).unwrap();
        let (shown, _) = columns(&rows, Some(24));
        assert_eq!(shown.split(' ').nth(1), Some(column));
    }
}

#[test]
fn no_outcome_that_occurs_is_left_out() {
    let jobs = [[(Outcome::Stuck, 1000)].as_slice(), &[(Outcome::Budget, 1000); 4]].concat();
    let rows = grouped(&[Column::Board], records(&jobs));
    let narrow = |width: usize| columns(&rows, Some(width));
    let all = "board jobs tour stuck budget success_rate checks_median";
    let (shown, left_out) = narrow(69);
    assert_eq!((&*shown, left_out.split(' ').next()), (all, Some("checks_min")));
    let (shown, left_out) = narrow(38);
    let outcomes = "board jobs tour stuck budget";
    assert_eq!((&*shown, left_out.split(' ').next()), (outcomes, Some("checks_median")));
    assert_eq!(narrow(1), narrow(usize::MAX));
}
