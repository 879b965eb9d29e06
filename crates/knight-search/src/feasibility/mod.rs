//! Does a tour exist from here? An exact and deterministic oracle.
//!
//! Cheap proofs come first: of death (`death`) and of life (rotating a known path, `rotation`; a pruned
//! depth-first search, `dive`; a search over moves with restarts, `edges`). What they leave open is settled by the frontier programme
//! with every square used.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::SquareSet;
use crate::frontier::graph::Graph;
use crate::frontier::plan::{Counted, FrontierPlan};
use crate::problem::{Family, Goal};
use crate::walks::{CountError, WalkCounter, best_order};

mod edge_search;
mod guided_search;
mod infeasible;
mod proofs;
mod rotation;
pub mod theorems;

pub use proofs::Proofs;

/// A position: the knight stands on `head` and must visit every square of `open`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const WORDS: usize> {
    /// Where the knight stands; not in `open`.
    pub head: usize,
    /// The squares to visit.
    pub open: SquareSet<WORDS>,
    /// Where the path must be able to return to after the last square (which may be `head` before the first move),
    /// or `None` if it may end anywhere.
    pub home: Option<usize>,
}

/// A path: the squares after the head, in order of visit.
pub type Path = Vec<u8>;

impl<const WORDS: usize> Position<WORDS> {
    /// Where the searches of a family begin.
    pub fn at_start(grid: &KnightGraph<WORDS>, family: &Family) -> Self {
        let start = grid.index(family.start);
        Position {
            head: start,
            open: grid.all().without(start),
            home: (family.goal == Goal::Closed).then_some(start),
        }
    }

    /// The position after a move to one of the open squares.
    pub fn after(&self, square: usize) -> Self {
        Position { head: square, open: self.open.without(square), home: self.home }
    }

    /// The squares where the path may end.
    fn ends(&self, grid: &KnightGraph<WORDS>) -> SquareSet<WORDS> {
        self.home.map_or(grid.all(), |home| grid.neighbours(home))
    }

    /// The squares of the path, the head and the home included.
    fn squares(&self) -> SquareSet<WORDS> {
        self.open | self.known_ends()
    }

    /// The head and the home.
    fn known_ends(&self) -> SquareSet<WORDS> {
        let head = SquareSet::only(self.head);
        self.home.map_or(head, |home| head.with(home))
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// There is a path, such as this one.
    Path(Path),
    /// There is none.
    Infeasible,
    /// It takes more to tell.
    Unknown,
}

/// Whether the knight can visit all squares of a position, and how.
///
/// `known` is a hint: a path through the head and all open squares, in any order, that may end where it does.
///
/// # Errors
/// [`CountError`].
pub fn path<const WORDS: usize>(
    counter: &mut WalkCounter<WORDS>,
    proofs: &Proofs,
    position: &Position<WORDS>,
    known: Option<&[u8]>,
) -> Result<Option<Path>, CountError> {
    match quickly(counter.grid(), proofs, position, known, u128::MAX) {
        Settled::Path(path) => Ok(Some(path)),
        Settled::Infeasible => Ok(None),
        Settled::Unknown => exhaustively(counter, proofs, position),
    }
}

/// The same within some tenths of a second at most on 64 squares, mostly in microseconds; one position in many thousands stays
/// unknown.
///
/// The searches over moves and the removals of two and three squares are left undone where it is expected to take longer than the stepping of `patience` checks
/// does; then more positions stay unknown.
pub fn quickly<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    proofs: &Proofs,
    position: &Position<WORDS>,
    known: Option<&[u8]>,
    patience: u128,
) -> Settled {
    if position.open.is_empty() {
        let closes = position.ends(grid).contains(position.head);
        return if closes { Settled::Path(Path::new()) } else { Settled::Infeasible };
    }
    if infeasible::is_obvious(grid, position) {
        return Settled::Infeasible;
    }
    if let Some(path) = known.and_then(|known| rotation::reroute(grid, position, known)) {
        return Settled::Path(path);
    }
    let squares = position.open.len();
    match guided_search::dive(grid, position, DIVE.max(2 * squares)) {
        Settled::Unknown => {}
        settled => return settled,
    }
    if infeasible::by_degrees(grid, position) || infeasible::by_toughness(grid, position, 1) {
        return Settled::Infeasible;
    }
    if proofs.get(grid, position) == Some(false) {
        return Settled::Infeasible;
    }
    let mut patience = patience;
    let mut may_try = |tries: u32, price: u32| {
        let price = u128::from(tries) * u128::from(price) * u128::from(squares);
        patience.checked_sub(price).inspect(|left| patience = *left)
    };
    for (seed, choices) in CHOICES.into_iter().enumerate() {
        if may_try(choices, OF_A_CHOICE).is_none() {
            return Settled::Unknown;
        }
        match edge_search::settle(grid, position, choices, seed as u32) {
            Settled::Unknown => {}
            settled => return settled,
        }
        let pairs = squares * squares / 2;
        if seed == 2
            && may_try(pairs, OF_A_FLOOD).is_some()
            && infeasible::by_toughness(grid, position, 2)
        {
            return Settled::Infeasible;
        }
    }
    let triples = squares * squares / 2 * squares / 3;
    if may_try(triples, OF_A_FLOOD).is_some() && infeasible::by_toughness(grid, position, 3) {
        return Settled::Infeasible;
    }
    Settled::Unknown
}

