//! Columns by which jobs are grouped, filtered and paired.

use std::borrow::Cow;
use std::fmt;

use crate::analysis::jobs::JobRow;
use knight_board::named_enum;
use knight_search::{Board, Square};

/// A column of results, or several that belong together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Column {
    /// The file, by its place among those that were read.
    File,
    /// Id of the job in its plan.
    Job,
    /// Rows and columns of the board.
    Board,
    /// Rows of the board.
    Rows,
    /// Columns of the board.
    Cols,
    /// The start square.
    Start,
    /// Row of the start square.
    StartRow,
    /// Column of the start square.
    StartCol,
    /// Where on the board the start square is: `corner`, `edge`, `centre` or `inside`.
    StartClass,
    /// The move order as eight digits.
    Order,
    /// Rank of the order.
    OrderRank,
    /// The rule.
    Rule,
    /// The goal.
    Goal,
    /// The engine.
    Engine,
    /// The budget.
    Budget,
    /// The seed.
    Seed,
    /// How the search ended.
    Outcome,
    /// Whether a tour was found.
    Success,
    /// Whether the tour is closed.
    Closed,
    /// The checks.
    Checks,
}

named_enum!(
    Column,
    "column",
    File => "file",
    Job => "job",
    Board => "board",
    Rows => "rows",
    Cols => "cols",
    Start => "start",
    StartRow => "start_row",
    StartCol => "start_col",
    StartClass => "start_class",
    Order => "order",
    OrderRank => "order_rank",
    Rule => "rule",
    Goal => "goal",
    Engine => "engine",
    Budget => "budget",
    Seed => "seed",
    Outcome => "outcome",
    Success => "success",
    Closed => "closed",
    Checks => "checks"
);

/// A value of a column. Values of a column are sorted as numbers, boards and squares are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// No value.
    Missing,
    /// A word.
    Text(Cow<'static, str>),
    /// A whole number.
    Number(u128),
    /// A board.
    Board(Board),
    /// A square.
    Square(Square),
}

impl Column {
    /// Whether the value depends on the setting of a job alone: board, goal, rule, engine, budget.
    pub fn is_of_setting(self) -> bool {
        use Column::{Board, Budget, Cols, Engine, Goal, Rows, Rule};
        matches!(self, Board | Rows | Cols | Rule | Goal | Engine | Budget)
    }

    /// The value of a job.
    pub fn value(self, row: &JobRow) -> Value {
        let number = |number: u64| Value::Number(number.into());
        let word = |word: &'static str| Value::Text(Cow::Borrowed(word));
        let truth = |truth: bool| word(if truth { "true" } else { "false" });
        let setting = row.setting;
        match self {
            Column::File => number(row.file as u64 + 1),
            Column::Job => number(row.job),
            Column::Board => Value::Board(setting.board),
            Column::Rows => number(setting.board.rows().into()),
            Column::Cols => number(setting.board.cols().into()),
            Column::Start => Value::Square(row.start),
            Column::StartRow => number(row.start.row.into()),
            Column::StartCol => number(row.start.col.into()),
            Column::StartClass => word(class_of(setting.board, row.start)),
            Column::Order => Value::Text(Cow::Owned(row.order.to_string())),
            Column::OrderRank => number(row.order.rank().into()),
            Column::Rule => word(setting.rule.word()),
            Column::Goal => word(setting.goal.word()),
            Column::Engine => word(setting.engine.word()),
            Column::Budget => setting.budget.map_or(Value::Missing, Value::Number),
            Column::Seed => row.seed.map_or(Value::Missing, number),
            Column::Outcome => word(row.outcome.word()),
            Column::Success => truth(row.outcome == knight_search::Outcome::Tour),
            Column::Closed => row.closed.map_or(Value::Missing, truth),
            Column::Checks => row.checks.map_or(Value::Missing, Value::Number),
        }
    }
}

/// Where on its board a square is. The centre is the middle square or, of an even side, the middle
/// two; on narrow boards it is at the edge.
fn class_of(board: Board, square: Square) -> &'static str {
    let sides = [(square.row, board.rows()), (square.col, board.cols())];
    let all = |is: fn(u16, u16) -> bool| sides.iter().all(|&(at, side)| is(at, side));
    let is_end = |at: u16, side: u16| at == 1 || at == side;
    if all(is_end) {
        "corner"
    } else if sides.iter().any(|&(at, side)| is_end(at, side)) {
        "edge"
    } else if all(|at, side| at.abs_diff(side + 1 - at) <= 1) {
        "centre"
    } else {
        "inside"
    }
}

/// The value as the CSV writes it; empty if it is missing.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing => Ok(()),
            Value::Text(text) => f.pad(text),
            Value::Number(number) => number.fmt(f),
            Value::Board(board) => board.fmt(f),
            Value::Square(square) => square.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::columns::*;
    use crate::pictures::test_records::record;
    use crate::results::record::columns::COLUMNS;
    use knight_search::Outcome;

    #[test]
    fn values_are_those_of_the_csv() {
        let record = record(Outcome::Tour, 66_005_601);
        let mut line = Vec::new();
        record.write_csv(&mut line);
        let line = String::from_utf8(line).unwrap();
        let fields: Vec<&str> = line.trim_end().split(',').collect();
        let row = JobRow::of(0, &record).unwrap();
        let mut found = 0;
        for (name, field) in COLUMNS.iter().map(|column| column.name).zip(fields) {
            if let Ok(column) = name.parse::<Column>() {
                assert_eq!(column.value(&row).to_string(), field, "{name}");
                found += 1;
            }
        }
        // The others are not columns: file, job, board, start, class and rank.
        assert_eq!(found, Column::ALL.len() - 6);
        assert_eq!(Column::Board.value(&row).to_string(), "8x8");
        assert_eq!(Column::Start.value(&row).to_string(), "(1,1)");
    }

    #[test]
    fn starts_have_classes() {
        let classes = |board: &str| {
            let board: Board = board.parse().unwrap();
            let classes = board.squares().map(|square| class_of(board, square).as_bytes()[1]);
            String::from_utf8(classes.collect()).unwrap()
        };
        // c-o-rner, e-d-ge, c-e-ntre, i-n-side.
        assert_eq!(classes("5x5"), "odddodnnnddnenddnnndodddo");
        assert_eq!(classes("3x4"), "oddodeedoddo");
        assert_eq!(classes("1x3"), "odo");
    }

    #[test]
    fn numbers_are_sorted_as_numbers() {
        assert!(Value::Number(9) < Value::Number(10));
        let board = |text: &str| Value::Board(text.parse().unwrap());
        assert!(board("9x9") < board("10x10") && Value::Missing < board("3x3"));
        let error = "ordr".parse::<Column>().unwrap_err();
        assert_eq!(error.suggestion, Some("order"));
    }
}
