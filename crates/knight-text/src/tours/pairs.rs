//! Lists of squares by their rows and columns.

use std::ops::Range;

use knight_board::Board;

use crate::axes::{Axis, row_is_second};
use crate::patterns::{counts, stretches};
use crate::tours::clean::ROW_BREAK;
use crate::tours::records::{Columns, are_ends, collapsed, judged, tours};
use crate::tours::streams::Stream;
use crate::tours::walks::{self, LEAST, Written};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour};

/// The lists of pairs that are tours, and the one that accounts for all numbers.
pub(super) fn read(numbers: &Stream<i64>, text: &str, given: Option<Board>) -> Vec<Candidate> {
    let mut found = of_pairs(numbers, text, given);
    found.extend(certain_pairs(numbers, text, given));
    found
}

/// What the names of two numbers say that are in a text or in its heading.
fn axes(numbers: &Stream<i64>, item: usize, first: usize, text: &str) -> [Option<Axis>; 2] {
    let line = |text: &str| text.rsplit('\n').next().unwrap_or_default().to_owned();
    let named = [numbers.before(item, text), numbers.before(item + 1, text)];
    let named = named.map(|before| Axis::last_in(&line(before)));
    if named != [None, None] {
        return named;
    }
    let heading = numbers.before(first, text).trim_end_matches(|c: char| !c.is_alphabetic());
    match Axis::all_in(&line(heading))[..] {
        [one, other] => [Some(one), Some(other)],
        _ => [None, None],
    }
}

/// A tour of pairs with rows and columns as their names say, or as the given board has it.
fn oriented(
    mut printed: PrintedTour,
    first: i64,
    axes: [Option<Axis>; 2],
    given: Option<Board>,
) -> PrintedTour {
    let is_named_second = row_is_second(axes, false).unwrap_or(false);
    let is_size = |board: Board| given.is_none_or(|given| given == board);
    let fits = |exchanged: bool| {
        is_size(if exchanged { printed.board.transposed() } else { printed.board })
    };
    let column_first =
        if fits(is_named_second) { is_named_second } else { !is_named_second && fits(true) };
    if column_first {
        printed.board = printed.board.transposed();
        for square in &mut printed.squares {
            (square.row, square.col) = (square.col, square.row);
        }
    }
    let is_xy = axes.iter().flatten().any(|axis| matches!(axis, Axis::X | Axis::Y));
    let x_is_row = is_named_second == column_first;
    printed.notes.extend(is_xy.then_some(Note::NamedXy { x_is_row }));
    printed.form = Form::Pairs { first, column_first };
    printed
}

/// The tours among pairs of numbers.
fn of_pairs(numbers: &Stream<i64>, text: &str, given: Option<Board>) -> Vec<Candidate> {
    let at = |item: usize| (numbers.items[item], numbers.items[item + 1]);
    let mut found = Vec::new();
    for columns in Columns::all(&numbers.gaps, 2..10, 2) {
        let items = columns.items();
        let written: Vec<Written> = items.iter().map(|item| at(*item)).collect();
        // In most of the ways hardly a step is one of a knight.
        if walks::moves(&written) < LEAST - 1 {
            found.extend(by_step(numbers, &columns));
            continue;
        }
        let kept = if columns.squares > 1 { collapsed(&items, at) } else { items.clone() };
        let leaves =
            || !are_ends(items.len(), kept.len()) || !columns.others_agree(&numbers.items, Some);
        found.extend(tours(numbers, &kept, at, 2, leaves));
        if found.len() > MOST {
            break;
        }
    }
    let with_axes = |(candidate, first, items): (Candidate, i64, Range<usize>)| {
        let axes = axes(numbers, items.start, items.start.saturating_sub(1), text);
        let printed = oriented(candidate.printed.clone(), first, axes, given);
        Candidate { printed, ..candidate }
    };
    found.into_iter().map(with_axes).collect()
}