/// Nodes of the search along the path, at least; two for each square where that is more.
const DIVE: u32 = 100;

/// Checks that are stepped through in the time of one choice of a search over moves, for each open square.
const OF_A_CHOICE: u32 = 50;

/// Checks that are stepped through in the time in which the squares are divided into pieces, for each of them.
const OF_A_FLOOD: u32 = 5;

/// Choices of the searches over moves, one after another: most positions take few, and one that takes many
/// may take few with other ties.
const CHOICES: [u32; 12] = [100, 200, 400, 400, 1000, 1000, 1000, 2000, 2000, 4000, 8000, 20_000];

/// Settles a position by the frontier programme: some seconds and up to gigabytes for most of a board of 64 squares, more than
/// any memory for most of a square board of 100. Where
/// there is a path, the squares that stay alive make it.
///
/// # Errors
/// [`CountError`].
fn exhaustively<const WORDS: usize>(
    counter: &mut WalkCounter<WORDS>,
    proofs: &Proofs,
    position: &Position<WORDS>,
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
    let mut moves = (grid.neighbours(position.head) & position.open).members();
    loop {
        let square = moves.next().expect("a position that is alive has a move that keeps it so");
        let next = position.after(square);
        if let Some(mut rest) = path(counter, proofs, &next, None)? {
            rest.insert(0, square as u8);
            return Ok(Some(rest));
        }
    }
}

/// Whether the position has a path, by the frontier programme.
fn covers<const WORDS: usize>(
    counter: &mut WalkCounter<WORDS>,
    position: &Position<WORDS>,
) -> Result<bool, CountError> {
    let grid = counter.grid();
    let shape = position.open.with(position.head);
    let (first, ends) = (SquareSet::only(position.head), position.ends(grid));
    let graph = Graph::new(grid, first, shape, |s| ends.contains(s).into());
    let programme = FrontierPlan::new(&graph, &best_order(&graph), Counted::Existence);
    let programme = programme.ok_or(CountError::TooWide)?;
    Ok(counter.run(&programme, 0)? > 0)
}

#[cfg(test)]
mod tests {
    use crate::bitboard::knight_graph::with_words;
    use crate::board::{Board, Square};
    use crate::feasibility::*;
    use crate::frontier::memory::CountMemory;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseResult;
    use std::ops::ControlFlow;

    fn exists<const WORDS: usize>(grid: &KnightGraph<WORDS>, position: &Position<WORDS>) -> bool {
        if position.open.is_empty() {
            return position.ends(grid).contains(position.head);
        }
        (grid.neighbours(position.head) & position.open)
            .members()
            .any(|square| exists(grid, &position.after(square)))
    }

