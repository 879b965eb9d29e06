//! Whether rows agree with one another.
//!
//! A search that finds no tour visits every walk from its start once. So its nodes and checks are
//! the same for every order, and by Warnsdorff's rules for every seed and for every way to break
//! ties by one more look. And whether there is a tour does not depend on them at all. A job and its
//! mirror image have the same answer.
//!
//! Of two rows that contradict each other the first need not be the right one.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::experiment::Reduction;
use crate::experiment::plan::{Job, Plan};
use crate::results::record::small_boards::SmallBoard;
use crate::results::record::{Record, RowFault};
use knight_search::{
    Board, Goal, Outcome, Problem, Rule, Square, Symmetry, Tour, places_of_moves, theorems,
};

/// What the rows read so far say, to compare others with.
///
/// It takes at most 8 bytes for each job if the plan reduces by symmetry, and some bytes for each
/// of at most [`MOST_STARTS`] starts.
#[derive(Debug)]
pub(in crate::results) struct Consistency {
    reduction: Reduction,
    /// The files that were read; the last one is being read.
    files: Vec<OpenedFile>,
    last_place: Place,
    starts: HashMap<Searches, StartFacts>,
    mirrors: MirroredRows,
    /// The jobs that are searched for rows that contradict each other.
    disputed_searches: BTreeSet<u64>,
}

/// Starts whose rows are compared. All boards on which the fixed rule can search have fewer.
const MOST_STARTS: usize = 1 << 16;

#[derive(Debug)]
struct OpenedFile {
    name: String,
    /// The lines of all files before it.
    lines_before: u32,
}

/// A line, counted on from file to file.
type Place = u32;

/// A board and a square of it, the same for all that symmetries map to one another.
type Start = (u16, u16, Square);

/// Complete searches of which all find a tour, or all take the same without one.
type Searches = (Start, Goal, Rule, Option<u128>);

#[derive(Debug)]
struct StartFacts {
    small_board: Option<SmallBoard>,
    first: Option<(Place, Finding)>,
    is_disputed: bool,
}

/// What a row says about all complete searches from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finding {
    /// There is no tour, and the search takes this much.
    Whole { nodes: Option<u128>, checks: Option<u128>, off_board: Option<u128> },
    /// There is no tour, and what the search takes was not counted.
    NoTour,
    /// There is a tour.
    Tour,
    /// If there is no tour, a search takes more than the budget.
    Budget,
}

impl Consistency {
    /// For the rows of a plan.
    pub(in crate::results) fn new(plan: &Plan) -> Consistency {
        Consistency {
            reduction: plan.symmetry(),
            files: Vec::new(),
            last_place: 0,
            starts: HashMap::new(),
            mirrors: MirroredRows::default(),
            disputed_searches: BTreeSet::new(),
        }
    }

    /// The next rows are those of another file, which messages call by this name.
    pub(in crate::results) fn begin_file(&mut self, name: String) {
        self.files.push(OpenedFile { name, lines_before: self.last_place });
    }

    /// Compares a row, which agrees with its job, with the earlier ones.
    pub(in crate::results) fn check(
        &mut self,
        line: u64,
        record: &Record,
        job: &Job,
        tour: Option<&Tour>,
    ) -> Result<(), RowFault> {
        let before = self.files.last().map_or(0, |file| file.lines_before);
        let place = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(before);
        self.last_place = place;
        // It depends on the machine, so it contradicts nothing.
        if record.outcome.is_unknown() {
            return Ok(());
        }
        self.check_start(place, record, job)?;
        match self.reduction {
            Reduction::Off => Ok(()),
            Reduction::Reduce => self.check_mirror(place, record, job, tour),
        }
    }

    /// Whether any rows contradicted each other.
    pub(in crate::results) fn has_disputes(&self) -> bool {
        !self.disputed_searches.is_empty() || self.starts.values().any(|facts| facts.is_disputed)
    }

    /// Whether rows that contradict each other are about this job, so that its row is not to be
    /// trusted.
    pub(in crate::results) fn is_disputed(&self, job: &Job) -> bool {
        let of_start = self.starts.get(&searches_like(job)).is_some_and(|facts| facts.is_disputed);
        of_start && is_complete(job) || self.disputed_searches.contains(&searched(job))
    }

    fn check_start(&mut self, place: Place, record: &Record, job: &Job) -> Result<(), RowFault> {
        let board = job.problem.board;
        let may_lack_tour = is_complete(job) && theorems::closed(board).is_some();
        if !may_lack_tour && board.area() > SmallBoard::MOST_SQUARES {
            return Ok(());
        }
        let is_full = self.starts.len() >= MOST_STARTS;
        let facts = match self.starts.entry(searches_like(job)) {
            Entry::Occupied(facts) => facts.into_mut(),
            Entry::Vacant(_) if is_full => return Ok(()),
            Entry::Vacant(place) => place.insert(StartFacts::new(board, job.problem.start)),
        };
        if let Some(small_board) = &facts.small_board {
            small_board.check(record, job)?;
        }
        let Some(here) = Finding::of(record).filter(|_| may_lack_tour) else {
            return Ok(());
        };
        let (there_at, there) = *facts.first.get_or_insert((place, here));
        if let (Finding::Whole { .. }, Finding::NoTour) = (here, there) {
            // It says more.
            facts.first = Some((place, here));
        }
        if !here.contradicts(there) {
            return Ok(());
        }
        facts.is_disputed = true;
        Err(RowFault::Disagreement {
            here: here.to_string(),
            there: format!("{} ({there})", self.name_of(there_at)),
            why: "the searches from one square all find a tour or all take the same without one",
        })
    }