/// The tours of pairs that are not in the order of their step numbers.
fn by_step(numbers: &Stream<i64>, columns: &Columns) -> Vec<(Candidate, i64, Range<usize>)> {
    if columns.period != 3 || columns.offset > 1 {
        return Vec::new();
    }
    let step = columns.stretch.start + if columns.offset == 0 { 2 } else { 0 };
    let at = |item: usize| (numbers.items[item], numbers.items[item + 1]);
    let Some(items) = sorted(&columns.items(), |item| {
        numbers.items.get(step + item - columns.stretch.start - columns.offset).copied()
    }) else {
        return Vec::new();
    };
    tours(numbers, &items, at, 2, || false)
        .into_iter()
        .map(|(candidate, first, _)| {
            let all = &columns.stretch;
            let span = numbers.spans[all.start].start..numbers.spans[all.end - 1].end;
            let begin = all.start + columns.offset;
            (Candidate { span, ..candidate }, first, begin..all.end)
        })
        .collect()
}

/// Items in the order of their steps, if those are all the numbers from 0 or from 1.
fn sorted(items: &[usize], step: impl Fn(usize) -> Option<i64>) -> Option<Vec<usize>> {
    let mut steps: Vec<(i64, usize)> =
        items.iter().map(|item| Some((step(*item)?, *item))).collect::<Option<_>>()?;
    steps.sort_unstable();
    let is_all = (0..=1).contains(&steps.first()?.0) && counts(steps.iter().map(|step| step.0));
    is_all.then(|| steps.into_iter().map(|step| step.1).collect())
}

/// A list of all pairs of a text, whose separators or names leave no doubt what they are.
fn certain_pairs(numbers: &Stream<i64>, text: &str, given: Option<Board>) -> Option<Candidate> {
    let longest = |period| stretches(&numbers.gaps, period).into_iter().max_by_key(|s| s.len());
    [2, 3].into_iter().find_map(|period| {
        let all = 0..numbers.items.len();
        let few = (all.len() == 2 * period).then_some(all);
        let stretch = longest(period).or(few)?;
        certain_records(numbers, stretch, period, text, given)
    })
}

fn certain_records(
    numbers: &Stream<i64>,
    stretch: Range<usize>,
    period: usize,
    text: &str,
    given: Option<Board>,
) -> Option<Candidate> {
    let records: Vec<usize> = stretch.clone().step_by(period).collect();
    if !stretch.len().is_multiple_of(period)
        || !stands_alone(numbers, &stretch, text)
        || !are_alike(numbers, stretch.start, stretch.start + period, text)
        || !break_alike(numbers, &records, period, text)
    {
        return None;
    }
    let (items, step) = ordered(numbers, &records, period)?;
    let written: Vec<Written> =
        items.iter().map(|item| (numbers.items[*item], numbers.items[item + 1])).collect();
    let inner = numbers.gaps[stretch.start..stretch.end - 1].iter().take(period);
    let is_uniform = inner.clone().all(|gap| Some(gap) == inner.clone().next());
    let square = stretch.start + if step == Some(0) { 1 } else { 0 };
    let axes = axes(numbers, square, stretch.start, text);
    let is_named = axes.iter().all(Option::is_some);
    let before = numbers.before(square, text).trim_end();
    let after = numbers.spans[square + 1].end;
    let is_closed = text[after..].trim_start().starts_with([')', ']', '}']);
    let is_bracketed = before.ends_with(['(', '[', '{'])
        && numbers.before(square + 1, text).trim() == ","
        && is_closed;
    let are_lines = records.iter().all(|item| numbers.begins_line(*item, text))
        && !(1..period).any(|column| numbers.begins_line(stretch.start + column, text));
    let is_walk = 2 * walks::moves(&written) >= written.len();
    let is_known = is_named || is_bracketed || is_walk && (!is_uniform || are_lines);
    if written.len() < if is_named || given.is_some() { 2 } else { 3 } || !is_known {
        return None;
    }
    let first = i64::from(written.iter().all(|(row, col)| *row != 0 && *col != 0));
    let form = Form::Pairs { first, column_first: false };
    let exchanged: Vec<Written> = written.iter().map(|(one, other)| (*other, *one)).collect();
    let is_second = row_is_second(axes, false).unwrap_or(false);
    let ways = if is_second { [&exchanged, &written] } else { [&written, &exchanged] };
    let read: Vec<PrintedTour> =
        ways.iter().filter_map(|way| judged(way, first, given, None, form)).collect();
    let fits = |printed: &&PrintedTour| given.is_none_or(|given| given == printed.board);
    let chosen = read.iter().position(|printed| fits(&printed)).unwrap_or(0);
    let mut printed = read.into_iter().nth(chosen)?;
    printed.form = Form::Pairs { first, column_first: is_second != (chosen == 1) };
    printed.first_number = step.map_or(1, |column| {
        records.iter().map(|item| numbers.items[item + column]).min().unwrap_or(1)
    });
    let is_xy = axes.iter().flatten().any(|axis| matches!(axis, Axis::X | Axis::Y));
    printed.notes.extend(is_xy.then_some(Note::NamedXy { x_is_row: chosen == 0 }));
    let span = numbers.spans[stretch.start].start..numbers.spans[stretch.end - 1].end;
    Some(Candidate { span, printed, is_certain: true, leaves: false })
}

