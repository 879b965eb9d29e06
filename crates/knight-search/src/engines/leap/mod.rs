//! The search without stepping: exact counts of what the literal search would do.
//!
//! A failed subtree costs eight checks for each of its nodes, and its nodes are the walks that
//! [`walks`](crate::walks) counts. So it is enough to know which moves lead to a tour
//! (`feasibility`) and to count the walks of those before them that do not.
//! The theory is in `docs/leap.md`.

use std::ops::ControlFlow;

use crate::answer::Answer;
use crate::bitboard::knight_graph::{KnightGraph, with_words};
use crate::bitboard::square_set::SquareSet;
use crate::board::{MoveOrder, Square};
use crate::budget::Budget;
use crate::engines::{Report, step};
use crate::error::{Interrupted, MemoryLimit};
use crate::feasibility::{self, Path, Position, Proofs, Settled};
use crate::frontier::count::Activity;
use crate::frontier::memory::CountMemory;
use crate::problem::Family;
use crate::stop::SearchProgress;
use crate::walks::{CountError, TableUse, WalkCounter, Walks};

/// What the searches of a run share: walk counts, and the memory to make them in.
///
/// Answers do not depend on what is in the tables, nor on what other threads do with them.
#[derive(Debug)]
pub struct Tables {
    memory: CountMemory,
    proofs: Proofs,
}

impl Tables {
    /// Tables and counts that may take this many bytes together, for a run of one thread.
    pub fn new(bytes: usize) -> Tables {
        Tables { memory: CountMemory::new(bytes, 1), proofs: Proofs::default() }
    }

    /// The same, for a run of this many threads. Large counts are made one at a time, by the threads that no other
    /// search keeps busy.
    pub fn with_threads(bytes: usize, threads: usize) -> Tables {
        Tables { memory: CountMemory::new(bytes, threads), proofs: Proofs::default() }
    }

    /// What the large count is doing that is made now, if there is one: for a progress bar.
    pub fn activity(&self) -> Option<Activity> {
        self.memory.activity()
    }

    /// How often a count was in the tables already.
    pub fn usage(&self) -> TableUse {
        self.memory.usage()
    }
}

/// Searches for many orders at once: as long as orders choose the same moves for the same price, they
/// are one search. Calls `report` once for each order, with its place in `orders`, in no particular order.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks; orders reported before it are answered.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](crate::bitboard::knight_graph::MAX_AREA) squares or the start is off it.
pub fn search_orders(
    family: &Family,
    orders: &[MoveOrder],
    tables: &Tables,
    progress: &mut SearchProgress,
    report: &mut Report,
) -> Result<(), Interrupted> {
    with_words!(family.board, WORDS => {
        search_orders_on::<WORDS>(family, orders, tables, progress, report)
    })
}

fn search_orders_on<const WORDS: usize>(
    family: &Family,
    orders: &[MoveOrder],
    tables: &Tables,
    progress: &mut SearchProgress,
    report: &mut Report,
) -> Result<(), Interrupted> {
    assert!(family.board.contains(family.start));
    let grid = KnightGraph::<WORDS>::new(family.board);
    let _busy = tables.memory.busy();
    let mut progress = || progress(0);
    let mut descent = Descent {
        family,
        orders,
        grid: &grid,
        counter: WalkCounter::new(&grid, &tables.memory, &mut progress),
        proofs: &tables.proofs,
        most_failed: family.budget.limit().unwrap_or(Budget::MAX) / 8,
        tour: vec![family.start],
        report,
    };
    descent.run()
}

