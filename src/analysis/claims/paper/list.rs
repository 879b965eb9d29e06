//! Every number and claim of the paper: W. McEvoy, "Using Backtracking to Solve the Knight's Tour
//! Problem".

use crate::analysis::claims::paper::facts::Sense;
use crate::analysis::claims::paper::{Evidence, Judged, experiments, facts, first_search, growth};
use crate::analysis::claims::{Claim, Document, Known, Measured};
use crate::results::record::Record;
use knight_search::{MoveOrder, Square};

/// What a claim is tested by.
pub(super) enum Test {
    /// Boards and moves alone.
    Fact(fn() -> Measured),
    /// The record of the paper's search: Fig. 2's order from (1,1) on 8×8.
    Search(fn(&Record) -> Judged),
    /// That record; the experiments say how it is elsewhere.
    SearchAndMore(fn(&Record) -> Judged, fn(&Evidence) -> Option<String>),
    /// All experiments of the paper.
    Experiments(fn(&Evidence) -> Judged),
}

use Known::{NotTestable, Refuted, Reproduced};
use Test::{Experiments, Fact, Search, SearchAndMore};

/// The vectors of Fig. 2.
const FIG2_X: [i32; 8] = [1, 2, 2, 1, -1, -2, -2, -1];
const FIG2_Y: [i32; 8] = [2, 1, -1, -2, -2, -1, 1, 2];

/// The grid of Fig. 3, numbered from 0.
#[rustfmt::skip]
const FIG3: [[usize; 8]; 8] = [
    [ 0, 37, 58, 35, 42, 47, 56, 51],
    [59, 34,  1, 48, 57, 50, 43, 46],
    [38, 31, 36, 41,  2, 45, 52, 55],
    [33, 60, 39, 26, 49, 54,  3, 44],
    [30,  9, 32, 61, 40, 25, 22, 53],
    [17, 62, 27, 10, 23, 20, 13,  4],
    [ 8, 29, 18, 15,  6, 11, 24, 21],
    [63, 16,  7, 28, 19, 14,  5, 12],
];

/// The second square of the diagonal.
const SECOND: Square = Square { row: 2, col: 2 };

/// The paper.
pub(super) const PAPER: Document<Test> = Document {
    name: "W. McEvoy, Using Backtracking to Solve the Knight's Tour Problem",
    claims: CLAIMS,
};