/// The first numbers of the squares of records in the order of their steps, and which number of a
/// record is its step.
fn ordered(
    numbers: &Stream<i64>,
    records: &[usize],
    period: usize,
) -> Option<(Vec<usize>, Option<usize>)> {
    let steps = |column: usize| sorted(records, |item| Some(numbers.items[item + column]));
    let behind = |items: Vec<usize>| items.iter().map(|item| item + 1).collect();
    let counts_first = || counts(records.iter().map(|item| numbers.items[*item]));
    match (period, steps(0), steps(period - 1)) {
        (2, ..) => Some((records.to_vec(), None)),
        (_, Some(items), None) => Some((behind(items), Some(0))),
        (_, None, Some(items)) => Some((items, Some(2))),
        (_, Some(items), Some(_)) if counts_first() => Some((behind(items), Some(0))),
        _ => None,
    }
}

/// Whether two records have the same words before them, or the second one none.
fn are_alike(numbers: &Stream<i64>, first: usize, second: usize, text: &str) -> bool {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphabetic()).collect() };
    let between = letters(numbers.before(second, text));
    let before = numbers.before(first, text).rsplit(['\n', ROW_BREAK]).next().unwrap_or_default();
    between.is_empty() || !before.is_empty() && between.ends_with(&letters(before))
}

/// Whether the numbers in each record begin lines where those of the first one do.
fn break_alike(numbers: &Stream<i64>, records: &[usize], period: usize, text: &str) -> bool {
    (1..period).all(|column| {
        let begins = |record: &usize| numbers.begins_line(record + column, text);
        records.iter().all(|record| begins(record) == begins(&records[0]))
    })
}

/// Whether numbers have lines of their own, with a line without numbers before and after them.
fn stands_alone(numbers: &Stream<i64>, stretch: &Range<usize>, text: &str) -> bool {
    /// As in `It took 12 ms for 5 x 6`.
    const MOST_OTHERS: usize = 3;
    let is_apart = |between: &str| between.matches('\n').count() >= 2;
    let behind = numbers.spans[stretch.end - 1].end;
    let line = text[behind..].split('\n').next().unwrap_or_default();
    !line.contains('@')
        && numbers.items.len() - stretch.len() <= MOST_OTHERS
        && (stretch.start == 0 || is_apart(numbers.before(stretch.start, text)))
        && (stretch.end == numbers.items.len() || is_apart(numbers.before(stretch.end, text)))
}
