//! The nodes of a search by their depth.

use crate::answer::Outcome;
use crate::estimates::estimate::{HEAVY_SHARE, interval};
use crate::estimates::stratum::{CHUNK, mixed};
use crate::estimates::walk_sampler::WalkSampler;
use crate::feasibility::{EFFORT, Failed, FirstTour, first_tour};
use knight_board::bitboard::{KnightGraph, SquareSet, with_words};
use knight_board::{Family, Interrupted, Problem, StopCheck};

/// The nodes of a whole search by their depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// [`Outcome::Tour`] or [`Outcome::None`], both proven; [`Outcome::Unknown`] if it is not known
    /// whether a tour exists from one of the positions.
    pub outcome: Outcome,
    /// One level for each depth from 1 to the squares of the board; empty for
    /// [`Outcome::Unknown`].
    pub levels: Vec<Level>,
    /// The standard error of the sum of all levels, whose errors are not independent; `None` if all
    /// nodes were counted.
    pub standard_error: Option<f64>,
    /// Whether one random walk decides that error. Then rarer and larger ones may be missing, and
    /// no interval is to be trusted.
    pub is_heavy_tailed: bool,
}

impl Profile {
    /// The nodes of all levels.
    pub fn nodes(&self) -> f64 {
        self.levels.iter().map(|level| level.nodes).sum()
    }

    /// The ends of the 95 % interval of the nodes of all levels, if some are estimated.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.standard_error.map(|error| interval(self.nodes(), error))
    }
}

/// The nodes of one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The squares on the path, the start included.
    pub depth: usize,
    /// How often the search stands on a path of that many squares: a whole number, or an estimate.
    pub nodes: f64,
    /// The standard error of an estimate; `None` if the nodes were counted.
    pub standard_error: Option<f64>,
}

impl Level {
    /// The ends of the 95 % interval of an estimate.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.standard_error.map(|error| interval(self.nodes, error))
    }
}

/// Nodes that are counted one by one rather than sampled, in all: a second or two.
const STEPPED: u64 = 200_000_000;

/// Nodes of a sampled part whose first levels are counted, each time with one level more.
const STEPPED_OF_PART: u64 = 5_000_000;

/// Random walks, in all.
const TRIALS: f64 = 1e6;

/// The nodes of the search without a budget by rule `fixed`, at each depth. All are counted if they
/// are at most about a hundred million. Of larger searches the parts that are too large are
/// estimated from random walks, as D. E. Knuth did (*Estimating the efficiency of backtrack
/// programs*, Mathematics of Computation 29, 1975, 121–136).
///
/// The result depends on the problem, whose budget does not matter, and the seed.
///
/// # Errors
/// [`Interrupted`] if `check` fails, which is called in the proofs, before each part of the search,
/// and after some thousands of walks.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares or the start
/// is off it.
///
/// # Examples
/// ```
/// use knight_search::estimates;
/// use knight_search::{Budget, Goal, MoveOrder, Problem, Square};
/// let problem = Problem {
///     board: "5x5".parse()?,
///     start: Square { row: 1, col: 2 },
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let profile = estimates::profile(&problem, 1, &mut || Ok(()))?;
/// assert_eq!(profile.levels[1].nodes, 3.0); // three moves from there
/// assert_eq!(profile.nodes(), 1_829_421.0); // no tour begins there
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn profile(
    problem: &Problem,
    seed: u64,
    check: &mut StopCheck,
) -> Result<Profile, Interrupted> {
    let Problem { board, start, order, goal, budget } = *problem;
    assert!(board.contains(start));
    with_words!(board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(board);
        let family = Family { board, start, goal, budget };
        let first = first_tour(&graph, &family, order, EFFORT, check)?;
        let Some(FirstTour { tour, failed }) = first else {
            return Ok(Profile {
                outcome: Outcome::Unknown,
                levels: Vec::new(),
                standard_error: None,
                is_heavy_tailed: false,
            });
        };
        let outcome = if tour.is_some() { Outcome::Tour } else { Outcome::None };
        let of_tour = if tour.is_some() { 1.0 } else { 0.0 };
        let mut sums = vec![Sum { nodes: of_tour, variance: None }; board.area()];
        // A path through all squares fails only if it is no tour of this kind.
        let most = board.area() - usize::from(!goal.returns());
        let total = add_failed(&graph, &failed, seed, check, &mut sums[..most])?;
        let level = |(sum, depth): (Sum, usize)| Level {
            depth,
            nodes: sum.nodes,
            standard_error: sum.variance.map(f64::sqrt),
        };
        Ok(Profile {
            outcome,
            levels: sums.into_iter().zip(1..).map(level).collect(),
            standard_error: total.as_ref().map(|total| total.variance.sqrt()),
            is_heavy_tailed: total.is_some_and(|total| total.is_heavy_tailed()),
        })
    })
}

