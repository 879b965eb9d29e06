//! Comparing the paper's claims with the evidence.

use crate::analysis::formatting::grouped;
use crate::analysis::paper::claims::{Claim, Test};
use crate::analysis::paper::{Evidence, Finding, Verdict};
use crate::analysis::summary::exponent;
use crate::results::record::Record;
use crate::transcript;
use knight_search::board::tour::TourError;
use knight_search::{Board, Budget, Move, MoveOrder, Outcome, Square, Symmetry, Tour};

/// Why the evidence does not serve.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// A record that should hold a tour does not.
    #[error("job {0} has no recorded tour")]
    NoTour(u64),
    /// A record that should hold a count does not.
    #[error("job {0} has no number of checks")]
    NoCount(u64),
    /// A recorded tour is none.
    #[error("the tour of job {job} is not valid: {source}")]
    Tour {
        /// The job.
        job: u64,
        /// What is wrong with it.
        source: TourError,
    },
    /// A claim in `claims.toml` is not written as it should be.
    #[error("claim {id}: {why}")]
    Claim {
        /// Short name of the claim.
        id: String,
        /// What is wrong.
        why: String,
    },
}

/// Our value, whether it agrees, and a remark.
struct Measured {
    ours: String,
    agrees: bool,
    remark: Option<String>,
}

impl Measured {
    fn new(ours: impl ToString, agrees: bool) -> Measured {
        Measured { ours: ours.to_string(), agrees, remark: None }
    }

    fn because(mut self, remark: String) -> Measured {
        self.remark = Some(remark);
        self
    }
}

/// Judges one claim.
///
/// # Errors
/// [`EvidenceError`] if records lack their tours, or the claim is malformed.
pub fn judge(claim: &Claim, evidence: &Evidence) -> Result<Finding, EvidenceError> {
    let finding = |ours, verdict, remark| Finding {
        id: claim.id.clone(),
        place: claim.place.clone(),
        claim: claim.claim.clone(),
        paper: claim.paper.clone(),
        ours,
        verdict,
        remark,
    };
    if let Test::NotTestable { because } = &claim.test {
        return Ok(finding(None, Verdict::NotTestable, Some(because.clone())));
    }
    let measured = measure(claim, evidence)?;
    let verdict = if measured.agrees { Verdict::Reproduced } else { Verdict::Refuted };
    Ok(finding(Some(measured.ours), verdict, measured.remark))
}

