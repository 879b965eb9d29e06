//! Lists of squares in order of visit: chess names, or rows and columns.

use std::collections::HashSet;
use std::ops::Range;

use knight_board::Board;

use crate::axes::{Axis, row_is_second};
use crate::stream::Stream;
use crate::tours::cells::{Cell, Written};
use crate::tours::records::{Records, is_counting};
use crate::tours::rows::is_end;
use crate::tours::walks::{LEAST, board_of, first, is_move, is_walk, judged, moves};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour, is_inside};

/// The lists of squares, which are one name or two numbers, that are tours, and the longest other
/// one through which a knight walks.
pub(super) fn read(stream: &Stream<Cell>, width: usize, given: Option<Board>) -> Vec<Candidate> {
    let mut tours: Vec<Candidate> = Vec::new();
    let mut nearest: Option<Candidate> = None;
    for records in Records::all(stream, width) {
        let span = stream.span(records.stretch.clone());
        let is_read = |tour: &Candidate| tour.leaves.is_none() && is_inside(&span, &tour.span);
        let list = List::of(&records, given).filter(|_| !tours.iter().any(is_read));
        let Some(list) = list else { continue };
        let starts = 0..=usize::from(list.is_size(0));
        let found: Vec<Candidate> = starts.flat_map(|start| list.tours(start)).collect();
        if found.is_empty() {
            let key = |list: &Candidate| (list.is_certain, list.printed.squares.len());
            nearest = nearest.into_iter().chain(list.wrong()).max_by_key(key);
        }
        tours.extend(found);
        if tours.len() > MOST {
            break;
        }
    }
    tours.extend(nearest);
    tours
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
        let mut items = records.items();
        let written = |items: &[usize]| -> Option<Vec<Written>> {
            items.iter().map(|item| records.square(*item)).collect()
        };
        let squares = written(&items)?;
        if !is_walk(&squares) && moves(&squares) + 1 < LEAST {
            return None;
        }
        let are_all = records.are_all(&items);
        // Moves, each of which begins where the one before it ended.
        let mut joined = items.clone();
        joined.dedup_by_key(|item| records.square(*item));
        if 2 * joined.len() == items.len() + 2 {
            items = joined;
        }
        Some(List { records, written: written(&items)?, items, are_all, given })
    }

    /// The tours from a square on, which end where no knight moves or where a square comes again.
    fn tours(&self, from: usize) -> Vec<Candidate> {
        let squares = &self.written;
        let (mut start, mut found) = (from, Vec::new());
        while start < squares.len() && found.len() < MOST {
            let mut seen = HashSet::from([squares[start]]);
            let is_step = |at: usize| is_move(&squares[at - 1], &squares[at]);
            let mut rest = start + 1..squares.len();
            let end = rest.find(|at| !is_step(*at) || !seen.insert(squares[*at]));
            let starts_again = |at: usize| is_step(at) && squares[at] == squares[start];
            let again = usize::from(end.is_some_and(starts_again));
            let end = end.unwrap_or(squares.len());
            let other = (from..start).chain(end + again..squares.len()).next();
            found.extend(self.tour(start..end, again > 0, other));
            start = end;
        }
        found
    }

    /// Squares through which a knight walks, if they are a tour, whose start may stand again, given
    /// the first other square.
    fn tour(&self, range: Range<usize>, again: bool, other: Option<usize>) -> Option<Candidate> {
        let walked = Some(&self.written[range.clone()]).filter(|walked| walked.len() >= LEAST)?;
        let mut printed = self.printed(walked, None).filter(PrintedTour::is_tour)?;
        printed.notes.extend(again.then_some(Note::StartAgain));
        let stream = self.records.stream;
        let left = other.or((!self.are_all).then_some(range.start));
        let leaves = left.map(|at| stream.start(self.items[at]));
        let end = self.items[range.end - 1] + self.records.width;
        let walk = stream.span(self.items[range.start]..end);
        let span = if leaves.is_some() { walk } else { self.span() };
        Some(Candidate { span, printed, is_certain: true, leaves })
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
        let mut others = self.written.clone();
        let size = others.remove(at);
        let next = self.items.get(at + 1).unwrap_or(&self.items[at]);
        let is_line = self.records.width == 2 && self.records.stream.begins_line(*next);
        let board = board_of(&others, first(&others), None);
        is_line && board.is_some_and(|board| (board.rows().into(), board.cols().into()) == size)
    }

    /// Squares on their board, with rows and columns as their names say or as the board needs it.
    fn printed(&self, written: &[Written], board: Option<Board>) -> Option<PrintedTour> {
        if self.records.width == 1 {
            let board = board_of(written, 1, board)?;
            // Ranks count from the bottom.
            let rows = i64::from(board.rows());
            let from_top = written.iter().map(|(rank, file)| (rows + 1 - rank, *file));
            return judged(from_top, 1, board, Form::Names);
        }
        let first = first(written);
        let axes = self.axes();
        let is_second = row_is_second(axes).unwrap_or(false);
        let way = |column_first: bool| {
            let turned = |at: &Written| if column_first { (at.1, at.0) } else { *at };
            let way: Vec<Written> = written.iter().map(turned).collect();
            let board = board_of(&way, first, board)?;
            judged(way.into_iter(), first, board, Form::Pairs { first, column_first })
        };
        let fits = |way: &Option<PrintedTour>| {
            way.as_ref().is_some_and(|read| self.given.is_none_or(|given| given == read.board))
        };
        let [said, other] = [is_second, !is_second].map(way);
        let is_said = fits(&said) || !fits(&other);
        let mut printed = if is_said { said } else { other }?;
        let is_xy = axes.iter().flatten().any(|axis| !axis.is_strong());
        printed.notes.extend(is_xy.then_some(Note::NamedXy { x_is_row: is_said }));
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
        /// The longest records: a step, and a row and a column.
        const LONGEST: usize = 3;
        /// A shorter list says little, and less if something else stands beside it.
        const SHORTEST: usize = 3;
        const SHORTEST_UNCERTAIN: usize = 6;
        let count = self.items.len();
        if count < SHORTEST || self.records.period > LONGEST || !is_walk(&self.written) {
            return None;
        }
        let mut printed = self.printed(&self.written, self.given)?;
        let steps = self.records.others().filter(|column| is_counting(column, 1));
        let step = steps.last().and_then(|column| column.first()?.number());
        printed.first_number = i64::from(step != Some(0));
        let different = || self.written.iter().collect::<HashSet<_>>().len();
        let stays = self.written.windows(2).any(|two| two[0] == two[1]);
        let is_size = |at: &usize| first(&self.written) == 0 && self.is_size(*at);
        let (source, span) = (self.records.stream.source, self.span());
        let beside = [&source[..span.start], &source[span.end..]].concat();
        let says_more = |c: char| c.is_numeric() || c == '…';
        let is_certain = self.are_all
            && !stays
            // Else its beginning is missing.
            && step.is_none_or(|step| step <= 1)
            // Two tours have at least as many squares in common.
            && count < different() + LEAST
            && self.records.are_divided()
            && ![0, count - 1].iter().any(is_size)
            && !(beside.contains(says_more) || beside.contains("..."));
        let is_long = is_certain || count >= SHORTEST_UNCERTAIN;
        is_long.then_some(Candidate { span, printed, is_certain, leaves: None })
    }
}

/// How many bytes of two texts are the same from their beginnings, or from their ends, on, as far
/// as they are in a line.
fn same(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let same = one.zip(other).take_while(|(one, other)| one == other && !is_end(*one));
    same.map(|(c, _)| c.len_utf8()).sum()
}
