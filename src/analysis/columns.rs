//! Columns by which jobs are grouped, filtered and paired: the one table of them.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::analysis::JobRow;
use crate::experiment;
use crate::text::formatting::{grouped, named_order};
use knight_board::named_enum::named_enum;
use knight_search::{Board, Engine, Goal, MoveOrder, Outcome, Rule, Square, parse_number};

/// What a column says of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Where its row stands.
    Place,
    /// A part of its [`Setting`](crate::analysis::jobs::Setting), which identifies it with others.
    Setting,
    /// What tells it from others of its setting.
    Choice,
    /// A part of another column.
    Part,
    /// How it ended.
    Answer,
}

/// Defines [`Column`]. An entry has the variant and its word, the role, the function that reads the
/// values of conditions, and the value of a job.
macro_rules! columns {
    ($(
        $(#[$doc:meta])+
        $name:ident $word:literal: $role:ident, $read:expr, |$row:ident| $value:expr;
    )+) => {
        /// A column of results, or several that belong together.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Column {
            $($(#[$doc])+ $name),+
        }

        named_enum!(Column, "column", $($name => $word),+);

        impl Column {
            /// What it says of a job.
            pub const fn role(self) -> Role {
                match self { $(Column::$name => Role::$role),+ }
            }

            /// The value of a job.
            pub fn value(self, row: &JobRow) -> Value {
                match self { $(Column::$name => { let $row = row; Value::from($value) }),+ }
            }

            /// The value that a text of a user means; of a square its name, which depends on the
            /// board.
            ///
            /// # Errors
            /// What to write in its place.
            pub fn read(self, text: &str) -> Result<Value, Unreadable> {
                match text {
                    "" => Ok(Value::Missing),
                    NONE if self.has_none() => Ok(Value::Missing),
                    _ => match self { $(Column::$name => $read(text)),+ },
                }
            }
        }
    };
}

columns! {
    /// The file, by its place among those that were read.
    File "file": Place, file, |row| row.file as u64 + 1;
    /// Id of the job in its plan.
    Job "job": Place, whole, |row| row.job;
    /// Rows and columns of the board.
    Board "board": Setting, parsed::<Board>, |row| row.setting.board;
    /// Rows of the board.
    Rows "rows": Part, whole, |row| row.setting.board.rows();
    /// Columns of the board.
    Cols "cols": Part, whole, |row| row.setting.board.cols();
    /// The start square.
    Start "start": Choice, square, |row| row.start;
    /// Row of the start square.
    StartRow "start_row": Part, whole, |row| row.start.row;
    /// Column of the start square.
    StartCol "start_col": Part, whole, |row| row.start.col;
    /// Where on the board the start square is: `corner`, `edge`, `inside` or `centre`.
    StartClass "start_class": Part, parsed::<StartClass>, |row| class_of(row.setting.board, row.start);
    /// The move order as eight digits.
    Order "order": Choice, order, |row| row.order;
    /// Rank of the order.
    OrderRank "order_rank": Part, whole, |row| row.order.rank();
    /// The rule.
    Rule "rule": Setting, parsed::<Rule>, |row| row.setting.rule;
    /// The goal.
    Goal "goal": Setting, parsed::<Goal>, |row| row.setting.goal;
    /// The engine.
    Engine "engine": Setting, parsed::<Engine>, |row| row.setting.engine;
    /// The budget.
    Budget "budget": Setting, budget, |row| row.setting.budget;
    /// The seed.
    Seed "seed": Choice, whole, |row| row.seed;
    /// How the search ended.
    Outcome "outcome": Answer, parsed::<Outcome>, |row| row.outcome;
    /// Whether a tour was found.
    Success "success": Answer, truth, |row| row.outcome == Outcome::Tour;
    /// Whether the tour is closed.
    Closed "closed": Answer, truth, |row| row.closed;
    /// The checks.
    Checks "checks": Answer, checks, |row| row.checks;
}

/// What a search is for: jobs that differ in one of these have counts that do not compare.
pub const SEARCH: [Column; 4] = [Column::Board, Column::Goal, Column::Rule, Column::Budget];

/// How a condition writes that a job has no budget or no seed.
const NONE: &str = "none";

/// A value of a column. Values of a column are sorted as numbers, boards and squares are, and
/// classes of squares from the outside inwards.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// No value.
    Missing,
    /// A word.
    Text(Cow<'static, str>),
    /// A whole number.
    Number(u128),
    /// A move order.
    Order(MoveOrder),
    /// A board.
    Board(Board),
    /// A square.
    Square(Square),
    /// Where on its board a square is.
    StartClass(StartClass),
}

macro_rules! values_from {
    ($($type:ty: |$value:ident| $made:expr;)+) => {$(
        impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $made
            }
        }
    )+};
}
values_from! {
    u16: |number| Value::Number(number.into());
    u64: |number| Value::Number(number.into());
    u128: |number| Value::Number(number);
    bool: |truth| Value::from(if truth { "true" } else { "false" });
    &'static str: |word| Value::Text(Cow::Borrowed(word));
    Rule: |rule| rule.word().into();
    Goal: |goal| goal.word().into();
    Engine: |engine| engine.word().into();
    Outcome: |outcome| outcome.word().into();
    MoveOrder: |order| Value::Order(order);
    Board: |board| Value::Board(board);
    Square: |square| Value::Square(square);
    StartClass: |class| Value::StartClass(class);
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Missing, Into::into)
    }
}

