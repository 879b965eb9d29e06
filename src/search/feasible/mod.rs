//! Does a tour exist from here? An exact and deterministic oracle.
//!
//! Cheap proofs come first: of death (`death`) and of life (rotating a known path, `rotation`; a pruned
//! depth-first search with restarts, `dive`). What they leave open is settled by the frontier programme
//! with every square used.

use super::grid::Grid;
use super::walks::best_order;
use super::walks::graph::Graph;
use super::walks::programme::{Programme, What};
use super::walks::{CountError, Counter};
use super::{Family, Goal};

mod death;
mod dive;
mod edges;
mod proofs;
mod rotation;

pub use proofs::Proofs;

/// A position: the knight stands on `head` and must visit every square of `open`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where the knight stands; not in `open`.
    pub head: usize,
    /// The squares to visit.
    pub open: u64,
    /// Where the path must be able to return to after the last square (which may be `head` before the first move),
    /// or `None` if it may end anywhere.
    pub home: Option<usize>,
}

/// A path: the squares after the head, in order of visit.
pub type Path = Vec<u8>;

impl Position {
    /// Where the searches of a family begin, on a board of up to 64 squares.
    pub fn at_start(family: &Family) -> Position {
        let start = family.board.index(family.start);
        let all = u64::MAX >> (64 - family.board.area());
        Position {
            head: start,
            open: all & !(1 << start),
            home: (family.goal == Goal::Closed).then_some(start),
        }
    }

    /// The position after a move to one of the open squares.
    pub fn after(&self, square: usize) -> Position {
        Position {
            head: square,
            open: self.open & !(1 << square),
            home: self.home,
        }
    }

    /// The squares where the path may end.
    fn ends(&self, grid: &Grid) -> u64 {
        self.home.map_or(u64::MAX, |home| grid.neighbours(home))
    }

    /// The squares of the path, the head and the home included.
    fn squares(&self) -> u64 {
        self.open | 1 << self.head | self.home.map_or(0, |home| 1 << home)
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// There is a path, such as this one.
    Path(Path),
    /// There is none.
    Dead,
    /// It takes more to tell.
    Unknown,
}

/// Whether the knight can visit all squares of a position, and how.
///
/// `known` is a hint: a path through the head and all open squares, in any order, that may end where it does.
///
/// # Errors
/// [`CountError`] if memory runs out or the pulse breaks.
pub fn path(
    counter: &mut Counter,
    proofs: &Proofs,
    position: &Position,
    known: Option<&[u8]>,
) -> Result<Option<Path>, CountError> {
    match quickly(counter.grid(), proofs, position, known) {
        Settled::Path(path) => Ok(Some(path)),
        Settled::Dead => Ok(None),
        Settled::Unknown => exhaustively(counter, proofs, position),
    }
}

/// The same within some tenths of a second at most, mostly in microseconds; one position in many thousands stays unknown.
pub fn quickly(grid: &Grid, proofs: &Proofs, position: &Position, known: Option<&[u8]>) -> Settled {
    if position.open == 0 {
        let closes = position.ends(grid) >> position.head & 1 == 1;
        return if closes {
            Settled::Path(Path::new())
        } else {
            Settled::Dead
        };
    }
    if death::is_obvious(grid, position) {
        return Settled::Dead;
    }
    if let Some(path) = known.and_then(|known| rotation::reroute(grid, position, known)) {
        return Settled::Path(path);
    }
    match dive::dive(grid, position, 0, DIVE) {
        Settled::Unknown => {}
        settled => return settled,
    }
    if death::by_degrees(grid, position) || death::by_toughness(grid, position, 1) {
        return Settled::Dead;
    }
    if proofs.get(grid, position) == Some(false) {
        return Settled::Dead;
    }
    for (seed, choices) in CHOICES.into_iter().enumerate() {
        match edges::settle(grid, position, choices, seed as u32) {
            Settled::Unknown => {}
            settled => return settled,
        }
        if seed == 2 && death::by_toughness(grid, position, 2) {
            return Settled::Dead;
        }
    }
    if death::by_toughness(grid, position, 3) {
        return Settled::Dead;
    }
    Settled::Unknown
}

/// Nodes of the search along the path.
const DIVE: u32 = 100;

/// Choices of the searches over moves, one after another: most positions take few, and one that takes many
/// may take few with other ties.
const CHOICES: [u32; 12] = [
    100, 200, 400, 400, 1000, 1000, 1000, 2000, 2000, 4000, 8000, 20_000,
];

/// Settles a position by the frontier programme: some seconds and up to gigabytes for most of a board of 64 squares. Where
/// there is a path, the squares that stay alive make it.
///
/// # Errors
/// [`CountError`] if memory runs out or the pulse breaks.
pub fn exhaustively(
    counter: &mut Counter,
    proofs: &Proofs,
    position: &Position,
) -> Result<Option<Path>, CountError> {
    let grid = counter.grid();
    let has_path = match proofs.get(grid, position) {
        Some(has_path) => has_path,
        None => {
            let has_path = covers(counter, position)?;
            proofs.put(grid, position, has_path);
            has_path
        }
    };
    if !has_path {
        return Ok(None);
    }
    // Rare: alive, but no search found how. Step by step, the first move that stays alive.
    let mut moves = super::grid::members(grid.neighbours(position.head) & position.open);
    loop {
        let square = moves
            .next()
            .expect("a position that is alive has a move that keeps it so");
        let next = position.after(square);
        if let Some(mut rest) = path(counter, proofs, &next, None)? {
            rest.insert(0, square as u8);
            return Ok(Some(rest));
        }
    }
}

/// Whether the position has a path, by the frontier programme.
fn covers(counter: &mut Counter, position: &Position) -> Result<bool, CountError> {
    let grid = counter.grid();
    let shape = position.open | 1 << position.head;
    let ends = position.ends(grid);
    let graph = Graph::new(grid, 1 << position.head, shape, |s| ends >> s & 1);
    let programme = Programme::new(&graph, &best_order(&graph), What::Existence);
    let programme = programme.ok_or(CountError::MemoryLimit)?;
    Ok(counter.run(&programme, 0)? > 0)
}

#[cfg(test)]
mod tests {
    use super::super::grid::members;
    use super::super::walks::Memory;
    use super::*;
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    fn grid() -> Grid {
        Grid::new("5x6".parse().unwrap()).unwrap()
    }