    /// A position with at most 16 open squares, all in the 5×6 of the last rows and columns: after a walk from the first of
    /// them, with squares dropped at random.
    fn position<const WORDS: usize>(
        board: Board,
        grid: &KnightGraph<WORDS>,
        bits: u64,
        walk: &[usize],
        home: bool,
    ) -> Position<WORDS> {
        let (rows, cols) = (board.rows(), board.cols());
        let is_in_region = |s: &Square| s.row > rows - 5 && s.col > cols - 6;
        let region = board.squares().filter(is_in_region);
        let squares: Vec<usize> = region.map(|square| grid.index(square)).collect();
        let start = squares[0];
        let mut head = start;
        let mut open = SquareSet::of(squares.iter().copied()).without(head);
        for &choice in walk {
            let moves: Vec<usize> = (grid.neighbours(head) & open).members().collect();
            if moves.is_empty() {
                break;
            }
            head = moves[choice % moves.len()];
            open = open.without(head);
        }
        let mut random = bits | 1;
        while open.len() > 16 {
            random = random.wrapping_mul(0xD134_2543_DE82_EF95);
            open = open.without(squares[(random >> 32) as usize % squares.len()]);
        }
        Position { head, open, home: home.then_some(start) }
    }

    fn agrees_with_exhaustive_search<const WORDS: usize>(
        board: Board,
        bits: u64,
        walk: &[usize],
        home: bool,
    ) -> TestCaseResult {
        let grid = KnightGraph::<WORDS>::new(board);
        let position = position(board, &grid, bits, walk, home);
        let alive = exists(&grid, &position);
        let memory = CountMemory::new(1 << 28, 1);
        let mut progress = || ControlFlow::Continue(());
        let mut counter = WalkCounter::new(&grid, &memory, &mut progress);
        let proofs = Proofs::default();
        let found = path(&mut counter, &proofs, &position, None).unwrap();
        prop_assert_eq!(found.is_some(), alive);
        if let Some(found) = found {
            let mut at = position;
            for &square in &found {
                prop_assert!((grid.neighbours(at.head) & at.open).contains(square.into()));
                at = at.after(usize::from(square));
            }
            prop_assert!(at.open.is_empty() && at.ends(&grid).contains(at.head));
        }
        if !position.open.is_empty() {
            prop_assert_eq!(covers(&mut counter, &position).unwrap(), alive);
            for _ in 0..2 {
                let path = exhaustively(&mut counter, &proofs, &position).unwrap();
                prop_assert_eq!(path.is_some(), alive);
            }
            for dead in [
                infeasible::is_obvious(&grid, &position),
                infeasible::by_degrees(&grid, &position),
                infeasible::by_toughness(&grid, &position, 1),
                infeasible::by_toughness(&grid, &position, 2),
                infeasible::by_toughness(&grid, &position, 3),
            ] {
                prop_assert!(!(dead && alive));
            }
            let edges = (0..3).map(|seed| edge_search::settle(&grid, &position, 100_000, seed));
            let patience = [0, 100_000, 1_000_000, u128::MAX].into_iter();
            let proofs = Proofs::default();
            let quick = patience.map(|patience| quickly(&grid, &proofs, &position, None, patience));
            for settled in edges.chain(quick) {
                match settled {
                    Settled::Path(_) => prop_assert!(alive),
                    Settled::Infeasible => prop_assert!(!alive),
                    Settled::Unknown => {}
                }
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_oracle_and_its_proofs_agree_with_exhaustive_search(
            board in prop::sample::select(vec!["5x6", "5x6", "10x10", "13x12", "16x16", "5x40"]),
            bits in any::<u64>(),
            walk in prop::collection::vec(0usize..8, 8..26),
            home in any::<bool>(),
        ) {
            let board: Board = board.parse().unwrap();
            with_words!(board, WORDS => {
                agrees_with_exhaustive_search::<WORDS>(board, bits, &walk, home)?;
            });
        }
    }
}
