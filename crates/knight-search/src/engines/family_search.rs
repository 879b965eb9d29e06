//! Searches of a family and their answers: what does not depend on the width of the board.

use std::ops::ControlFlow;

use crate::answer::{Answer, OnAnswer};
use crate::engines::step;
use crate::error::MemoryLimit;
use crate::feasibility::STEPPED;
use knight_board::{Family, Interrupted, MoveOrder, Problem, Square, StopCheck};

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
    /// The squares to which the moves from a square lead, in the sequence of an order.
    pub(super) fn targets(&self, order: usize, from: Square) -> impl Iterator<Item = Square> {
        let board = self.family.board;
        let moves = self.orders[order].moves().into_iter();
        moves.filter_map(move |mv| board.target(from, mv))
    }

    /// The most checks of stepping through this many orders.
    pub(super) fn stepping_cost(&self, orders: usize) -> u128 {
        let limit = self.family.budget.limit().unwrap_or(u128::MAX);
        limit.saturating_mul(orders as u128)
    }

    /// Answers an order whose search found a tour after `failed` nodes failed.
    pub(super) fn found(&mut self, order: usize, failed: u128, tour: &[Square]) {
        let answer = Answer::found(&self.problem(order), failed, tour.to_vec());
        (self.on_answer)(order, Ok(answer));
    }

    /// Answers an order whose search failed at all of `nodes`.
    pub(super) fn exhausted(&mut self, order: usize, nodes: u128) {
        let answer = Answer::exhausted(&self.problem(order), nodes);
        (self.on_answer)(order, Ok(answer));
    }

    /// Answers an order by stepping through its search.
    pub(super) fn step(&mut self, order: usize, check: &mut StopCheck) -> Result<(), Interrupted> {
        let mut progress = |_| match check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        };
        let answer = step::search(&self.problem(order), &mut progress)?;
        (self.on_answer)(order, Ok(answer));
        Ok(())
    }

    /// Answers an order for which memory did not suffice: by stepping if its budget is small.
    pub(super) fn out_of_memory(
        &mut self,
        order: usize,
        check: &mut StopCheck,
    ) -> Result<(), Interrupted> {
        if self.stepping_cost(1) <= STEPPED {
            return self.step(order, check);
        }
        (self.on_answer)(order, Err(MemoryLimit));
        Ok(())
    }

    /// Answers an order that takes more checks than its budget, or without a budget more than the
    /// largest one.
    pub(super) fn too_many_checks(&mut self, order: usize) {
        let limit = self.family.budget.limit();
        (self.on_answer)(order, limit.map(Answer::out_of_budget).ok_or(MemoryLimit));
    }

    fn problem(&self, order: usize) -> Problem {
        self.family.problem(self.orders[order])
    }
}
