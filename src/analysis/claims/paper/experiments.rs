//! Claims that take several experiments, or searches over all orders.

use std::collections::BTreeSet;

use crate::analysis::claims::paper::first_search::{checks_of, tour_of};
use crate::analysis::claims::paper::{Evidence, EvidenceError, Judged, Measured, facts};
use crate::results::record::Record;
use crate::text::formatting::{grouped, joined};
use knight_search::first_path::CheckSplit;
use knight_search::{Answer, MoveOrder, Outcome, Square, Symmetry, Tour};

/// All pairs of a square and a move, and the checks of the paper's own search.
pub(super) fn moves_on_board(evidence: &Evidence) -> Measured {
    let measured = facts::moves_on_board(8, 2..=16);
    let CheckSplit { off_board, visited, moves } = evidence.fig3_checks;
    measured.and(&format!(
        "{} of the {} checks from (1,1) are off the board and {} on visited squares",
        grouped(off_board),
        grouped(off_board + visited + moves),
        grouped(visited)
    ))
}

pub(super) fn runs_without_backtracking(evidence: &Evidence) -> Judged {
    let (found, of) = evidence.without_backtracking;
    let value = format!("{} of {} runs", grouped(found), grouped(of));
    let (board, runs) = evidence.perfect_elsewhere;
    let why = match runs {
        0 => String::new(),
        runs => format!(
            "; not because the program cannot look ahead: on {board} there are {}",
            grouped(runs)
        ),
    };
    Ok(Measured::new(value, found == 0).because(format!("all starts and all orders{why}")))
}

/// Whether an order other than Fig. 2's finds a tour.
pub(super) fn another_order_works(evidence: &Evidence) -> Judged {
    let best = &evidence.best_order;
    let other = best.orders.iter().find(|order| **order != evidence.fig3.order);
    Ok(match other {
        Some(other) => Measured::new("works", true)
            .because(format!("{other} finds a tour after {} checks", grouped(best.checks))),
        None => Measured::new("no other order is known", false),
    })
}

/// How many squares have a tour in the search without a budget.
pub(super) fn all_starts_solved(evidence: &Evidence) -> Measured {
    let exact = &evidence.exact_fig2;
    let solved = exact.iter().filter(|record| record.success).count();
    let most = exact.iter().filter_map(|record| record.checks).max().unwrap_or(0);
    let value = format!("from {solved} of {} squares", exact.len());
    Measured::new(value, solved == exact.len() && solved > 0)
        .because(format!("Fig. 2's order, after up to {} checks", grouped(most)))
}

/// The checks of Fig. 2's order against those of the best order, from every square.
pub(super) fn gain_by_order(evidence: &Evidence) -> Judged {
    let mut gains = Vec::new();
    for record in &evidence.exact_fig2 {
        let best = evidence.least_checks.iter().find(|(start, _)| *start == record.start());
        let (_, best) = best.ok_or(EvidenceError::NoStart(record.start()))?;
        gains.push((checks_of(record)? as f64 / *best as f64, record.start()));
    }
    gains.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((least, at_least)), Some((most, at_most))) = (gains.first(), gains.last()) else {
        return Ok(Measured::new("no exact counts", false));
    };
    Ok(Measured::new(format!("{least:.0} to {most:.1e} times as many checks"), *least > 10.0)
        .because(format!(
            "Fig. 2's order against the best of all orders, at {at_least} and {at_most}"
        )))
}

/// How many squares have an order that finds a tour, and after how many checks.
pub(super) fn solved_by_best_orders(evidence: &Evidence) -> Measured {
    let least = &evidence.least_checks;
    let most = least.iter().map(|(_, checks)| *checks).max().unwrap_or(0);
    let squares = evidence.exact_fig2.len();
    Measured::new(format!("{} of {squares} squares", least.len()), least.len() == squares)
        .because(format!("the best order of each takes at most {} checks", grouped(most)))
}

/// The checks of Warnsdorff's rule, its look-ahead included, against those of Fig. 2's order.
pub(super) fn gain_by_warnsdorff(evidence: &Evidence) -> Judged {
    let (of_order, of_rule) = (checks_of(&evidence.fig3)?, checks_of(&evidence.warnsdorff)?);
    let agrees = evidence.warnsdorff.success && of_rule < of_order;
    let value = format!("{} against {}", grouped(of_rule), grouped(of_order));
    Ok(Measured::new(value, agrees)
        .because("from (1,1), ties by Fig. 2's order, look-ahead checks counted"))
}

/// Whether no order from (1,1) needs fewer checks than Fig. 2's.
pub(super) fn quickest_order(evidence: &Evidence) -> Judged {
    let best = &evidence.best_order;
    let paper_is_best = best.orders.contains(&evidence.fig3.order);
    let ratio = checks_of(&evidence.fig3)? as f64 / best.checks as f64;
    let remark = format!(
        "least of all 40,320 orders: {} checks, and Fig. 2's takes {} times as many; {}",
        grouped(best.checks),
        grouped(ratio.round() as u128),
        recorded(evidence)
    );
    Ok(Measured::new(joined(&best.orders, " "), paper_is_best).because(remark))
}