const CLAIMS: &[Claim<Test>] = &[
    Claim {
        id: "chess-outcomes",
        place: "I",
        says: "The possible outcomes of a game of chess number in the trillions",
        stated: "trillions and more",
        known: NotTestable("this is about chess, not about tours"),
    },
    Claim {
        id: "history",
        place: "II",
        says: "al-Hakim's manuscript of the 9th century has the first tour; Euler made it \
            popular in the 18th",
        stated: "9th and 18th century",
        known: NotTestable("this is history"),
    },
    Claim {
        id: "start-squares",
        place: "II",
        says: "The knight can start on any square",
        stated: "64",
        known: Reproduced(Fact(|| facts::start_squares(8, 64))),
    },
    Claim {
        id: "move-vectors",
        place: "III, Fig. 2",
        says: "The vectors x and y of Fig. 2 hold the eight moves of a knight",
        stated: "8",
        known: Reproduced(Fact(|| facts::move_vectors(&FIG2_X, &FIG2_Y))),
    },
    Claim {
        id: "other-orders",
        place: "III",
        says: "The pairs of the vectors can stand in another order, as long as they stay together",
        stated: "works",
        known: Reproduced(Experiments(experiments::another_order_works)),
    },
    Claim {
        id: "valid-squares",
        place: "III",
        says: "A position is on the board if its row and column are less than 8 and greater than \
            0",
        stated: "64 squares",
        known: Refuted(Fact(|| facts::valid_squares(8, 1..8))),
    },
    Claim {
        id: "moves-of-a-tour",
        place: "IV",
        says: "The problem is solved when the number of moves is 63",
        stated: "63",
        known: Reproduced(Search(|search| first_search::moves_of_tour(search, 63))),
    },
    Claim {
        id: "fig3",
        place: "IV, Fig. 3",
        says: "The first solution found, square by square",
        stated: "Fig. 3",
        known: Reproduced(Search(|search| first_search::first_solution(search, &FIG3))),
    },
    Claim {
        id: "eventually-solved",
        place: "IV",
        says: "Backtracking eventually finds a solution",
        stated: "a solution",
        known: Reproduced(Experiments(|evidence| {
            Ok(experiments::all_starts_solved(&evidence.exact_fig2))
        })),
    },
    Claim {
        id: "position-changes",
        place: "V",
        says: "A move changes row + column by one of four amounts",
        stated: "-3 -1 1 3",
        known: Reproduced(Fact(|| facts::position_changes(&[-3, -1, 1, 3]))),
    },
    Claim {
        id: "positions",
        place: "V",
        says: "The position p = row + column of a square lies between two bounds",
        stated: "2 to 16",
        known: Reproduced(Fact(|| facts::positions(8, 2..=16))),
    },
    Claim {
        id: "on-the-board",
        place: "V, VI.C",
        says: "Adding a pair to row and column always leads to a square of the board",
        stated: "always",
        known: Refuted(Experiments(|evidence| Ok(experiments::moves_on_board(evidence)))),
    },
    Claim {
        id: "a-move-elsewhere",
        place: "V",
        says: "From every square the knight has a move to a square of the board that is not the \
            previous one",
        stated: "at least 1",
        known: Reproduced(Fact(|| facts::moves_elsewhere(8))),
    },
    Claim {
        id: "first-change",
        place: "V",
        says: "From (1,1) the first move changes row + column by +3",
        stated: "3",
        known: Reproduced(Fact(|| facts::changes_from(8, Square { row: 1, col: 1 }, &[3]))),
    },
    Claim {
        id: "opposite-changes",
        place: "V",
        says: "Two moves in succession must change row + column by opposite amounts (taken back \
            in VI.D)",
        stated: "all",
        known: Refuted(Search(first_search::opposite_changes)),
    },
    Claim {
        id: "same-change",
        place: "VI.A",
        says: "Different moves change row + column by the same amount, such as 1 row and 2 \
            columns, or 2 rows and 1 column",
        stated: "2 by +3",
        known: Reproduced(Fact(|| facts::moves_of_change(3, 2))),
    },
    Claim {
        id: "middle-of-3x3",
        place: "VI.B, Fig. 4",
        says: "From the middle position of Fig. 4, on 3x3, only two moves are possible",
        stated: "2",
        known: Reproduced(Fact(|| facts::moves_from(3, Square { row: 3, col: 2 }, 2))),
    },
    Claim {
        id: "equal-changes",
        place: "VI.B, Fig. 5",
        says: "Both moves from the middle position of Fig. 4 change row + column by as much as \
            the move before",
        stated: "3 and 3",
        known: Refuted(Fact(facts::changes_of_fig4)),
    },
    Claim {
        id: "same-move-again",
        place: "VI.D",
        says: "On 5x5 the knight can make the first move of Fig. 4 (+1 column, +2 rows) again",
        stated: "possible",
        known: Reproduced(Fact(|| facts::same_move_twice(5, Square { row: 1, col: 1 }, (2, 1)))),
    },
    Claim {
        id: "fewer-changes",
        place: "VI.D",
        says: "In corners and on edges there are fewer amounts by which row + column can change",
        stated: "fewer",
        known: Reproduced(Fact(|| facts::changes_at_the_edge(8))),
    },
    Claim {
        id: "eight-changes",
        place: "VII.A",
        says: "In the worst case eight different values of m (by how much a move changes row + \
            column) have to be tried",
        stated: "8",
        known: Refuted(Fact(|| facts::number_of_changes(8))),
    },
    Claim {
        id: "worst-case",
        place: "VII.A",
        says: "In the worst case the program must perform 8^64 checks",
        stated: "8^64",
        known: Refuted(Fact(|| facts::worst_case(64))),
    },
    Claim {
        id: "worst-case-sum",
        place: "VII.A",
        says: "The sum of the powers of 8 up to 8^64 is the worst case, 8^64",
        stated: "8^64",
        known: Refuted(Fact(|| facts::sum_of_powers(64))),
    },
    Claim {
        id: "worst-case-bound",
        place: "VII.A",
        says: "The worst case on n squares is O(8^n)",
        stated: "O(8^n)",
        known: Reproduced(Experiments(|evidence| Ok(growth::worst_case_bound(evidence)))),
    },
    Claim {
        id: "eight-checks",
        place: "VII.A",
        says: "Where no move works, all eight have been tried before backtracking",
        stated: "8",
        known: Reproduced(Search(first_search::checks_of_a_failure)),
    },
    Claim {
        id: "best-case-moves",
        place: "VII.B",
        says: "Without backtracking it takes 64 moves to traverse the board",
        stated: "64",
        known: Refuted(Search(|search| first_search::moves_of_tour(search, 64))),
    },
    Claim {
        id: "no-perfect-run",
        place: "VII.B",
        says: "A run without backtracking is impossible",
        stated: "0 runs",
        known: Reproduced(Experiments(experiments::runs_without_backtracking)),
    },
    Claim {
        id: "same-direction",
        place: "VII.B",
        says: "The knight moves in the same direction until it reaches position 4",
        stated: "4",
        known: Refuted(Search(|search| first_search::same_moves_at_first(search, 4))),
    },
    Claim {
        id: "seven-for-five",
        place: "VII.B",
        says: "It takes 7 tries, not 5, to reach position 5 of Fig. 3",
        stated: "7",
        known: Refuted(Search(|search| first_search::checks_to_position(search, 5, 7))),
    },
    Claim {
        id: "third-try",
        place: "VII.B",
        says: "The third move tried leads to position 5",
        stated: "3",
        known: Reproduced(Search(|search| first_search::tries_of_move(search, 5, 3))),
    },
    Claim {
        id: "fig2-checks",
        place: "VII.B",
        says: "Fig. 2's order performs this many checks from (1,1)",
        stated: "66,005,601",
        known: Reproduced(Search(|search| first_search::checks(search, 66_005_601))),
    },
    Claim {
        id: "exponent",
        place: "VII.B",
        says: "8^n equals that number of checks for this n",
        stated: "8.66",
        known: Reproduced(Search(|search| first_search::exponent_of_checks(search, "8.66"))),
    },
    Claim {
        id: "little-o",
        place: "VII.B",
        says: "The runtime is o(8^8), so below 8^8 = 16,777,216",
        stated: "below 8^8",
        known: Refuted(SearchAndMore(first_search::below_8_to_the_8, growth::against_8_to_the_8)),
    },
    Claim {
        id: "below-9x9",
        place: "VII.B",
        says: "That is less than the worst case of a 9x9 board",
        stated: "below 8^81",
        known: Reproduced(Search(first_search::below_worst_case_of_9x9)),
    },
    Claim {
        id: "quickest-order",
        place: "VII.B",
        says: "From (1,1) the order of Fig. 2 finds a solution in the fewest checks",
        stated: "12345678",
        known: Refuted(Experiments(experiments::quickest_order)),
    },
    Claim {
        id: "order-matters",
        place: "VII.B",
        says: "Another order can drastically reduce the runtime",
        stated: "drastically",
        known: Reproduced(Experiments(experiments::gain_by_order)),
    },
    Claim {
        id: "counterclockwise",
        place: "VIII.A",
        says: "Fig. 2's order starts with the move to (4,5) of Fig. 1 and goes round \
            counterclockwise",
        stated: "(4,5), counterclockwise",
        known: Refuted(Fact(|| {
            facts::turning_order(
                MoveOrder::FIG2,
                Square { row: 4, col: 5 },
                Sense::Counterclockwise,
            )
        })),
    },
    Claim {
        id: "clockwise",
        place: "VIII.A",
        says: "The other order starts with the other move from the corner and goes round the \
            other way",
        stated: "other first move, other way",
        known: Reproduced(Fact(|| facts::opposite_order(MoveOrder::FIG2, MoveOrder::TUTORIAL))),
    },
    Claim {
        id: "fig6",
        place: "VIII.A, Fig. 6",
        says: "The clockwise order also solves (1,1), and its solution is the mirror image",
        stated: "mirror images",
        known: Reproduced(Experiments(|evidence| {
            experiments::mirrored_solution(evidence, MoveOrder::TUTORIAL)
        })),
    },
    Claim {
        id: "fig7",
        place: "VIII.A, Fig. 7",
        says: "The same approach gives six more solutions in the other corners",
        stated: "8 in all",
        known: Reproduced(Experiments(|evidence| {
            experiments::corner_solutions(&evidence.corners, 8)
        })),
    },
    Claim {
        id: "thirty-seconds",
        place: "VIII.B",
        says: "The first solution was found within thirty seconds",
        stated: "below 30 s",
        known: NotTestable("the paper does not name its machine"),
    },
    Claim {
        id: "second-solution",
        place: "VIII.B",
        says: "No second solution on the diagonal was found in a reasonable amount of time",
        stated: "none from (2,2)",
        known: Reproduced(Experiments(|evidence| {
            experiments::no_solution_within_budget(evidence, SECOND)
        })),
    },
    Claim {
        id: "diagonal",
        place: "VIII.B",
        says: "Of the 8 squares of the diagonal, this many have a solution in fewer than 10^8 \
            checks",
        stated: "1",
        known: Reproduced(Experiments(|evidence| Ok(experiments::diagonal_solutions(evidence, 1)))),
    },
    Claim {
        id: "order-by-start",
        place: "VIII.C",
        says: "Choosing the order by the start square gives success",
        stated: "success",
        known: Reproduced(Experiments(|evidence| Ok(experiments::solved_by_best_orders(evidence)))),
    },
    Claim {
        id: "warnsdorff",
        place: "VIII.C",
        says: "Warnsdorff's algorithm is more efficient",
        stated: "fewer checks",
        known: Reproduced(Experiments(experiments::gain_by_warnsdorff)),
    },
];
