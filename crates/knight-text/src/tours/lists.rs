//! Lists of squares in order of visit: chess names, or rows and columns.

use std::ops::Range;

use knight_board::Board;

use crate::axes::{Axis, named_or, row_is_second};
use crate::stream::{ROW_BREAK, Stream};
use crate::tours::cells::{Cell, Written};
use crate::tours::columns::{Columns, is_counting, square};
use crate::tours::squares::{is_cut, items};
use crate::tours::walks::{self, LEAST, Walk, judged};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour, is_outside};

/// Numbers that a text may have beside a list, as in `It took 12 ms for 5 x 6`.
const MOST_OTHERS: usize = 3;

/// What all lists of a text share.
struct View<'a> {
    stream: &'a Stream<'a, Cell>,
    /// How many items a square has: one name, or two numbers.
    width: usize,
    given: Option<Board>,
}

/// The lists that are tours, or else the one that accounts for all squares of a text.
pub(super) fn read([names, numbers]: [&Stream<Cell>; 2], given: Option<Board>) -> Vec<Candidate> {
    let list = View { stream: names, width: 1, given };
    let mut found = Vec::new();
    if list.named().next().is_some() {
        found = list.tours();
        if found.is_empty() {
            let stream = &items(names.source, 2);
            found = View { stream, width: 1, given }.tours();
        }
        if found.is_empty() {
            found.extend(list.certain());
        }
    }
    let pairs = View { stream: numbers, width: 2, given };
    found.extend(pairs.tours());
    found.extend(pairs.certain());
    found
}

