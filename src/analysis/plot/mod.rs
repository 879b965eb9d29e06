//! Pictures of results: records → what they show → SVG. Pure, and of any number of records in bounded memory.
//!
//! A [`Gathering`] takes the records one by one; every kind of plot has a function that makes its data from that, and
//! one that draws them.

use crate::board::Board;
use crate::search::Outcome;
use crate::words::words;

pub mod cactus;
pub mod colour;
pub mod dots;
pub mod extremes;
pub mod gathering;
mod groups;
pub mod growth;
pub mod heatmap;
pub mod orders;
pub mod picture;
#[cfg(feature = "png")]
pub mod png;
#[cfg(test)]
pub(crate) mod sample;
pub mod scale;
pub mod tally;
pub mod times;
pub mod tour;

pub use gathering::Gathering;
pub use picture::{Caption, Picture};

/// What a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Check counts on the board.
    Heatmap,
    /// How many jobs are decided within how many checks.
    Cactus,
    /// How checks are distributed over orders.
    Orders,
    /// Checks against time.
    Times,
    /// Checks by board size.
    Growth,
    /// A tour.
    Tour,
}

words!(
    Kind,
    "kind of plot",
    Heatmap => "heatmap",
    Cactus => "cactus",
    Orders => "orders",
    Times => "times",
    Growth => "growth",
    Tour => "tour"
);

/// Why there is nothing to draw.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlotError {
    /// There are no rows.
    #[error("there are no rows yet")]
    NoRows,
    /// No job found a tour or that there is none.
    #[error(
        "no job is decided: there are no counts to draw; --kind heatmap shows which jobs were stopped"
    )]
    NothingDecided,
    /// No job has a time.
    #[error("no job has a time and a count of its own")]
    NoTimes,
    /// No row holds a tour.
    #[error(
        "no row holds a tour; tours are recorded where the experiment says `tours = true` (--tours)"
    )]
    NoTours,
    /// The job asked for is not there.
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
    /// A recorded tour is none.
    #[error("the tour of job {job} is not valid: {why}")]
    Tour {
        /// The job.
        job: u64,
        /// What is wrong.
        why: String,
    },
    /// A board whose squares would be too small.
    #[error(
        "a heat map of {board} would be too fine; boards of up to {longest} rows and columns are drawn"
    )]
    Board {
        /// The board.
        board: Board,
        /// The longest side.
        longest: u16,
    },
    /// More groups than can be told apart.
    #[error(
        "{groups} groups are too many to draw, at most {most}; give --by columns with fewer values"
    )]
    TooManyGroups {
        /// The groups.
        groups: usize,
        /// The most.
        most: usize,
    },
}

/// The kind of plot that shows best what these records are about.
pub fn natural_kind(gathering: &Gathering) -> Kind {
    let (boards, starts) = (gathering.boards().len(), gathering.starts().len());
    match (boards, starts, gathering.orders.len()) {
        (1, _, _) if gathering.rows == 1 && gathering.drawn.is_some() => Kind::Tour,
        (2.., _, _) => Kind::Growth,
        (_, 0 | 1, 2..) => Kind::Orders,
        _ => Kind::Heatmap,
    }
}

/// Draws a plot.
///
/// # Errors
/// [`PlotError`] if the records have nothing that it could show.
pub fn draw(kind: Kind, gathering: &Gathering) -> Result<Picture, PlotError> {
    if gathering.rows == 0 {
        return Err(PlotError::NoRows);
    }
    match kind {
        Kind::Heatmap => heatmap::draw(gathering),
        Kind::Cactus => cactus::draw(gathering),
        Kind::Orders => orders::draw(gathering),
        Kind::Times => times::draw(gathering),
        Kind::Growth => growth::draw(gathering),
        Kind::Tour => tour::draw(gathering),
    }
}

#[cfg(test)]
mod tests {
    use super::sample::record;
    use super::*;
    use crate::order::MoveOrder;
    use crate::record::Record;

    fn natural(records: &[Record]) -> Kind {
        let mut gathering = Gathering::new(None, None);
        records.iter().for_each(|record| gathering.add(record));
        natural_kind(&gathering)
    }

    #[test]
    fn the_data_choose_their_picture() {
        let one = record(Outcome::Budget, 9);
        let other_start = Record {
            start_row: 2,
            ..one.clone()
        };
        let other_board = Record {
            rows: 5,
            ..one.clone()
        };
        let other_order = Record {
            order: MoveOrder::TUTORIAL,
            ..one.clone()
        };
        let tour = Record {
            tour: Some("a1".to_owned()),
            ..record(Outcome::Tour, 9)
        };
        assert_eq!(natural(&[tour]), Kind::Tour);
        assert_eq!(natural(std::slice::from_ref(&one)), Kind::Heatmap);
        assert_eq!(natural(&[one.clone(), other_start.clone()]), Kind::Heatmap);
        assert_eq!(natural(&[one.clone(), other_order.clone()]), Kind::Orders);
        assert_eq!(
            natural(&[one.clone(), other_order, other_start]),
            Kind::Heatmap
        );
        assert_eq!(natural(&[one, other_board]), Kind::Growth);
    }

    #[test]
    fn no_rows_give_no_picture() {
        let gathering = Gathering::new(None, None);
        for &kind in Kind::ALL {
            assert_eq!(draw(kind, &gathering).err(), Some(PlotError::NoRows));
        }
    }
}