impl Column {
    /// The columns that say which search a job is, and how it is done.
    pub fn identifying() -> impl Iterator<Item = Column> {
        let all = Column::ALL.iter().copied();
        all.filter(|column| matches!(column.role(), Role::Setting | Role::Choice))
    }

    /// Whether jobs may have none of it, which is written `none`.
    fn has_none(self) -> bool {
        matches!(self, Column::Budget | Column::Seed)
    }

    /// A value as conditions take it.
    pub fn written(self, value: &Value) -> String {
        match value {
            Value::Missing if self.has_none() => NONE.to_owned(),
            Value::Missing => "nothing".to_owned(),
            value => value.to_string(),
        }
    }

    /// A value as texts name it: `8x8`, `budget 1,000`, `no seed`. Files have these names.
    pub fn named(self, value: &Value, files: &[String]) -> String {
        match (self, value) {
            (Column::File, Value::Number(place)) => {
                let name = usize::try_from(*place).ok().and_then(|place| files.get(place - 1));
                name.cloned().unwrap_or_else(|| format!("file {place}"))
            }
            (_, Value::Order(order)) => named_order(*order),
            (Column::Budget, Value::Number(budget)) => format!("budget {}", grouped(*budget)),
            (_, Value::Number(number)) => format!("{self} {number}"),
            (_, Value::Missing) => format!("no {self}"),
            (_, value) => value.to_string(),
        }
    }

    /// The jobs with a value, as legends write it: `open tours`, `from (1,1)`, `order 12345678
    /// (fig2)`, `fixed`.
    pub fn of_jobs(self, value: &Value, files: &[String]) -> String {
        let name = self.named(value, files);
        match self {
            Column::Goal => format!("{name} tours"),
            Column::Start => format!("from {name}"),
            Column::Order => format!("order {name}"),
            _ => name,
        }
    }
}

/// Whether two of these values are different.
pub fn differ<T: PartialEq>(values: impl IntoIterator<Item = T>) -> bool {
    let mut values = values.into_iter();
    values.next().is_some_and(|first| values.any(|value| value != first))
}

/// Why a text is not a value of a column.
type Unreadable = Box<dyn Error>;

/// The number of a file, or its name.
fn file(text: &str) -> Result<Value, Unreadable> {
    whole(text).or_else(|_| Ok(Value::Text(text.to_owned().into())))
}

fn whole(text: &str) -> Result<Value, Unreadable> {
    Ok(text.parse::<u128>().map_err(|_| "write a whole number")?.into())
}

/// A number as experiments write it, or 0.
fn budget(text: &str) -> Result<Value, Unreadable> {
    if text == "0" { Ok(Value::Number(0)) } else { Ok(parse_number(text)?.into()) }
}

fn checks(text: &str) -> Result<Value, Unreadable> {
    budget(text).map_err(|_| "write a whole number, such as 5000, 10M or 1e6".into())
}

fn truth(text: &str) -> Result<Value, Unreadable> {
    Ok(text.parse::<bool>().map_err(|_| "write true or false")?.into())
}

fn parsed<T>(text: &str) -> Result<Value, Unreadable>
where
    T: FromStr<Err: Error + 'static> + Into<Value>,
{
    Ok(text.parse::<T>()?.into())
}

fn square(text: &str) -> Result<Value, Unreadable> {
    let name = text.trim_matches(['(', ')']);
    Board::new(Board::MAX_SIDE, Board::MAX_SIDE)?.parse_square(name)?;
    Ok(Value::Text(name.to_owned().into()))
}

fn order(text: &str) -> Result<Value, Unreadable> {
    Ok(experiment::move_order(text)?.into())
}

/// Where on its board a square is. The centre is the middle square or, of an even side, the middle
/// two; on narrow boards it is at the edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StartClass {
    /// In a corner.
    Corner,
    /// At an edge, but in no corner.
    Edge,
    /// Neither at an edge nor in the centre.
    Inside,
    /// In the centre, but not at an edge.
    Centre,
}

named_enum!(
    StartClass,
    "class of start squares",
    Corner => "corner",
    Edge => "edge",
    Inside => "inside",
    Centre => "centre"
);

/// The class of a square.
fn class_of(board: Board, square: Square) -> StartClass {
    let sides = [(square.row, board.rows()), (square.col, board.cols())];
    let all = |is: fn(u16, u16) -> bool| sides.iter().all(|&(at, side)| is(at, side));
    let is_end = |at: u16, side: u16| at == 1 || at == side;
    if all(is_end) {
        StartClass::Corner
    } else if sides.iter().any(|&(at, side)| is_end(at, side)) {
        StartClass::Edge
    } else if all(|at, side| at.abs_diff(side + 1 - at) <= 1) {
        StartClass::Centre
    } else {
        StartClass::Inside
    }
}

/// The value as the CSV writes it; empty if it is missing.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing => Ok(()),
            Value::Text(text) => f.pad(text),
            Value::Number(number) => number.fmt(f),
            Value::Order(order) => order.fmt(f),
            Value::Board(board) => board.fmt(f),
            Value::Square(square) => square.fmt(f),
            Value::StartClass(class) => f.pad(class.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::columns::*;
    use crate::pictures::tests::record;
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
            let classes =
                board.squares().map(|square| class_of(board, square).word().as_bytes()[1]);
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
        let class = |word: &str| Column::StartClass.read(word).unwrap();
        assert!(class("corner") < class("edge") && class("inside") < class("centre"));
        let error = "ordr".parse::<Column>().unwrap_err();
        assert_eq!(error.suggestion, Some("order"));
    }
}
