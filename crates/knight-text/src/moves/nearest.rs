//! What comes nearest to eight moves, and why it is not.

use std::ops::Range;

use knight_board::Move;

use crate::axes::Axis;
use crate::moves::numbers::{Numbers, paired};
use crate::moves::{Pair, Refusal, digit, uses};
use crate::stream::{innermost, stretches};

/// The most pairs that may be meant as eight.
const MOST_PAIRS: usize = 16;

/// Why a program has no list of eight moves.
pub(super) fn why(program: &str, numbers: &Numbers) -> Refusal {
    if let Some(list) = missing_comma(numbers.text) {
        return Refusal::MissingComma(list);
    }
    let columns = steps(numbers);
    let two = columns.windows(2).find(|two| two[0].len() == two[1].len() && two[0].len() > 2);
    let of_lists = two.map(|two| paired(two[0], two[1]));
    let of_lists = of_lists.filter(|pairs| are_most_moves(pairs));
    let is_short = |count: usize| count < 6 && uses::has_loop(program);
    if columns.iter().all(|column| is_short(column.len())) {
        let pairs = nearest_pairs(numbers).filter(|pairs| !is_short(pairs.len()));
        return match pairs {
            Some(pairs) => fault(&pairs),
            None if uses::has_loop(program) => Refusal::Computed,
            None => Refusal::Nothing,
        };
    }
    match (&columns[..], of_lists) {
        (_, Some(pairs)) => fault(&pairs),
        ([one, other], _) if one.len() != other.len() => Refusal::Lengths(one.len(), other.len()),
        _ => match (nearest_pairs(numbers), &columns[..]) {
            // Not the numbers of one list two by two.
            (Some(pairs), _) if columns.iter().all(|one| 2 * pairs.len() > one.len()) => {
                fault(&pairs)
            }
            (_, [one]) => {
                let names = lists_names(numbers);
                Refusal::OneList(one.len(), names.first().copied())
            }
            _ => Refusal::Nothing,
        },
    }
}

/// What the names before the only list say.
fn lists_names(numbers: &Numbers) -> Vec<Axis> {
    let only = stretches(&numbers.gaps, 1).into_iter().max_by_key(|stretch| stretch.len());
    only.map_or(Vec::new(), |list| uses::names_before(numbers.start(list.start), 0, numbers.text))
}

/// The lists of small numbers, as they are.
fn steps<'a>(numbers: &'a Numbers) -> Vec<&'a [i64]> {
    let values = |range: Range<usize>| &numbers.items[range];
    let is_list = |values: &&[i64]| {
        let steps = values.iter().filter(|value| (1..=2).contains(&value.abs())).count();
        (4..=12).contains(&values.len())
            && 4 * steps >= 3 * values.len()
            && values.iter().any(|v| *v < 0 || values.len() > 3)
    };
    stretches(&numbers.gaps, 1).into_iter().map(values).filter(is_list).collect()
}

fn are_most_moves(pairs: &[Pair]) -> bool {
    let moves = pairs.iter().filter(|pair| digit(**pair).is_some()).count();
    moves >= 3 && 4 * moves >= 3 * pairs.len() && pairs.len() <= MOST_PAIRS
}

/// The records of two numbers that are most nearly moves.
fn nearest_pairs(numbers: &Numbers) -> Option<Vec<Pair>> {
    let all = [2, 3].into_iter().flat_map(|period| {
        let least = if period == 2 { 0 } else { 5 * period };
        let is_list = move |stretch: &Range<usize>| {
            (least..=(MOST_PAIRS + 1) * period).contains(&stretch.len())
        };
        stretches(&numbers.gaps, period).into_iter().filter(is_list).flat_map(move |stretch| {
            (0..period).map(move |offset| (stretch.clone(), period, offset))
        })
    });
    let pairs = all.map(|(stretch, period, offset)| {
        let records = numbers.items[stretch][offset..].chunks(period);
        let pairs = records.filter_map(|record| Some((*record.first()?, *record.get(1)?)));
        pairs.collect()
    });
    pairs.filter(|pairs: &Vec<Pair>| are_most_moves(pairs)).max_by_key(Vec::len)
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

/// A list of seven numbers one of which is written as a difference: `1, -2, -2 -1`.
fn missing_comma(plain: &str) -> Option<String> {
    let inner = innermost(plain).map(|(span, _)| &plain[span.start + 1..span.end - 1]);
    let mut lists = inner.filter(|list| list.len() < 80 && is_list_without_a_comma(list));
    lists.next().map(|list| list.trim().to_owned())
}

fn is_list_without_a_comma(list: &str) -> bool {
    let is_number = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text).trim();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let parts: Vec<&str> = list.split(',').map(str::trim).collect();
    let is_two = |part: &&&str| {
        let last = part.rfind(['-', '+']).filter(|at| *at > 0);
        last.is_some_and(|at| is_number(part[..at].trim()) && is_number(part[at..].trim()))
    };
    let two = parts.iter().filter(is_two).count();
    parts.len() == 7 && two == 1 && parts.iter().filter(|part| is_number(part)).count() == 6
}