fn measure(claim: &Claim, evidence: &Evidence) -> Result<Measured, EvidenceError> {
    let malformed = |why: String| EvidenceError::Claim { id: claim.id.clone(), why };
    let board_of = |text: &str| text.parse::<Board>().map_err(|e| malformed(e.to_string()));
    let fig3 = &evidence.fig3;
    Ok(match &claim.test {
        Test::NotTestable { because } => Measured::new(because, false),
        Test::StartSquares { board, expected } => {
            let squares = board_of(board)?.squares().count();
            Measured::new(squares, squares == *expected)
        }
        Test::MoveVectors { x, y } => move_vectors(x, y),
        Test::MovesOfTour { expected } => {
            let moves = tour_of(fig3)?.squares().len() - 1;
            Measured::new(moves, moves == *expected)
        }
        Test::FirstSolution { grid } => {
            let printed = transcript::judge(grid, None).map_err(|e| malformed(e.to_string()))?;
            first_solution(&tour_of(fig3)?, &printed.squares)
        }
        Test::PositionChanges { expected } => position_changes(expected),
        Test::MovesElsewhere { board } => moves_elsewhere(board_of(board)?),
        Test::OppositeChanges {} => opposite_changes(&tour_of(fig3)?),
        Test::WorstCase { squares } => worst_case(*squares),
        Test::WorstCaseBound {} => worst_case_bound(),
        Test::ValidSquares { board, above, below } => {
            let board = board_of(board)?;
            let is_valid = |n: u16| (above + 1..*below).contains(&n);
            let valid = board.squares().filter(|s| is_valid(s.row) && is_valid(s.col)).count();
            Measured::new(format!("{valid} of {} squares", board.area()), valid == board.area())
                .because("the last row and column are left out".to_owned())
        }
        Test::Positions { board, expected } => {
            let positions = board_of(board)?.squares().map(|s| i32::from(s.row) + i32::from(s.col));
            let range = [positions.clone().min(), positions.max()];
            let ours = format!("{} to {}", range[0].unwrap_or(0), range[1].unwrap_or(0));
            Measured::new(ours, range == expected.map(Some))
        }
        Test::MovesFrom { board, square, expected } => {
            let board = board_of(board)?;
            let square = board.parse_square(square).map_err(|e| malformed(e.to_string()))?;
            let moves = board.neighbours(square).count();
            Measured::new(moves, moves == *expected)
        }
        Test::SameMoveTwice { board, start, step } => {
            let board = board_of(board)?;
            let start = board.parse_square(start).map_err(|e| malformed(e.to_string()))?;
            let mv = Move::from_delta(step[0], step[1])
                .ok_or_else(|| malformed("no knight moves so".to_owned()))?;
            let twice = board.target(start, mv).and_then(|once| board.target(once, mv));
            let ours =
                twice.map_or("impossible".to_owned(), |end| format!("possible: {start} to {end}"));
            Measured::new(ours, twice.is_some())
        }
        Test::MovesOfChange { change, expected } => {
            let of_change = |mv: &Move| {
                let (row, col) = mv.delta();
                i32::from(row) + i32::from(col) == *change
            };
            let moves: Vec<String> =
                Move::ALL.iter().filter(|mv| of_change(mv)).map(|mv| format!("{mv:?}")).collect();
            Measured::new(moves.len(), moves.len() == *expected).because(moves.join(", "))
        }
        Test::TurningOrder { order } => {
            let order = order.parse::<MoveOrder>().map_err(|e| malformed(e.to_string()))?;
            turning_order(order)
        }
        Test::ChecksOfAFailure {} => checks_of_a_failure(fig3)?,
        Test::RunsWithoutBacktracking {} => {
            let (found, of) = evidence.without_backtracking;
            let ours = format!("{} of {} runs", grouped(found.into()), grouped(of.into()));
            Measured::new(ours, found == 0).because("all starts and all orders".to_owned())
        }
        Test::ChecksToPosition { position, expected } => {
            checks_to_position(&places_of_moves(fig3)?, *position, (*expected).into())
        }
        Test::Checks { expected } => {
            let checks = checks_of(fig3)?;
            Measured::new(grouped(checks), checks == u128::from(*expected))
        }
        Test::Exponent { expected } => {
            let ours = format!("{:.2}", exponent(checks_of(fig3)? as f64));
            Measured::new(&ours, ours == *expected)
        }
        Test::FewerChecksThan { exponent: power } => {
            let ours = exponent(checks_of(fig3)? as f64);
            Measured::new(format!("8^{ours:.2}"), ours < f64::from(*power))
        }
        Test::QuickestOrder {} => quickest_order(evidence)?,
        Test::MirroredSolution { order } => mirrored_solution(evidence, order)?,
        Test::CornerSolutions { expected } => corner_solutions(&evidence.corners, *expected)?,
        Test::NoSolutionWithinBudget { start } => {
            let board = fig3.board().map_err(|e| malformed(e.to_string()))?;
            let start = board.parse_square(start).map_err(|e| malformed(e.to_string()))?;
            no_solution_within_budget(evidence, start)?
                .ok_or_else(|| malformed("its start is not on the diagonal".to_owned()))?
        }
        Test::DiagonalSolutions { expected } => diagonal_solutions(evidence, *expected),
    })
}

fn tour_of(record: &Record) -> Result<Tour, EvidenceError> {
    let job = record.job;
    let text = record.tour.as_deref().ok_or(EvidenceError::NoTour(job))?;
    let wrong = |source| EvidenceError::Tour { job, source };
    let board = record.board().map_err(|_| EvidenceError::NoTour(job))?;
    Tour::parse(board, text).map_err(wrong)
}

