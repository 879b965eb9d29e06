//! What each tutorial states, prints or does, and the test of it.

use crate::analysis::measured::Measured;
use crate::analysis::paper::facts::worst_case_bound;
use crate::analysis::tutorials::{Evidence, backtracking, grids, moves, probability};
use knight_search::{Interrupted, SearchProgress};

/// A statement of a document, and how it is tested.
pub(super) struct Claim {
    /// A short name.
    pub(super) id: &'static str,
    /// The document: title and author.
    pub(super) document: &'static str,
    /// The part of it.
    pub(super) place: &'static str,
    /// What it says, in other words.
    pub(super) claim: &'static str,
    /// Its value as it is shown.
    pub(super) stated: &'static str,
    pub(super) test: Test,
}

/// What a claim is tested by.
pub(super) enum Test {
    /// It cannot be tested here, for this reason.
    NotTestable(&'static str),
    /// Boards and moves alone.
    Fact(fn() -> Measured),
    /// The programs of the document.
    Program(fn(&mut SearchProgress) -> Result<Measured, Interrupted>),
    /// These, and other searches.
    Searches(fn(&Evidence, &mut SearchProgress) -> Result<Measured, Interrupted>),
}

use Test::{Fact, NotTestable, Program, Searches};

/// Printed with programs in seven languages.
const KALKICODE: &str = "Knight Tour Problem (Kalkicode)";
const GUIN: &str = "Backtracking: The Knight's tour problem (A. Guin)";
const KNIGHTS_TOUR: &str = "Knight's Tour (no author)";
const WARNSDORFF: &str = "Warnsdorff's algorithm for Knight's tour problem (no author)";

/// The claims that this program refutes.
pub(super) const REFUTED: [&str; 11] = [
    "example",
    "c-program",
    "any-side",
    "eight-moves",
    "matrix",
    "divide-by-n",
    "move-list",
    "once",
    "final-board",
    "title",
    "valid",
];

/// All claims, document by document.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "example",
        document: KALKICODE,
        place: "Example",
        claim: "The grid of 5x5 is a possible solution from the first square",
        stated: "a tour from (1,1)",
        test: Searches(|evidence, _| Ok(grids::example(&evidence.orders_of_5x5))),
    },
    Claim {
        id: "c-program",
        document: KALKICODE,
        place: "C program",
        claim: "The program visits every square",
        stated: "64 squares",
        test: Program(backtracking::early_stop),
    },
    Claim {
        id: "c-output",
        document: KALKICODE,
        place: "C program",
        claim: "The grid below the program is its output",
        stated: "the printed grid",
        test: Program(grids::of_c_program),
    },
    Claim {
        id: "other-outputs",
        document: KALKICODE,
        place: "other programs",
        claim: "The grids below the programs in C++, Java, C#, Kotlin, Scala and JavaScript are \
            their output",
        stated: "the printed grids",
        test: Program(grids::of_other_programs),
    },
    Claim {
        id: "any-side",
        document: KALKICODE,
        place: "Problem Statement",
        claim: "The programs are for N x N boards, such as 5x5",
        stated: "tours of 5x5 and 6x6",
        test: Program(backtracking::other_sides),
    },
    Claim {
        id: "eight-moves",
        document: KALKICODE,
        place: "Time Complexity",
        claim: "In the worst case the knight has this many possible moves at each step",
        stated: "8",
        test: Fact(|| moves::most_onward_moves(8, 8)),
    },
    Claim {
        id: "worst-case",
        document: KALKICODE,
        place: "Time Complexity",
        claim: "The worst case on N x N squares is O(8^(N^2))",
        stated: "O(8^n), n squares",
        test: Fact(worst_case_bound),
    },
    Claim {
        id: "far-below",
        document: KALKICODE,
        place: "Time Complexity",
        claim: "The positions explored are far fewer than that bound",
        stated: "far below 8^64",
        test: Program(backtracking::nodes_against_bound),
    },
    Claim {
        id: "matrix",
        document: GUIN,
        place: "Recursion",
        claim: "The first program traverses a matrix of 4 x 4",
        stated: "16 cells",
        test: Fact(|| moves::travelled_cells(4)),
    },
    Claim {
        id: "search",
        document: GUIN,
        place: "Code Implementation",
        claim: "The search from the top left visits all squares",
        stated: "64 squares",
        test: Program(backtracking::guins_search),
    },
    Claim {
        id: "worst-case-too",
        document: GUIN,
        place: "Time Complexity",
        claim: "The worst case on N x N squares is O(8^(NN))",
        stated: "O(8^n), n squares",
        test: Fact(worst_case_bound),
    },
    Claim {
        id: "divide-by-n",
        document: GUIN,
        place: "probability, text",
        claim: "The probability to stay on the board is the sum of the visits of all cells divided \
            by N",
        stated: "sum / N",
        test: Program(probability::divided_by_side),
    },
    Claim {
        id: "divide-by-8",
        document: GUIN,
        place: "probability, program",
        claim: "Each of the K moves passes on an eighth of a cell's value",
        stated: "the probability",
        test: Program(probability::divided_by_moves),
    },
    Claim {
        id: "probability-time",
        document: GUIN,
        place: "probability, Time Complexity",
        claim: "The time is O(NNK)",
        stated: "O(NNK)",
        test: Fact(probability::steps),
    },
    Claim {
        id: "history",
        document: KNIGHTS_TOUR,
        place: "beginning",
        claim: "The earliest reference is from India, 9th century",
        stated: "9th century",
        test: NotTestable("this is history"),
    },
    Claim {
        id: "closed-tours",
        document: KNIGHTS_TOUR,
        place: "beginning",
        claim: "8x8 has exactly this many closed tours",
        stated: "26,534,728,821,064",
        test: Searches(|evidence, _| Ok(moves::closed_tours(evidence, 26_534_728_821_064))),
    },
    Claim {
        id: "move-list",
        document: KNIGHTS_TOUR,
        place: "list of moves",
        claim: "The list has the eight moves of a knight",
        stated: "8",
        test: Fact(|| moves::listed(8)),
    },
    Claim {
        id: "move-array",
        document: KNIGHTS_TOUR,
        place: "Moves List",
        claim: "The array of the program has the eight moves of the list",
        stated: "8",
        test: Fact(moves::in_array),
    },
    Claim {
        id: "once",
        document: KNIGHTS_TOUR,
        place: "Backtrack",
        claim: "The program visits every square exactly once",
        stated: "each square once",
        test: Program(backtracking::unmarked_start),
    },
    Claim {
        id: "final-board",
        document: KNIGHTS_TOUR,
        place: "Backtrack",
        claim: "The call from the first square of 8x8 ends with a full board",
        stated: "a board",
        test: Searches(backtracking::endless),
    },
    Claim {
        id: "title",
        document: WARNSDORFF,
        place: "title",
        claim: "The program is Warnsdorff's algorithm",
        stated: "Warnsdorff's",
        test: Searches(backtracking::warnsdorffs_title),
    },
    Claim {
        id: "output",
        document: WARNSDORFF,
        place: "Output",
        claim: "The grid is the output of the program",
        stated: "the printed grid",
        test: Program(grids::of_warnsdorff_tutorial),
    },
    Claim {
        id: "valid",
        document: WARNSDORFF,
        place: "isValid",
        claim: "A place is on the board if x and y are from 0 to the size of the board",
        stated: "64 places",
        test: Fact(|| moves::valid_places(8)),
    },
];
