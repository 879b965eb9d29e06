//! The descent along the first tours of many orders.

use crate::bitboard::SquareSet;
use crate::board::Square;
use crate::budget::Budget;
use crate::engines::leap::children::{Child, Children};
use crate::engines::leap::orders::{Orders, STEPPED};
use crate::error::{Interrupted, SearchError};
use crate::feasibility::{self, Path, Position, ProofTable, Settled};
use crate::walks::{WalkCounter, Walks};

/// A search with many orders, which descends from the start square along their first tours.
pub(super) struct Descent<'a, const WORDS: usize> {
    orders: Orders<'a>,
    counter: WalkCounter<'a, WORDS>,
    proofs: &'a ProofTable,
    /// More failed nodes exceed the budget, or without a budget the largest one.
    most_failed: u128,
    /// The squares so far.
    tour: Vec<Square>,
}

/// Orders that have made the same choices so far.
struct Group<const WORDS: usize> {
    /// Their places.
    orders: Vec<usize>,
    position: Position<WORDS>,
    /// The dead squares that these orders tried before the last move.
    dead: SquareSet<WORDS>,
    /// A path that completes the tour.
    ahead: Path,
    /// Nodes that have failed.
    failed: u128,
}

impl<'a, const WORDS: usize> Descent<'a, WORDS> {
    pub fn new(
        orders: Orders<'a>,
        counter: WalkCounter<'a, WORDS>,
        proofs: &'a ProofTable,
    ) -> Descent<'a, WORDS> {
        let most_failed = orders.family.budget.limit().unwrap_or(Budget::MAX) / 8;
        let tour = vec![orders.family.start];
        Descent { orders, counter, proofs, most_failed, tour }
    }

    /// Answers all orders.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn run(&mut self) -> Result<(), Interrupted> {
        let all: Vec<usize> = (0..self.orders.orders.len()).collect();
        match self.search(&all) {
            Ok(()) => Ok(()),
            Err(SearchError::Interrupted) => Err(Interrupted),
            // Before the first answer, so it concerns all orders.
            Err(SearchError::MemoryLimit) => {
                all.into_iter().try_for_each(|order| self.out_of_memory(order))
            }
        }
    }

    fn search(&mut self, all: &[usize]) -> Result<(), SearchError> {
        let position = Position::at_start(self.counter.graph(), self.orders.family);
        let cost = self.orders.stepping_cost(all.len());
        let graph = self.counter.graph();
        let counter = &mut self.counter;
        let mut check = || counter.check_progress();
        let within =
            feasibility::find_path_within(graph, self.proofs, &position, None, cost, &mut check);
        let ahead = match within? {
            Settled::Path(ahead) => Some(ahead),
            Settled::Infeasible => None,
            Settled::Unknown if cost <= STEPPED => {
                all.iter().try_for_each(|&order| self.step(order))?;
                return Ok(());
            }
            Settled::Unknown => {
                feasibility::find_path(&mut self.counter, self.proofs, &position, None)?
            }
        };
        if let Some(ahead) = ahead {
            let (orders, dead) = (all.to_vec(), SquareSet::EMPTY);
            self.descend(Group { orders, position, dead, ahead, failed: 0 })?;
            return Ok(());
        }
        let start = SquareSet::only(position.head);
        let walks = self.counter.count(start, graph.all(), self.most_failed)?;
        for &order in all {
            match walks {
                Walks::Exactly(nodes) => self.orders.exhausted(order, nodes),
                Walks::AtLeast(_) => self.orders.too_many_checks(order),
            }
        }
        Ok(())
    }

    fn descend(&mut self, group: Group<WORDS>) -> Result<(), Interrupted> {
        if group.position.open.is_empty() {
            for order in group.orders {
                self.orders.found(order, group.failed, &self.tour);
            }
            return Ok(());
        }
        for next in self.split(group)? {
            self.tour.push(self.counter.graph().square(next.position.head));
            self.descend(next)?;
            self.tour.pop();
        }
        Ok(())
    }

    /// The groups after one more move; answers the orders that end here.
    fn split(&mut self, group: Group<WORDS>) -> Result<Vec<Group<WORDS>>, Interrupted> {
        self.counter.check_progress()?;
        let mut children = Children::new(group.position, &group.ahead, self.proofs);
        let mut next = Vec::new();
        let mut stepped = 0;
        for &order in &group.orders {
            match self.assign(&group, order, &mut children, &mut next, &mut stepped) {
                Ok(()) => {}
                Err(SearchError::Interrupted) => return Err(Interrupted),
                Err(SearchError::MemoryLimit) => self.out_of_memory(order)?,
            }
        }
        Ok(next)
    }

    /// Adds an order to the next group of its choice, or answers it if it ends here.
    fn assign(
        &mut self,
        group: &Group<WORDS>,
        order: usize,
        children: &mut Children<WORDS>,
        next: &mut Vec<Group<WORDS>>,
        stepped: &mut u128,
    ) -> Result<(), SearchError> {
        let Some((square, dead)) = self.choose(group, order, children, stepped)? else {
            return Ok(self.step(order)?);
        };
        let is_same = |next: &&mut Group<WORDS>| (next.position.head, next.dead) == (square, dead);
        if let Some(next) = next.iter_mut().find(is_same) {
            next.orders.push(order);
            return Ok(());
        }
        match self.failed_after(group.failed, dead, children)? {
            Walks::AtLeast(_) => self.orders.too_many_checks(order),
            Walks::Exactly(failed) => {
                let (position, ahead) = (group.position.after(square), children.path(square));
                next.push(Group { orders: vec![order], position, dead, ahead, failed });
            }
        }
        Ok(())
    }

    /// The first square of an order that leads to a tour, and the dead squares before it; `None` if
    /// stepping through the whole search takes less time than settling a child. `stepped` is the
    /// most checks of the orders that were stepped through for this reason.
    fn choose(
        &mut self,
        group: &Group<WORDS>,
        order: usize,
        children: &mut Children<WORDS>,
        stepped: &mut u128,
    ) -> Result<Option<(usize, SquareSet<WORDS>)>, SearchError> {
        let graph = self.counter.graph();
        let mut dead = SquareSet::EMPTY;
        for target in self.orders.targets(order, graph.square(group.position.head)) {
            let square = graph.index(target);
            if !group.position.open.contains(square) {
                continue;
            }
            let cost = self.orders.stepping_cost(group.orders.len());
            let mut child = &*children.glance(&mut self.counter, square, cost)?;
            if matches!(child, Child::Unknown) {
                let with_this = stepped.saturating_add(self.orders.stepping_cost(1));
                if with_this <= STEPPED {
                    *stepped = with_this;
                    return Ok(None);
                }
                child = children.settle(&mut self.counter, square)?;
            }
            match child {
                Child::Alive(_) => return Ok(Some((square, dead))),
                Child::Dead => dead = dead.with(square),
                Child::Unknown | Child::OutOfMemory => return Err(SearchError::MemoryLimit),
            }
        }
        unreachable!("the path ahead begins with one of the moves")
    }

    /// The nodes that have failed once the dead children have too; a lower bound where they are too
    /// many.
    fn failed_after(
        &mut self,
        mut failed: u128,
        dead: SquareSet<WORDS>,
        children: &mut Children<WORDS>,
    ) -> Result<Walks, SearchError> {
        // Without a budget one count for all children is the cheapest. With one, orders share more
        // counts if each child has its own.
        let together = self.orders.family.budget.limit().is_none();
        let mut rest = dead;
        while !rest.is_empty() {
            let set = if together { rest } else { rest.only_first() };
            rest &= !set;
            let cap = self.most_failed - failed;
            match children.walks(&mut self.counter, set, cap)? {
                Walks::Exactly(walks) if walks <= cap => failed += walks,
                more => return Ok(Walks::AtLeast(more.counted())),
            }
        }
        Ok(Walks::Exactly(failed))
    }

    fn step(&mut self, order: usize) -> Result<(), Interrupted> {
        self.orders.step(order, &mut || self.counter.check_progress())
    }

    fn out_of_memory(&mut self, order: usize) -> Result<(), Interrupted> {
        self.orders.out_of_memory(order, &mut || self.counter.check_progress())
    }
}