/// Whether the tours that a family looks for exist, whatever the order. Mostly known in microseconds; else as long as
/// the frontier programme takes once.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](crate::bitboard::knight_graph::MAX_AREA) squares or the start is off it.
pub fn has_tour(
    family: &Family,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<Result<bool, MemoryLimit>, Interrupted> {
    with_words!(family.board, WORDS => has_tour_on::<WORDS>(family, tables, progress))
}

fn has_tour_on<const WORDS: usize>(
    family: &Family,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<Result<bool, MemoryLimit>, Interrupted> {
    assert!(family.board.contains(family.start));
    let grid = KnightGraph::<WORDS>::new(family.board);
    let _busy = tables.memory.busy();
    let mut progress = || progress(0);
    let mut counter = WalkCounter::new(&grid, &tables.memory, &mut progress);
    let position = Position::at_start(&grid, family);
    let path = settled(feasibility::path(&mut counter, &tables.proofs, &position, None))?;
    Ok(path.map(|path| path.is_some()))
}

/// The walks down the first tours.
struct Descent<'a, const WORDS: usize> {
    family: &'a Family,
    orders: &'a [MoveOrder],
    grid: &'a KnightGraph<WORDS>,
    counter: WalkCounter<'a, WORDS>,
    proofs: &'a Proofs,
    /// More failed nodes than this are over the budget, or without one more than are counted.
    most_failed: u128,
    /// The squares so far.
    tour: Vec<Square>,
    report: &'a mut Report<'a>,
}

/// Orders that have made the same choices so far.
struct Group<const WORDS: usize> {
    /// Their places.
    orders: Vec<usize>,
    position: Position<WORDS>,
    /// A path that completes the tour.
    ahead: Path,
    /// Nodes that have failed.
    failed: u128,
}

/// A move from the position of a group.
enum Child {
    /// A tour goes on like this after it.
    Alive(Path),
    /// None does.
    Dead,
    /// It takes the frontier programme to tell.
    Unknown,
    /// Memory did not suffice for that.
    TooLarge,
}

/// The walks from a set of dead children.
struct Count<const WORDS: usize> {
    set: SquareSet<WORDS>,
    /// More than these were not to be counted.
    cap: u128,
    walks: Result<Walks, MemoryLimit>,
}

/// What is known of the moves from the position of a group: worked out when an order first asks.
struct Children<const WORDS: usize> {
    /// By square.
    children: Vec<(usize, Child)>,
    /// Of dead children, alone or together.
    counts: Vec<Count<WORDS>>,
    /// The most checks of the orders that were stepped through for want of a quick proof.
    stepped: u128,
}

/// Checks that are stepped in about the time that the frontier programme takes to settle a position.
const STEPPED: u128 = 10_000_000_000;

impl<const WORDS: usize> Descent<'_, WORDS> {
    fn run(&mut self) -> Result<(), Interrupted> {
        let position = Position::at_start(self.grid, self.family);
        let start = position.head;
        let orders: Vec<usize> = (0..self.orders.len()).collect();
        let all_stepped = self.if_stepped(orders.len());
        let ahead = match feasibility::quickly(self.grid, self.proofs, &position, None, all_stepped)
        {
            Settled::Path(ahead) => Ok(Some(ahead)),
            Settled::Infeasible => Ok(None),
            Settled::Unknown if all_stepped <= STEPPED => {
                return orders.into_iter().try_for_each(|order| self.report_stepped(order));
            }
            Settled::Unknown => {
                settled(feasibility::path(&mut self.counter, self.proofs, &position, None))?
            }
        };
        match ahead {
            Ok(Some(ahead)) => self.descend(Group { orders, position, ahead, failed: 0 }),
            Ok(None) => {
                let all = self.grid.all();
                let walks =
                    settled(self.counter.count(SquareSet::only(start), all, self.most_failed))?;
                orders.into_iter().try_for_each(|order| match walks {
                    Ok(Walks::Exactly(nodes)) => {
                        let problem = self.family.problem(self.orders[order]);
                        (self.report)(order, Ok(Answer::exhausted(&problem, nodes)));
                        Ok(())
                    }
                    Ok(Walks::AtLeast(_)) => self.too_many_checks(order),
                    Err(MemoryLimit) => self.out_of_memory(order),
                })
            }
            Err(MemoryLimit) => orders.into_iter().try_for_each(|order| self.out_of_memory(order)),
        }
    }

    fn descend(&mut self, group: Group<WORDS>) -> Result<(), Interrupted> {
        if group.position.open.is_empty() {
            for order in group.orders {
                let problem = self.family.problem(self.orders[order]);
                let answer = Answer::found(&problem, group.failed, self.tour.clone());
                (self.report)(order, Ok(answer));
            }
            return Ok(());
        }
        for next in self.split(group)? {
            self.tour.push(self.grid.square(next.position.head));
            self.descend(next)?;
            self.tour.pop();
        }
        Ok(())
    }

    /// The groups after one more move; reports the orders that end here.
    fn split(&mut self, group: Group<WORDS>) -> Result<Vec<Group<WORDS>>, Interrupted> {
        self.counter.progress()?;
        let mut known = Children::new();
        let mut groups: Vec<(SquareSet<WORDS>, Group<WORDS>)> = Vec::new();
        for &order in &group.orders {
            let choice = match settled(self.choice(&group, order, &mut known))? {
                Ok(Some(choice)) => choice,
                Ok(None) => {
                    self.report_stepped(order)?;
                    continue;
                }
                Err(MemoryLimit) => {
                    self.out_of_memory(order)?;
                    continue;
                }
            };
            let same = |(dead, next): &&mut (SquareSet<WORDS>, Group<WORDS>)| {
                (next.position.head, *dead) == choice
            };
            if let Some((_, next)) = groups.iter_mut().find(same) {
                next.orders.push(order);
                continue;
            }
            let (square, dead) = choice;
            match settled(self.price(&group, dead, &mut known))? {
                Err(MemoryLimit) => self.out_of_memory(order)?,
                Ok(Walks::AtLeast(_)) => self.too_many_checks(order)?,
                Ok(Walks::Exactly(failed)) => groups.push((
                    dead,
                    Group {
                        orders: vec![order],
                        position: group.position.after(square),
                        ahead: known.path(square),
                        failed,
                    },
                )),
            }
        }
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }

    /// The first square of an order that leads to a tour, and the set of those before it that do not; `None` if to step
    /// through the whole search is less work than to find out.
    fn choice(
        &mut self,
        group: &Group<WORDS>,
        order: usize,
        known: &mut Children<WORDS>,
    ) -> Result<Option<(usize, SquareSet<WORDS>)>, CountError> {
        let mut dead = SquareSet::EMPTY;
        let from = self.grid.square(group.position.head);
        for mv in self.orders[order].moves() {
            let target = self.family.board.target(from, mv);
            let square = target.map(|target| self.grid.index(target));
            let Some(square) = square.filter(|&square| group.position.open.contains(square)) else {
                continue;
            };
            let patience = self.if_stepped(group.orders.len());
            let place = known.place_of(self.grid, self.proofs, group, square, patience);
            if matches!(known.children[place].1, Child::Unknown) {
                if self.may_step(known) {
                    return Ok(None);
                }
                known.settle(place, &mut self.counter, self.proofs, group)?;
            }
            match known.children[place].1 {
                Child::Alive(_) => return Ok(Some((square, dead))),
                Child::Dead => dead = dead.with(square),
                Child::Unknown | Child::TooLarge => return Err(CountError::MemoryLimit),
            }
        }
        unreachable!("the path ahead begins with one of the moves")
    }

    /// The nodes that have failed once the dead children have too.
    fn price(
        &mut self,
        group: &Group<WORDS>,
        dead: SquareSet<WORDS>,
        known: &mut Children<WORDS>,
    ) -> Result<Walks, CountError> {
        // Without a budget one count of all is the cheapest. With one, the counts that orders share are.
        let together = self.family.budget.limit().is_none();
        let mut failed = group.failed;
        let mut rest = dead;
        while !rest.is_empty() {
            let set = if together { rest } else { rest.only_first() };
            rest &= !set;
            let cap = self.most_failed - failed;
            match known.walks(&mut self.counter, group, set, cap)? {
                Walks::Exactly(walks) if walks <= cap => failed += walks,
                more => return Ok(Walks::AtLeast(more.counted())),
            }
        }
        Ok(Walks::Exactly(failed))
    }

    /// Checks that stepping through so many orders takes at most.
    fn if_stepped(&self, orders: usize) -> u128 {
        let limit = self.family.budget.limit().unwrap_or(u128::MAX);
        limit.saturating_mul(orders as u128)
    }

    /// Whether another order may be stepped through for want of a quick proof at this place.
    fn may_step(&self, known: &mut Children<WORDS>) -> bool {
        let Some(limit) = self.family.budget.limit() else {
            return false;
        };
        known.stepped = known.stepped.saturating_add(limit);
        known.stepped <= STEPPED
    }

    /// Reports an order for which memory did not suffice: stepped through if its budget makes sure that this ends soon.
    fn out_of_memory(&mut self, order: usize) -> Result<(), Interrupted> {
        let ends_soon = self.family.budget.limit().is_some_and(|limit| limit <= STEPPED);
        if ends_soon {
            return self.report_stepped(order);
        }
        (self.report)(order, Err(MemoryLimit));
        Ok(())
    }

    fn report_stepped(&mut self, order: usize) -> Result<(), Interrupted> {
        let problem = self.family.problem(self.orders[order]);
        let counter = &mut self.counter;
        let answer = step::search(&problem, &mut |_| match counter.progress() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        })?;
        (self.report)(order, Ok(answer));
        Ok(())
    }

    /// Reports an order that takes more checks than its budget, or without one more than the largest budget.
    fn too_many_checks(&mut self, order: usize) -> Result<(), Interrupted> {
        match self.family.budget.limit() {
            Some(limit) => {
                (self.report)(order, Ok(Answer::out_of_budget(limit)));
                Ok(())
            }
            None => self.out_of_memory(order),
        }
    }
}