/// The nodes of a depth so far, and the variance of what of them is estimated.
#[derive(Clone, Copy)]
struct Sum {
    nodes: f64,
    variance: Option<f64>,
}

/// What the random walks of all parts say of the nodes of all levels together.
#[derive(Default)]
struct Total {
    variance: f64,
    /// The sum of the squares of what each trial adds, and the largest of them.
    squares: f64,
    largest: f64,
}

impl Total {
    fn is_heavy_tailed(&self) -> bool {
        self.largest > HEAVY_SHARE * self.squares
    }
}

/// A part of the search that is sampled.
struct Part<'a, const WORDS: usize> {
    sampler: WalkSampler<'a, WORDS>,
    /// The squares on the path before it.
    depth: usize,
    seed: u64,
    /// About how many nodes it has.
    size: f64,
    /// The nodes of its first levels.
    counted: Vec<u64>,
    /// No walk in it is longer.
    longest: usize,
}

/// Adds the nodes of what a search fails at, those of the smallest parts by counting them.
fn add_failed<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    failed: &[Failed<WORDS>],
    seed: u64,
    check: &mut StopCheck,
    sums: &mut [Sum],
) -> Result<Option<Total>, Interrupted> {
    let mut left = STEPPED;
    let mut sampled: Vec<Part<WORDS>> = Vec::new();
    // The later ones have fewer open squares.
    for failed in failed.iter().rev() {
        check()?;
        let part = Part::new(graph, failed, seed);
        let mut nodes = vec![0; sums.len()];
        if part.size <= left as f64 && step(graph, failed.first, failed.open, &mut nodes, &mut left)
        {
            let below = sums[failed.depth..].iter_mut();
            below.zip(nodes).for_each(|(sum, nodes)| sum.nodes += nodes as f64);
        } else {
            sampled.push(Part { counted: first_levels(graph, failed, part.longest), ..part });
        }
    }
    let size: f64 = sampled.iter().map(|part| part.size).sum();
    let mut total = None;
    for part in sampled {
        let trials = (TRIALS * part.size / size).max(CHUNK.into()) as u32;
        part.add(trials, check, sums, total.get_or_insert_default())?;
    }
    Ok(total)
}

/// Counts the walks from squares of `first` through `open` by their length, and subtracts them from
/// `left`; `false` if `left` does not suffice.
fn step<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    open: SquareSet<WORDS>,
    nodes: &mut [u64],
    left: &mut u64,
) -> bool {
    let Some((shortest, longer)) = nodes.split_first_mut() else { return true };
    let new = u64::from(first.len());
    let Some(rest) = left.checked_sub(new) else { return false };
    *left = rest;
    *shortest += new;
    first.members().all(|square| {
        let open = open.without(square);
        let next = graph.neighbours(square) & open;
        next.is_empty() || step(graph, next, open, longer, left)
    })
}

/// The nodes of the first levels of a part, as many as can be counted soon.
fn first_levels<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    failed: &Failed<WORDS>,
    longest: usize,
) -> Vec<u64> {
    let (mut counted, mut left) = (Vec::new(), STEPPED_OF_PART);
    while counted.len() < longest {
        let mut nodes = vec![0; counted.len() + 1];
        if !step(graph, failed.first, failed.open, &mut nodes, &mut left) {
            break;
        }
        counted = nodes;
    }
    counted
}

impl<'a, const WORDS: usize> Part<'a, WORDS> {
    fn new(graph: &'a KnightGraph<WORDS>, failed: &Failed<WORDS>, seed: u64) -> Self {
        let Failed { depth, first, open } = *failed;
        let seed = mixed([seed, depth as u64]);
        let mut sampler = WalkSampler::new(graph, first, open, mixed([seed, 0]), CHUNK);
        let mut size = 0.0;
        sampler.sample(mixed([seed, 1]), CHUNK, |trial| size += trial.walks / f64::from(CHUNK));
        let reached = graph.flood(first, open);
        let light = (reached & graph.light()).len();
        // The colours of the squares of a walk alternate.
        let longest = reached.len().min(2 * light.min(reached.len() - light) + 1) as usize;
        Part { sampler, depth, seed, size, counted: Vec::new(), longest }
    }

