//! Lists of squares in order of visit: chess names, or rows and columns.

use std::ops::Range;

use knight_board::Board;

use crate::axes::{Axis, named_or, row_is_second};
use crate::stream::Stream;
use crate::tours::beside::Surroundings;
use crate::tours::cells::{Cell, Written};
use crate::tours::columns::{Columns, is_counting, square};
use crate::tours::squares::items;
use crate::tours::walks::{self, LEAST, Walk, board_of};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour, is_outside};

/// Numbers that a text may have beside a list, as in `It took 12 ms for 5 x 6`.
const MOST_OTHERS: usize = 3;

/// The most items of the records of a list with faults: a step, and a row and a column.
const LONGEST_CERTAIN: usize = 3;

/// The most squares of a list that a refusal tells of.
const MOST_SQUARES: usize = 10_000;

/// What all lists of a text share.
struct View<'a> {
    stream: &'a Stream<'a, Cell>,
    /// How many items a square has: one name, or two numbers.
    width: usize,
    given: Option<Board>,
    /// The names, if squares are names.
    named: Vec<usize>,
}

/// The lists that are tours, and those that account for all squares of a text.
pub(super) fn read([names, numbers]: [&Stream<Cell>; 2], given: Option<Board>) -> Vec<Candidate> {
    let mut found = View::new(names, 1, given).lists();
    if !found.iter().any(|list| list.printed.is_tour()) {
        let tours = View::new(&items(names.source, 2), 1, given).lists();
        found.extend(tours.into_iter().filter(|list| list.printed.is_tour()));
    }
    found.extend(View::new(numbers, 2, given).lists());
    found
}

