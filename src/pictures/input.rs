//! What pictures are drawn from.

use std::collections::HashSet;

use crate::analysis::columns::Role;
use crate::analysis::sides::Request;
use crate::analysis::{Column, JobRow, Jobs, Value};
use crate::pictures::tour::selection::SelectedTours;
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};

/// The jobs of results files, and what of them a picture is to show.
#[derive(Default)]
pub struct PlotInput {
    /// The jobs.
    pub jobs: Jobs,
    /// The names of their files, as legends write them.
    pub files: Vec<String>,
    /// The columns by which jobs are grouped. If there are none the kind chooses.
    pub by: Vec<Column>,
    /// The two sides of pairs.
    pub sides: Request,
    /// The base of a curve to draw beside growth: its power of the number of squares. That of the
    /// paper's bound is 8 (§VII).
    pub curve: Option<f64>,
    /// The jobs whose tours are drawn.
    pub tours: SelectedTours,
}

/// How many rows, boards, start squares and orders there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// The rows.
    pub rows: usize,
    /// The different boards.
    pub boards: usize,
    /// The different start squares.
    pub starts: usize,
    /// The different orders.
    pub orders: usize,
}

impl PlotInput {
    /// The input of these records of one file.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> PlotInput {
        let mut input = PlotInput::default();
        records.into_iter().for_each(|record| input.add(0, record));
        input
    }

    /// Adds a record of the file with this place.
    pub fn add(&mut self, file: usize, record: &Record) {
        self.jobs.add(file, record);
        self.tours.add(file, record);
    }

    /// The input with these of its jobs, and without tours.
    pub fn with_jobs(&self, jobs: Jobs) -> PlotInput {
        PlotInput {
            jobs,
            files: self.files.clone(),
            by: self.by.clone(),
            sides: self.sides.clone(),
            curve: self.curve,
            tours: SelectedTours::default(),
        }
    }

    /// How many of the estimates have a heavy tail, if any has one.
    pub fn about_heavy_tails(&self) -> Option<String> {
        let estimates = self.jobs.estimates();
        let all = estimates.len() as u64;
        let heavy = estimates.filter(|estimate| estimate.is_heavy_tailed).count() as u64;
        let (of, all) = (grouped(heavy), counted(all, "estimate"));
        (heavy > 0)
            .then(|| format!("On few samples, with intervals not to be trusted: {of} of {all}."))
    }

    /// The values of a column.
    pub fn values(&self, column: Column) -> HashSet<Value> {
        if column.role() == Role::Setting {
            let first = self.jobs.iter().next();
            let settings = self.jobs.settings().iter();
            let rows = settings.filter_map(|&setting| Some(JobRow { setting, ..first? }));
            return rows.map(|row| column.value(&row)).collect();
        }
        let mut seen = HashSet::new();
        let mut last = None;
        for row in self.jobs.iter() {
            // Rows beside each other often agree.
            let value = column.value(&row);
            if last.as_ref() != Some(&value) {
                seen.insert(value.clone());
                last = Some(value);
            }
        }
        seen
    }

    /// How much the jobs vary.
    pub fn variety(&self) -> Variety {
        let count = |column| self.values(column).len();
        Variety {
            rows: self.jobs.len(),
            boards: count(Column::Board),
            starts: count(Column::Start),
            orders: count(Column::Order),
        }
    }
}
