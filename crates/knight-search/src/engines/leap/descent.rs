//! The descent along the first tours of many orders.

use crate::answer::Answer;
use crate::engines::leap::children::Children;
use crate::engines::{FamilySearch, step};
use crate::error::{MemoryLimit, SearchError};
use crate::feasibility::{self, Path, Position, STEPPED, Settled};
use crate::walks::{CountError, WalkCounter, Walks};
use knight_board::{Budget, Interrupted, Square, bitboard::SquareSet, go_on};

/// A search with many orders, which descends from the start square along their first tours.
pub(super) struct Descent<'a, 'b, const WORDS: usize> {
    searches: &'a mut FamilySearch<'b>,
    counter: WalkCounter<'a, WORDS>,
    /// More failed nodes exceed the budget, or without a budget the largest one.
    most_failed: u128,
    /// The squares so far.
    tour: Vec<Square>,
}

/// Orders whose first tours begin with the same moves.
struct Group<const WORDS: usize> {
    /// Their places, and how many nodes of each have failed.
    orders: Vec<(usize, u128)>,
    position: Position<WORDS>,
    /// A path that completes the tour.
    ahead: Path,
}

/// What an order does at a position.
struct Choice<const WORDS: usize> {
    order: usize,
    /// Nodes that have failed before.
    failed: u128,
    /// The dead squares that it tries first.
    dead: SquareSet<WORDS>,
    /// The next square of its first tour.
    square: usize,
}

impl<'a, 'b, const WORDS: usize> Descent<'a, 'b, WORDS> {
    pub(super) fn new(
        searches: &'a mut FamilySearch<'b>,
        counter: WalkCounter<'a, WORDS>,
    ) -> Descent<'a, 'b, WORDS> {
        let most_failed = searches.family.budget.limit().unwrap_or(Budget::MAX) / 8;
        let tour = vec![searches.family.start];
        Descent { searches, counter, most_failed, tour }
    }