impl View<'_> {
    fn at(&self, item: usize) -> Written {
        // The items of a list are squares.
        square(self.stream, item, self.width).unwrap_or_default()
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

    /// The chess names of the stream.
    fn named(&self) -> impl Iterator<Item = usize> {
        (0..self.stream.items.len()).filter(|item| square(self.stream, *item, 1).is_some())
    }

    /// The squares outside a part of the stream that are certainly some.
    fn certain_outside(&self, part: Range<usize>) -> impl Iterator<Item = usize> {
        let all = (0..self.stream.items.len()).filter(move |item| !part.contains(item));
        // Of moves, as in `[(2, 1), (1, 2), (-1, 2), …]`.
        let has_moves = ["(-", "[-", "{-"].iter().any(|sign| self.stream.source.contains(sign));
        let is_step = move |item| has_moves && [(1, 2), (2, 1)].contains(&self.at(item));
        all.filter(move |item| match self.width {
            1 => square(self.stream, *item, 1).is_some(),
            _ => self.is_bracketed(*item) && !is_step(*item),
        })
    }

    /// Whether two numbers have brackets of their own.
    fn is_bracketed(&self, first: usize) -> bool {
        first + 1 < self.stream.items.len()
            && self.stream.before(first).trim_end().ends_with(['(', '[', '{'])
            && self.stream.behind(first).trim() == ","
            && self.stream.behind(first + 1).trim_start().starts_with([')', ']', '}'])
    }

    fn tours(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        if self.width == 1 {
            let names: Vec<usize> = self.named().collect();
            if walks::may_be_tour(names.len(), |nth| names.get(nth).map(|item| self.at(*item))) {
                found = self.walks(&names, None);
            }
        }
        if found.iter().any(|candidate| candidate.leaves.is_none()) {
            return found;
        }
        let walks = |columns: Columns| {
            let items = if columns.may_be_tour() { columns.items() } else { Vec::new() };
            let are_all = !items.is_empty() && columns.are_all(&items);
            match columns.by_step().filter(|_| !are_all) {
                Some(sorted) => self.walks(&sorted, Some((&columns, true))),
                None if items.is_empty() => Vec::new(),
                None => self.walks(&items, Some((&columns, are_all))),
            }
        };
        let all = Columns::all(self.stream, self.width..10, self.width, LEAST - 1);
        found.extend(all.flat_map(walks).take(MOST));
        // The squares alone, whose steps say another order.
        let whole = found.iter().filter(|it| it.leaves.is_none()).map(|it| it.span.clone());
        let whole: Vec<Range<usize>> = whole.collect();
        let is_part = |of: &Candidate| whole.iter().any(|span| !is_outside(span, &of.span));
        found.retain(|it| it.leaves.is_none() || !is_part(it));
        found
    }

    /// The tours among squares: all names of a text, or those of columns, which may be all that the
    /// records say.
    fn walks(&self, items: &[usize], columns: Option<(&Columns, bool)>) -> Vec<Candidate> {
        let kept = self.collapsed(items);
        let mut walks = walks::complete(&self.written(&kept));
        walks.retain(|walk| self.width == 2 || walk.first == 1);
        walks.truncate(MOST);
        let all = 0..self.stream.items.len();
        let block = columns.map_or(all, |(columns, _)| columns.stretch.clone());
        let period = columns.map_or(1, |(columns, _)| columns.period);
        let twice = items.len() - kept.len();
        let candidate = |Walk { range, first, starts_again }: Walk| {
            let used = &kept[range.clone()];
            let end = range.end + usize::from(starts_again);
            let rest = kept[..range.start].iter().chain(&kept[end..]).copied();
            let mut rest = rest.chain(self.certain_outside(block.clone()));
            let mut printed = self.printed(used, first, None)?;
            printed.notes.extend(starts_again.then_some(Note::StartAgain));
            let last = kept[end - 1] + self.width;
            let [from, to] = used.iter().fold([last - 1, last], |[from, to], item| {
                [from.min(*item), to.max(item + self.width)]
            });
            let second = columns.map_or(used[1], |(all, _)| from + all.period);
            // The rest of the first and of the last record.
            let list = if from - block.start < period { block.start } else { from }
                ..if block.end - to < period { block.end } else { to };
            let is_start = range.start == 0
                && self.at(items[0]) == self.at(items[1])
                && self.is_introduced(&items[..2]);
            // The ends of moves, each of which begins where the one before it ended.
            let are_ends = twice == 0 || twice + 2 == kept.len() || twice == 1 && is_start;
            let side = |of: fn(Written) -> i64| used.iter().map(|item| of(self.at(*item))).max();
            let most = side(|at| at.0).zip(side(|at| at.1))?;
            let is_all = columns.map_or_else(|| self.count_between(used), |(_, are_all)| are_all);
            let span = self.stream.span(from..to);
            let is_whole = is_all
                && are_ends
                && self.have_same_letters(used)
                && !is_cut(self.stream, list, [from, second], self.width == 1);
            let other = rest.find(|item| !self.says_nothing(*item, used, most));
            let leaves = (!is_whole).then_some(span.start);
            let leaves = leaves.or(other.map(|item| self.stream.start(item)));
            Some(Candidate { span, printed, is_certain: false, leaves })
        };
        walks.into_iter().filter_map(candidate).collect()
    }

    /// Whether the first of two squares has words before it on its line, and the second begins a
    /// line without words: `Start: (0,0)`.
    fn is_introduced(&self, two: &[usize]) -> bool {
        let has_words =
            |item: &usize| last_line(self.stream.before(*item)).contains(char::is_alphabetic);
        self.stream.begins_line(two[1]) && has_words(&two[0]) && !has_words(&two[1])
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
        let is_number = |item: &usize| self.stream.items[*item].name().is_none();
        let begins_line = |item: &usize| self.stream.begins_line(*item);
        let numbers: Vec<usize> = (items[0]..items[items.len() - 1]).filter(is_number).collect();
        // The number of a line may be that of its first name.
        let in_line = numbers.windows(2).next().map_or(1, |two| two[1] - two[0] - 1);
        // That of the first name stands before it, unless numbers stand behind their names.
        let before = items[0].checked_sub(1).filter(is_number);
        let before = before.filter(|_| !numbers.is_empty() && !begins_line(&items[0]));
        let all = before.iter().chain(&numbers).map(|item| self.stream.items[*item]);
        (numbers.len() + 1 == items.len() || numbers.iter().all(begins_line))
            && [1, in_line as i64].iter().any(|step| is_counting(all.clone(), *step))
    }

    /// Whether a square beside a tour is its start, its end or its size, or is not on its board and
    /// stands apart.
    fn says_nothing(&self, item: usize, tour: &[usize], (rows, cols): Written) -> bool {
        let at = self.at(item);
        let is_size = [(rows, cols), (rows + 1, cols + 1)].contains(&at);
        let is_outside = at.0 > rows || at.1 > cols;
        let is_end = [tour[0], tour[tour.len() - 1]].iter().any(|end| self.at(*end) == at);
        let gap = |item: usize| self.stream.gaps.get(item + self.width - 1);
        let is_near = gap(item) == gap(tour[0])
            || item >= self.width && gap(item - self.width) == gap(tour[0]);
        is_size && item + 2 == tour[0] && self.stream.begins_line(tour[0])
            || !is_near && (is_outside || is_end || is_size)
    }

    /// A list on its board, with rows and columns as their names say or as the board needs it.
    fn printed(&self, items: &[usize], first: i64, board: Option<Board>) -> Option<PrintedTour> {
        let written = self.written(items);
        if self.width == 1 {
            // Ranks count from the bottom.
            let highest = written.iter().map(|at| at.0).max()?;
            let board = board.filter(|board| highest <= board.rows().into());
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
        let above = &self.stream.source[..self.stream.start(item)];
        let heading = last_line(above.trim_end_matches(|c: char| !c.is_alphabetic()));
        named_or(named, || Axis::all_in(heading))
    }

    /// A list of all squares of a text, whose separators or names leave no doubt what they are. Two
    /// pairs in each record may be anything, such as the ends of lines.
    fn certain(&self) -> Option<Candidate> {
        let items = self.stream.items.len();
        let all = Columns::all(self.stream, self.width..4, self.width, 2);
        let mut named = self.named();
        let ends = named.next().zip(named.last());
        let all = all.filter(|columns @ Columns { stretch, .. }| match self.width {
            1 => ends.is_some_and(|(one, two)| stretch.contains(&one) && stretch.contains(&two)),
            _ => stretch.len() + MOST_OTHERS >= items && !self.has_square_beside(columns),
        });
        // A step stands before its square if it may stand at both ends.
        let mut all: Vec<Columns> = all.collect();
        all.sort_by_key(|columns| (columns.period, columns.offset != 1));
        let mut lists =
            all.iter().filter_map(|columns| Some((columns, self.certain_list(columns)?)));
        let (columns, list) = lists.next()?;
        let from_zero = list.iter().any(|item| [self.at(*item).0, self.at(*item).1].contains(&0));
        let first = i64::from(self.width == 1 || !from_zero);
        let mut printed = self.printed(&list, first, self.given)?;
        let steps = columns.others().filter(|column| is_counting(column.clone(), 1));
        let first = steps.last().and_then(|mut column| column.next()?.number());
        printed.first_number = i64::from(first != Some(0));
        let span = self.stream.span(columns.stretch.clone());
        Some(Candidate { span, printed, is_certain: true, leaves: None })
    }

    /// Whether two numbers outside records are separated as those of their squares.
    fn has_square_beside(&self, columns: &Columns) -> bool {
        let gaps = &self.stream.gaps;
        let inner = columns.item(0).and_then(|first| gaps.get(first));
        let mut outside = (0..gaps.len()).filter(|item| {
            !columns.stretch.contains(item) && !columns.stretch.contains(&(item + 1))
        });
        outside.any(|item| gaps.get(item) == inner)
    }

    /// The list of columns, if they leave no doubt what they are.
    fn certain_list(&self, columns: &Columns) -> Option<Vec<usize>> {
        let (is_divided, are_named) = (self.is_divided(columns), self.are_named(columns.item(0)?));
        if !(is_divided || are_named) || !self.stands_alone(columns) {
            return None;
        }
        let items = columns.items();
        let items = if columns.are_all(&items) { items } else { columns.by_step()? };
        let kept = self.collapsed(&items);
        let least = if self.given.is_some() || are_named { 2 } else { 3 };
        // The ends of moves, each of which begins where the one before it ended.
        let are_ends = columns.per_record == 2 && 2 * kept.len() == items.len() + 2;
        if kept.len() < least || kept.len() < items.len() && !are_ends {
            return None;
        }
        let moves = walks::moves(&self.written(&kept));
        let is_walk = is_divided && 2 * moves + 3 / self.width > kept.len();
        (is_walk || are_named).then_some(kept)
    }

    /// Whether two numbers are certainly a square: they have names, or brackets of their own.
    fn are_named(&self, first: usize) -> bool {
        self.width == 2
            && (self.is_bracketed(first) || self.axes(first).iter().all(Option::is_some))
    }

    /// Whether separators or lines show the first number of a square.
    fn is_divided(&self, columns: &Columns) -> bool {
        let gaps = &self.stream.gaps[columns.stretch.start..columns.stretch.end - 1];
        let inner = &gaps[..columns.period.min(gaps.len())];
        let breaks = |column: usize| self.breaks(columns, column);
        let are_lines = breaks(0) == Some(true)
            && (1..columns.period).all(|column| breaks(column) == Some(false));
        self.width == 1 || are_lines || inner.iter().any(|gap| *gap != inner[0])
    }

    /// Whether all items of a column begin lines, or none; `None` if they differ.
    fn breaks(&self, columns: &Columns, column: usize) -> Option<bool> {
        let mut items =
            (columns.stretch.start + column..columns.stretch.end).step_by(columns.period);
        let first = self.stream.begins_line(items.next()?);
        items.all(|item| self.stream.begins_line(item) == first).then_some(first)
    }

    /// Whether records are the only ones of a text, with lines of their own, and alike.
    fn stands_alone(&self, columns: &Columns) -> bool {
        let (stream, Columns { stretch, period, .. }) = (self.stream, columns);
        let span = stream.span(stretch.clone());
        let line = stream.source[span.end..].split('\n').next().unwrap_or_default();
        let shown = &stream.source[span.start..span.end + line.len()];
        let is_apart = |item: usize| stream.before(item).matches('\n').count() >= 2;
        let first = stretch.start + columns.offset;
        let is_alone = match self.width {
            1 => !line.contains(|c: char| c.is_ascii_digit()),
            _ => {
                stretch.len().is_multiple_of(*period)
                    && (1..*period).all(|column| self.breaks(columns, column).is_some())
                    && (stretch.start == 0 || is_apart(stretch.start))
                    && (stretch.end == stream.items.len() || is_apart(stretch.end))
            }
        };
        is_alone
            && !shown.contains("...")
            && !shown.contains('\u{2026}')
            && self.begin_alike(stretch.start, stretch.start + period)
            && !is_cut(stream, stretch.clone(), [first, first + period], self.width == 1)
    }

    /// Whether a record has the words of the first before it, or none.
    fn begin_alike(&self, first: usize, second: usize) -> bool {
        let letters =
            |text: &str| -> String { text.chars().filter(|c| c.is_alphabetic()).collect() };
        let between = letters(self.stream.before(second));
        let before = self.stream.before(first).rsplit(['\n', ROW_BREAK]).next();
        let before = letters(before.unwrap_or_default());
        between.is_empty() || !before.is_empty() && between.ends_with(&before)
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}
