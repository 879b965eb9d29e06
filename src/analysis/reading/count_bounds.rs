//! Bounds of the nodes and checks of a finished search, by its rule, board and outcome.
//!
//! They follow from the definition of a check.

use std::fmt;
use std::ops::RangeInclusive;

use crate::results::record::Record;
use knight_search::{Board, Outcome, Rule};

/// Possible numbers of checks: every `step`-th one of a range, from its first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PossibleChecks {
    range: RangeInclusive<u128>,
    step: u128,
}

impl PossibleChecks {
    pub(super) fn contains(&self, checks: u128) -> bool {
        self.range.contains(&checks) && (checks - self.range.start()).is_multiple_of(self.step)
    }
}

impl fmt::Display for PossibleChecks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&numbers(&self.range))?;
        if self.range.start() != self.range.end() && self.step > 1 {
            write!(f, " in steps of {}", self.step)?;
        }
        Ok(())
    }
}

/// A range in words.
pub(super) fn numbers(range: &RangeInclusive<u128>) -> String {
    match (*range.start(), *range.end()) {
        (first, last) if first == last => first.to_string(),
        (first, u128::MAX) => format!("at least {first}"),
        (first, last) => format!("{first} to {last}"),
    }
}

/// The possible numbers of nodes of a row; `None` for an outcome that its rule never has, or that
/// has no number of nodes.
pub(super) fn nodes(record: &Record) -> Option<RangeInclusive<u128>> {
    let area = record.board().ok()?.area() as u128;
    match (record.outcome, record.rule.is_greedy()) {
        (Outcome::Tour, true) => Some(area..=area),
        (Outcome::Tour, false) => Some(area..=u128::MAX),
        // Greedy runs do not backtrack, so no square is placed twice. One that visits all squares
        // is stuck only if it had to return.
        (Outcome::Stuck, true) if record.goal.is_met_by_every_path() => Some(1..=area - 1),
        (Outcome::Stuck, true) => Some(1..=area),
        (Outcome::None, false) => Some(1..=u128::MAX),
        _ => None,
    }
}

/// The possible numbers of checks of a row with this many [`nodes`], or with more of them.
pub(super) fn checks(record: &Record, nodes: u128, or_more: bool) -> Option<PossibleChecks> {
    let board = record.board().ok()?;
    let possible = match record.rule {
        Rule::Fixed => by_order(record.outcome, board.area() as u128, nodes),
        rule => by_look_ahead(rule, record.outcome, board, nodes),
    };
    let more = PossibleChecks { range: *possible.range.start()..=u128::MAX, step: 1 };
    Some(if or_more { more } else { possible })
}

/// Each failed node costs 8 checks and each move of a tour between 1 and 8.
fn by_order(outcome: Outcome, area: u128, nodes: u128) -> PossibleChecks {
    let (on_tour, moves) = if outcome == Outcome::Tour { (area, area - 1) } else { (0, 0) };
    let failed = (nodes - on_tour).saturating_mul(8);
    PossibleChecks {
        range: failed.saturating_add(moves)..=failed.saturating_add(8 * moves),
        step: 1,
    }
}