/// The 1-based places in the order of the moves of a record's tour.
fn places_of_moves(record: &Record) -> Result<Vec<u128>, EvidenceError> {
    let tour = tour_of(record)?;
    Ok(knight_search::places_of_moves(record.order, tour.squares()).collect())
}

fn move_vectors(x: &[i32], y: &[i32]) -> Measured {
    let deltas: Vec<(i32, i32)> = x.iter().copied().zip(y.iter().copied()).collect();
    let moves: std::collections::BTreeSet<Move> =
        deltas.iter().filter_map(|&(row, col)| Move::from_delta(row, col)).collect();
    Measured::new(moves.len(), moves.len() == Move::ALL.len())
}

fn first_solution(tour: &Tour, printed: &[Square]) -> Measured {
    let same = tour.squares().iter().zip(printed).filter(|(a, b)| a == b).count();
    let ours = format!("{same} of {} squares agree", tour.squares().len());
    Measured::new(ours, tour.squares() == printed)
}

/// By how much a step changes row + column, the paper's `m` (§V).
fn position_change(from: Square, to: Square) -> i32 {
    let position = |s: Square| i32::from(s.row) + i32::from(s.col);
    position(to) - position(from)
}

fn position_changes(expected: &[i32]) -> Measured {
    let deltas = Move::ALL.map(Move::delta);
    let changes: std::collections::BTreeSet<i32> =
        deltas.iter().map(|&(row, col)| i32::from(row) + i32::from(col)).collect();
    let ours: Vec<String> = changes.iter().map(i32::to_string).collect();
    Measured::new(ours.join(" "), changes.iter().eq(expected))
}

fn moves_elsewhere(board: Board) -> Measured {
    let fewest = board.squares().map(|s| board.neighbours(s).count()).min().unwrap_or(0);
    Measured::new(format!("at least {}", fewest.saturating_sub(1)), fewest >= 2)
}

fn opposite_changes(tour: &Tour) -> Measured {
    let changes: Vec<i32> =
        tour.squares().windows(2).map(|pair| position_change(pair[0], pair[1])).collect();
    let pairs = changes.len() - 1;
    let opposite = changes.windows(2).filter(|pair| pair[0] == -pair[1]).count();
    Measured::new(format!("{opposite} of {pairs}"), opposite == pairs)
        .because("counted on the paper's own first solution".to_owned())
}

/// log10 of a number of checks that no search of an open board of this many squares exceeds.
///
/// The first move has 8 continuations and every later one at most 7, because one of the eight leads back to
/// the square just left. So there are at most 1 + 8·(7^0 + … + 7^(n−2)) nodes of 8 checks each.
fn log10_most_checks(squares: u32) -> f64 {
    // 8·(1 + 8·(7^(n−1) − 1)/6) = 64·7^(n−1)/6 − 8/3.
    (8.0 * 8.0 / 6.0f64).log10() + f64::from(squares - 1) * 7f64.log10()
}

/// The worst case of n squares against C·8^n: [`log10_most_checks`] is that of 64/42·7^n.
fn worst_case_bound() -> Measured {
    let base = Move::ALL.len() as f64 - 1.0;
    let factor = 64.0 / (6.0 * base);
    // Powers of 7 grow slower than those of 8, so their ratio is largest for the smallest board.
    let constant = factor * base / 8.0;
    Measured::new(format!("below {factor:.2} x {base}^n"), base <= 8.0)
        .because(format!("so below {constant:.2} x 8^n, for every n"))
}

