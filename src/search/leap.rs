//! The search without stepping: exact counts of what the literal search would do.
//!
//! A failed subtree costs eight checks for each of its nodes, and its nodes are the walks that
//! [`walks`](super::walks) counts. So it is enough to know which moves lead to a tour
//! ([`feasible`]) and to count the walks of those before them that do not.
//! The theory is in `docs/leap.md`.

use super::feasible::{self, Path, Position};
use super::grid::Grid;
use super::walks::{Activity, CountError, Counter, Memory, TableUse, Walks};
use super::{Answer, Budget, Goal, Problem, Pulse};
use crate::board::{Board, Square};
use crate::order::MoveOrder;

/// Whether this engine can search the board: up to [`Grid::MAX_AREA`] squares.
pub fn supports(board: Board) -> bool {
    board.area() <= Grid::MAX_AREA
}

/// Why a search has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeapError {
    /// The pulse broke.
    #[error("the search was stopped before it had an answer")]
    Interrupted,
    /// A count or a proof needs more memory than there is for it.
    #[error("the search needs more memory than its limit")]
    MemoryLimit,
    /// The board has more squares than a bitboard holds.
    #[error("boards of more than {max} squares are not supported; search them by stepping", max = Grid::MAX_AREA)]
    Unsupported,
}

impl From<CountError> for LeapError {
    fn from(error: CountError) -> LeapError {
        match error {
            CountError::MemoryLimit => LeapError::MemoryLimit,
            CountError::Interrupted => LeapError::Interrupted,
        }
    }
}

/// What the searches of a run share: walk counts, and the memory to make them in.
///
/// Answers do not depend on what is in the tables, nor on what other threads do with them.
#[derive(Debug)]
pub struct Tables {
    memory: Memory,
}

impl Tables {
    /// Tables and counts that may take this many bytes together, for a run of one thread.
    pub fn new(bytes: usize) -> Tables {
        Tables {
            memory: Memory::new(bytes, 1),
        }
    }

    /// The same, for a run of this many threads. Large counts are made one at a time, by the threads that no other
    /// search keeps busy.
    pub fn with_threads(bytes: usize, threads: usize) -> Tables {
        Tables {
            memory: Memory::new(bytes, threads),
        }
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

/// Searches by counting what cannot succeed.
///
/// The answer is the one of [`plain::search`](super::plain::search).
///
/// # Errors
/// [`LeapError`]; never a wrong number.
///
/// # Panics
/// If the start is off the board.
pub fn search(problem: &Problem, tables: &Tables, pulse: &mut Pulse) -> Result<Answer, LeapError> {
    let family = Family {
        board: problem.board,
        start: problem.start,
        goal: problem.goal,
        budget: problem.budget,
    };
    let mut only = None;
    search_orders(
        &family,
        &[problem.order],
        tables,
        pulse,
        &mut |_, answer| {
            only = Some(answer);
        },
    )?;
    Ok(only.expect("every order is answered"))
}

/// Problems that differ in their orders only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family {
    /// The board to cover.
    pub board: Board,
    /// The first square of the tours; on the board.
    pub start: Square,
    /// Which tours count.
    pub goal: Goal,
    /// The most checks that may be spent on each problem.
    pub budget: Budget,
}

impl Family {
    fn problem(&self, order: MoveOrder) -> Problem {
        Problem {
            board: self.board,
            start: self.start,
            order,
            goal: self.goal,
            budget: self.budget,
        }
    }
}

/// Searches for many orders at once: as long as orders choose the same moves for the same price, they
/// are one search. Calls `report` once for each order, with its place in `orders`, in no particular order.
///
/// # Errors
/// [`LeapError`]; orders reported before it are answered.
///
/// # Panics
/// If the start is off the board.
pub fn search_orders(
    family: &Family,
    orders: &[MoveOrder],
    tables: &Tables,
    pulse: &mut Pulse,
    report: &mut dyn FnMut(usize, Answer),
) -> Result<(), LeapError> {
    assert!(family.board.contains(family.start));
    let grid = Grid::new(family.board).ok_or(LeapError::Unsupported)?;
    let _busy = tables.memory.busy();
    let mut pulse = || pulse(0);
    let mut descent = Descent {
        family,
        orders,
        grid: &grid,
        counter: Counter::new(&grid, &tables.memory, &mut pulse),
        most_failed: family.budget.limit().map_or(u128::MAX, |limit| limit / 8),
        tour: vec![family.start],
        report,
    };
    Ok(descent.run()?)
}

/// The walks down the first tours.
struct Descent<'a> {
    family: &'a Family,
    orders: &'a [MoveOrder],
    grid: &'a Grid,
    counter: Counter<'a>,
    /// More failed nodes than this are over the budget.
    most_failed: u128,
    /// The squares so far.
    tour: Vec<Square>,
    report: &'a mut dyn FnMut(usize, Answer),
}

/// Orders that have made the same choices so far.
struct Group {
    /// Their places.
    orders: Vec<usize>,
    position: Position,
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
}

/// What is known of the moves from the position of a group: worked out when an order first asks.
#[derive(Default)]
struct Children {
    /// By square.
    children: Vec<(usize, Child)>,
    /// Walks from dead children: by the set of their squares, alone or together.
    walks: Vec<(u64, Walks)>,
}

