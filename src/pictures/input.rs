//! What pictures are drawn from.

use std::collections::BTreeSet;

use crate::analysis::sides::Request;
use crate::analysis::statistics::Number;
use crate::analysis::{Column, Jobs};
use crate::experiment::Experiment;
use crate::pictures::reference::Reference;
use crate::pictures::tour::selection::SelectedTours;
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};
use knight_search::{Board, MoveOrder, Square};

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
    /// A curve to draw beside growth.
    pub reference: Option<Reference>,
    /// The jobs whose tours are drawn.
    pub tours: SelectedTours,
    /// What the files will hold.
    pub expected: Expected,
}

/// What the files will hold once their experiments are complete, as far as that is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Expected {
    /// The rows.
    pub rows: u64,
    /// The boards.
    pub boards: BTreeSet<Board>,
    /// The start squares.
    pub starts: BTreeSet<Square>,
    /// The orders.
    pub orders: BTreeSet<MoveOrder>,
}

/// How many rows, boards, start squares and orders there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// The rows.
    pub rows: u64,
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
            reference: self.reference,
            tours: SelectedTours::default(),
            expected: self.expected.clone(),
        }
    }

    /// The jobs with estimates in the place of counts, rounded; those above 10^38 stay unknown.
    pub fn with_estimates_as_counts(&self) -> PlotInput {
        let mut jobs = Jobs::default();
        for mut row in self.jobs.iter() {
            let estimate = row.estimate.map(|it| Number::of_estimate(it.value));
            if let Some(Number::Exact(checks, _)) = estimate {
                row.checks = Some(checks);
            }
            jobs.push(&row);
        }
        self.with_jobs(jobs)
    }

    /// How many of the estimates have a heavy tail, if any has one.
    pub fn about_heavy_tails(&self) -> Option<String> {
        let estimates = self.jobs.estimates();
        let all = estimates.len() as u64;
        let heavy = estimates.filter(|estimate| estimate.is_heavy_tailed).count() as u64;
        (heavy > 0).then(|| {
            let rest = if heavy == 1 { "rests" } else { "rest" };
            let (heavy, all) = (grouped(heavy), counted(all, "estimate"));
            let whose = if heavy == "1" { "its interval is" } else { "their intervals are" };
            format!("{heavy} of {all} {rest} on few samples: {whose} not to be trusted.")
        })
    }

    /// Announces how many rows a file of this experiment will have in all.
    pub fn expect(&mut self, experiment: &Experiment, rows: u64) {
        let Expected { rows: all, boards, starts, orders } = &mut self.expected;
        *all += rows;
        boards.extend(&experiment.boards);
        starts.extend(experiment.start_squares());
        orders.extend(experiment.move_orders());
    }

    /// How much the jobs vary, including those that are still expected.
    pub fn variety(&self) -> Variety {
        let Expected { rows, mut boards, mut starts, mut orders } = self.expected.clone();
        boards.extend(self.jobs.settings().iter().map(|setting| setting.board));
        let mut last = None;
        for row in self.jobs.iter() {
            // Rows beside each other often have the same start or the same order.
            if last != Some(row.start) {
                starts.insert(row.start);
                last = Some(row.start);
            }
            orders.insert(row.order);
        }
        Variety {
            rows: rows.max(self.jobs.len() as u64),
            boards: boards.len(),
            starts: starts.len(),
            orders: orders.len(),
        }
    }
}
