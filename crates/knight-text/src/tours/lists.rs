//! Lists of squares in order of visit: chess names, or rows and columns.

use std::collections::HashSet;
use std::ops::Range;

use knight_board::Board;

use crate::axes::{Axis, row_is_second};
use crate::stream::Stream;
use crate::tours::cells::{Cell, Written};
use crate::tours::records::{Records, is_counting};
use crate::tours::rows::is_end;
use crate::tours::walks::{LEAST, board_of, is_move, is_walk, judged, moves};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour, is_outside};

/// The longest records of a list that may be wrong, or have other squares too: a step, and a row
/// and a column.
const LONGEST_CERTAIN: usize = 3;

/// The lists of squares, which are one name or two numbers, that are tours, and the longest other
/// one through which a knight walks.
pub(super) fn read(stream: &Stream<Cell>, width: usize, given: Option<Board>) -> Vec<Candidate> {
    let mut tours: Vec<Candidate> = Vec::new();
    let mut nearest: Option<Candidate> = None;
    for records in Records::all(stream, width) {
        let span = stream.span(records.stretch.clone());
        let is_read = |tour: &Candidate| {
            let is_inside = tour.span.start <= span.start && span.end <= tour.span.end;
            is_inside && tour.leaves.is_none()
        };
        let list = List::of(&records, given).filter(|_| !tours.iter().any(is_read));
        let Some(list) = list else { continue };
        let mut found = list.tours();
        if found.iter().all(|tour| tour.leaves.is_some()) && list.is_size(0) {
            let (items, written) = (list.items[1..].to_vec(), list.written[1..].to_vec());
            found.extend(List { items, written, ..list }.tours());
        }
        if found.is_empty() {
            let key = |list: &Candidate| (list.is_certain, list.printed.squares.len());
            let wrong = list.wrong();
            nearest = [nearest, wrong].into_iter().flatten().max_by_key(key);
        }
        tours.extend(found);
        if tours.len() > MOST {
            break;
        }
    }
    tours.sort_by_key(|tour| tour.leaves.is_some());
    let mut kept: Vec<Candidate> = Vec::new();
    for list in tours {
        let is_free = kept.iter().all(|other| is_outside(&other.span, &list.span));
        kept.extend(is_free.then_some(list));
    }
    kept.extend(nearest);
    kept
}

/// A list of squares in records.
struct List<'a> {
    records: &'a Records<'a>,
    /// The first items of the squares in order of visit.
    items: Vec<usize>,
    written: Vec<Written>,
    /// Whether they are all that the records say.
    are_all: bool,
    given: Option<Board>,
}

