//! What is compared with what: the values of a column, one of which is the reference.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::analysis::columns::differ;
use crate::analysis::condition::Condition;
use crate::analysis::{Column, Jobs, Value};
use crate::text::formatting::{joined, listed};

/// The columns between which jobs can be compared.
pub static COLUMNS: LazyLock<Vec<Column>> =
    LazyLock::new(|| [Column::File].into_iter().chain(Column::identifying()).collect());

/// What a comparison was asked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Request {
    /// The column; `None`: the file if there are several, or else the one that differs.
    pub between: Option<Column>,
    /// The values to compare, as a user writes them; all of them if there are none.
    pub values: Vec<String>,
    /// The value that others are compared with; `None`: the first.
    pub reference: Option<String>,
}

impl Request {
    /// Whether each file is a side, if there are several.
    pub fn are_files(&self) -> bool {
        matches!(self.between, None | Some(Column::File))
    }
}

/// The jobs with one value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The value as the CSV writes it; of files their name.
    pub value: String,
    /// The value as texts name it: `no budget`, `seed 3`.
    pub name: String,
    /// The places of its jobs.
    pub places: Vec<u32>,
}

/// The values of a column that are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The column.
    pub column: Column,
    /// The value that others are compared with.
    pub reference: Side,
    /// The others, at least one.
    pub others: Vec<Side>,
}

/// Why there is nothing to compare.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SidesError {
    /// The column says how a job ended, or identifies it.
    #[error("jobs cannot be compared between values of {0}; choose one of: {known}", known = joined(&*COLUMNS, ", "))]
    Column(Column),
    /// There are no jobs.
    #[error("there are no jobs to compare: none that was chosen has a count")]
    NoJobs,
    /// One of several files has none.
    #[error(
        "{0} has no jobs to compare: none that was chosen has a count, or other files have them \
         all; leave it out"
    )]
    EmptyFile(String),
    /// No column differs.
    #[error(
        "all jobs have the same order, rule, goal, budget and engine; name a second file, or --between start, seed or board"
    )]
    NothingDiffers,
    /// Several columns differ.
    #[error("the jobs differ in {}; say --between with one of them", listed(.0, 9))]
    SeveralDiffer(Vec<String>),
    /// There is only one value, or only one was asked for: the column and the value.
    #[error("{0} {1} is the only side; name two values, more files, or another column")]
    OneValue(Column, String),
    /// A value is not there, or is not one of the column.
    #[error("no job has the {column} `{text}`; {column} is one of: {known}")]
    NoSuchValue {
        /// The column.
        column: Column,
        /// What was asked for.
        text: String,
        /// What there is.
        known: String,
    },
}

impl Sides {
    /// The sides that were asked for, among these jobs from files with these names.
    ///
    /// # Errors
    /// [`SidesError`] if there are not two of them.
    pub fn new(jobs: &Jobs, files: &[String], request: &Request) -> Result<Sides, SidesError> {
        let column = match request.between {
            Some(column) if !COLUMNS.contains(&column) => return Err(SidesError::Column(column)),
            _ if jobs.is_empty() => return Err(SidesError::NoJobs),
            Some(column) => column,
            None if files.len() > 1 => Column::File,
            None => natural_column(jobs)?,
        };
        let by_value = places_by(jobs, column);
        let is_empty = |number: usize| !by_value.contains_key(&Value::Number(number as u128));
        if column == Column::File
            && let Some(empty) = (1..=files.len()).find(|number| is_empty(*number))
        {
            return Err(SidesError::EmptyFile(files[empty - 1].clone()));
        }
        let mut sides: Vec<Side> = by_value
            .into_iter()
            .map(|(value, places)| {
                let name = column.named(&value, files);
                let value = if column == Column::File { name.clone() } else { value.to_string() };
                Side { value, name, places }
            })
            .collect();
        let find = |sides: &[Side], text: &String| {
            sides.iter().position(|side| is_named(side, column, text, jobs)).ok_or_else(|| {
                // What has no value has a name, such as `no seed`.
                let known = |it: &Side| match it.value.is_empty() {
                    true => it.name.clone(),
                    false => it.value.clone(),
                };
                let known: Vec<String> = sides.iter().map(known).collect();
                SidesError::NoSuchValue { column, text: text.clone(), known: listed(&known, 12) }
            })
        };
        if !request.values.is_empty() {
            let mut chosen: Vec<Side> = Vec::new();
            for text in &request.values {
                let side = &sides[find(&sides, text)?];
                if !chosen.contains(side) {
                    chosen.push(side.clone());
                }
            }
            sides = chosen;
        }
        let reference = match &request.reference {
            Some(text) => sides.remove(find(&sides, text)?),
            // There are jobs, so there is a side.
            None => sides.remove(0),
        };
        if sides.is_empty() {
            return Err(SidesError::OneValue(column, reference.name));
        }
        Ok(Sides { column, reference, others: sides })
    }
}

fn places_by(jobs: &Jobs, column: Column) -> BTreeMap<Value, Vec<u32>> {
    let mut sides: BTreeMap<Value, Vec<u32>> = BTreeMap::new();
    for (place, row) in (0..).zip(jobs.iter()) {
        sides.entry(column.value(&row)).or_default().push(place);
    }
    sides
}

/// The only column that differs among those that say how a search is done.
fn natural_column(jobs: &Jobs) -> Result<Column, SidesError> {
    const METHOD: [Column; 5] =
        [Column::Order, Column::Rule, Column::Goal, Column::Budget, Column::Engine];
    let differs = |column: &Column| differ(jobs.iter().map(|row| column.value(&row)));
    let differing: Vec<Column> = METHOD.into_iter().filter(differs).collect();
    match differing.as_slice() {
        [] => Err(SidesError::NothingDiffers),
        [one] => Ok(*one),
        _ => Err(SidesError::SeveralDiffer(differing.iter().map(Column::to_string).collect())),
    }
}

/// Whether a text of a user is the value of a side.
fn is_named(side: &Side, column: Column, text: &str, jobs: &Jobs) -> bool {
    let condition = || format!("{column}={text}").parse::<Condition>().ok();
    let meets = |condition: Condition| condition.holds(&jobs.get(side.places[0]));
    side.value == text || column != Column::File && condition().is_some_and(meets)
}
