//! Searches of a family and what takes their answers.

use crate::answer::OnAnswer;
use knight_board::{Family, MoveOrder, Problem};

/// Searches of problems that differ only in their orders, and what takes their answers.
pub struct FamilySearch<'a> {
    /// What the problems have in common.
    pub family: &'a Family,
    /// The orders, known by their places.
    pub orders: &'a [MoveOrder],
    /// Called once for each order, in no particular order.
    pub on_answer: &'a mut OnAnswer<'a>,
}

impl FamilySearch<'_> {
    /// The most checks of stepping through this many orders.
    pub(super) fn stepping_cost(&self, orders: usize) -> u128 {
        let limit = self.family.budget.limit().unwrap_or(u128::MAX);
        limit.saturating_mul(orders as u128)
    }

    /// The problem of an order.
    pub(super) fn problem(&self, order: usize) -> Problem {
        self.family.problem(self.orders[order])
    }
}