/// The least checks in the committed table, from the same start and from all.
fn recorded(evidence: &Evidence) -> String {
    const TABLE: &str = "results/best-order/8x8.csv";
    let start = evidence.fig3.start();
    let all = &evidence.least_checks;
    let here = all.iter().find(|(square, _)| *square == start);
    let each = || all.iter().map(|(_, checks)| *checks);
    match (here, each().min(), each().max()) {
        (Some((_, checks)), Some(least), Some(most)) => format!(
            "{TABLE} has {}, and {} to {} over all {} squares",
            grouped(*checks),
            grouped(least),
            grouped(most),
            all.len()
        ),
        _ => format!("{TABLE} has no number for {start}"),
    }
}

/// The symmetry that maps one tour to another, the identity aside.
fn mirror_of(from: &Tour, to: &Tour) -> Option<Symmetry> {
    Symmetry::of(from.board()).skip(1).find(|g| {
        let images = from.squares().iter().map(|&s| g.square(from.board(), s));
        images.eq(to.squares().iter().copied())
    })
}

/// Whether the clockwise order from (1,1) finds a mirror image of the first solution.
pub(super) fn mirrored_solution(evidence: &Evidence) -> Judged {
    let order = MoveOrder::TUTORIAL;
    let original = tour_of(&evidence.fig3)?;
    let start = evidence.fig3.start();
    let is_other = |record: &&Record| record.start() == start && record.order == order;
    let Some(other) = evidence.corners.iter().find(is_other) else {
        return Ok(Measured::new("not among the corner jobs", false));
    };
    let is_mirror = mirror_of(&original, &tour_of(other)?).is_some();
    let value = if is_mirror { "mirror images" } else { "other tours" };
    let remark = format!("{order} takes {} checks", grouped(checks_of(other)?));
    Ok(Measured::new(value, is_mirror).because(remark))
}

/// The images of the first solution, each found from its corner.
pub(super) fn corner_solutions(evidence: &Evidence, claimed: usize) -> Judged {
    let corners = &evidence.corners;
    let tours: Vec<Tour> = corners.iter().map(tour_of).collect::<Result<_, _>>()?;
    let Some(first) = tours.first() else {
        return Ok(Measured::new("no solution", false));
    };
    let is_image = |tour: &&Tour| *tour == first || mirror_of(first, tour).is_some();
    let images = tours.iter().filter(is_image).count();
    let checks: BTreeSet<u128> = corners.iter().map(checks_of).collect::<Result<_, _>>()?;
    let same_count = checks.len() == 1;
    let remark = if same_count {
        "all are images of one tour, found in the same number of checks"
    } else {
        "their numbers of checks differ"
    };
    let agrees = images == claimed && tours.len() == claimed && same_count;
    Ok(Measured::new(format!("{images} in all"), agrees).because(remark))
}

/// Whether the budget does not suffice for the second square of the diagonal.
pub(super) fn no_second_solution(evidence: &Evidence) -> Judged {
    let start = Square { row: 2, col: 2 };
    let record = evidence.diagonal.iter().find(|record| record.start() == start);
    let record = record.ok_or(EvidenceError::NoStart(start))?;
    let spent = grouped(checks_of(record)?);
    Ok(match record.outcome {
        Outcome::Tour => Measured::new(format!("one after {spent} checks"), false),
        Outcome::None => Measured::new(format!("none at all, shown in {spent} checks"), true),
        _ => {
            let needed = exact_checks(&evidence.exact_diagonal, start);
            Measured::new(format!("none from {start}"), true).because(match needed {
                Some(needed) => {
                    format!("it takes {} checks; {}", grouped(needed), unmarked(evidence))
                }
                None => format!("it takes more than {spent} checks"),
            })
        }
    })
}

/// What becomes of the search if the start is not marked.
fn unmarked(evidence: &Evidence) -> String {
    let marked = |start| exact_checks(&evidence.exact_fig2, start).map_or(String::new(), grouped);
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
        format!("from {start} {how} (marked: {})", marked(*start))
    };
    format!(
        "`solve` does not mark its start, so a path may lead over it again and leave a square out: \
         {}; `solve2` is needed, as the paper says",
        joined(evidence.unmarked.iter().map(ended), ", ")
    )
}

/// The checks that a search without a budget takes from a square, if it is among the records.
fn exact_checks(exact: &[Record], start: Square) -> Option<u128> {
    let of_start = exact.iter().find(|record| record.start() == start);
    of_start.and_then(|record| record.checks)
}

/// The squares of the diagonal with a solution within the budget.
pub(super) fn diagonal_solutions(evidence: &Evidence, claimed: usize) -> Measured {
    let diagonal = &evidence.diagonal;
    let solved: Vec<Square> = diagonal.iter().filter(|r| r.success).map(Record::start).collect();
    let budget = diagonal.first().and_then(|record| record.budget);
    let within = budget.map_or(String::new(), |limit| format!(" within {}", grouped(limit)));
    let unsolved = diagonal.iter().filter(|r| !r.success).filter_map(|r| {
        let needed = exact_checks(&evidence.exact_diagonal, r.start())?;
        Some(format!("{} {}", r.start(), grouped(needed)))
    });
    let unsolved: Vec<String> = unsolved.collect();
    let needed = match unsolved.is_empty() {
        true => String::new(),
        false => format!("; the others need {}", unsolved.join(", ")),
    };
    Measured::compared(solved.len(), claimed).because(format!(
        "{} of {} squares{within}: {}{needed}",
        solved.len(),
        diagonal.len(),
        joined(&solved, " ")
    ))
}
