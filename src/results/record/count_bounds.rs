//! Bounds of the nodes and checks of a finished search, by its rule and outcome.

use std::fmt;
use std::ops::RangeInclusive;

use knight_search::{Outcome, Rule};

/// Possible numbers of checks: every `step`-th one of a range, from its first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Checks {
    range: RangeInclusive<u128>,
    step: u128,
}

impl Checks {
    pub(super) fn contains(&self, checks: u128) -> bool {
        self.range.contains(&checks) && (checks - self.range.start()).is_multiple_of(self.step)
    }
}

impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.range.start(), self.range.end());
        match (first == last, self.step) {
            (true, _) => write!(f, "{first}"),
            (false, 1) => write!(f, "{first} to {last}"),
            (false, step) => write!(f, "{first} to {last} in steps of {step}"),
        }
    }
}

/// The possible numbers of nodes of a search of a board with `area` squares: none for an outcome
/// that the rule never has, or that has no number of nodes.
pub(super) fn nodes(rule: Rule, outcome: Outcome, area: u128) -> RangeInclusive<u128> {
    #[allow(clippy::reversed_empty_ranges)]
    const NOTHING: RangeInclusive<u128> = 1..=0;
    match (outcome, rule.is_greedy()) {
        (Outcome::Tour, true) => area..=area,
        (Outcome::Tour, false) => area..=u128::MAX,
        // Greedy runs do not backtrack, so no square is placed twice.
        (Outcome::Stuck, true) => 1..=area,
        (Outcome::None, false) => 1..=u128::MAX,
        _ => NOTHING,
    }
}

/// The possible numbers of checks of such a search with this many [`nodes`].
pub(super) fn checks(rule: Rule, outcome: Outcome, area: u128, nodes: u128) -> Checks {
    match rule {
        Rule::Fixed => by_order(outcome, area, nodes),
        _ => by_look_ahead(rule, outcome, nodes),
    }
}

/// Each failed node costs 8 checks and each move of a tour between 1 and 8.
fn by_order(outcome: Outcome, area: u128, nodes: u128) -> Checks {
    let (on_tour, moves) = if outcome == Outcome::Tour { (area, area - 1) } else { (0, 0) };
    let failed = (nodes - on_tour).saturating_mul(8);
    Checks { range: failed.saturating_add(moves)..=failed.saturating_add(8 * moves), step: 1 }
}

/// An expanded node costs 8 checks and 8 for each of its children. Every node except the first is a
/// child of another. All children become nodes if the whole space was searched; otherwise there may
/// be more children than nodes.
fn by_look_ahead(rule: Rule, outcome: Outcome, nodes: u128) -> Checks {
    /// Onward moves of a child, at most: one of its eight moves leads back.
    const ONWARD: u128 = 7;
    let expanded = if outcome == Outcome::Tour { nodes - 1 } else { nodes };
    let tried = nodes - 1;
    let most_children = if outcome == Outcome::None { tried } else { expanded.saturating_mul(8) };
    let a_child = if rule.breaks_ties_by_look_ahead() { 8 + 8 * ONWARD } else { 8 };
    let expanding = expanded.saturating_mul(8);
    Checks {
        range: expanding.saturating_add(tried.saturating_mul(8))
            ..=expanding.saturating_add(most_children.saturating_mul(a_child)),
        step: 8,
    }
}

#[cfg(test)]
mod tests {
    use crate::results::record::count_bounds::*;

    #[test]
    fn what_is_known_exactly_has_one_number() {
        assert_eq!(checks(Rule::Fixed, Outcome::None, 9, 15).to_string(), "120");
        let whole = checks(Rule::Warnsdorff, Outcome::None, 9, 15);
        assert_eq!(whole.to_string(), (16 * 15 - 8).to_string());
        assert!(checks(Rule::Fixed, Outcome::Tour, 1, 1).contains(0));
        assert!(checks(Rule::GreedyPohl, Outcome::Tour, 1, 1).contains(0));
        assert!(checks(Rule::Greedy, Outcome::Stuck, 1, 1).contains(8));
    }

    #[test]
    fn a_rule_has_only_its_own_outcomes() {
        assert!(nodes(Rule::Greedy, Outcome::None, 64).is_empty());
        assert!(nodes(Rule::Warnsdorff, Outcome::Stuck, 64).is_empty());
        assert!(nodes(Rule::Fixed, Outcome::Stuck, 64).is_empty());
        assert!(!nodes(Rule::GreedyRandom, Outcome::Stuck, 64).contains(&65));
    }
}