    fn check_mirror(
        &mut self,
        place: Place,
        record: &Record,
        job: &Job,
        tour: Option<&Tour>,
    ) -> Result<(), RowFault> {
        let search = searched(job);
        let digest = digest(record, job, tour);
        let (there_at, there) = *self.mirrors.first(search, (place, digest));
        if digest == there {
            return Ok(());
        }
        self.disputed_searches.insert(search);
        Err(RowFault::Disagreement {
            here: "this answer".to_owned(),
            there: self.name_of(there_at),
            why: "jobs that are mirror images of one another have the same outcome, checks, nodes \
                  and mirrored tours",
        })
    }

    /// `line 5`, and of which file if it is not the last one.
    fn name_of(&self, place: Place) -> String {
        let after = self.files.partition_point(|file| file.lines_before < place);
        match after.checked_sub(1).map(|index| &self.files[index]) {
            None => format!("line {place}"),
            Some(file) if after == self.files.len() => {
                format!("line {}", place - file.lines_before)
            }
            Some(file) => format!("line {} of {}", place - file.lines_before, file.name),
        }
    }
}

impl StartFacts {
    fn new(board: Board, start: Square) -> StartFacts {
        let small_board = SmallBoard::new(board, start);
        StartFacts { small_board, first: None, is_disputed: false }
    }
}

impl Finding {
    fn contradicts(self, other: Finding) -> bool {
        use Finding::{Budget, NoTour, Tour, Whole};
        match (self, other) {
            (Whole { .. }, NoTour) | (NoTour, Whole { .. }) => false,
            (NoTour, Tour) | (Tour, NoTour) => true,
            (Whole { .. }, _) | (_, Whole { .. }) => self != other,
            (NoTour | Tour | Budget, NoTour | Tour | Budget) => false,
        }
    }

    fn of(record: &Record) -> Option<Finding> {
        match record.outcome {
            Outcome::None if record.is_estimated() => Some(Finding::NoTour),
            Outcome::None => Some(Finding::Whole {
                nodes: record.nodes,
                checks: record.checks,
                off_board: record.checks_off_board,
            }),
            Outcome::Tour => Some(Finding::Tour),
            Outcome::Budget => Some(Finding::Budget),
            Outcome::Stuck | Outcome::Memory | Outcome::Time | Outcome::Unknown => None,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self {
            Finding::Whole { .. } | Finding::NoTour => Outcome::None,
            Finding::Tour => Outcome::Tour,
            Finding::Budget => Outcome::Budget,
        };
        write!(f, "outcome {outcome}")?;
        let Finding::Whole { nodes, checks, off_board } = *self else {
            return Ok(());
        };
        let counts = [("nodes", nodes), ("checks", checks), ("checks_off_board", off_board)];
        let mut known = counts.into_iter().filter_map(|(name, count)| count.zip(Some(name)));
        known.try_for_each(|(count, name)| write!(f, ", {name} {count}"))
    }
}

/// Whether a search of the job finds a tour if there is one and the budget suffices.
fn is_complete(job: &Job) -> bool {
    !job.method.rule.is_greedy()
}

/// The job that is searched for the row of a job.
fn searched(job: &Job) -> u64 {
    job.mirror_of.unwrap_or(job.id)
}

fn searches_like(job: &Job) -> Searches {
    let Problem { goal, budget, .. } = job.problem;
    (start_of(job), goal, job.method.rule, budget.limit())
}

fn start_of(job: &Job) -> Start {
    let (board, start) = (job.problem.board, job.problem.start);
    let images = Symmetry::ALL.into_iter().map(|g| {
        let image = g.board(board);
        (image.rows(), image.cols(), g.square(board, start))
    });
    images.min().unwrap_or((board.rows(), board.cols(), start))
}

/// What a job and its mirror images have in common. A tour is known by the places of its moves in
/// the order, which symmetries do not change.
fn digest(record: &Record, job: &Job, tour: Option<&Tour>) -> u32 {
    let mut hasher = DefaultHasher::new();
    let Record { outcome, checks, nodes, closed, checks_off_board, .. } = record;
    (outcome, checks, nodes, closed).hash(&mut hasher);
    (checks_off_board, record.checks_visited).hash(&mut hasher);
    (record.checks_estimate.map(f64::to_bits), record.samples).hash(&mut hasher);
    if let Some(tour) = tour {
        places_of_moves(job.problem.order, tour.squares())
            .for_each(|place| place.hash(&mut hasher));
    }
    hasher.finish() as u32
}

/// For each search the first row that its answer gave, and the digest of that row.
#[derive(Default, Debug)]
struct MirroredRows {
    /// By search; only chunks with a row are there.
    chunks: BTreeMap<u64, Box<[(Place, u32); CHUNK]>>,
}

const CHUNK: usize = 128;

impl MirroredRows {
    /// The first row of a search; this one if there is none yet.
    fn first(&mut self, search: u64, row: (Place, u32)) -> &(Place, u32) {
        /// No row is at this place, because the header has line 1.
        const NOWHERE: (Place, u32) = (0, 0);
        let chunk = self.chunks.entry(search / CHUNK as u64);
        let chunk = chunk.or_insert_with(|| Box::new([NOWHERE; CHUNK]));
        let first = &mut chunk[(search % CHUNK as u64) as usize];
        if *first == NOWHERE {
            *first = row;
        }
        first
    }
}

#[cfg(test)]
mod tests;