    fn exists(grid: &Grid, position: &Position) -> bool {
        if position.open == 0 {
            return position.ends(grid) >> position.head & 1 == 1;
        }
        members(grid.neighbours(position.head) & position.open)
            .any(|square| exists(grid, &position.after(square)))
    }

    /// A position with at most 16 open squares: after a walk from the corner, with squares dropped at random.
    fn position(grid: &Grid, bits: u64, walk: &[usize], home: bool) -> Position {
        let mut open = grid.all() & !1;
        let mut head = 0;
        for &choice in walk {
            let moves: Vec<usize> = members(grid.neighbours(head) & open).collect();
            if moves.is_empty() {
                break;
            }
            head = moves[choice % moves.len()];
            open &= !(1 << head);
        }
        let mut random = bits | 1;
        while open.count_ones() > 16 {
            random = random.wrapping_mul(0xD134_2543_DE82_EF95);
            open &= !(1 << ((random >> 32) % 30));
        }
        Position {
            head,
            open,
            home: home.then_some(0),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_oracle_and_its_proofs_agree_with_exhaustive_search(
            bits in any::<u64>(),
            walk in prop::collection::vec(0usize..8, 8..26),
            home in any::<bool>(),
        ) {
            let grid = grid();
            let position = position(&grid, bits, &walk, home);
            let alive = exists(&grid, &position);
            let memory = Memory::new(1 << 28, 1);
            let mut pulse = || ControlFlow::Continue(());
            let mut counter = Counter::new(&grid, &memory, &mut pulse);
            let proofs = Proofs::default();
            let found = path(&mut counter, &proofs, &position, None).unwrap();
            prop_assert_eq!(found.is_some(), alive);
            if let Some(found) = found {
                let mut at = position;
                for &square in &found {
                    prop_assert!(grid.neighbours(at.head) & at.open & 1 << square != 0);
                    at = at.after(usize::from(square));
                }
                prop_assert!(at.open == 0 && at.ends(&grid) >> at.head & 1 == 1);
            }
            if position.open != 0 {
                prop_assert_eq!(covers(&mut counter, &position).unwrap(), alive);
                for _ in 0..2 {
                    let path = exhaustively(&mut counter, &proofs, &position).unwrap();
                    prop_assert_eq!(path.is_some(), alive);
                }
                for dead in [
                    death::is_obvious(&grid, &position),
                    death::by_degrees(&grid, &position),
                    death::by_toughness(&grid, &position, 1),
                    death::by_toughness(&grid, &position, 2),
                    death::by_toughness(&grid, &position, 3),
                ] {
                    prop_assert!(!(dead && alive));
                }
                for seed in 0..3 {
                    match edges::settle(&grid, &position, 100_000, seed) {
                        Settled::Path(_) => prop_assert!(alive),
                        Settled::Dead => prop_assert!(!alive),
                        Settled::Unknown => {}
                    }
                }
            }
        }
    }
}