/// Separates what ends the whole search from what ends that of one order.
fn settled<T>(result: Result<T, CountError>) -> Result<Result<T, MemoryLimit>, Interrupted> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(CountError::Interrupted) => Err(Interrupted),
        Err(_) => Ok(Err(MemoryLimit)),
    }
}

impl<const WORDS: usize> Children<WORDS> {
    fn new() -> Self {
        Children { children: Vec::new(), counts: Vec::new(), stepped: 0 }
    }

    /// The place of a child, looked at if it has not been before.
    fn place_of(
        &mut self,
        grid: &KnightGraph<WORDS>,
        proofs: &Proofs,
        group: &Group<WORDS>,
        square: usize,
        patience: u128,
    ) -> usize {
        if let Some(place) = self.children.iter().position(|(s, _)| *s == square) {
            return place;
        }
        let child = if usize::from(group.ahead[0]) == square {
            Child::Alive(group.ahead[1..].to_vec())
        } else {
            let after = group.position.after(square);
            match feasibility::quickly(grid, proofs, &after, Some(&group.ahead), patience) {
                Settled::Path(path) => Child::Alive(path),
                Settled::Infeasible => Child::Dead,
                Settled::Unknown => Child::Unknown,
            }
        };
        self.children.push((square, child));
        self.children.len() - 1
    }

