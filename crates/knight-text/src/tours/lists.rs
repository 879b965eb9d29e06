//! Lists of squares in order of visit: chess names, or rows and columns.

use std::ops::Range;

use knight_board::Board;

use crate::axes::{Axis, named_or, row_is_second};
use crate::stream::{ROW_BREAK, Stream};
use crate::tours::cells::{Cell, Written};
use crate::tours::columns::{Columns, is_counting, square};
use crate::tours::squares::{is_cut, items};
use crate::tours::walks::{self, LEAST, Walk, judged};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour};

/// Numbers that a text may have beside a list, as in `It took 12 ms for 5 x 6`.
const MOST_OTHERS: usize = 3;

/// Squares that a list with faults may have beside twice as many as its board has.
const MOST_AGAIN: i64 = 1000;

/// What all lists of a text share.
struct View<'a> {
    stream: Stream<'a, Cell>,
    /// How many items a square has: one name, or two numbers.
    width: usize,
    given: Option<Board>,
}

/// The lists that are tours, or else the one that accounts for all squares of a text.
pub(super) fn read(text: &str, given: Option<Board>) -> Vec<Candidate> {
    let view = |letters: usize, width| View { stream: items(text, letters), width, given };
    let mut found = view(1, 1).tours();
    if found.is_empty() {
        found = view(2, 1).tours();
    }
    if found.is_empty() {
        found.extend(view(1, 1).certain());
    }
    let pairs = view(0, 2);
    found.extend(pairs.tours());
    found.extend(pairs.certain());
    found
}

