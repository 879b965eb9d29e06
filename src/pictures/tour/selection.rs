//! The records whose tours are drawn.

use crate::results::record::Record;
use knight_search::Board;

/// The selected jobs with a tour: the first of them, and how many there are.
#[derive(Default)]
pub struct SelectedTours {
    /// The only job that is selected; `None` selects all.
    pub wanted: Option<u64>,
    /// The places of files and records with a tour, as many as are kept.
    kept: Vec<(usize, Record)>,
    /// The squares of those that are kept.
    squares: usize,
    /// The selected jobs.
    pub jobs: u64,
    /// Those of them with a tour.
    pub tours: u64,
}

/// The most panels of a picture.
const MOST: usize = 64;

/// The squares of the largest board.
const MOST_SQUARES: usize = Board::MAX_SIDE as usize * Board::MAX_SIDE as usize;

impl SelectedTours {
    /// Adds a record of the file with this place, if it is selected. Its tour is kept as far as a
    /// picture may have room.
    pub fn add(&mut self, file: usize, record: &Record) {
        if self.wanted.is_some_and(|job| record.job != job) {
            return;
        }
        self.jobs += 1;
        if record.tour.is_none() {
            return;
        }
        self.tours += 1;
        let squares = self.squares + usize::from(record.rows) * usize::from(record.cols);
        if self.kept.is_empty() || (self.kept.len() < MOST && squares <= MOST_SQUARES) {
            self.kept.push((file, record.clone()));
            self.squares = squares;
        }
    }

    /// The records that are kept, in the order of the files and of their plans.
    pub fn records(&self) -> Vec<&Record> {
        let mut kept: Vec<&(usize, Record)> = self.kept.iter().collect();
        kept.sort_by_key(|(file, record)| (*file, record.job));
        kept.into_iter().map(|(_, record)| record).collect()
    }
}
