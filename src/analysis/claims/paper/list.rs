//! Every number and claim of the paper: W. McEvoy, "Using Backtracking to Solve the Knight's Tour
//! Problem".

use crate::analysis::claims::paper::{Evidence, experiments, facts, first_search, growth};
use crate::analysis::claims::{Claim, KnownVerdict, Measured, TestedClaim, claims};
use crate::analysis::summary::exponent;
use crate::text::formatting::grouped;
use knight_search::{MoveOrder, Square};

use KnownVerdict::{Refuted, Reproduced, Untestable};

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

/// The claims of the paper.
pub(in crate::analysis::claims) const PAPER: &[TestedClaim<Evidence>] = claims! {
    "W. McEvoy, Using Backtracking to Solve the Knight's Tour Problem":

    "chess-outcomes" in "I", stated "trillions and more":
        "The possible outcomes of a game of chess number in the trillions",
        Untestable("this is about chess, not about tours");

    "history" in "II", stated "9th and 18th century":
        "al-Hakim's manuscript of the 9th century has the first tour; Euler made it popular in the \
         18th",
        Untestable("this is history");

    "start-squares" in "II", stated "64":
        "The knight can start on any square",
        Reproduced(|_| Measured::compared(facts::square_board(8).area(), 64));

    "move-vectors" in "III, Fig. 2", stated "8":
        "The vectors x and y of Fig. 2 hold the eight moves of a knight",
        Reproduced(|_| facts::move_vectors(&FIG2_X, &FIG2_Y));

    "other-orders" in "III", stated "works":
        "The pairs of the vectors can stand in another order, as long as they stay together",
        Reproduced(experiments::another_order_works);

    "valid-squares" in "III", stated "64 squares":
        "A position is on the board if its row and column are less than 8 and greater than 0",
        Refuted(|_| facts::valid_squares(8, 1..8));

    "moves-of-a-tour" in "IV", stated "63":
        "The problem is solved when the number of moves is 63",
        Reproduced(|it| Measured::compared(it.fig3.tour.squares().len() - 1, 63));

    "fig3" in "IV, Fig. 3", stated "Fig. 3":
        "The first solution found, square by square",
        Reproduced(|it| first_search::first_solution(&it.fig3, &FIG3));

    "eventually-solved" in "IV", stated "a solution":
        "Backtracking eventually finds a solution",
        Reproduced(experiments::all_starts_solved);

    "position-changes" in "V", stated "-3 -1 1 3":
        "A move changes row + column by one of four amounts",
        Reproduced(|_| facts::position_changes(&[-3, -1, 1, 3]));

    "positions" in "V", stated "2 to 16":
        "The position p = row + column of a square lies between two bounds",
        Reproduced(|_| facts::positions(8, 2..=16));

    "on-the-board" in "V, VI.C", stated "always":
        "Adding a pair to row and column always leads to a square of the board",
        Refuted(experiments::moves_on_board);

    "a-move-elsewhere" in "V", stated "at least 1":
        "From every square the knight has a move to a square of the board that is not the previous \
         one",
        Reproduced(|_| facts::moves_elsewhere(8));

    "first-change" in "V", stated "3":
        "From (1,1) the first move changes row + column by +3",
        Reproduced(|_| {
            facts::changes_from(8, Square { row: 1, col: 1 }, 3)
                .because("the paper calls its solution that of Fig. 4: a slip for Fig. 3")
        });

    "opposite-changes" in "V", stated "all":
        "Two moves in succession must change row + column by opposite amounts (taken back in VI.D)",
        Refuted(|it| first_search::opposite_changes(&it.fig3));

    "same-change" in "VI.A", stated "2 by +3":
        "Different moves change row + column by the same amount, such as 1 row and 2 columns, or 2 \
         rows and 1 column",
        Reproduced(|_| facts::moves_of_change(3, 2));

    "middle-of-3x3" in "VI.B, Fig. 4", stated "2":
        "From the middle position of Fig. 4, on 3x3, only two moves are possible",
        Reproduced(|_| {
            let [_, middle, _] = facts::FIG4;
            Measured::compared(facts::square_board(3).neighbours(middle).count(), 2)
        });

    "equal-changes" in "VI.B, Fig. 5", stated "3 and 3":
        "Both moves from the middle position of Fig. 4 change row + column by as much as the move \
         before",
        Reproduced(|_| facts::changes_of_fig4());

    "same-move-again" in "VI.D", stated "possible":
        "On 5x5 the knight can make the first move of Fig. 4 (+1 column, +2 rows) again",
        Reproduced(|_| facts::same_move_twice(5, facts::FIG4[0], (2, 1)));

    "fewer-changes" in "VI.D", stated "fewer":
        "In corners and on edges there are fewer amounts by which row + column can change",
        Reproduced(|_| facts::changes_at_the_edge(8));

    "eight-changes" in "VII.A", stated "8":
        "In the worst case eight different values of m (by how much a move changes row + column) \
         have to be tried",
        Refuted(|_| facts::number_of_changes(8));

    "worst-case" in "VII.A", stated "8^64":
        "In the worst case the program must perform 8^64 checks",
        Refuted(|_| facts::worst_case(64));

    "worst-case-sum" in "VII.A", stated "8^64":
        "The sum of the powers of 8 up to 8^64 is the worst case, 8^64",
        Refuted(|_| facts::sum_of_powers(64));

    "worst-case-bound" in "VII.A", stated "O(8^n)":
        "The worst case on n squares is O(8^n)",
        Reproduced(growth::worst_case_bound);

    "eight-checks" in "VII.A", stated "8":
        "Where no move works, all eight have been tried before backtracking",
        Reproduced(|it| first_search::checks_of_a_failure(&it.fig3));

    "best-case-moves" in "VII.B", stated "64":
        "Without backtracking it takes 64 moves to traverse the board",
        Refuted(|it| Measured::compared(it.fig3.tour.squares().len() - 1, 64));

    "no-perfect-run" in "VII.B", stated "0 runs":
        "A run without backtracking is impossible",
        Reproduced(experiments::runs_without_backtracking);

    "same-direction" in "VII.B", stated "4":
        "The knight moves in the same direction until it reaches position 4",
        Refuted(|it| first_search::same_moves_at_first(&it.fig3, 4));

    "seven-for-five" in "VII.B", stated "7":
        "It takes 7 tries, not 5, to reach position 5 of Fig. 3",
        Refuted(|it| first_search::checks_to_position(&it.fig3, 5, 7));

    "third-try" in "VII.B", stated "3":
        "The third move tried leads to position 5",
        Reproduced(|it| Measured::compared(it.fig3.tries()[4], 3));

    "fig2-checks" in "VII.B", stated "66,005,601":
        "Fig. 2's order performs this many checks from (1,1)",
        Reproduced(|it| Measured::compared(grouped(it.fig3.checks), "66,005,601"));

    "exponent" in "VII.B", stated "8.66":
        "8^n equals that number of checks for this n",
        Reproduced(|it| {
            Measured::compared(format!("{:.2}", exponent(it.fig3.checks as f64)), "8.66")
        });

    "little-o" in "VII.B", stated "below 8^8":
        "The runtime is o(8^8), so below 8^8 = 16,777,216",
        Refuted(|it| {
            first_search::below_8_to_the_8(&it.fig3).because(growth::against_8_to_the_8(it))
        });

    "below-9x9" in "VII.B", stated "below 8^81":
        "That is less than the worst case of a 9x9 board",
        Reproduced(|it| first_search::below_worst_case_of_9x9(&it.fig3));

    "quickest-order" in "VII.B", stated "12345678":
        "From (1,1) the order of Fig. 2 finds a solution in the fewest checks",
        Refuted(experiments::quickest_order);

    "order-matters" in "VII.B", stated "drastically":
        "Another order can drastically reduce the runtime",
        Reproduced(experiments::gain_by_order);

    "counterclockwise" in "VIII.A", stated "(4,5), counterclockwise":
        "Fig. 2's order starts with the move to (4,5) of Fig. 1 and goes round counterclockwise",
        Refuted(|_| {
            let first = Square { row: 4, col: 5 };
            facts::turns_counterclockwise(MoveOrder::FIG2, first)
                .because("the paper finds these vectors in Fig. 3: a slip for Fig. 2")
        });

    "clockwise" in "VIII.A", stated "other first move, other way":
        "The other order starts with the other move from the corner and goes round the other way",
        Reproduced(|_| {
            facts::opposite_order(MoveOrder::FIG2, MoveOrder::TUTORIAL)
                .because("the paper goes round Fig. 2: a slip for Fig. 1")
        });

    "fig6" in "VIII.A, Fig. 6", stated "mirror images":
        "The clockwise order also solves (1,1), and its solution is the mirror image",
        Reproduced(experiments::mirrored_solution);

    "fig7" in "VIII.A, Fig. 7", stated "8 in all":
        "The same approach gives six more solutions in the other corners",
        Reproduced(|evidence| experiments::corner_solutions(evidence, 8));

    "thirty-seconds" in "VIII.B", stated "below 30 s":
        "The first solution was found within thirty seconds",
        Untestable(
            "the paper does not name its machine; it calls the solution that of Fig. 1, a slip for \
             Fig. 3",
        );

    "second-solution" in "VIII.B", stated "none from (2,2)":
        "No second solution on the diagonal was found in a reasonable amount of time",
        Reproduced(experiments::no_second_solution);

    "diagonal" in "VIII.B", stated "1":
        "Of the 8 squares of the diagonal, this many have a solution in fewer than 10^8 checks",
        Reproduced(|evidence| experiments::diagonal_solutions(evidence, 1));

    "order-by-start" in "VIII.C", stated "success":
        "Choosing the order by the start square gives success",
        Reproduced(experiments::solved_by_best_orders);

    "warnsdorff" in "VIII.C", stated "fewer checks":
        "Warnsdorff's algorithm is more efficient",
        Reproduced(experiments::gain_by_warnsdorff);
};
