//! What each tutorial states, prints or does, and the test of it.

use crate::analysis::claims::paper::facts::worst_case_bound;
use crate::analysis::claims::tutorials::{
    Evidence, Judged, backtracking, grids, moves, probability,
};
use crate::analysis::claims::{Claim, Document, Known, Measured};
use knight_search::SearchProgress;

/// What a claim is tested by.
pub(super) enum Test {
    /// Boards and moves alone.
    Fact(fn() -> Measured),
    /// The programs of the document.
    Program(fn(&mut SearchProgress) -> Judged),
    /// These, and other searches.
    Searches(fn(&Evidence, &mut SearchProgress) -> Judged),
}

use Known::{NotTestable, Refuted, Reproduced};
use Test::{Fact, Program, Searches};

/// The tutorials, in the order in which they are shown.
pub(super) const TUTORIALS: [Document<Test>; 4] = [
    Document { name: "Knight Tour Problem (Kalkicode)", claims: KALKICODE },
    Document { name: "Backtracking: The Knight's tour problem (A. Guin)", claims: GUIN },
    Document { name: "Knight's Tour (no author)", claims: KNIGHTS_TOUR },
    Document {
        name: "Warnsdorff's algorithm for Knight's tour problem (no author)",
        claims: WARNSDORFF,
    },
];

/// Printed with programs in seven languages.
const KALKICODE: &[Claim<Test>] = &[
    Claim {
        id: "example",
        place: "Example",
        says: "The grid of 5x5 is a possible solution from the first square",
        stated: "a tour from (1,1)",
        known: Refuted(Searches(|evidence, _| Ok(grids::example(&evidence.orders_of_5x5)))),
    },
    Claim {
        id: "c-program",
        place: "C program",
        says: "The program visits every square",
        stated: "64 squares",
        known: Refuted(Program(backtracking::early_stop)),
    },
    Claim {
        id: "c-output",
        place: "C program",
        says: "The grid below the program is its output",
        stated: "the printed grid",
        known: Reproduced(Program(grids::of_c_program)),
    },
    Claim {
        id: "other-outputs",
        place: "other programs",
        says: "The grids below the programs in C++, Java, C#, Kotlin, Scala and JavaScript are \
            their output",
        stated: "the printed grids",
        known: Reproduced(Program(grids::of_other_programs)),
    },
    Claim {
        id: "any-side",
        place: "Problem Statement",
        says: "The programs are for N x N boards, such as 5x5",
        stated: "tours of 5x5 and 6x6",
        known: Refuted(Program(backtracking::other_sides)),
    },
    Claim {
        id: "eight-moves",
        place: "Time Complexity",
        says: "In the worst case the knight has this many possible moves at each step",
        stated: "8",
        known: Refuted(Fact(|| moves::most_onward_moves(8, 8))),
    },
    Claim {
        id: "worst-case",
        place: "Time Complexity",
        says: "The worst case on N x N squares is O(8^(N^2))",
        stated: "O(8^n), n squares",
        known: Reproduced(Fact(worst_case_bound)),
    },
    Claim {
        id: "far-below",
        place: "Time Complexity",
        says: "The positions explored are far fewer than that bound",
        stated: "far below 8^64",
        known: Reproduced(Program(backtracking::nodes_against_bound)),
    },
];

const GUIN: &[Claim<Test>] = &[
    Claim {
        id: "matrix",
        place: "Recursion",
        says: "The first program traverses a matrix of 4 x 4",
        stated: "16 cells",
        known: Refuted(Fact(|| moves::travelled_cells(4))),
    },
    Claim {
        id: "search",
        place: "Code Implementation",
        says: "The search from the top left visits all squares",
        stated: "64 squares",
        known: Reproduced(Program(backtracking::guins_search)),
    },
    Claim {
        id: "worst-case-too",
        place: "Time Complexity",
        says: "The worst case on N x N squares is O(8^(NN))",
        stated: "O(8^n), n squares",
        known: Reproduced(Fact(worst_case_bound)),
    },
    Claim {
        id: "divide-by-n",
        place: "probability, text",
        says: "The probability to stay on the board is the sum of the visits of all cells divided \
            by N",
        stated: "sum / N",
        known: Refuted(Program(probability::divided_by_side)),
    },
    Claim {
        id: "divide-by-8",
        place: "probability, program",
        says: "Each of the K moves passes on an eighth of a cell's value",
        stated: "the probability",
        known: Reproduced(Program(probability::divided_by_moves)),
    },
    Claim {
        id: "probability-time",
        place: "probability, Time Complexity",
        says: "The time is O(NNK)",
        stated: "O(NNK)",
        known: Reproduced(Fact(probability::steps)),
    },
];

const KNIGHTS_TOUR: &[Claim<Test>] = &[
    Claim {
        id: "history",
        place: "beginning",
        says: "The earliest reference is from India, 9th century",
        stated: "9th century",
        known: NotTestable("this is history"),
    },
    Claim {
        id: "closed-tours",
        place: "beginning",
        says: "8x8 has exactly this many closed tours",
        stated: "26,534,728,821,064",
        known: Reproduced(Searches(|evidence, _| {
            Ok(moves::closed_tours(evidence, 26_534_728_821_064))
        })),
    },
    Claim {
        id: "move-list",
        place: "list of moves",
        says: "The list has the eight moves of a knight",
        stated: "8",
        known: Refuted(Fact(|| moves::listed(8))),
    },
    Claim {
        id: "move-array",
        place: "Moves List",
        says: "The array of the program has the eight moves of the list",
        stated: "8",
        known: Reproduced(Fact(moves::in_array)),
    },
    Claim {
        id: "once",
        place: "Backtrack",
        says: "The program visits every square exactly once",
        stated: "each square once",
        known: Refuted(Program(backtracking::unmarked_start)),
    },
    Claim {
        id: "final-board",
        place: "Backtrack",
        says: "The call from the first square of 8x8 ends with a full board",
        stated: "a board",
        known: Refuted(Searches(backtracking::endless)),
    },
];

const WARNSDORFF: &[Claim<Test>] = &[
    Claim {
        id: "title",
        place: "title",
        says: "The program is Warnsdorff's algorithm",
        stated: "Warnsdorff's",
        known: Refuted(Searches(backtracking::warnsdorffs_title)),
    },
    Claim {
        id: "output",
        place: "Output",
        says: "The grid is the output of the program",
        stated: "the printed grid",
        known: Reproduced(Program(grids::of_warnsdorff_tutorial)),
    },
    Claim {
        id: "valid",
        place: "isValid",
        says: "A place is on the board if x and y are from 0 to the size of the board",
        stated: "64 places",
        known: Refuted(Fact(|| moves::valid_places(8))),
    },
];