impl<'a> View<'a> {
    fn new(stream: &'a Stream<'a, Cell>, width: usize, given: Option<Board>) -> View<'a> {
        let is_name = |item: &usize| width == 1 && stream.items[*item].name().is_some();
        let named = (0..stream.items.len()).filter(is_name).collect();
        View { stream, width, given, named }
    }

    fn at(&self, item: usize) -> Written {
        // The items of a list are squares.
        square(self.stream, item, self.width).unwrap_or_default()
    }

    fn written(&self, items: &[usize]) -> Vec<Written> {
        items.iter().map(|item| self.at(*item)).collect()
    }

    /// The squares through which moves lead, each of which begins where the one before it ended;
    /// other squares as they are.
    fn joined(&self, items: Vec<usize>) -> Vec<usize> {
        let mut before = None;
        let is_other = |item: &&usize| before.replace(self.at(**item)) != Some(self.at(**item));
        let kept: Vec<usize> = items.iter().filter(is_other).copied().collect();
        if 2 * kept.len() == items.len() + 2 { kept } else { items }
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

    fn lists(&self) -> Vec<Candidate> {
        let (mut found, mut others) = (Vec::new(), Vec::new());
        if self.width == 1 {
            let all = 0..self.stream.items.len();
            found = self.walks(&self.joined(self.named.clone()), all, None);
        }
        for columns in Columns::all(self.stream, self.width..10, self.width) {
            let items = columns.items();
            if columns.period > LONGEST_CERTAIN && !walks::may_be_tour(&self.written(&items)) {
                continue;
            }
            let (items, are_all) = columns.ordered(items);
            let mut items = self.joined(items);
            let mut block = columns.stretch.clone();
            let mut walks = self.walks(&items, block.clone(), Some((&columns, are_all)));
            if walks.is_empty()
                && let Some(start) = self.start_above(&columns)
            {
                items.insert(0, start);
                block.start = start;
                walks = self.walks(&items, block.clone(), Some((&columns, are_all)));
            }
            if walks.is_empty() && are_all {
                others.extend(self.wrong_list(&columns, &items, &block));
            }
            found.extend(walks);
            if found.len() > MOST {
                break;
            }
        }
        // The squares alone, whose steps say another order.
        let whole = found.iter().filter(|it| it.leaves.is_none()).map(|it| it.span.clone());
        let whole: Vec<Range<usize>> = whole.collect();
        let is_part = |of: &Candidate| whole.iter().any(|span| !is_outside(span, &of.span));
        found.retain(|it| it.leaves.is_none() || !is_part(it));
        // A step stands before its square if it may stand at both ends.
        others.sort_by_key(|(key, list)| (!list.is_certain, *key));
        found.extend(others.into_iter().map(|(_, list)| list).take(1));
        found
    }

    /// The tours among squares: all names of a text, or those of columns, which may be all that the
    /// records say.
    fn walks(
        &self,
        items: &[usize],
        block: Range<usize>,
        columns: Option<(&Columns, bool)>,
    ) -> Vec<Candidate> {
        let mut walks = walks::complete(&self.written(items));
        walks.retain(|walk| self.width == 2 || walk.first == 1);
        walks.truncate(MOST);
        let period = columns.map_or(1, |(columns, _)| columns.period);
        let candidate = |Walk { range, first, starts_again }: Walk| {
            let used = &items[range.clone()];
            let end = range.end + usize::from(starts_again);
            let rest = items[..range.start].iter().chain(&items[end..]).copied();
            let mut rest = rest.chain(self.certain_outside(block.clone()));
            let mut printed = self.printed(used, first, None)?;
            printed.notes.extend(starts_again.then_some(Note::StartAgain));
            let last = items[end - 1] + self.width;
            let [from, to] = used.iter().fold([last - 1, last], |[from, to], item| {
                [from.min(*item), to.max(item + self.width)]
            });
            // The rest of the first and of the last record.
            let list = if from - block.start < period { block.start } else { from }
                ..if block.end - to < period { block.end } else { to };
            let records = columns.map(|(columns, _)| list.start.max(columns.stretch.start));
            let second = records.map_or(used[1], |records| records + period);
            let side = |of: fn(Written) -> i64| used.iter().map(|item| of(self.at(*item))).max();
            let most = side(|at| at.0).zip(side(|at| at.1))?;
            let is_all = columns.map_or_else(|| self.count_between(used), |(_, are_all)| are_all);
            let span = self.stream.span(from..to);
            let is_whole = is_all
                && self.have_same_letters(used)
                && !Surroundings::of(self.stream, list, second).have_cells(self.width == 1);
            let other = rest.find(|item| !self.says_nothing(*item, used, most));
            let leaves = (!is_whole).then_some(span.start);
            let leaves = leaves.or(other.map(|item| self.stream.start(item)));
            Some(Candidate { span, printed, is_certain: false, leaves })
        };
        walks.into_iter().filter_map(candidate).collect()
    }

    /// The square directly above steps with numbers, if a knight goes from there to the first.
    fn start_above(&self, columns: &Columns) -> Option<usize> {
        let (step, width) = (columns.stretch.start, self.width);
        let above = step.checked_sub(width).filter(|_| columns.offset > 0)?;
        let is_move = |two: [Written; 2]| walks::moves(&two) == 1;
        let first = square(self.stream, step + columns.offset, width)?;
        let starts = is_move([square(self.stream, above, width)?, first]);
        (starts && self.stream.begins_line(step)).then_some(above)
    }

    /// Whether a square has words before it on its line, and another begins a line without words
    /// below it: `Start: (0,0)`.
    fn introduces(&self, square: usize, other: usize) -> bool {
        let has_words =
            |item: usize| last_line(self.stream.before(item)).contains(char::is_alphabetic);
        self.stream.begins_line(other) && has_words(square) && !has_words(other)
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
            || at == self.at(tour[0]) && item < tour[0] && self.introduces(item, tour[0])
    }

    /// A list on its board, with rows and columns as their names say or as the board needs it.
    fn printed(&self, items: &[usize], first: i64, board: Option<Board>) -> Option<PrintedTour> {
        let written = self.written(items);
        if self.width == 1 {
            let board = board_of(&written, 1, board)?;
            // Ranks count from the bottom.
            let rows = i64::from(board.rows());
            let from_top = written.into_iter().map(|(rank, file)| (rows + 1 - rank, file));
            return walks::judged(from_top, 1, board, Form::Names);
        }
        let axes = self.axes(*items.iter().min()?);
        let exchanged: Vec<Written> = written.iter().map(|(one, other)| (*other, *one)).collect();
        let is_second = row_is_second(axes, false).unwrap_or(false);
        let ways = if is_second { [&exchanged, &written] } else { [&written, &exchanged] };
        let form = Form::Pairs { first, column_first: is_second };
        let read = ways.map(|way| {
            walks::judged(way.iter().copied(), first, board_of(way, first, board)?, form)
        });
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

    /// A list that is no tour, and how well its columns fit. It is certain if it has all squares of
    /// the text and leaves no doubt. Two pairs in each record may be anything, such as the ends of
    /// lines.
    fn wrong_list(
        &self,
        columns: &Columns,
        items: &[usize],
        block: &Range<usize>,
    ) -> Option<((usize, bool), Candidate)> {
        let Columns { period, offset, stretch, .. } = columns;
        if *period > LONGEST_CERTAIN {
            return None;
        }
        let items = self.without_size(items);
        let written = self.written(items);
        let stays = written.windows(2).any(|two| two[0] == two[1]);
        let is_walk = 2 * walks::moves(&written) + 3 / self.width > items.len();
        let is_told = is_walk && (LEAST..=MOST_SQUARES).contains(&items.len());
        let is_certain = !stays && self.is_alone(columns, block) && {
            let are_named = self.are_named(stretch.start + offset);
            let least = if self.given.is_some() || are_named { 2 } else { 3 };
            items.len() >= least && (are_named || is_walk && self.is_divided(columns))
        };
        if !is_certain && !is_told {
            return None;
        }
        let from_zero = written.iter().any(|at| [at.0, at.1].contains(&0));
        let first = i64::from(self.width == 1 || !from_zero);
        let mut printed = self.printed(items, first, self.given)?;
        let steps = columns.others().filter(|column| is_counting(column.clone(), 1));
        let first = steps.last().and_then(|mut column| column.next()?.number());
        // The start above them has no number.
        let first_step = i64::from(block.start < stretch.start);
        printed.first_number = i64::from(first != Some(first_step));
        let span = self.stream.span(block.clone());
        let list = Candidate { span, printed, is_certain, leaves: None };
        Some(((*period, *offset != 1), list))
    }

    /// Squares from 0 on without the size of their board, before or behind them.
    fn without_size<'b>(&self, items: &'b [usize]) -> &'b [usize] {
        let is_size = |item: &usize, squares: &[usize]| {
            let squares = self.written(squares);
            let most = |of: fn(&Written) -> i64| squares.iter().map(of).max().unwrap_or_default();
            let from_zero = squares.iter().any(|at| [at.0, at.1].contains(&0));
            self.width == 2
                && from_zero
                && self.at(*item) == (most(|at| at.0) + 1, most(|at| at.1) + 1)
        };
        match items {
            [size, squares @ ..] if is_size(size, squares) => squares,
            [squares @ .., size] if is_size(size, squares) => squares,
            _ => items,
        }
    }

    /// Whether records are alike, and all squares of a text are in them.
    fn is_alone(&self, columns: &Columns, block: &Range<usize>) -> bool {
        let Columns { period, stretch, .. } = columns;
        let (count, span) = (self.stream.items.len(), self.stream.span(block.clone()));
        let is_apart = |item: &usize| self.stream.before(*item).matches('\n').count() > 1;
        let mut ends = [block.start, block.end].into_iter().filter(|end| ![0, count].contains(end));
        let holds_all = match self.width {
            1 => [self.named.first(), self.named.last()]
                .into_iter()
                .flatten()
                .all(|end| block.contains(end)),
            _ => {
                stretch.len().is_multiple_of(*period)
                    && block.len() + MOST_OTHERS >= count
                    && ends.all(|end| is_apart(&end))
                    && !self.has_square_beside(columns, block)
                    && (1..*period).all(|column| self.breaks(columns, column).is_some())
            }
        };
        if !holds_all {
            return false;
        }
        let second = stretch.start + period;
        let around = Surroundings::of(self.stream, block.clone(), second);
        let behind = self.stream.source[span.end..].split('\n').next().unwrap_or_default();
        let is_elided = |text: &str| text.contains("...") || text.contains('\u{2026}');
        !around.between.contains(char::is_alphabetic)
            && !around.have_cells(self.width == 1)
            && !is_elided(&self.stream.source[span])
            && !is_elided(behind)
    }

    /// Whether two numbers outside records are separated as those of their squares.
    fn has_square_beside(&self, columns: &Columns, block: &Range<usize>) -> bool {
        let gaps = &self.stream.gaps;
        let inner = gaps.get(columns.stretch.start + columns.offset);
        let mut outside =
            (0..gaps.len()).filter(|item| !block.contains(item) && !block.contains(&(item + 1)));
        outside.any(|item| gaps.get(item) == inner)
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
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}
