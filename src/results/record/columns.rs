//! The one table of the columns of results. The header, writing, reading, messages and the table of
//! `docs/reference/results-files.md` follow from it.

use serde::{Serialize, Serializer};

use knight_search::MoveOrder;
use knight_search::estimates::Precision;
use knight_search::{Engine, Goal, Outcome, Rule};

use crate::experiment::plan::as_text;
use crate::results::record::values::{FieldKind, FieldValue, Scientific, Seconds, canonical};

/// Version of the format of results files and sidecars: other columns are another one. A file of
/// another version is refused.
pub const FORMAT: u32 = 3;

/// A column of results.
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// What its values are.
    pub kind: FieldKind,
    /// What it says, and when it is empty, as `docs/reference/results-files.md` has it.
    pub meaning: &'static str,
    /// Whether a reader can do without it.
    pub is_dispensable: bool,
    write: fn(&Record, &mut Vec<u8>),
    read: fn(&mut Record, &str) -> Option<()>,
}

/// Defines [`Record`] and [`COLUMNS`]. An entry has the name, the type of its values, how they are
/// written if that is not the way of the type, whether readers need it or can spare it, and what it
/// means.
macro_rules! columns {
    ($($section:ident { $(
        $(#[$attribute:meta])* $name:ident: $type:ty $(as $form:ty)?, $need:ident $meaning:literal;
    )+ })+) => {
        /// One row of a results file: a job, its answer, and the time it took.
        ///
        /// The answer is a function of the job alone. Missing values are empty in CSV and `null` in
        /// JSON, never 0.
        #[derive(Clone, PartialEq, Debug, Default, Serialize)]
        pub struct Record {
            /// The place of the job in its plan, or of the row in the file that it was read from,
            /// from 0. No column: a row is known by its job.
            #[serde(skip)]
            pub job: u64,
            $($(
                #[doc = $meaning]
                $(#[$attribute])*
                pub $name: $type,
            )+)+
        }

        /// How many columns each section has.
        const SECTIONS: [usize; 3] = [$([$(stringify!($name)),+].len()),+];

        /// The columns in order, without the check behind them.
        pub const COLUMNS: [Column; SECTIONS[0] + SECTIONS[1] + SECTIONS[2]] = [$($(
            Column {
                name: stringify!($name),
                kind: <columns!(@form $type $(as $form)?) as FieldValue<$type>>::KIND,
                meaning: $meaning,
                is_dispensable: columns!(@$need),
                write: |record, out| {
                    <columns!(@form $type $(as $form)?) as FieldValue<$type>>::write(&record.$name, out)
                },
                read: |record, text| {
                    record.$name =
                        <columns!(@form $type $(as $form)?) as FieldValue<$type>>::read(text)?;
                    Some(())
                },
            }
        ),+),+];
    };
    (@form $type:ty) => { $type };
    (@form $type:ty as $form:ty) => { $form };
    (@needed) => { false };
    (@spare) => { true };
}

columns! {
    job {
        rows: u16, needed "rows of the board";
        cols: u16, needed "columns of the board";
        start_row: u16, needed "row of the start square, from 1 at the top";
        start_col: u16, needed "column of the start square, from 1 at the left";
        #[serde(serialize_with = "as_text")]
        order: MoveOrder, needed "the move order as eight digits";
        #[serde(serialize_with = "as_text")]
        rule: Rule, needed "as in the experiment";
        #[serde(serialize_with = "as_text")]
        goal: Goal, needed "`open` or `closed`";
        #[serde(serialize_with = "as_text")]
        engine: Engine, needed "as in the experiment";
        budget: Option<u128>, needed "the most checks allowed; empty if there is no limit";
        seed: Option<u64>, spare "the seed of a random rule or of engine `estimate`; otherwise \
            empty";
        #[serde(serialize_with = "optional_text")]
        precision: Option<Precision>, spare "the precision of engine `estimate`, such as `5%`; \
            otherwise empty";
    }
    answer {
        #[serde(serialize_with = "as_text")]
        outcome: Outcome, needed "`tour` (found), `none` (whole space searched: there is no tour), \
            `stuck` (a greedy run reached a dead end, which proves nothing), `budget` (stopped; \
            nothing is known beyond the budget), `memory` (engine `leap` would have needed more \
            than `--memory`, or numbers of more than 128 bits; nothing is known), `time` (the job \
            took longer than its time limit; nothing is known), `unknown` (engine `estimate` could \
            not prove whether there is a tour; nothing is known)";
        success: bool, spare "`true` if the outcome is `tour`";
        checks: Option<u128>, needed "checks performed, including the look-ahead checks of \
            Warnsdorff's rules, and with goal `closed` the eight failing tests of a path that \
            covers the board without closing (whether it closes takes no check); for outcome \
            `budget` the budget; empty for outcomes `memory` and `time`, and for engine \
            `estimate`. Up to 128 bits: the largest in `results/` is 6,011,095,369,551,316,876,521";
        nodes: Option<u128>, spare "placements of the knight, the start included; for outcome \
            `stuck` the squares visited; empty for outcomes `budget`, `memory` and `time`, and for \
            engine `estimate`";
        closed: Option<bool>, spare "whether the tour is closed; empty without a tour";
        checks_estimate: Option<f64> as Scientific, spare "the estimate of the checks that the \
            whole search takes, with up to seven digits, as `6.01432e21`; empty for outcome \
            `unknown` and for other engines, and so are the next five";
        checks_low: Option<f64> as Scientific, spare "lower end of the 95 % interval of the \
            estimate";
        checks_high: Option<f64> as Scientific, spare "upper end of the 95 % interval of the \
            estimate";
        samples: Option<u64>, spare "the random samples behind the estimate; 0 if nothing had to \
            be sampled";
        effective_samples: Option<f64>, spare "how many samples of equal weight would say as much";
        heavy_tailed: Option<bool>, spare "`true` if a few samples decide the estimate: then \
            larger ones may be missing, and the interval is not to be trusted";
        tour: Option<String>, spare "the squares in order of visit as chess names, joined by `-`; \
            empty without a tour, or if the experiment did not ask for tours";
    }
    origin {
        mirrored: bool, spare "`true` if the row was filled in from a mirror image";
        wall_s: Option<f64> as Seconds, spare "wall-clock time of the job in seconds; empty if the \
            job was not searched itself. Engine `leap` searches the orders of a start together: \
            what they share is charged to the first that needs it";
        cpu_s: Option<f64> as Seconds, spare "processor time of the thread of the job in seconds; \
            empty if the job was not searched itself, or if the time is unknown";
    }
}

impl Column {
    /// The value of a row as it is written; empty if it has none.
    fn text(&self, row: &Record) -> String {
        let mut text = Vec::new();
        (self.write)(row, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// The name of the last column, the check of the row.
pub const ROW_CHECK: &str = "row_check";

/// How many columns say which job it is.
pub const OF_JOB: usize = SECTIONS[0];

/// How many columns say which job it is and what its answer is. Those behind them say how the row
/// came about.
pub const OF_FACT: usize = OF_JOB + SECTIONS[1];

/// The place of the tour, the last column of the answer.
const TOUR: usize = OF_FACT - 1;

/// The header line, without its line end.
pub fn header() -> String {
    let names = COLUMNS.iter().map(|column| column.name);
    names.chain([ROW_CHECK]).collect::<Vec<_>>().join(",")
}

/// A field that is not a value of its column.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{column} is `{text}`, expected {expected}")]
pub struct BadField {
    /// The column.
    pub column: &'static str,
    /// The beginning of the field.
    pub text: String,
    /// What is expected.
    pub expected: String,
}

impl BadField {
    /// A field of a column; `expected` if that is something else than usual.
    pub(crate) fn new(column: &Column, text: &str, expected: Option<&'static str>) -> BadField {
        const SHOWN: usize = 60;
        let expected = match (expected, column.name) {
            (Some(expected), _) => expected.to_owned(),
            (None, "order") => "each of the digits 1 to 8 once".to_owned(),
            (None, _) => column.kind.describe(),
        };
        BadField { column: column.name, text: text.chars().take(SHOWN).collect(), expected }
    }
}

impl Record {
    /// Appends the row as it is checked: all columns but the last, without a line end.
    pub fn write_csv(&self, out: &mut Vec<u8>) {
        self.write(&COLUMNS, out);
    }

    /// Appends the fields that say which job it is.
    pub fn write_job(&self, out: &mut Vec<u8>) {
        self.write(&COLUMNS[..OF_JOB], out);
    }

    /// Appends the fields of the job but for the engine, which changes no count.
    pub(crate) fn write_search(&self, out: &mut Vec<u8>) {
        self.write(COLUMNS[..OF_JOB].iter().filter(|column| column.name != "engine"), out);
    }

    /// Whether two rows are of one job with the same answer. A tour that only one of them has makes
    /// no difference.
    pub fn same_fact(&self, other: &Record) -> bool {
        let columns = self.compared(other);
        let fact = |record: &Record| {
            let mut fact = Vec::new();
            record.write(columns, &mut fact);
            fact
        };
        fact(self) == fact(other)
    }

    /// The columns of the facts of two rows; without the tour unless both have one.
    fn compared(&self, other: &Record) -> &'static [Column] {
        let have_tours = self.tour.is_some() && other.tour.is_some();
        &COLUMNS[..if have_tours { OF_FACT } else { TOUR }]
    }

    /// What each of two rows says in the columns in which their facts differ, such as `checks 8,
    /// nodes 1`; `None` if they do not. A tour that only one of them has makes no difference.
    pub fn differences(&self, other: &Record) -> Option<[String; 2]> {
        let is_other = |column: &&Column| column.text(self) != column.text(other);
        let differ: Vec<&Column> = self.compared(other).iter().filter(is_other).collect();
        let value = |column: &Column, row: &Record| match &*column.text(row) {
            "" => format!("no {}", column.name),
            value => format!("{} {value}", column.name),
        };
        let values = |row: &Record| {
            differ.iter().map(|column| value(column, row)).collect::<Vec<_>>().join(", ")
        };
        (!differ.is_empty()).then(|| [self, other].map(values))
    }

    fn write<'a>(&self, columns: impl IntoIterator<Item = &'a Column>, out: &mut Vec<u8>) {
        for (place, column) in columns.into_iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            (column.write)(self, out);
        }
    }

    /// Reads the fields of all columns but the last, as this program writes them.
    ///
    /// # Errors
    /// The first [`BadField`].
    pub fn read<'a>(fields: impl Iterator<Item = &'a str>) -> Result<Record, BadField> {
        let mut record = Record::default();
        for (column, text) in COLUMNS.iter().zip(fields) {
            (column.read)(&mut record, text).ok_or_else(|| BadField::new(column, text, None))?;
        }
        Ok(record)
    }

    /// Reads the job and the outcome alone: the first fields of a row whose check is right.
    pub(in crate::results) fn read_job(row: &str) -> Option<Record> {
        let mut record = Record::default();
        let mut columns = COLUMNS[..=OF_JOB].iter().zip(row.split(','));
        columns.try_for_each(|(column, text)| (column.read)(&mut record, text))?;
        Some(record)
    }

    /// Reads fields by their values, which other programs may have written in their own way.
    ///
    /// # Errors
    /// The first [`BadField`].
    pub(crate) fn read_by_value<'a>(
        fields: impl Iterator<Item = &'a str>,
    ) -> Result<Record, BadField> {
        let fields = COLUMNS.iter().zip(fields).map(|(column, text)| canonical(column.kind, text));
        let fields: Vec<String> = fields.collect();
        Record::read(fields.iter().map(String::as_str))
    }

    /// Whether a row can begin with these fields, of which the last one may lack its end.
    pub(in crate::results) fn may_begin_with(whole: &[&str], torn: &str) -> bool {
        let mut record = Record::default();
        let mut columns = COLUMNS.iter().zip(whole);
        let is_check = || match torn.strip_prefix('x') {
            Some(digits) => digits.len() < 16 && digits.bytes().all(|b| b.is_ascii_hexdigit()),
            None => torn.is_empty(),
        };
        columns.all(|(column, text)| (column.read)(&mut record, text).is_some())
            && COLUMNS.get(whole.len()).map_or_else(is_check, |it| it.kind.may_begin_with(torn))
    }
}

