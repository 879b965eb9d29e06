//! What each tutorial states, prints or does, and the test of it.

use crate::analysis::claims::paper::facts::worst_case_bound;
use crate::analysis::claims::tutorials::grids::{OF_C, OF_OTHERS, OF_WARNSDORFF};
use crate::analysis::claims::tutorials::{Evidence, backtracking, grids, moves, probability};
use crate::analysis::claims::{Claim, KnownVerdict, TestedClaim, claims};

use KnownVerdict::{Refuted, Reproduced, Untestable};

/// The claims of each tutorial, in the order in which they are shown.
pub(in crate::analysis::claims) const TUTORIALS: [&[TestedClaim<Evidence>]; 4] =
    [KALKICODE, GUIN, KNIGHTS_TOUR, WARNSDORFF];

/// Printed with programs in seven languages.
const KALKICODE: &[TestedClaim<Evidence>] = claims! {
    "Knight Tour Problem (Kalkicode)":

    "example" in "Example", stated "a tour from (1,1)":
        "The grid of 5x5 is a possible solution from the first square",
        Refuted(grids::example);

    "c-program" in "C program", stated "64 squares":
        "The program visits every square",
        Refuted(backtracking::early_stop);

    "c-output" in "C program", stated "the printed grid":
        "The grid below the program is its output",
        Reproduced(|it| grids::compared(&[OF_C], &it.programs.of_c, 1, ""));

    "other-outputs" in "other programs", stated "the printed grids":
        "The grids below the programs in C++, Java, C#, Kotlin, Scala and JavaScript are their \
         output",
        Reproduced(|it| {
            const BUT: &str =
                ", if the search is called; as printed, no main function calls it";
            grids::compared(&OF_OTHERS, &it.programs.on_8x8, 1, BUT)
        });

    "any-side" in "Problem Statement", stated "tours of 5x5 and 6x6":
        "The programs are for N x N boards, such as 5x5",
        Refuted(backtracking::other_sides);

    "eight-moves" in "Time Complexity", stated "8":
        "In the worst case the knight has this many possible moves at each step",
        Refuted(|_| moves::most_onward_moves(8, 8));

    "worst-case" in "Time Complexity", stated "O(8^n), n squares":
        "The worst case on N x N squares is O(8^(N^2))",
        Reproduced(|_| worst_case_bound());

    "far-below" in "Time Complexity", stated "far below 8^64":
        "The positions explored are far fewer than that bound",
        Reproduced(backtracking::nodes_against_bound);
};

const GUIN: &[TestedClaim<Evidence>] = claims! {
    "Backtracking: The Knight's tour problem (A. Guin)":

    "matrix" in "Recursion", stated "16 cells":
        "The first program traverses a matrix of 4 x 4",
        Refuted(|_| moves::travelled_cells(4));

    "recursion-space" in "Recursion", stated "O(n)":
        "A recursion takes O(n) space",
        Reproduced(|_| moves::depth_of_recursion());

    "search" in "Code Implementation", stated "64 squares":
        "The search from the top left visits all squares",
        Reproduced(backtracking::guins_search);

    "worst-case-too" in "Time Complexity", stated "O(8^n), n squares":
        "The worst case on N x N squares is O(8^(NN))",
        Reproduced(|_| worst_case_bound());

    "space" in "Space Complexity", stated "O(N x N)":
        "The search takes O(N x N) space for the board; its recursive calls are not considered",
        Reproduced(backtracking::depth_of_search);

    "divide-by-n" in "probability, text", stated "sum / N":
        "The probability to stay on the board is the sum of the visits of all cells divided by N",
        Refuted(|_| probability::divided_by_side());

    "divide-by-8" in "probability, program", stated "the probability":
        "Each of the K moves passes on an eighth of a cell's value",
        Reproduced(|_| probability::divided_by_moves());

    "probability-time" in "probability, Time Complexity", stated "O(NNK)":
        "The time is O(NNK)",
        Reproduced(|_| probability::steps());

    "probability-space" in "probability, Space Complexity", stated "O(N x N)":
        "The space is O(N x N)",
        Reproduced(|_| probability::space());
};

const KNIGHTS_TOUR: &[TestedClaim<Evidence>] = claims! {
    "Knight's Tour (no author)":

    "history" in "beginning", stated "9th century":
        "The earliest reference is from India, 9th century",
        Untestable("this is history");

    "closed-tours" in "beginning", stated "26,534,728,821,064":
        "8x8 has exactly this many closed tours",
        Reproduced(|evidence| moves::closed_tours(evidence, 26_534_728_821_064));

    "move-list" in "list of moves", stated "8":
        "The list has the eight moves of a knight",
        Refuted(|_| moves::listed(8));

    "move-array" in "Moves List", stated "8":
        "The array of the program has the eight moves of the list",
        Reproduced(|_| moves::in_array());

    "once" in "Backtrack", stated "each square once":
        "The program visits every square exactly once",
        Refuted(backtracking::unmarked_start);

    "final-board" in "Backtrack", stated "a board":
        "The call from the first square of 8x8 ends with a full board",
        Refuted(backtracking::endless);
};

const WARNSDORFF: &[TestedClaim<Evidence>] = claims! {
    "Warnsdorff's algorithm for Knight's tour problem (no author)":

    "title" in "title", stated "Warnsdorff's":
        "The program is Warnsdorff's algorithm",
        Refuted(backtracking::warnsdorffs_title);

    "output" in "Output", stated "the printed grid":
        "The grid is the output of the program",
        Reproduced(|it| grids::compared(&[OF_WARNSDORFF], &it.programs.on_8x8, 0, ""));

    "valid" in "isValid", stated "64 places":
        "A place is on the board if x and y are from 0 to the size of the board",
        Refuted(|_| moves::valid_places(8));
};
