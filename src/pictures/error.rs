//! Why a picture cannot be drawn.

use knight_search::{Board, Outcome};

use crate::text::formatting::grouped;

/// Why there is nothing to draw.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlotError {
    /// There are no rows.
    #[error("there are no rows yet")]
    NoRows,
    /// No job is decided.
    #[error(
        "no job is decided, so there are no counts to draw; --kind heatmap shows which jobs were stopped"
    )]
    NothingDecided,
    /// No group has a tour and counts of all its jobs.
    #[error(
        "no group has a tour and a count or a budget for each job, so nothing is known of restarts; \
         `knightsweep summarize --restarts` shows the outcomes"
    )]
    NoRestarts,
    /// No job has a time.
    #[error("no job has both a count and a measured time")]
    NoTimes,
    /// No row holds a tour.
    #[error(
        "no row has a recorded tour; set `tours = true` in the experiment (--tours) to record tours, \
         or draw the tour of one search with `knightsweep solve --svg tour.svg`"
    )]
    NoTours,
    /// No file has the job that was asked for.
    #[error("there is no row of job {0}")]
    NoJob(u64),
    /// The job asked for has no tour.
    #[error("job {job} has no recorded tour; its outcome is `{outcome}`")]
    NoTour {
        /// The job.
        job: u64,
        /// How it ended.
        outcome: Outcome,
    },
    /// A recorded tour is not valid.
    #[error("the tour of job {job} is not valid: {why}")]
    Tour {
        /// The job.
        job: u64,
        /// What is wrong with it.
        why: String,
    },
    /// The squares of a board would be too small.
    #[error(
        "a heat map of {board} would be too fine: at most {longest} rows and columns can be drawn; choose another --kind"
    )]
    Board {
        /// The board.
        board: Board,
        /// The longest side.
        longest: u16,
    },
    /// All jobs are on one board.
    #[error(
        "this picture is by board and needs two boards or more, and all jobs are on {0}; --kind ecdf and --kind distribution show one board"
    )]
    OneBoard(Board),
    /// Too many groups for one picture.
    #[error(
        "{} groups are too many to draw (at most {most}); choose some with --where, or give \
         --by columns with fewer values",
        grouped(*.groups)
    )]
    TooManyGroups {
        /// The groups.
        groups: usize,
        /// The most.
        most: usize,
    },
    /// Too many panels for one picture.
    #[error(
        "{} {what} are too many for one picture (at most {most}); choose some with --where",
        grouped(*.panels)
    )]
    TooManyPanels {
        /// The panels.
        panels: usize,
        /// What they are of, such as "boards".
        what: String,
        /// The most.
        most: usize,
    },
    /// Too many tours for one picture.
    #[error(
        "{} tours are too many for a picture of this width (at most {most}); choose some with \
         --where or one with --job, or give a larger --width",
        grouped(*.tours)
    )]
    TooManyTours {
        /// The tours.
        tours: u64,
        /// The most.
        most: u64,
    },
    /// The picture would be higher than a page.
    #[error(
        "a picture of this width would be {millimetres} mm high, more than a page; choose some jobs \
         with --where, or give a larger --width or a smaller --font-size"
    )]
    TooHigh {
        /// Its height.
        millimetres: f64,
    },
    /// The limits of a logarithmic axis.
    #[error(
        "a logarithmic axis cannot go from {low} to {high}; give a first number above 0 to --xlim or \
         --ylim"
    )]
    Limits {
        /// The lower one.
        low: f64,
        /// The upper one.
        high: f64,
    },
    /// No board has several orders and several starts.
    #[error(
        "a matrix needs several orders and several start squares of one board, goal, rule and budget; choose another --kind"
    )]
    NoMatrix,
    /// There are no two sides, or they have no pairs.
    #[error("{0}")]
    Pairs(String),
    /// A table cannot be drawn.
    #[error("{0}")]
    Table(String),
}

impl PlotError {
    /// Whether there is something to show, but no room for it.
    pub fn is_about_room(&self) -> bool {
        matches!(
            self,
            PlotError::Board { .. }
                | PlotError::TooManyGroups { .. }
                | PlotError::TooManyPanels { .. }
        )
    }
}
