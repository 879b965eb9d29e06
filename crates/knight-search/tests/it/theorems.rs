//! What theorems exclude, against plain recursion.

use knight_board::theorems;
use knight_search::engines::plain;
use knight_search::{Board, Budget, Goal, MoveOrder, Outcome, Problem, Square};

fn has_tour(board: Board, start: Square, goal: Goal) -> bool {
    let problem = Problem { board, start, order: MoveOrder::FIG2, goal, budget: Budget::UNLIMITED };
    plain::search(&problem).outcome == Outcome::Tour
}

fn boards(area: usize) -> impl Iterator<Item = Board> {
    let sides =
        (1..=area as u16).flat_map(move |rows| (1..=area as u16).map(move |cols| (rows, cols)));
    sides
        .filter_map(|(rows, cols)| Board::new(rows, cols).ok())
        .filter(move |board| board.area() <= area)
}

#[test]
fn plain_recursion_finds_no_tour_that_a_theorem_excludes() {
    for board in boards(18) {
        let found = |goal| board.squares().filter(move |&s| has_tour(board, s, goal));
        assert_eq!(
            found(Goal::Closed).next().is_none(),
            theorems::closed(board).is_some(),
            "{board}"
        );
        assert_eq!(found(Goal::Open).next().is_none(), theorems::open(board).is_some(), "{board}");
        assert_eq!(
            found(Goal::Open).find(|&s| theorems::from(board, s, Goal::Open).is_some()),
            None,
            "{board}"
        );
    }
}