    /// Finds out at length about a child.
    fn settle(
        &mut self,
        place: usize,
        counter: &mut WalkCounter<WORDS>,
        proofs: &Proofs,
        group: &Group<WORDS>,
    ) -> Result<(), CountError> {
        let (square, child) = &mut self.children[place];
        let after = group.position.after(*square);
        *child = match feasibility::path(counter, proofs, &after, Some(&group.ahead)) {
            Ok(Some(path)) => Child::Alive(path),
            Ok(None) => Child::Dead,
            Err(CountError::Interrupted) => return Err(CountError::Interrupted),
            Err(_) => Child::TooLarge,
        };
        Ok(())
    }

    fn path(&self, square: usize) -> Path {
        let child = self.children.iter().find(|(s, _)| *s == square);
        match child {
            Some((_, Child::Alive(path))) => path.clone(),
            _ => unreachable!("only a child that is alive is gone on with"),
        }
    }

    /// The walks from a set of dead children; at least those if there are more than `cap`.
    fn walks(
        &mut self,
        counter: &mut WalkCounter<WORDS>,
        group: &Group<WORDS>,
        set: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Walks, CountError> {
        let tells = |count: &&Count<WORDS>| {
            count.set == set
                && match count.walks {
                    Ok(Walks::Exactly(_)) => true,
                    Ok(Walks::AtLeast(walks)) => walks > cap,
                    Err(MemoryLimit) => count.cap <= cap,
                }
        };
        if let Some(count) = self.counts.iter().find(tells) {
            return count.walks.map_err(|_| CountError::MemoryLimit);
        }
        let walks = match counter.count(set, group.position.open, cap) {
            Err(CountError::Interrupted) => return Err(CountError::Interrupted),
            Err(_) => Err(MemoryLimit),
            Ok(walks) => Ok(walks),
        };
        self.counts.push(Count { set, cap, walks });
        walks.map_err(|_| CountError::MemoryLimit)
    }
}
