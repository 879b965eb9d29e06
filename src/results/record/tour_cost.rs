//! What a recorded tour says about the nodes and checks of the search that found it.

use std::ops::RangeInclusive;

use crate::experiment::plan::Job;
use crate::results::record::count_bounds::{self, Checks};
use knight_search::{Rule, Square, Tour, places_of_moves};

/// The possible nodes and checks of a search that found a tour.
pub(super) struct TourCost {
    job: Job,
    squares: u128,
    /// Children of the path that were tried before it and failed.
    tried: RangeInclusive<u128>,
    /// Checks along the path.
    on_path: u128,
}

impl TourCost {
    /// `None` if the rule cannot lead to this tour.
    pub(super) fn new(job: &Job, tour: &Tour) -> Option<TourCost> {
        let (tried, on_path) = match job.method.rule {
            Rule::Fixed => along_order(job, tour),
            _ => along_ranks(job, tour),
        };
        let is_by_rule = !job.method.rule.is_greedy() || *tried.start() == 0;
        let squares = tour.squares().len() as u128;
        is_by_rule.then_some(TourCost { job: *job, squares, tried, on_path })
    }

    /// Every child that was tried before the path is a failed node.
    pub(super) fn nodes(&self) -> RangeInclusive<u128> {
        let least = self.squares + self.tried.start();
        let is_exact = *self.tried.end() == 0 || self.job.method.rule.is_greedy();
        least..=if is_exact { least } else { u128::MAX }
    }

    /// The checks of a search with this many [`TourCost::nodes`].
    pub(super) fn checks(&self, nodes: u128) -> Checks {
        let failed = nodes - self.squares;
        match self.job.method.rule {
            Rule::Fixed => Checks::exactly(failed.saturating_mul(8).saturating_add(self.on_path)),
            rule => {
                // All children of failed nodes become failed nodes. The others are those that were
                // tried from the path.
                let least_tried = failed.min((*self.tried.start()).max(1));
                let most_tried = failed.min(*self.tried.end());
                let children = failed - most_tried..=failed - least_tried.min(most_tried);
                let below = Checks::by_look_ahead(failed, children, count_bounds::a_child(rule));
                below.plus(self.on_path..=self.on_path)
            }
        }
    }
}

/// By the move order alone, every legal move before the one taken was tried, and the checks are the
/// places of the moves.
fn along_order(job: &Job, tour: &Tour) -> (RangeInclusive<u128>, u128) {
    let mut tried = 0;
    each_step(job, tour, |children, taken, _| {
        tried += children.iter().take_while(|child| **child != taken).count() as u128;
    });
    (tried..=tried, places_of_moves(job.problem.order, tour.squares()).sum())
}

/// By one of Warnsdorff's rules, every child with fewer onward moves than the one taken was tried,
/// and of those with as many perhaps some. All children of the path were ranked.
fn along_ranks(job: &Job, tour: &Tour) -> (RangeInclusive<u128>, u128) {
    let second_look = job.method.rule.breaks_ties_by_look_ahead();
    let (mut fewer, mut as_few, mut checks) = (0, 0, 0);
    each_step(job, tour, |children, taken, onward| {
        let onwards: Vec<u128> = children.iter().map(|child| onward(*child)).collect();
        let of_taken = onward(taken);
        fewer += onwards.iter().filter(|n| **n < of_taken).count() as u128;
        as_few += onwards.iter().filter(|n| **n == of_taken).count() as u128 - 1;
        checks += 8 + 8 * onwards.len() as u128;
        let ties = |n: &&u128| onwards.iter().filter(|other| other == n).count() > 1;
        if second_look {
            checks += 8 * onwards.iter().filter(ties).sum::<u128>();
        }
    });
    (fewer..=fewer + as_few, checks)
}

/// Passes to `each`, for every move of a tour: the legal next squares in the order of their moves,
/// the one taken, and the number of onward moves of a square.
fn each_step(
    job: &Job,
    tour: &Tour,
    mut each: impl FnMut(&[Square], Square, &dyn Fn(Square) -> u128),
) {
    let (board, moves) = (job.problem.board, job.problem.order.moves());
    let mut visited = vec![false; board.area()];
    let mut onward: Vec<u8> =
        board.squares().map(|square| board.neighbours(square).count() as u8).collect();
    let mut children = Vec::with_capacity(moves.len());
    for step in tour.squares().windows(2) {
        visited[board.index(step[0])] = true;
        board.neighbours(step[0]).for_each(|square| onward[board.index(square)] -= 1);
        let targets = moves.iter().filter_map(|&mv| board.target(step[0], mv));
        children.clear();
        children.extend(targets.filter(|square| !visited[board.index(*square)]));
        each(&children, step[1], &|square| onward[board.index(square)].into());
    }
}
