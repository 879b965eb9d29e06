//! Lists of squares by their chess names.

use std::ops::Range;

use knight_board::Board;

use crate::patterns::counts;
use crate::tours::records::{Columns, are_ends, collapsed, judged, tours};
use crate::tours::streams::{Stream, names, numbers};
use crate::tours::walks::Written;
use crate::tours::{Candidate, Form, MOST};

/// The lists of names of a text that are tours, or else the one that accounts for all names.
pub(super) fn read(text: &str, given: Option<Board>) -> Vec<Candidate> {
    let plain = names(text, false);
    let mut found = of_names(&plain, text);
    if found.is_empty() {
        found = of_names(&names(text, true), text);
    }
    if found.is_empty() {
        found.extend(certain_names(&plain, text, given));
    }
    found
}

/// The tours among chess names.
fn of_names(names: &Stream<Written>, text: &str) -> Vec<Candidate> {
    let at = |item: usize| names.items[item];
    let all: Vec<usize> = (0..names.items.len()).collect();
    let kept = collapsed(&all, at);
    let mut found = tours(names, &kept, at, 1, || !are_ends(all.len(), kept.len()));
    if found.is_empty() {
        for columns in Columns::all(&names.gaps, 2..5, 1) {
            let items = columns.items();
            let kept = collapsed(&items, at);
            let leaves = || {
                !are_ends(items.len(), kept.len()) || !columns.others_agree(&names.items, |_| None)
            };
            found.extend(tours(names, &kept, at, 1, leaves));
        }
    }
    let with_form = |(mut candidate, first, items): (Candidate, i64, Range<usize>)| {
        // Ranks count from the bottom.
        let rows = candidate.printed.board.rows();
        candidate.printed.squares.iter_mut().for_each(|square| square.row = rows + 1 - square.row);
        candidate.leaves |= !steps_agree(&numbers_between(names, items, text));
        (first == 1).then_some(candidate)
    };
    found.into_iter().filter_map(with_form).take(MOST).collect()
}

/// The numbers in each gap between names.
fn numbers_between(names: &Stream<Written>, items: Range<usize>, text: &str) -> Vec<Vec<i64>> {
    (items.start + 1..items.end).map(|item| numbers(names.before(item, text)).items).collect()
}

/// Whether numbers between squares count, or are always the same.
fn steps_agree(between: &[Vec<i64>]) -> bool {
    let count = between.first().map_or(0, Vec::len);
    let column = |at: usize| between.iter().map(move |numbers| numbers.get(at).copied());
    let agrees = |at: usize| {
        let numbers: Option<Vec<i64>> = column(at).collect();
        numbers.is_some_and(|n| counts(n.iter().copied()) || n.iter().all(|one| *one == n[0]))
    };
    counts(between.iter().flatten().copied())
        || between.iter().all(|numbers| numbers.len() == count) && (0..count).all(agrees)
}

/// A list of all names of a text, which are separated alike.
fn certain_names(names: &Stream<Written>, text: &str, given: Option<Board>) -> Option<Candidate> {
    let count = names.items.len();
    let is_alike = |period: usize| {
        names.gaps.iter().zip(names.gaps.get(period..)?).all(|(a, b)| a == b).then_some(period)
    };
    let period = is_alike(1).or_else(|| is_alike(2).filter(|_| count > 3))?;
    let all: Vec<usize> = (0..count).collect();
    let kept = collapsed(&all, |item| names.items[item]);
    // The ends of moves: each square but the first and the last is there twice, or none is.
    if (count < 3 && given.is_none())
        || count < 2
        || !are_ends(count, kept.len())
        || kept.len() < count && period == 1
    {
        return None;
    }
    let written: Vec<Written> = kept.iter().map(|item| names.items[*item]).collect();
    let between = numbers_between(names, 0..count, text);
    let last_line = &text[names.spans[count - 1].end..];
    let last_line = last_line.split('\n').next().unwrap_or_default();
    if !steps_agree(&between) || last_line.contains(|c: char| c.is_ascii_digit() || c == '@') {
        return None;
    }
    // `r1 c2` are pairs.
    if count > 4
        && written.windows(3).all(|three| three[0].1 == three[2].1 && three[0].1 != three[1].1)
    {
        return None;
    }
    let rows = given.map_or(written.iter().map(|at| at.0).max()?, |board| board.rows().into());
    let from_top: Vec<Written> =
        written.iter().map(|(rank, file)| (rows + 1 - rank, *file)).collect();
    let mut printed = judged(&from_top, 1, given, Some(rows), Form::Names)?;
    printed.first_number = i64::from(between.iter().flatten().next() != Some(&1));
    let span = names.spans[0].start..names.spans[count - 1].end;
    Some(Candidate { span, printed, is_certain: true, leaves: false })
}