fn optional_text<T: std::fmt::Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// The job and the answer of the line of a row; without its tour unless that is wanted.
pub(crate) fn fact_of(line: &[u8], tours: bool) -> &[u8] {
    // From the end, where all but the tour is short.
    let behind = COLUMNS.len() + 1 - if tours { OF_FACT } else { TOUR };
    let commas = line.iter().enumerate().rev().filter(|(_, byte)| **byte == b',');
    let end = commas.map(|(place, _)| place).nth(behind - 1).unwrap_or(line.len());
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fact_ends_before_how_the_row_came_about() {
        let names = |columns: &[Column]| -> Vec<&str> { columns.iter().map(|c| c.name).collect() };
        assert_eq!(names(&COLUMNS[OF_FACT..]), ["mirrored", "wall_s", "cpu_s"]);
        assert_eq!((COLUMNS[TOUR].name, COLUMNS[OF_JOB].name), ("tour", "outcome"));
        let row = header();
        assert!(fact_of(row.as_bytes(), true).ends_with(b",tour"));
        assert!(fact_of(row.as_bytes(), false).ends_with(b",heavy_tailed"));
    }

    #[test]
    fn the_documented_table_is_that_of_the_columns() {
        let documented = std::fs::read_to_string("docs/reference/results-files.md").unwrap();
        for Column { name, kind, meaning, .. } in &COLUMNS {
            let kind = match kind {
                FieldKind::Whole(_) => "integer",
                FieldKind::Decimal | FieldKind::Seconds => "number",
                FieldKind::Truth => "true/false",
                FieldKind::Word(_) | FieldKind::Text => "text",
            };
            let line = format!("| `{name}` | {kind} | {meaning} |");
            assert!(documented.contains(&line), "docs/reference/results-files.md lacks\n{line}");
        }
    }

    #[test]
    fn meanings_name_every_word() {
        let outcomes = Outcome::ALL.iter().map(|outcome| ("outcome", outcome.word()));
        let goals = Goal::ALL.iter().map(|goal| ("goal", goal.word()));
        for (name, word) in outcomes.chain(goals) {
            let column = COLUMNS.iter().find(|column| column.name == name).unwrap();
            assert!(column.meaning.contains(&format!("`{word}`")), "{name} lacks {word}");
        }
    }
}