impl View<'_> {
    fn at(&self, item: usize) -> Written {
        // The items of a list are squares.
        square(&self.stream, item, self.width).unwrap_or_default()
    }

    fn written(&self, items: &[usize]) -> Vec<Written> {
        items.iter().map(|item| self.at(*item)).collect()
    }

    /// Items without those whose square is that of the item before.
    fn collapsed(&self, items: &[usize]) -> Vec<usize> {
        let mut before = None;
        let is_other = |item: &&usize| before.replace(self.at(**item)) != Some(self.at(**item));
        items.iter().filter(is_other).copied().collect()
    }

    /// The chess names outside a part of the stream.
    fn named(&self, outside: Range<usize>) -> impl DoubleEndedIterator<Item = usize> {
        let all = (0..self.stream.items.len()).filter(move |item| !outside.contains(item));
        all.filter(|item| square(&self.stream, *item, 1).is_some())
    }

    fn tours(&self) -> Vec<Candidate> {
        // Of a list of pairs as many numbers as the longer side has.
        let least = if self.width == 1 { LEAST } else { 4 };
        let mut different: Vec<Cell> = Vec::new();
        let is_enough = |item: &Cell| {
            different.extend((!different.contains(item)).then_some(*item));
            different.len() >= least
        };
        if !self.stream.items.iter().any(is_enough) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if self.width == 1 {
            let names: Vec<usize> = self.named(0..0).collect();
            let name = |nth: usize| names.get(nth).map(|item| self.at(*item));
            if walks::may_be_tour(names.len(), name) {
                found = self.walks(&names, None);
            }
        }
        if found.iter().any(|candidate| !candidate.leaves) {
            return found;
        }
        for columns in Columns::all(&self.stream, self.width..10, self.width, LEAST - 1) {
            if columns.may_be_tour() {
                let items = columns.items();
                let are_all = columns.are_all(&items);
                found.extend(self.walks(&items, Some((&columns, are_all))));
            } else if let Some(items) = columns.by_step() {
                found.extend(self.walks(&items, Some((&columns, true))));
            }
            if found.len() > MOST {
                break;
            }
        }
        // What leaves nothing over is better than a part of it.
        let whole: Vec<Range<usize>> =
            found.iter().filter(|c| !c.leaves).map(|c| c.span.clone()).collect();
        let is_part = |c: &Candidate| {
            whole.iter().any(|whole| whole.start <= c.span.start && c.span.end <= whole.end)
        };
        found.retain(|candidate| !candidate.leaves || !is_part(candidate));
        found
    }

    /// The tours among squares: all names of a text, or those of columns, which may be all that the
    /// records say.
    fn walks(&self, items: &[usize], columns: Option<(&Columns, bool)>) -> Vec<Candidate> {
        let kept = self.collapsed(items);
        let mut walks = walks::complete(&self.written(&kept));
        walks.retain(|walk| self.width == 2 || walk.first == 1);
        walks.truncate(MOST);
        if walks.is_empty() {
            return Vec::new();
        }
        let others =
            columns.map(|(columns, _)| self.named(columns.stretch.clone()).collect::<Vec<_>>());
        let twice = items.len() - kept.len();
        let are_ends = |walk: &Range<usize>| {
            let gap = |place: usize| self.stream.gaps.get(items[place] + self.width - 1);
            let is_start =
                walk.start == 0 && self.at(items[0]) == self.at(items[1]) && gap(0) != gap(1);
            // The ends of moves, each of which begins where the one before it ended.
            twice == 0 || twice + 2 == kept.len() || twice == 1 && is_start
        };
        let candidate = |walk: Walk| {
            let used = &kept[walk.range.clone()];
            let walk_end = walk.range.end + usize::from(walk.starts_again);
            let rest = kept[..walk.range.start].iter().chain(&kept[walk_end..]);
            let rest = rest.chain(others.iter().flatten());
            let printed = self.printed(used, walk.first, None)?;
            let end = kept[walk_end - 1] + self.width;
            let ends = used.iter().fold((end - 1, end), |(from, to), item| {
                (from.min(*item), to.max(item + self.width))
            });
            // The rest of the first and of the last record.
            let list = columns.map_or(ends.0..ends.1, |(columns, _)| {
                let (start, end) = (columns.stretch.start, columns.stretch.end);
                let begins = ends.0 - start < columns.period;
                let is_end = end - ends.1 < columns.period;
                (if begins { start } else { ends.0 })..(if is_end { end } else { ends.1 })
            });
            let squares = [ends.0, self.second(used)];
            let is_all = columns.map_or_else(|| self.count_between(used), |(_, are_all)| are_all);
            let leaves = !is_all
                || !self.have_same_letters(used)
                || !are_ends(&walk.range)
                || !self.say_nothing(rest, used)
                || is_cut(&self.stream, list, squares, self.width == 1);
            let span = self.stream.span(ends.0..ends.1);
            let mut candidate = Candidate { span, printed, is_certain: false, leaves };
            candidate.printed.notes.extend(walk.starts_again.then_some(Note::StartAgain));
            Some(candidate)
        };
        walks.into_iter().filter_map(candidate).collect()
    }

    /// Whether names have the same letters before them. The first may have none.
    fn have_same_letters(&self, items: &[usize]) -> bool {
        let letters = |item: &usize| {
            let before = self.stream.before(*item);
            &before[before.trim_end_matches(char::is_alphabetic).len()..]
        };
        self.width == 2 || items[1..].iter().all(|item| letters(item) == letters(&items[1]))
    }

    /// Whether the numbers between names count, each before a name or at the begin of a line.
    fn count_between(&self, items: &[usize]) -> bool {
        let between = items[0]..items[items.len() - 1];
        let numbers: Vec<usize> =
            between.filter(|item| self.stream.items[*item].name().is_none()).collect();
        let values = numbers.iter().map(|item| self.stream.items[*item]);
        let begins_line = |item: &usize| self.stream.begins_line(*item);
        is_counting(values) && (numbers.len() + 1 == items.len() || numbers.iter().all(begins_line))
    }

    /// Whether each square beside a tour is its start, its end or its size, or is not on its board
    /// and stands apart.
    fn say_nothing<'a>(&self, mut rest: impl Iterator<Item = &'a usize>, tour: &[usize]) -> bool {
        let squares = self.written(tour);
        let side = |of: fn(&Written) -> i64| squares.iter().map(of).max().unwrap_or_default();
        let (rows, cols) = (side(|at| at.0), side(|at| at.1));
        let ends = [squares[0], squares[squares.len() - 1]];
        let sizes = [(rows, cols), (rows + 1, cols + 1)];
        let gap = |item: usize| self.stream.gaps.get(item + self.width - 1);
        let is_near = |item: usize| {
            gap(item) == gap(tour[0])
                || item >= self.width && gap(item - self.width) == gap(tour[0])
        };
        rest.all(|item| {
            let at = self.at(*item);
            let is_outside = self.width == 1 && (at.0 > rows || at.1 > cols);
            let is_size =
                *item + 2 == tour[0] && sizes.contains(&at) && self.stream.begins_line(tour[0]);
            is_size || !is_near(*item) && (is_outside || ends.contains(&at) || sizes.contains(&at))
        })
    }

    /// The item of the second record in the text.
    fn second(&self, items: &[usize]) -> usize {
        let first = items.iter().min();
        items.iter().filter(|item| Some(*item) != first).min().copied().unwrap_or_default()
    }

    /// A list on its board, with rows and columns as their names say or as the board needs it.
    fn printed(&self, items: &[usize], first: i64, board: Option<Board>) -> Option<PrintedTour> {
        let written = self.written(items);
        if self.width == 1 {
            // Ranks count from the bottom.
            let highest = written.iter().map(|at| at.0).max()?;
            let rows = board.map_or(highest, |board| board.rows().into());
            let from_top: Vec<Written> = written.iter().map(|at| (rows + 1 - at.0, at.1)).collect();
            return judged(&from_top, 1, board, Some(rows), Form::Names);
        }
        let axes = self.axes(*items.iter().min()?);
        let exchanged: Vec<Written> = written.iter().map(|(one, other)| (*other, *one)).collect();
        let is_second = row_is_second(axes, false).unwrap_or(false);
        let ways = if is_second { [&exchanged, &written] } else { [&written, &exchanged] };
        let form = Form::Pairs { first, column_first: is_second };
        let read = ways.map(|way| judged(way, first, board, None, form));
        let fits = |printed: &PrintedTour| self.given.is_none_or(|given| given == printed.board);
        let chosen = read.iter().position(|read| read.as_ref().is_some_and(fits)).unwrap_or(0);
        let mut printed = read.into_iter().nth(chosen)??;
        printed.form = Form::Pairs { first, column_first: is_second != (chosen == 1) };
        let is_xy = axes.iter().flatten().any(|axis| matches!(axis, Axis::X | Axis::Y));
        printed.notes.extend(is_xy.then_some(Note::NamedXy { x_is_row: chosen == 0 }));
        Some(printed)
    }

    /// What the names of two numbers say that are in a text or in its heading.
    fn axes(&self, item: usize) -> [Option<Axis>; 2] {
        let named = [item, item + 1].map(|at| Axis::last_in(last_line(self.stream.before(at))));
        let above = &self.stream.text[..self.stream.start(item)];
        let heading = last_line(above.trim_end_matches(|c: char| !c.is_alphabetic()));
        named_or(named, || Axis::all_in(heading))
    }

    /// A list of all squares of a text, whose separators or names leave no doubt what they are.
    fn certain(&self) -> Option<Candidate> {
        let items = self.stream.items.len();
        let ends = self.named(0..0).next().zip(self.named(0..0).next_back());
        let all = Columns::all(&self.stream, self.width..4, self.width, 2);
        let all = all.filter(|Columns { stretch, .. }| match ends {
            Some((first, last)) if self.width == 1 => {
                first < last && stretch.contains(&first) && stretch.contains(&last)
            }
            _ => stretch.len() + MOST_OTHERS >= items && self.width == 2,
        });
        // A step stands before its square if it may stand at both ends.
        let mut all: Vec<Columns> = all.collect();
        all.sort_by_key(|columns| (columns.period, columns.offset != 1));
        all.iter().find_map(|columns| self.certain_columns(columns))?
    }

    /// Nothing if other columns may be the list; no candidate if it is too long for one.
    fn certain_columns(&self, columns: &Columns) -> Option<Option<Candidate>> {
        let items = columns.items();
        let items = match columns.are_all(&items) {
            true => items,
            false => columns.by_step()?,
        };
        let kept = self.collapsed(&items);
        let are_ends = columns.per_record == 2 && 2 * kept.len() == items.len() + 2;
        if items.is_empty() || !are_ends && kept.len() < items.len() || !self.stands_alone(columns)
        {
            return None;
        }
        let side = |of: fn(Written) -> i64| kept.iter().map(|item| of(self.at(*item))).max();
        let area = side(|at| at.0)?.saturating_mul(side(|at| at.1)?).saturating_mul(2);
        if kept.len() as i64 > area.saturating_add(MOST_AGAIN) {
            return Some(None);
        }
        let written = self.written(&kept);
        let is_walk = 2 * walks::moves(&written) + 2 / self.width >= written.len();
        let is_known = is_walk && self.is_divided(columns) || self.are_named(&items);
        let least = if self.given.is_some() || self.are_named(&items) { 2 } else { 3 };
        if written.len() < least || !is_known {
            return None;
        }
        let first = i64::from(self.width == 1 || written.iter().all(|at| at.0 != 0 && at.1 != 0));
        let mut printed = self.printed(&kept, first, self.given)?;
        let steps = columns.others().filter(|column| is_counting(column.clone()));
        let first = steps.last().and_then(|mut column| column.next()?.number());
        printed.first_number = i64::from(first != Some(0));
        let span = self.stream.span(columns.stretch.clone());
        Some(Some(Candidate { span, printed, is_certain: true, leaves: false }))
    }

    /// Whether two numbers are certainly a square: they have names, or brackets of their own.
    fn are_named(&self, items: &[usize]) -> bool {
        let Some(first) = items.iter().min().filter(|_| self.width == 2) else { return false };
        let is_bracketed = self.stream.before(*first).trim_end().ends_with(['(', '[', '{'])
            && self.stream.behind(*first).trim() == ","
            && self.stream.behind(first + 1).trim_start().starts_with([')', ']', '}']);
        is_bracketed || self.axes(*first).iter().all(Option::is_some)
    }

    /// Whether separators or lines show the first number of a square.
    fn is_divided(&self, columns: &Columns) -> bool {
        let (stream, period) = (&self.stream, columns.period);
        let gaps = &stream.gaps[columns.stretch.start..columns.stretch.end - 1];
        let inner = &gaps[..period.min(gaps.len())];
        let records = columns.stretch.clone().step_by(period);
        let begins = |item| stream.begins_line(item);
        let are_lines = records.into_iter().all(begins)
            && !(1..period).any(|column| begins(columns.stretch.start + column));
        self.width == 1 || are_lines || inner.iter().any(|gap| *gap != inner[0])
    }

    /// Whether records are the only ones of a text, with lines of their own, and alike.
    fn stands_alone(&self, columns: &Columns) -> bool {
        let (stream, stretch) = (&self.stream, &columns.stretch);
        let behind = &stream.text[stream.span(stretch.clone()).end..];
        let line = behind.split('\n').next().unwrap_or_default();
        let is_elided = [&stream.text[stream.span(stretch.clone())], line]
            .iter()
            .any(|text| text.contains("...") || text.contains('\u{2026}'));
        let is_apart = |between: &str| between.matches('\n').count() >= 2;
        let is_alone = match self.width {
            1 => !line.contains(|c: char| c.is_ascii_digit()),
            _ => {
                (stretch.start == 0 || is_apart(stream.before(stretch.start)))
                    && (stretch.end == stream.items.len() || is_apart(stream.before(stretch.end)))
            }
        };
        let first = stretch.start + columns.offset;
        let begins = |item: usize| stream.begins_line(item);
        let mut columns_of_records = (1..columns.period).map(|column| stretch.start + column);
        let break_alike = self.width == 1
            || columns_of_records.all(|column| {
                (column..stretch.end)
                    .step_by(columns.period)
                    .all(|item| begins(item) == begins(column))
            });
        is_alone
            && !is_elided
            && stretch.len().is_multiple_of(columns.period) | (self.width == 1)
            && break_alike
            && self.begin_alike(columns)
            && !is_cut(stream, stretch.clone(), [first, first + columns.period], self.width == 1)
    }

    /// Whether the second record has the words of the first before it, or none.
    fn begin_alike(&self, columns: &Columns) -> bool {
        let letters =
            |text: &str| -> String { text.chars().filter(|c| c.is_alphabetic()).collect() };
        let first = columns.stretch.start;
        let between = letters(self.stream.before(first + columns.period));
        let before = self.stream.before(first);
        let before = letters(before.rsplit(['\n', ROW_BREAK]).next().unwrap_or_default());
        between.is_empty() || !before.is_empty() && between.ends_with(&before)
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}