    /// Answers all orders.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub(super) fn run(&mut self) -> Result<(), Interrupted> {
        let all: Vec<usize> = (0..self.searches.orders.len()).collect();
        match self.search_from_start(&all) {
            Ok(()) => Ok(()),
            Err(SearchError::Interrupted(_)) => Err(Interrupted),
            // Before the first answer, so it concerns all orders.
            Err(SearchError::MemoryLimit(_)) => {
                all.into_iter().try_for_each(|order| self.out_of_memory(order))
            }
        }
    }

    fn search_from_start(&mut self, all: &[usize]) -> Result<(), SearchError> {
        let graph = self.counter.graph;
        let position = Position::at_start(graph, self.searches.family);
        let cost = self.searches.stepping_cost(all.len());
        let found = feasibility::find_path(&mut self.counter, &position, None, cost);
        match self.counter.within_memory(found)?? {
            Settled::Path(ahead) => {
                let orders = all.iter().map(|&order| (order, 0)).collect();
                return Ok(self.descend(Group { orders, position, ahead })?);
            }
            Settled::Unknown => {
                return Ok(all.iter().try_for_each(|&order| self.step(order))?);
            }
            Settled::Infeasible => {}
        }
        let start = SquareSet::only(position.head);
        let counted = self.counter.count(start, graph.all(), self.most_failed);
        let walks = self.counter.within_memory(counted)??;
        for &order in all {
            match walks {
                Walks::Exactly(nodes) => {
                    let none = Answer::exhausted(&self.searches.problem(order), nodes);
                    self.answer(order, Ok(none));
                }
                Walks::AtLeast(_) => self.too_many_checks(order),
            }
        }
        Ok(())
    }

    fn descend(&mut self, group: Group<WORDS>) -> Result<(), Interrupted> {
        if group.position.open.is_empty() {
            for (order, failed) in group.orders {
                let found = Answer::found(&self.searches.problem(order), failed, self.tour.clone());
                self.answer(order, Ok(found));
            }
            return Ok(());
        }
        for next in self.split(group)? {
            self.tour.push(self.counter.graph.square(next.position.head));
            self.descend(next)?;
            self.tour.pop();
        }
        Ok(())
    }

    /// The groups after one more move; answers the orders that end here.
    fn split(&mut self, group: Group<WORDS>) -> Result<Vec<Group<WORDS>>, Interrupted> {
        go_on(self.counter.progress())?;
        let mut children = Children::new(
            group.position,
            &group.ahead,
            self.searches.stepping_cost(group.orders.len()),
        );
        let choices = self.choices(&group, &mut children)?;
        let one_by_one = self.count_one_by_one(&choices);
        let mut next: Vec<Group<WORDS>> = Vec::new();
        for Choice { order, failed, dead, square } in choices {
            match self.failed_after(failed, dead, one_by_one, &mut children) {
                Ok(Walks::Exactly(failed)) => {
                    match next.iter_mut().find(|next| next.position.head == square) {
                        Some(next) => next.orders.push((order, failed)),
                        None => next.push(Group {
                            orders: vec![(order, failed)],
                            position: group.position.after(square),
                            ahead: children.path(square),
                        }),
                    }
                }
                Ok(Walks::AtLeast(_)) => self.too_many_checks(order),
                Err(SearchError::Interrupted(_)) => return Err(Interrupted),
                Err(SearchError::MemoryLimit(_)) => self.out_of_memory(order)?,
            }
        }
        Ok(next)
    }

    /// What the orders do, those with the fewest failed nodes first: they have the largest caps, so
    /// their counts serve the others. Answers the orders that end here.
    fn choices(
        &mut self,
        group: &Group<WORDS>,
        children: &mut Children<WORDS>,
    ) -> Result<Vec<Choice<WORDS>>, Interrupted> {
        let mut choices = Vec::with_capacity(group.orders.len());
        for &(order, failed) in &group.orders {
            match self.choose(group, order, children) {
                Ok(Some((square, dead))) => choices.push(Choice { order, failed, dead, square }),
                Ok(None) => self.step(order)?,
                Err(SearchError::Interrupted(_)) => return Err(Interrupted),
                Err(SearchError::MemoryLimit(_)) => self.out_of_memory(order)?,
            }
        }
        choices.sort_by_key(|choice| choice.failed);
        Ok(choices)
    }

    /// Answers an order that takes more checks than its budget, or without a budget more than 128
    /// bits can count.
    fn too_many_checks(&mut self, order: usize) {
        let limit = self.searches.family.budget.limit();
        if limit.is_none() {
            self.counter.tables.note_failure(CountError::Overflow);
        }
        self.answer(order, limit.map(Answer::out_of_budget).ok_or(MemoryLimit));
    }

    /// Whether the walks from each dead child are counted by themselves.
    ///
    /// With a budget they are, because orders share more of these counts. Without one, a single
    /// count of the walks from all dead children of an order is cheaper, unless it takes as many
    /// such counts as there are dead children.
    fn count_one_by_one(&self, choices: &[Choice<WORDS>]) -> bool {
        if self.has_budget() {
            return true;
        }
        let dead = choices.iter().map(|choice| choice.dead);
        let mut sets: Vec<_> = dead.filter(|dead| !dead.is_empty()).collect();
        sets.sort();
        sets.dedup();
        let children = sets.iter().fold(SquareSet::EMPTY, |all, &set| all | set);
        children.len() as usize <= sets.len()
    }

    /// The first square of an order that leads to a tour, and the dead squares before it; `None` if
    /// stepping through the searches takes less time than settling a child.
    fn choose(
        &mut self,
        group: &Group<WORDS>,
        order: usize,
        children: &mut Children<WORDS>,
    ) -> Result<Option<(usize, SquareSet<WORDS>)>, SearchError> {
        let graph = self.counter.graph;
        let mut dead = SquareSet::EMPTY;
        let (board, from) = (self.searches.family.board, graph.square(group.position.head));
        for mv in self.searches.orders[order].moves() {
            let Some(target) = board.target(from, mv) else { continue };
            let square = graph.index(target);
            if !group.position.open.contains(square) {
                continue;
            }
            match children.settle(&mut self.counter, square)? {
                Settled::Path(_) => return Ok(Some((square, dead))),
                Settled::Infeasible => dead = dead.with(square),
                Settled::Unknown => return Ok(None),
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
        one_by_one: bool,
        children: &mut Children<WORDS>,
    ) -> Result<Walks, SearchError> {
        let mut rest = dead;
        while !rest.is_empty() {
            let set = if one_by_one { rest.only_first() } else { rest };
            rest &= !set;
            let left = self.most_failed - failed;
            // Without a budget all orders have equal caps. So if one of them needs too much memory
            // for a count, the next order need not try it again.
            let cap = if self.has_budget() { left } else { self.most_failed };
            match children.walks(&mut self.counter, set, cap)? {
                Walks::Exactly(walks) if walks <= left => failed += walks,
                more => return Ok(Walks::AtLeast(more.counted())),
            }
        }
        Ok(Walks::Exactly(failed))
    }

    fn has_budget(&self) -> bool {
        self.searches.family.budget.limit().is_some()
    }

    /// Answers an order by stepping through its search.
    fn step(&mut self, order: usize) -> Result<(), Interrupted> {
        let problem = self.searches.problem(order);
        let answer = step::search(&problem, &mut |_| self.counter.progress())?;
        self.answer(order, Ok(answer));
        Ok(())
    }

    /// Answers an order for which memory did not suffice: by stepping if its budget is small.
    fn out_of_memory(&mut self, order: usize) -> Result<(), Interrupted> {
        if self.searches.stepping_cost(1) <= STEPPED {
            return self.step(order);
        }
        self.answer(order, Err(MemoryLimit));
        Ok(())
    }

    fn answer(&mut self, order: usize, answer: Result<Answer, MemoryLimit>) {
        (self.searches.on_answer)(order, answer);
    }
}
