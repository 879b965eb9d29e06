//! The paper: every number and claim that it states, beside what is measured: by the records of its
//! experiments and a few searches, the [`Evidence`].

use std::collections::BTreeMap;

use crate::analysis::claims::{self, Finding};
use crate::results::record::Record;
use knight_board::Tour;
use knight_search::first_path::CheckSplit;
use knight_search::orders::best_orders::BestOrder;
use knight_search::{Answer, Board, MoveOrder, Square, places_of_moves};

mod experiments;
pub(super) mod facts;
mod first_search;
mod growth;
mod list;

pub(super) use list::PAPER;

/// What the claims are judged by.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The one job of `experiments/paper/paper-fig3.toml`.
    pub fig3: TourSearch,
    /// The jobs of `experiments/paper/paper-corners.toml`.
    pub corners: Vec<TourSearch>,
    /// The records of `experiments/paper/paper-diagonal.toml`.
    pub diagonal: Vec<Record>,
    /// The checks of `experiments/paper/exact-diagonal.toml`: from the same squares without a
    /// budget.
    pub exact_diagonal: BTreeMap<Square, u128>,
    /// The checks of `experiments/paper/exact-fig2.toml`: Fig. 2's order from each square from
    /// which it finds a tour, without a budget.
    pub exact_fig2: BTreeMap<Square, u128>,
    /// The records of that experiment, and of `experiments/growth/growth-counts.toml` and
    /// `growth.toml`: the same on smaller boards, and on larger ones, estimated.
    pub growth: Vec<Record>,
    /// What the checks of Fig. 2's order from (1,1) find.
    pub fig3_checks: CheckSplit,
    /// What that search finds from some other squares if it does not mark its start, as the paper's
    /// function `solve`; up to 10^8 checks each.
    pub unmarked: Vec<(Square, Answer)>,
    /// The checks of Warnsdorff's rule for a tour from (1,1) on 8×8, ties by Fig. 2's order, with
    /// backtracking.
    pub warnsdorff: u128,
    /// The quickest orders from (1,1) on 8×8.
    pub best_order: BestOrder,
    /// The sum and the median of the checks of the searches with all orders from all squares of
    /// 8×8, without a budget: `results/distribution/spread.csv`.
    pub all_searches: (u128, f64),
    /// The least checks of all orders from each square of 8×8: `results/best-order/8x8.csv`.
    pub least_checks: BTreeMap<Square, u128>,
    /// Over all starts and orders on 8×8: how many find a tour without a failed node, out of how
    /// many.
    pub without_backtracking: (u64, u64),
    /// A smaller board, and how many do there.
    pub perfect_elsewhere: (Board, u64),
}

/// A search that found a tour.
#[derive(Clone, PartialEq, Debug)]
pub struct TourSearch {
    /// The move order.
    pub order: MoveOrder,
    /// The tour.
    pub tour: Tour,
    /// The checks.
    pub checks: u128,
    /// The nodes.
    pub nodes: u128,
}

impl TourSearch {
    /// The search of a record that has all of this.
    pub fn of(record: &Record) -> Option<TourSearch> {
        let tour = record.checked_tour().ok()??;
        // A row of another program may say anything.
        let nodes = record.nodes.filter(|nodes| *nodes >= tour.squares().len() as u128)?;
        Some(TourSearch { order: record.order, tour, checks: record.checks?, nodes })
    }

    fn start(&self) -> Square {
        self.tour.squares()[0]
    }

    /// The tries that each move of the tour took: its place in the order, from 1.
    fn tries(&self) -> Vec<u128> {
        places_of_moves(self.order, self.tour.squares()).collect()
    }
}

/// Judges every claim.
pub fn judge(evidence: &Evidence) -> Vec<Finding> {
    claims::judge(PAPER, evidence)
}