/// Whether each move of an order is the next one by angle, always in the same sense.
fn turning_order(order: MoveOrder) -> Measured {
    let angle = |mv: Move| {
        let (row, col) = mv.delta();
        f64::from(row).atan2(f64::from(col))
    };
    let mut by_angle = Move::ALL.to_vec();
    by_angle.sort_by(|a, b| angle(*a).total_cmp(&angle(*b)));
    let places: Vec<usize> = order
        .moves()
        .iter()
        .filter_map(|mv| by_angle.iter().position(|other| other == mv))
        .collect();
    let steps: std::collections::BTreeSet<usize> =
        places.windows(2).map(|pair| (pair[1] + 8 - pair[0]) % 8).collect();
    let sense = match steps.into_iter().collect::<Vec<_>>()[..] {
        [1] => "clockwise where rows grow downwards",
        [7] => "counterclockwise where rows grow downwards",
        _ => return Measured::new("no", false),
    };
    Measured::new("yes", true).because(sense.to_owned())
}

fn worst_case(squares: u32) -> Measured {
    let (bound, claimed) = (log10_most_checks(squares), f64::from(squares) * 8f64.log10());
    let remark = format!(
        "8^{squares} is 10^{claimed:.1}; after the first move at most 7 of 8 tries can succeed, for one leads back"
    );
    Measured::new(format!("below 10^{bound:.1}"), bound >= claimed).because(remark)
}

fn checks_of(record: &Record) -> Result<u128, EvidenceError> {
    record.checks.ok_or(EvidenceError::NoCount(record.job))
}

fn checks_of_a_failure(fig3: &Record) -> Result<Measured, EvidenceError> {
    let on_tour: u128 = places_of_moves(fig3)?.iter().sum();
    let squares = tour_of(fig3)?.squares().len() as u128;
    let failed = fig3.nodes.unwrap_or(squares) - squares;
    let checks = checks_of(fig3)?;
    let agrees = checks == 8 * failed + on_tour;
    let remark = format!(
        "{} = 8 x {} failed placements + {on_tour} tries on the tour itself",
        grouped(checks),
        grouped(failed)
    );
    Ok(Measured::new(if agrees { "8" } else { "not 8" }, agrees).because(remark))
}

/// What the moves up to a position cost, by their places in the order.
fn checks_to_position(places: &[u128], position: usize, expected: u128) -> Measured {
    let places = &places[..position.min(places.len())];
    let checks: u128 = places.iter().sum();
    let terms: Vec<String> = places.iter().map(u128::to_string).collect();
    Measured::new(checks, checks == expected)
        .because(format!("{}: the moves of positions 1 to {position}", terms.join(" + ")))
}

fn quickest_order(evidence: &Evidence) -> Result<Measured, EvidenceError> {
    let best = &evidence.best_order;
    let paper_is_best = best.orders.contains(&evidence.fig3.order);
    let orders: Vec<String> = best.orders.iter().map(|order| order.to_string()).collect();
    let ratio = checks_of(&evidence.fig3)? as f64 / best.checks as f64;
    let remark = format!(
        "least of all 40,320 orders: {} checks, {} times fewer; {}",
        grouped(best.checks),
        grouped(ratio.round() as u128),
        recorded(evidence)
    );
    Ok(Measured::new(orders.join(" "), paper_is_best).because(remark))
}

/// What the committed table says of the same start, and of all.
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

fn mirrored_solution(evidence: &Evidence, order: &str) -> Result<Measured, EvidenceError> {
    let original = tour_of(&evidence.fig3)?;
    let other = evidence
        .corners
        .iter()
        .find(|r| r.start() == evidence.fig3.start() && r.order.to_string() == order);
    let Some(other) = other else {
        return Ok(Measured::new("not among the corner jobs", false));
    };
    let is_mirror = mirror_of(&original, &tour_of(other)?).is_some();
    let ours = if is_mirror { "mirror images" } else { "other tours" };
    let remark = format!("{order} takes {} checks", grouped(checks_of(other)?));
    Ok(Measured::new(ours, is_mirror).because(remark))
}