impl Descent<'_> {
    fn run(&mut self) -> Result<(), CountError> {
        let start = self.family.board.index(self.family.start);
        let position = Position {
            head: start,
            open: self.grid.all() & !(1 << start),
            home: (self.family.goal == Goal::Closed).then_some(start),
        };
        let orders = (0..self.orders.len()).collect();
        match feasible::path(&mut self.counter, &position, None)? {
            Some(ahead) => self.descend(Group {
                orders,
                position,
                ahead,
                failed: 0,
            }),
            None => {
                let walks = self
                    .counter
                    .count(1 << start, self.grid.all(), self.most_failed)?;
                for order in orders {
                    let answer = match walks {
                        Walks::AtLeast(_) => self.out_of_budget(),
                        Walks::Exactly(nodes) => {
                            let problem = self.family.problem(self.orders[order]);
                            Answer::exhausted(&problem, nodes)
                        }
                    };
                    (self.report)(order, answer);
                }
                Ok(())
            }
        }
    }

    fn descend(&mut self, group: Group) -> Result<(), CountError> {
        if group.position.open == 0 {
            for order in group.orders {
                let problem = self.family.problem(self.orders[order]);
                let answer = Answer::found(&problem, group.failed, self.tour.clone());
                (self.report)(order, answer);
            }
            return Ok(());
        }
        for next in self.split(group)? {
            self.tour.push(self.family.board.square(next.position.head));
            self.descend(next)?;
            self.tour.pop();
        }
        Ok(())
    }

    /// The groups after one more move; reports the orders whose budget does not reach that far.
    fn split(&mut self, group: Group) -> Result<Vec<Group>, CountError> {
        let mut known = Children::default();
        let mut next: Vec<(u64, Group)> = Vec::new();
        for order in &group.orders {
            let (square, dead) = self.choice(&group, *order, &mut known)?;
            let same =
                |(other, next): &&mut (u64, Group)| (*other, next.position.head) == (dead, square);
            if let Some((_, next)) = next.iter_mut().find(same) {
                next.orders.push(*order);
                continue;
            }
            match self.price(&group, dead, &mut known)? {
                Walks::AtLeast(_) => {
                    let answer = self.out_of_budget();
                    (self.report)(*order, answer);
                }
                Walks::Exactly(failed) => next.push((
                    dead,
                    Group {
                        orders: vec![*order],
                        position: group.position.after(square),
                        ahead: known.path(square),
                        failed,
                    },
                )),
            }
        }
        Ok(next.into_iter().map(|(_, group)| group).collect())
    }

    /// The first square of an order that leads to a tour, and the set of those before it that do not.
    fn choice(
        &mut self,
        group: &Group,
        order: usize,
        known: &mut Children,
    ) -> Result<(usize, u64), CountError> {
        let mut dead = 0;
        let from = self.family.board.square(group.position.head);
        for mv in self.orders[order].moves() {
            let target = self.family.board.target(from, mv);
            let square = target.map_or(0, |target| self.family.board.index(target));
            if target.is_none() || group.position.open >> square & 1 == 0 {
                continue;
            }
            match known.child(&mut self.counter, group, square)? {
                Child::Alive(_) => return Ok((square, dead)),
                Child::Dead => dead |= 1 << square,
            }
        }
        unreachable!("the path ahead begins with one of the moves")
    }

    /// The nodes that have failed once the dead children have too.
    fn price(
        &mut self,
        group: &Group,
        dead: u64,
        known: &mut Children,
    ) -> Result<Walks, CountError> {
        // Without a budget one count of all is the cheapest. With one, the counts that orders share are.
        let together = self.family.budget.limit().is_none();
        let mut failed = group.failed;
        let mut rest = dead;
        while rest != 0 {
            let set = if together {
                rest
            } else {
                rest & rest.wrapping_neg()
            };
            rest &= !set;
            let cap = self.most_failed - failed;
            match known.walks(&mut self.counter, group, set, cap)? {
                Walks::Exactly(walks) if walks <= cap => failed += walks,
                more => return Ok(Walks::AtLeast(more.counted())),
            }
        }
        Ok(Walks::Exactly(failed))
    }

    fn out_of_budget(&self) -> Answer {
        Answer::out_of_budget(self.family.budget.limit().unwrap_or(u128::MAX))
    }
}

impl Children {
    /// Whether a tour goes on after the move to a square.
    fn child(
        &mut self,
        counter: &mut Counter,
        group: &Group,
        square: usize,
    ) -> Result<&Child, CountError> {
        let known = self.children.iter().position(|(s, _)| *s == square);
        let index = match known {
            Some(index) => index,
            None => {
                let path = if usize::from(group.ahead[0]) == square {
                    Some(group.ahead[1..].to_vec())
                } else {
                    feasible::path(counter, &group.position.after(square), Some(&group.ahead))?
                };
                self.children
                    .push((square, path.map_or(Child::Dead, Child::Alive)));
                self.children.len() - 1
            }
        };
        Ok(&self.children[index].1)
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
        counter: &mut Counter,
        group: &Group,
        set: u64,
        cap: u128,
    ) -> Result<Walks, CountError> {
        let known = self.walks.iter().find(|(s, walks)| {
            *s == set && (matches!(walks, Walks::Exactly(_)) || walks.counted() > cap)
        });
        if let Some((_, walks)) = known {
            return Ok(*walks);
        }
        let walks = counter.count(set, group.position.open, cap)?;
        self.walks.push((set, walks));
        Ok(walks)
    }
}