impl<'a> List<'a> {
    fn of(records: &'a Records<'a>, given: Option<Board>) -> Option<List<'a>> {
        let items = records.items();
        let written = |items: &[usize]| -> Vec<Written> {
            items.iter().filter_map(|item| records.square(*item)).collect()
        };
        let squares = written(&items);
        let may_be_tour = || records.period <= LONGEST_CERTAIN && moves(&squares) + 1 >= LEAST;
        if squares.is_empty() || !is_walk(&squares) && !may_be_tour() {
            return None;
        }
        let are_all = records.are_all(&items);
        // Moves, each of which begins where the one before it ended.
        let mut joined = items.clone();
        joined.dedup_by_key(|item| records.square(*item));
        let items = if 2 * joined.len() == items.len() + 2 { joined } else { items };
        Some(List { records, written: written(&items), items, are_all, given })
    }

    /// The tours in the list, which end where no knight moves or where a square comes again.
    fn tours(&self) -> Vec<Candidate> {
        let squares = &self.written;
        let mut seen = HashSet::new();
        let (mut start, mut found) = (0, Vec::new());
        for (at, square) in squares.iter().map(Some).chain([None]).enumerate() {
            let is_step = at == start || square.is_some_and(|to| is_move(&squares[at - 1], to));
            if is_step && square.is_some_and(|square| seen.insert(square)) {
                continue;
            }
            let starts_again = is_step && square == Some(&squares[start]);
            let tour = self.tour(start..at, at + usize::from(starts_again));
            found.extend(tour.filter(|_| found.len() < MOST));
            start = at;
            seen = square.into_iter().collect();
        }
        found
    }

    /// The squares through which a knight walks, if they are a tour, whose start may stand again at
    /// the end.
    fn tour(&self, range: Range<usize>, end: usize) -> Option<Candidate> {
        let (stream, width) = (self.records.stream, self.records.width);
        let walked = Some(&self.written[range.clone()]).filter(|walked| walked.len() >= LEAST)?;
        let first = walked.iter().map(|at| at.0.min(at.1)).min()?;
        let is_full = board_of(walked, first, None)?.area() == walked.len();
        if !is_full || first != 1 && (first, width) != (0, 2) {
            return None;
        }
        let mut printed = self.printed(range.clone(), first, None)?;
        printed.notes.extend((end > range.end).then_some(Note::StartAgain));
        let mut unused = (0..range.start).chain(end..self.items.len());
        let unused = unused.next().map(|at| self.items[at]);
        let left = unused.or((!self.are_all).then_some(self.items[range.start]));
        let span = match left {
            None => self.span(),
            Some(_) => stream.span(self.items[range.start]..self.items[range.end - 1] + width),
        };
        let leaves = left.map(|item| stream.start(item));
        printed.is_tour().then_some(Candidate { span, printed, is_certain: false, leaves })
    }

    /// The list with what stands before its first record, and behind its last, as before and behind
    /// the others.
    fn span(&self) -> Range<usize> {
        let Records { stream, stretch, period, .. } = self.records;
        let span = stream.span(stretch.clone());
        let [before, above] =
            [0, *period].map(|item| stream.before(stretch.start + item).chars().rev());
        let [behind, below] =
            [0, *period].map(|item| stream.behind(stretch.end - 1 - item).chars());
        span.start - same(before, above)..span.end + same(behind, below)
    }

    /// Whether a square is the size of the board of the others, in a line of its own.
    fn is_size(&self, at: usize) -> bool {
        let others = || self.written[..at].iter().chain(&self.written[at + 1..]);
        let from_zero = i64::from(others().any(|at| at.0.min(at.1) == 0));
        let most = |of: fn(&Written) -> i64| others().map(of).max().unwrap_or_default();
        let size = (most(|at| at.0) + from_zero, most(|at| at.1) + from_zero);
        let next = self.items.get(at + 1).unwrap_or(&self.items[at]);
        let begins_line = self.records.stream.begins_line(*next);
        self.records.width == 2 && begins_line && self.written[at] == size
    }

    /// Squares on their board, with rows and columns as their names say or as the board needs it.
    fn printed(
        &self,
        range: Range<usize>,
        first: i64,
        board: Option<Board>,
    ) -> Option<PrintedTour> {
        let written = &self.written[range.clone()];
        if self.records.width == 1 {
            let board = board_of(written, 1, board)?;
            // Ranks count from the bottom.
            let rows = i64::from(board.rows());
            let from_top = written.iter().map(|(rank, file)| (rows + 1 - rank, *file));
            return judged(from_top, 1, board, Form::Names);
        }
        let axes = self.axes();
        let exchanged: Vec<Written> = written.iter().map(|(one, other)| (*other, *one)).collect();
        let is_second = row_is_second(axes).unwrap_or(false);
        let ways = if is_second { [&exchanged, written] } else { [written, &exchanged] };
        let form = Form::Pairs { first, column_first: is_second };
        let read =
            ways.map(|way| judged(way.iter().copied(), first, board_of(way, first, board)?, form));
        let fits = |printed: &PrintedTour| self.given.is_none_or(|given| given == printed.board);
        let chosen = read.iter().position(|read| read.as_ref().is_some_and(fits)).unwrap_or(0);
        let mut printed = read.into_iter().nth(chosen)??;
        printed.form = Form::Pairs { first, column_first: is_second != (chosen == 1) };
        let is_xy = axes.iter().flatten().any(|axis| matches!(axis, Axis::X | Axis::Y));
        printed.notes.extend(is_xy.then_some(Note::NamedXy { x_is_row: chosen == 0 }));
        Some(printed)
    }

    /// What the names of two numbers say that are in the first record or in its heading.
    fn axes(&self) -> [Option<Axis>; 2] {
        let Records { stream, stretch, offset, .. } = self.records;
        let item = stretch.start + offset;
        let last_line = |text: &'a str| text.rsplit('\n').next().unwrap_or_default();
        let named = [item, item + 1].map(|at| Axis::last_in(last_line(stream.before(at))));
        let above = &stream.source[..stream.start(item)];
        let heading = last_line(above.trim_end_matches(|c: char| !c.is_alphabetic()));
        match Axis::all_in(heading)[..] {
            [one, other] if named == [None; 2] => [Some(one), Some(other)],
            _ => named,
        }
    }

    /// A list that is no tour but for the most part a walk. It is certain if nothing else in the
    /// text may be of it.
    fn wrong(&self) -> Option<Candidate> {
        /// A shorter list says little, and less if something else stands beside it.
        const SHORTEST: usize = 3;
        const SHORTEST_UNCERTAIN: usize = 6;
        let Records { stream, stretch, period, width, .. } = self.records;
        let count = self.items.len();
        if count < SHORTEST || *period > LONGEST_CERTAIN || !is_walk(&self.written) {
            return None;
        }
        let written = || self.written.iter().flat_map(|at| [at.0, at.1]);
        let first = i64::from(*width == 1 || !written().any(|side| side == 0));
        let mut printed = self.printed(0..count, first, self.given)?;
        let steps = self.records.others().filter(|column| is_counting(column.clone(), 1));
        let step = steps.last().and_then(|mut column| column.next()?.number());
        printed.first_number = i64::from(step != Some(0));
        let different = || self.written.iter().collect::<HashSet<_>>().len();
        let stays = self.written.windows(2).any(|two| two[0] == two[1]);
        let span = self.span();
        let outside = [&stream.source[..span.start], &stream.source[span.end..]];
        let says_more = |text: &str| {
            text.contains(|c: char| c.is_numeric() || c == '…') || text.contains("...")
        };
        let is_certain = self.are_all
            && !stays
            // Else its beginning is missing.
            && step.is_none_or(|step| step <= 1)
            // Two tours have at least as many squares in common.
            && count < different() + LEAST
            && stretch.len().is_multiple_of(*period)
            && self.is_divided()
            && ![0, count - 1].iter().any(|at| first == 0 && self.is_size(*at))
            && !outside.into_iter().any(says_more);
        (is_certain || count >= SHORTEST_UNCERTAIN).then_some(Candidate {
            span,
            printed,
            is_certain,
            leaves: None,
        })
    }

    /// Whether separators or lines show the first number of a square.
    fn is_divided(&self) -> bool {
        let Records { stream, stretch, period, width, .. } = self.records;
        let gaps = &stream.gaps[stretch.start..stretch.end - 1];
        let is_first = |item: &usize| (item - stretch.start).is_multiple_of(*period);
        *width == 1
            || gaps.iter().any(|gap| *gap != gaps[0])
            || stretch.clone().all(|item| stream.begins_line(item) == is_first(&item))
    }
}

/// How many bytes of two texts are the same from their beginnings, or from their ends, on, as far
/// as they are in a line.
fn same(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let same = one.zip(other).take_while(|(one, other)| one == other && !is_end(*one));
    same.map(|(c, _)| c.len_utf8()).sum()
}