fn corner_solutions(corners: &[Record], expected: usize) -> Result<Measured, EvidenceError> {
    let tours: Vec<Tour> = corners.iter().map(tour_of).collect::<Result<_, _>>()?;
    let Some(first) = tours.first() else {
        return Ok(Measured::new("no solution", false));
    };
    let images =
        tours.iter().filter(|tour| *tour == first || mirror_of(first, tour).is_some()).count();
    let checks: std::collections::BTreeSet<u128> =
        corners.iter().map(checks_of).collect::<Result<_, _>>()?;
    let same_count = checks.len() == 1;
    let remark = if same_count {
        "all are images of one tour, found in the same number of checks"
    } else {
        "their numbers of checks differ"
    };
    let agrees = images == expected && tours.len() == expected && same_count;
    Ok(Measured::new(format!("{images} in all"), agrees).because(remark.to_owned()))
}

fn no_solution_within_budget(
    evidence: &Evidence,
    start: Square,
) -> Result<Option<Measured>, EvidenceError> {
    let Some(record) = evidence.diagonal.iter().find(|r| r.start() == start) else {
        return Ok(None);
    };
    let spent = grouped(checks_of(record)?);
    let needed = exact_checks(&evidence.exact_diagonal, start);
    Ok(Some(match record.outcome {
        Outcome::Budget | Outcome::Memory | Outcome::Stuck => {
            Measured::new(format!("none from {start}"), true).because(match needed {
                Some(needed) => format!("it takes {} checks", grouped(needed)),
                None => format!("it takes more than {spent} checks"),
            })
        }
        Outcome::Tour => Measured::new(format!("one after {spent} checks"), false),
        Outcome::None => Measured::new(format!("none at all, shown in {spent} checks"), true),
    }))
}

/// The checks that a search without a budget takes from a square, if it is among the records.
fn exact_checks(exact: &[Record], start: Square) -> Option<u128> {
    let of_start = exact.iter().find(|record| record.start() == start);
    of_start.and_then(|record| record.checks)
}

fn diagonal_solutions(evidence: &Evidence, expected: usize) -> Measured {
    let diagonal = &evidence.diagonal;
    let solved: Vec<String> =
        diagonal.iter().filter(|r| r.success).map(|r| r.start().to_string()).collect();
    let budget =
        diagonal.first().and_then(|r| r.budget).and_then(|limit| Budget::checks(limit).ok());
    let within =
        budget.map_or(String::new(), |b| format!(" within {}", grouped(b.limit().unwrap_or(0))));
    let unsolved = diagonal.iter().filter(|r| !r.success).filter_map(|r| {
        let needed = exact_checks(&evidence.exact_diagonal, r.start())?;
        Some(format!("{} {}", r.start(), grouped(needed)))
    });
    let unsolved: Vec<String> = unsolved.collect();
    let needed = if unsolved.is_empty() {
        String::new()
    } else {
        format!("; the others need {}", unsolved.join(", "))
    };
    Measured::new(solved.len(), solved.len() == expected).because(format!(
        "{} of {} squares{within}: {}{needed}",
        solved.len(),
        diagonal.len(),
        solved.join(" ")
    ))
}

#[cfg(test)]
mod tests {
    use crate::analysis::paper::claims;
    use crate::analysis::paper::judge::*;

    #[test]
    fn claims_are_readable_and_have_different_names() {
        let claims = claims();
        let ids: std::collections::HashSet<&str> = claims.iter().map(|c| c.id.as_str()).collect();
        assert_eq!(ids.len(), claims.len());
        assert!(claims.len() >= 20);
    }

    #[test]
    fn the_bound_on_checks_holds_where_it_can_be_counted() {
        // On a board without edges every node but the first would have 7 continuations.
        for squares in 2..12u32 {
            let nodes = 1.0 + 8.0 * (0..squares - 1).map(|k| 7f64.powi(k as i32)).sum::<f64>();
            let exact = (8.0 * nodes).log10();
            let bound = log10_most_checks(squares);
            assert!(exact < bound && bound - exact < 0.02, "{squares}: {exact} {bound}");
        }
    }

    #[test]
    fn vectors_that_are_no_moves_are_noticed() {
        assert!(!move_vectors(&[1, 2, 2, 1, -1, -2, -2, 1], &[2, 1, -1, -2, -2, -1, 1, 2]).agrees);
        assert!(!position_changes(&[-3, -1, 1]).agrees);
    }
}
