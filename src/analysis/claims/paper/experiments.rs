//! Claims that take several experiments, or searches over all orders.

use std::collections::BTreeSet;

use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::Evidence;
use crate::analysis::claims::paper::facts::{self, extent};
use crate::results::record::Record;
use crate::text::formatting::{grouped, joined};
use knight_board::Tour;
use knight_search::first_path::CheckSplit;
use knight_search::{Answer, MoveOrder, Square, Symmetry};

/// All pairs of a square and a move, and the checks of the paper's own search.
pub(super) fn moves_on_board(evidence: &Evidence) -> Measured {
    let CheckSplit { off_board, visited, moves } = evidence.fig3_checks;
    facts::moves_on_board(8, 2..=16).because(format!(
        "{} of the {} checks from (1,1) are off the board and {} on visited squares",
        grouped(off_board),
        grouped(off_board + visited + moves),
        grouped(visited)
    ))
}

pub(super) fn runs_without_backtracking(evidence: &Evidence) -> Measured {
    let (found, of) = evidence.without_backtracking;
    let value = format!("{} of {} runs", grouped(found), grouped(of));
    let (board, runs) = evidence.perfect_elsewhere;
    Measured::new(value, found == 0).because("all starts and all orders").because(format!(
        "not because the program cannot look ahead: on {board} there are {}",
        grouped(runs)
    ))
}

/// Whether an order other than Fig. 2's finds a tour.
pub(super) fn another_order_works(evidence: &Evidence) -> Measured {
    let best = &evidence.best_order;
    match best.orders.iter().find(|order| **order != evidence.fig3.order) {
        Some(other) => Measured::new("works", true)
            .because(format!("{other} finds a tour after {} checks", grouped(best.checks))),
        None => Measured::new("no other order is known", false),
    }
}

/// How many squares have a tour in the search without a budget.
pub(super) fn all_starts_solved(evidence: &Evidence) -> Measured {
    let solved = &evidence.exact_fig2;
    let (_, most) = extent(solved.values().copied());
    let squares = evidence.fig3.tour.board().area();
    Measured::new(format!("from {} of {squares} squares", solved.len()), solved.len() == squares)
        .because(format!("Fig. 2's order, after up to {} checks", grouped(most)))
}

/// The checks of Fig. 2's order against those of the best order, from every square.
pub(super) fn gain_by_order(evidence: &Evidence) -> Measured {
    let gain = |(start, checks): (&Square, &u128)| {
        (*checks as f64 / evidence.least_checks[start] as f64, *start)
    };
    let mut gains: Vec<(f64, Square)> = evidence.exact_fig2.iter().map(gain).collect();
    gains.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ((least, at_least), (most, at_most)) = (gains[0], gains[gains.len() - 1]);
    Measured::new(format!("{least:.0} to {most:.1e} times as many checks"), least > 10.0).because(
        format!("Fig. 2's order against the best of all orders, at {at_least} and {at_most}"),
    )
}

/// How many squares have an order that finds a tour, and after how many checks.
pub(super) fn solved_by_best_orders(evidence: &Evidence) -> Measured {
    let least = &evidence.least_checks;
    let (_, most) = extent(least.values().copied());
    let squares = evidence.fig3.tour.board().area();
    Measured::new(format!("{} of {squares} squares", least.len()), least.len() == squares)
        .because(format!("the best order of each takes at most {} checks", grouped(most)))
}

/// The checks of Warnsdorff's rule, its look-ahead included, against those of Fig. 2's order.
pub(super) fn gain_by_warnsdorff(evidence: &Evidence) -> Measured {
    let (of_order, of_rule) = (evidence.fig3.checks, evidence.warnsdorff);
    let value = format!("{} against {}", grouped(of_rule), grouped(of_order));
    Measured::new(value, of_rule < of_order)
        .because("from (1,1), ties by Fig. 2's order, look-ahead checks counted")
}

/// Whether no order from (1,1) needs fewer checks than Fig. 2's. The committed table has the least
/// checks from there and from all squares.
pub(super) fn quickest_order(evidence: &Evidence) -> Measured {
    let best = &evidence.best_order;
    let paper_is_best = best.orders.contains(&evidence.fig3.order);
    let ratio = evidence.fig3.checks as f64 / best.checks as f64;
    let recorded = &evidence.least_checks;
    let (least, most) = extent(recorded.values().copied());
    Measured::new(joined(&best.orders, " "), paper_is_best)
        .because(format!(
            "least of all 40,320 orders: {} checks, and Fig. 2's takes {} times as many",
            grouped(best.checks),
            grouped(ratio.round() as u128)
        ))
        .because(format!(
            "results/best-order/8x8.csv has {}, and {} to {} over all {} squares",
            grouped(recorded[&evidence.fig3.start()]),
            grouped(least),
            grouped(most),
            recorded.len()
        ))
}