/// An expanded node costs 8 checks, and each of its children some more. The node that completes a
/// tour is not expanded, all others are. How many children they have:
///
/// - The whole space was searched: every node except the first is a child, and all children become
///   nodes.
/// - A path without backtracking: of two squares a move apart, the later one is a child of the
///   earlier one. So there are at most as many children as such pairs, and as many on a tour.
/// - A tour after failed nodes: those pairs, and the children of failed nodes. The latter are all
///   failed nodes except those tried from the path of the tour, of which there are at least one and
///   at most the pairs that are not moves of the tour.
fn by_look_ahead(rule: Rule, outcome: Outcome, board: Board, nodes: u128) -> PossibleChecks {
    /// Onward moves of a child, at most: one of its eight moves leads back.
    const ONWARD: u128 = 7;
    let (pairs, moves) = (pairs_a_move_apart(board), board.area() as u128 - 1);
    let (expanded, children) = match outcome {
        Outcome::Tour => {
            let failed = nodes - 1 - moves;
            let most_tried = failed.min(pairs.saturating_sub(moves));
            let below_failed = failed - most_tried..=failed - failed.min(1);
            let with_pairs = |children: &u128| children.saturating_add(pairs);
            let children = with_pairs(below_failed.start())..=with_pairs(below_failed.end());
            (nodes - 1, children)
        }
        Outcome::Stuck => (nodes, nodes - 1..=pairs.max(nodes - 1)),
        _ => (nodes, nodes - 1..=nodes - 1),
    };
    // Ranking a child costs 8 checks, and with look-ahead those of its onward moves.
    let most_a_child = if rule.breaks_ties_by_look_ahead() { 8 + 8 * ONWARD } else { 8 };
    let sum = |children: &u128, a_child: u128| {
        expanded.saturating_mul(8).saturating_add(children.saturating_mul(a_child))
    };
    let range = sum(children.start(), 8)..=sum(children.end(), most_a_child);
    PossibleChecks { range, step: 8 }
}

/// Pairs of squares that are a knight move apart.
fn pairs_a_move_apart(board: Board) -> u128 {
    let (rows, cols) = (u128::from(board.rows()), u128::from(board.cols()));
    let one_way = |short: u128, long: u128| (short - 1) * long.saturating_sub(2);
    2 * (one_way(rows, cols) + one_way(cols, rows))
}

#[cfg(test)]
mod tests {
    use crate::analysis::reading::count_bounds::*;
    use crate::pictures::test_records::record;
    use knight_search::Goal;

    fn row(board: &str, rule: Rule, outcome: Outcome) -> Record {
        let board: Board = board.parse().unwrap();
        let (rows, cols, goal) = (board.rows(), board.cols(), Goal::Closed);
        Record { rows, cols, rule, goal, ..record(outcome, 0) }
    }

    #[test]
    fn what_is_known_exactly_has_one_number() {
        let known = |board, rule, outcome, n| {
            checks(&row(board, rule, outcome), n, false).unwrap().to_string()
        };
        assert_eq!(known("3x3", Rule::Fixed, Outcome::None, 15), "120");
        assert_eq!(known("3x3", Rule::Warnsdorff, Outcome::None, 15), (16 * 15 - 8).to_string());
        assert_eq!(known("1x1", Rule::Fixed, Outcome::Tour, 1), "0");
        assert_eq!(known("1x1", Rule::GreedyPohl, Outcome::Tour, 1), "0");
        assert_eq!(known("1x1", Rule::Greedy, Outcome::Stuck, 1), "8");
        assert_eq!(known("8x8", Rule::Greedy, Outcome::Tour, 64), (8 * (63 + 168)).to_string());
        let least = checks(&row("5x5", Rule::Fixed, Outcome::Tour), 25, true).unwrap();
        assert_eq!(least.to_string(), "at least 24");
    }

    #[test]
    fn pairs_a_move_apart_are_half_of_all_moves() {
        for board in ["1x1", "1x9", "2x3", "3x3", "5x8", "8x8"] {
            let board: Board = board.parse().unwrap();
            let moves: usize = board.squares().map(|s| board.neighbours(s).count()).sum();
            assert_eq!(pairs_a_move_apart(board), moves as u128 / 2, "{board}");
        }
    }

    #[test]
    fn a_rule_has_only_its_own_outcomes() {
        assert_eq!(nodes(&row("8x8", Rule::Greedy, Outcome::None)), None);
        assert_eq!(nodes(&row("8x8", Rule::Warnsdorff, Outcome::Stuck)), None);
        assert_eq!(nodes(&row("8x8", Rule::Fixed, Outcome::Stuck)), None);
        let stuck = nodes(&row("8x8", Rule::GreedyRandom, Outcome::Stuck)).unwrap();
        assert!(stuck.contains(&64) && !stuck.contains(&65));
    }
}