    /// Adds an estimate from this many trials.
    fn add(
        mut self,
        trials: u32,
        check: &mut StopCheck,
        sums: &mut [Sum],
        total: &mut Total,
    ) -> Result<(), Interrupted> {
        /// Some tenths of a second.
        const BETWEEN_CHECKS: u32 = 20_000;
        let below = &mut sums[self.depth..];
        let reached = below.len().min(self.longest);
        let below = &mut below[..reached];
        // As multiples of the size: squares of the numbers themselves may be too large.
        let mut moments = vec![(0.0, 0.0); below.len()];
        let counted = self.counted.len();
        let (mut all, mut all_squares, mut largest) = (0.0, 0.0, 0.0f64);
        let mut done = 0;
        while done < trials {
            check()?;
            let some = BETWEEN_CHECKS.min(trials - done);
            self.sampler.sample(mixed([self.seed, 2 + u64::from(done)]), some, |trial| {
                for ((sum, squares), walks) in moments.iter_mut().zip(&trial.by_length) {
                    let walks = walks / self.size;
                    *sum += walks;
                    *squares += walks * walks;
                }
                let walks = trial.by_length.iter().skip(counted).sum::<f64>() / self.size;
                all += walks;
                all_squares += walks * walks;
                largest = largest.max(walks * walks);
            });
            done += some;
        }
        let trials = f64::from(trials);
        let scale = (self.size / trials).powi(2);
        total.variance +=
            scale * trials * (all_squares - all * all / trials).max(0.0) / (trials - 1.0);
        total.squares += scale * all_squares;
        total.largest = total.largest.max(scale * largest);
        below.iter_mut().zip(self.counted).for_each(|(sum, nodes)| sum.nodes += nodes as f64);
        let mut last = 0.0;
        for (sum, (walks, squares)) in below.iter_mut().zip(moments).skip(counted) {
            let mean = walks / trials;
            let variance = match walks > 0.0 {
                true => (squares / trials - mean * mean).max(0.0) / (trials - 1.0),
                // No walk was this long. Longer ones are rarer, so they may be as many as those
                // of the longest that was met.
                false => last * last,
            };
            last = if walks > 0.0 { mean } else { last };
            sum.nodes += self.size * mean;
            sum.variance = Some(sum.variance.unwrap_or(0.0) + self.size * self.size * variance);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::estimates::profile::*;
    use crate::trace::{Done, first_steps};
    use knight_board::Goal;
    use knight_board::{Budget, MoveOrder};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn the_levels_are_those_of_the_plain_search(
            rows in 1u16..6,
            cols in 1u16..5,
            start in 0usize..20,
            order in 0usize..40320,
            closed: bool,
        ) {
            let board = knight_board::Board::new(rows, cols).unwrap();
            let problem = Problem {
                board,
                start: board.squares().nth(start % board.area()).unwrap(),
                order: MoveOrder::all().nth(order).unwrap(),
                goal: if closed { Goal::Closed } else { Goal::Open },
                budget: Budget::UNLIMITED,
            };
            let mut nodes = vec![0.0; board.area()];
            nodes[0] = 1.0;
            for step in first_steps(&problem, u64::MAX) {
                if matches!(step.done, Done::Placed(..)) {
                    nodes[step.depth] += 1.0;
                }
            }
            let profile = profile(&problem, 1, &mut || Ok(())).unwrap();
            let counted: Vec<f64> = profile.levels.iter().map(|level| level.nodes).collect();
            prop_assert_eq!(counted, nodes);
            prop_assert!(profile.levels.iter().all(|level| level.standard_error.is_none()));
        }
    }

    /// Of the search on 6×6 from a corner, all of whose parts are counted here.
    #[test]
    fn estimated_levels_are_near_the_counted_ones() {
        let board: knight_board::Board = "6x6".parse().unwrap();
        let graph = KnightGraph::<1>::new(board);
        let family = Family {
            board,
            start: knight_board::Square { row: 1, col: 1 },
            goal: Goal::Open,
            budget: Budget::UNLIMITED,
        };
        let first = first_tour(&graph, &family, MoveOrder::FIG2, EFFORT, &mut || Ok(())).unwrap();
        let failed = first.unwrap().failed;
        let none = Sum { nodes: 0.0, variance: None };
        for failed in failed.iter().filter(|failed| failed.depth < 14) {
            let mut sums = vec![none; board.area()];
            let part = Part::new(&graph, failed, 5);
            part.add(100_000, &mut || Ok(()), &mut sums, &mut Total::default()).unwrap();
            let mut counted = vec![0; board.area()];
            assert!(step(&graph, failed.first, failed.open, &mut counted, &mut u64::MAX.clone()));
            for (sum, counted) in sums[failed.depth..].iter().zip(counted) {
                let error = sum.variance.unwrap().sqrt();
                let far = (sum.nodes - counted as f64).abs();
                assert!(
                    far <= 6.0 * error + 1e-9 * sum.nodes,
                    "{} ± {error}, {counted}",
                    sum.nodes
                );
            }
        }
    }
}