/// Whether a symmetry other than the identity maps one tour to another.
fn is_mirror(from: &Tour, to: &Tour) -> bool {
    Symmetry::of(from.board()).skip(1).any(|g| {
        let images = from.squares().iter().map(|&s| g.square(from.board(), s));
        images.eq(to.squares().iter().copied())
    })
}

/// Whether the clockwise order from (1,1) finds a mirror image of the first solution.
pub(super) fn mirrored_solution(evidence: &Evidence) -> Measured {
    let Evidence { fig3, corners, .. } = evidence;
    let order = MoveOrder::TUTORIAL;
    let Some(other) = corners.iter().find(|it| (it.start(), it.order) == (fig3.start(), order))
    else {
        return Measured::new("not among the corner jobs", false);
    };
    let is_mirror = is_mirror(&fig3.tour, &other.tour);
    Measured::new(if is_mirror { "mirror images" } else { "other tours" }, is_mirror)
        .because(format!("{order} takes {} checks", grouped(other.checks)))
}

/// The images of the first solution, each found from its corner.
pub(super) fn corner_solutions(evidence: &Evidence, claimed: usize) -> Measured {
    let Evidence { fig3, corners, .. } = evidence;
    let is_image = |tour: &Tour| *tour == fig3.tour || is_mirror(&fig3.tour, tour);
    let images = corners.iter().filter(|corner| is_image(&corner.tour)).count();
    let checks: BTreeSet<u128> = corners.iter().map(|corner| corner.checks).collect();
    let agrees = images == claimed && corners.len() == claimed && checks.len() == 1;
    Measured::new(format!("{images} in all"), agrees).because(match checks.len() {
        1 => "all are images of one tour, found in the same number of checks",
        _ => "their numbers of checks differ",
    })
}

/// Whether the budget does not suffice for the second square of the diagonal.
pub(super) fn no_second_solution(evidence: &Evidence) -> Measured {
    let start = Square { row: 2, col: 2 };
    let is_solved = evidence.diagonal.iter().any(|it| it.start() == start && it.success);
    Measured::new(format!("{} from {start}", if is_solved { "one" } else { "none" }), !is_solved)
        .because(format!("it takes {} checks", grouped(evidence.exact_diagonal[&start])))
        .because(unmarked(evidence))
}

/// What becomes of the search if the start is not marked.
fn unmarked(evidence: &Evidence) -> String {
    let ended = |(start, answer): &(Square, Answer)| {
        let checks = grouped(answer.checks);
        let path = answer.tour.as_deref();
        let back = path.and_then(|path| path.iter().skip(1).position(|square| square == start));
        let how = match (path, back) {
            (None, _) => format!("nothing in {checks} checks"),
            (_, Some(back)) => {
                format!("a path over it at move {} after {checks} checks", back + 1)
            }
            (_, None) => format!("a tour after {checks} checks"),
        };
        format!("from {start} {how} (marked: {})", grouped(evidence.exact_fig2[start]))
    };
    format!(
        "`solve` does not mark its start, so a path may lead over it again and leave a square out: \
         {}; `solve2` is needed, as the paper says",
        joined(evidence.unmarked.iter().map(ended), ", ")
    )
}

/// The squares of the diagonal with a solution within the budget.
pub(super) fn diagonal_solutions(evidence: &Evidence, claimed: usize) -> Measured {
    let (solved, unsolved): (Vec<&Record>, Vec<&Record>) =
        evidence.diagonal.iter().partition(|record| record.success);
    let budget = evidence.diagonal[0].budget;
    let within = budget.map_or(String::new(), |limit| format!(" within {}", grouped(limit)));
    let needed = unsolved.iter().map(|record| {
        let start = record.start();
        format!("{start} {}", grouped(evidence.exact_diagonal[&start]))
    });
    Measured::compared(solved.len(), claimed)
        .because(format!(
            "{} of {} squares{within}: {}",
            solved.len(),
            evidence.diagonal.len(),
            joined(solved.iter().map(|record| record.start()), " ")
        ))
        .because(format!("the others need {}", joined(needed, ", ")))
}
