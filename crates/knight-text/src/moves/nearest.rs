//! What comes nearest to eight moves, and why it is not.

use std::ops::Range;

use knight_board::Move;

use crate::moves::numbers::{Numbers, paired};
use crate::moves::program::source;
use crate::moves::{Pair, Refusal, digit};
use crate::stream::{gap, stretches};

/// The most pairs that may be meant as eight.
const MOST_PAIRS: usize = 16;

/// Why a program has no list of eight moves.
pub(super) fn why(numbers: &Numbers) -> Refusal {
    if let Some(list) = missing_comma(numbers) {
        return Refusal::MissingComma(source(&numbers.source[list]));
    }
    let lists = numbers.lists();
    let two = lists.windows(2).find(|two| two[0].values.len() == two[1].values.len());
    let of_lists = two.map(|two| paired(&two[0].values, &two[1].values));
    let lengths: Vec<usize> = lists.iter().map(|list| list.values.len()).collect();
    // Not the numbers of one list two by two.
    let is_other = |pairs: &Vec<Pair>| lengths.iter().all(|length| 2 * pairs.len() > *length);
    let of_pairs = nearest_pairs(numbers).filter(|pairs| lengths.len() < 2 && is_other(pairs));
    match of_lists.filter(|pairs| are_most_moves(pairs)).or(of_pairs) {
        Some(pairs) => fault(&pairs),
        None if !lengths.is_empty() => Refusal::Lists(lengths),
        None => Refusal::Nothing,
    }
}

fn are_most_moves(pairs: &[Pair]) -> bool {
    let moves = pairs.iter().filter(|pair| digit(**pair).is_some()).count();
    moves >= 3 && 4 * moves >= 3 * pairs.len() && pairs.len() <= MOST_PAIRS
}

/// The records of two numbers that are most nearly moves.
fn nearest_pairs(numbers: &Numbers) -> Option<Vec<Pair>> {
    let is_list = |list: &Range<usize>| list.len() <= 2 * (MOST_PAIRS + 1);
    let lists = stretches(&numbers.gaps, 2).into_iter().filter(is_list);
    let all = lists.flat_map(|list| {
        [0, 1].map(|from| {
            let records = numbers.items[list.start + from..list.end].chunks_exact(2);
            records.map(|record| (record[0], record[1])).collect()
        })
    });
    all.filter(|pairs: &Vec<Pair>| are_most_moves(pairs)).max_by_key(Vec::len)
}

/// What is wrong with pairs that are not the eight moves.
fn fault(pairs: &[Pair]) -> Refusal {
    let is_wrong = |(_, pair): &(usize, &Pair)| digit(**pair).is_none();
    if let Some((place, pair)) = (1..).zip(pairs).find(is_wrong) {
        return Refusal::NotAMove { place, pair: *pair };
    }
    let first = |pair: Pair| pairs.iter().position(|other| *other == pair);
    let again = |(index, pair): (usize, &Pair)| {
        let first = first(*pair).filter(|first| *first < index)?;
        Some((*pair, first + 1, index + 1))
    };
    let repeated = pairs.iter().enumerate().filter_map(again).collect();
    let deltas = Move::ALL.into_iter().map(|mv| (mv.delta().0.into(), mv.delta().1.into()));
    let missing = deltas.filter(|pair| first(*pair).is_none());
    Refusal::NotEachOnce { repeated, missing: missing.collect() }
}

/// The tokens of a list of seven numbers one of which is written as a difference: `1, -2, -2 -1`.
fn missing_comma(numbers: &Numbers) -> Option<Range<usize>> {
    let [comma, none] = [",", ""].map(|text| gap([text]));
    let is_part = |at: usize| {
        numbers.gaps[at] == comma || numbers.gaps[at] == none && numbers.is_signed(at + 1)
    };
    let gaps: Vec<usize> = (0..numbers.gaps.len()).collect();
    let mut lists = gaps.chunk_by(|one, other| is_part(*one) && is_part(*other));
    let list = lists.find(|list| {
        let missing = list.iter().filter(|at| numbers.gaps[**at] == none).count();
        list.len() == 7 && missing == 1
    })?;
    Some(numbers.span(list[0]..list[0] + 8))
}
