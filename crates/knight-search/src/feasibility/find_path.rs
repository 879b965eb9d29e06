//! Does a position have a path? Quick proofs first, then frontier DP.

use crate::feasibility::position::{Path, Position, Settled};
use crate::feasibility::{clause_search, guided_search, infeasible, rotation};
use crate::walks::WalkCounter;
use knight_board::bitboard::{KnightGraph, SquareSet};
use knight_board::{Interrupted, StopCheck, go_on};
use knight_frontier::{CountError, Counted, WalkGraph};

/// Finds a path, or proves that there is none. The position stays unknown only if stepping through
/// `checks` checks takes about as long as the expensive proofs, or less.
///
/// `known` is a hint: a path through the head and all open squares, in any order, that may end
/// where it does.
pub(crate) fn find_path<const WORDS: usize>(
    counter: &mut WalkCounter<WORDS>,
    position: &Position<WORDS>,
    known: Option<&[u8]>,
    checks: u128,
) -> Result<Settled, CountError> {
    let graph = counter.graph;
    let settled = find_path_quickly(graph, position, known);
    if settled != Settled::Unknown {
        return Ok(settled);
    }
    if counter.tables.proofs.get(&position.key(graph)) == Some(false) {
        return Ok(Settled::Infeasible);
    }
    let mut check = || go_on(counter.progress());
    match settle_by_clauses(graph, position, checks, MOST_CONFLICTS, &mut check)? {
        Settled::Unknown if checks > STEPPED => find_path_by_frontier(counter, position),
        settled => Ok(settled),
    }
}

/// Finds a path, or proves that there is none, without frontier DP. On 64 squares this takes
/// microseconds, rarely some tenths of a second, and leaves one position in many thousands unknown.
/// The result does not depend on what other searches have proven.
///
/// On hundreds of squares it takes seconds. The expensive proofs are skipped where they would take
/// longer than to step through `checks` checks; then more positions stay unknown. `check` is called
/// every few milliseconds.
///
/// # Errors
/// [`Interrupted`] if `check` fails.
pub(crate) fn find_path_within<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    known: Option<&[u8]>,
    checks: u128,
    check: &mut StopCheck,
) -> Result<Settled, Interrupted> {
    match find_path_quickly(graph, position, known) {
        Settled::Unknown => settle_by_clauses(graph, position, checks, u32::MAX, check),
        settled => Ok(settled),
    }
}

/// Searches with clauses for at most the time of `checks` checks, and `most_conflicts`.
fn settle_by_clauses<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    checks: u128,
    most_conflicts: u32,
    check: &mut StopCheck,
) -> Result<Settled, Interrupted> {
    let of_each_square = checks / u128::from(position.open.len());
    let Some(left) = of_each_square.checked_sub(CLAUSES_COST) else {
        return Ok(Settled::Unknown);
    };
    let conflicts = u32::try_from(left / CONFLICT_COST).unwrap_or(u32::MAX);
    clause_search::settle(graph, position, conflicts.min(most_conflicts), check)
}

/// The proofs that take microseconds.
fn find_path_quickly<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    known: Option<&[u8]>,
) -> Settled {
    if let Some([first, rest @ ..]) = known
        && usize::from(*first) == position.head
    {
        return Settled::Path(rest.to_vec());
    }
    if position.open.is_empty() {
        let closes = position.ends(graph).contains(position.head);
        return if closes { Settled::Path(Path::new()) } else { Settled::Infeasible };
    }
    if infeasible::is_obvious(graph, position) {
        return Settled::Infeasible;
    }
    if let Some(path) = known.and_then(|known| rotation::reroute(graph, position, known)) {
        return Settled::Path(path);
    }
    match guided_search::settle(graph, position, MIN_NODES.max(2 * position.open.len())) {
        Settled::Unknown if infeasible::by_degrees(graph, position) => Settled::Infeasible,
        settled => settled,
    }
}

/// Nodes of the guided search, at least. It gets two nodes for each square if that is more.
const MIN_NODES: u32 = 100;

/// The cost of setting up the clause search, in checks for each open square.
const CLAUSES_COST: u128 = 2_000;

/// The cost of one conflict of the clause search, in checks for each open square.
const CONFLICT_COST: u128 = 200;

/// The most conflicts of the clause search where frontier DP follows. Nearly all positions take
/// fewer than a hundred. Those that take thousands are on boards of four or five rows, where
/// frontier DP is quicker.
const MOST_CONFLICTS: u32 = 5_000;

/// Checks that are stepped through in about the time that frontier DP takes to settle a position.
/// In this time fit many more than [`MOST_CONFLICTS`], so frontier DP follows only where all of
/// these were not enough.
pub(crate) const STEPPED: u128 = 10_000_000_000;

/// Settles a position by frontier DP. That takes seconds and up to gigabytes for most of a board of
/// 64 squares; for most of a square board of 100 no memory suffices.
fn find_path_by_frontier<const WORDS: usize>(
    counter: &mut WalkCounter<WORDS>,
    position: &Position<WORDS>,
) -> Result<Settled, CountError> {
    let (graph, proofs, key) = (counter.graph, &counter.tables.proofs, position.key(counter.graph));
    let has_path = match proofs.get(&key) {
        Some(has_path) => has_path,
        None => {
            let has_path = has_path_by_frontier(counter, position)?;
            proofs.put(key, has_path);
            has_path
        }
    };
    if !has_path {
        return Ok(Settled::Infeasible);
    }
    // Rare: there is a path that no search has found. Find it move by move.
    let mut moves = (graph.neighbours(position.head) & position.open).members();
    loop {
        let square = moves.next().expect("a path begins with one of the moves");
        let after = find_path(counter, &position.after(square), None, u128::MAX)?;
        if let Settled::Path(mut rest) = after {
            rest.insert(0, square as u8);
            return Ok(Settled::Path(rest));
        }
    }
}

fn has_path_by_frontier<const WORDS: usize>(
    counter: &mut WalkCounter<WORDS>,
    position: &Position<WORDS>,
) -> Result<bool, CountError> {
    let graph = counter.graph;
    let shape = position.open.with(position.head);
    let (first, ends) = (SquareSet::only(position.head), position.ends(graph));
    let walk_graph = WalkGraph::new(graph, first, shape, &|s| ends.contains(s).into());
    let plan = counter.plan(&walk_graph, Counted::HamiltonianPathExists)?;
    Ok(counter.run(&plan, 0, &|| None)? > 0)
}

#[cfg(test)]
mod tests {
    use crate::feasibility::find_path::*;
    use crate::walks::Tables;
    use knight_board::bitboard::with_words;
    use knight_board::{Board, Square};
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseResult;
    use std::ops::ControlFlow;

    fn exists<const WORDS: usize>(graph: &KnightGraph<WORDS>, position: &Position<WORDS>) -> bool {
        if position.open.is_empty() {
            return position.ends(graph).contains(position.head);
        }
        (graph.neighbours(position.head) & position.open)
            .members()
            .any(|square| exists(graph, &position.after(square)))
    }

    /// A position with at most 16 open squares, all in the last 5 rows and 6 columns. A walk from
    /// the first of these squares leads to it, and random squares are left out.
    fn position<const WORDS: usize>(
        board: Board,
        graph: &KnightGraph<WORDS>,
        bits: u64,
        walk: &[usize],
        home: bool,
    ) -> Position<WORDS> {
        let (rows, cols) = (board.rows(), board.cols());
        let is_in_region = |s: &Square| s.row > rows - 5 && s.col > cols - 6;
        let region = board.squares().filter(is_in_region);
        let squares: Vec<usize> = region.map(|square| graph.index(square)).collect();
        let start = squares[0];
        let mut head = start;
        let mut open = SquareSet::of(squares.iter().copied()).without(head);
        for &choice in walk {
            let moves: Vec<usize> = (graph.neighbours(head) & open).members().collect();
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

    fn is_path<const WORDS: usize>(
        graph: &KnightGraph<WORDS>,
        mut at: Position<WORDS>,
        path: &[u8],
    ) -> bool {
        for &square in path {
            if !(graph.neighbours(at.head) & at.open).contains(square.into()) {
                return false;
            }
            at = at.after(usize::from(square));
        }
        at.open.is_empty() && at.ends(graph).contains(at.head)
    }

    fn agrees_with_exhaustive_search<const WORDS: usize>(
        board: Board,
        bits: u64,
        walk: &[usize],
        home: bool,
    ) -> TestCaseResult {
        let graph = KnightGraph::<WORDS>::new(board);
        let position = position(board, &graph, bits, walk, home);
        let alive = exists(&graph, &position);
        let tables = Tables::new(1 << 28);
        let mut progress = || ControlFlow::Continue(());
        let mut counter = WalkCounter::new(&graph, &tables, &mut progress);
        let agrees = |settled: Settled| match settled {
            Settled::Path(path) => alive && is_path(&graph, position, &path),
            Settled::Infeasible => !alive,
            Settled::Unknown => false,
        };
        let found = find_path(&mut counter, &position, None, u128::MAX).unwrap();
        prop_assert!(agrees(found));
        if !position.open.is_empty() {
            prop_assert_eq!(has_path_by_frontier(&mut counter, &position).unwrap(), alive);
            for _ in 0..2 {
                prop_assert!(agrees(find_path_by_frontier(&mut counter, &position).unwrap()));
            }
            for infeasible in [
                infeasible::is_obvious(&graph, &position),
                infeasible::by_degrees(&graph, &position),
            ] {
                prop_assert!(!(infeasible && alive));
            }
            let go_on: &mut StopCheck = &mut || Ok(());
            let few = clause_search::settle(&graph, &position, 1, go_on).unwrap();
            let clauses = clause_search::settle(&graph, &position, 100_000, go_on).unwrap();
            prop_assert!(clauses != Settled::Unknown);
            let checks = [0, 100_000, 1_000_000, u128::MAX].into_iter();
            let quick = checks.map(|checks| {
                find_path_within(&graph, &position, None, checks, &mut || Ok(())).unwrap()
            });
            for settled in quick.chain([few, clauses]) {
                prop_assert!(settled == Settled::Unknown || agrees(settled));
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
            with_words!(board.area(), WORDS => {
                agrees_with_exhaustive_search::<WORDS>(board, bits, &walk, home)?;
            });
        }
    }
}
