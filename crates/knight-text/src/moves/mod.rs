//! Move orders as programs have them: eight different knight moves, whatever stands around them.

use std::collections::HashSet;

use knight_board::{Move, MoveOrder};

use crate::axes::{Axis, row_is_second};

mod code;
mod mentions;
mod names;
mod nearest;
mod numbers;
mod plain;
mod program;
mod reorderings;
mod uses;

pub use code::{Language, as_code};
pub use mentions::{StartSaid, board_said, start_said};
use names::Names;
use numbers::{List, MOST, Numbers, Pairs, numbers, paired};
use plain::{plain, with_lists};
use program::{Token, tokens};
pub use reorderings::reordering_said;

/// The most bytes of a program that is read.
pub const MOST_BYTES: usize = 1 << 22;

/// A move as it is written: its first number and its second one.
pub type Pair = (i64, i64);

/// Eight moves in the order of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListedMoves {
    /// The order.
    pub order: MoveOrder,
    /// The order with rows and columns exchanged.
    pub exchanged: MoveOrder,
    /// What says which of the two numbers of a move is that of the row.
    pub basis: Basis,
}

/// What says which of the two numbers of a move is that of the row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// Names of rows and columns.
    Names,
    /// x or y is first in the indices of the program's board.
    Use,
    /// The caller: x, or the first number, is that of the column.
    Asked,
    /// Nothing: x, or the first number, is taken as that of the row.
    Nothing,
}

/// Why a text does not list the eight moves of a knight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has more than [`MOST_BYTES`].
    TooLong,
    /// It has no list of moves.
    Nothing,
    /// It has lists of different orders.
    Several(Vec<MoveOrder>),
    /// A list has seven numbers, and in the last place a difference such as `-2 -1`.
    MissingComma(String),
    /// A pair that is not a knight move.
    NotAMove {
        /// Which of the moves, from 1.
        place: usize,
        /// The pair.
        pair: Pair,
    },
    /// Moves that occur twice, and moves that do not occur.
    NotEachOnce {
        /// Each such pair with its places, from 1.
        repeated: Vec<(Pair, usize, usize)>,
        /// The others, in the same notation.
        missing: Vec<Pair>,
    },
    /// Two lists of different lengths.
    Lengths(usize, usize),
    /// Only one list, with its length and what its name says.
    OneList(usize, Option<Axis>),
    /// Both lists, or both numbers of the pairs, have the same name.
    SameName(Axis),
    /// The moves are not there but a loop that makes them.
    Computed,
    /// The moves name their rows and columns, so x cannot be the column.
    NeedsNoXy,
}

/// Reads the only eight different knight moves of a text.
///
/// They are eight pairs, two lists of eight, eight assignments or eight calls with two increments.
/// The first number of a pair, or the first list, is that of the row, and so is what is called x,
/// unless `x_is_column`. Names in many languages and the use of x and y in the program say it too.
///
/// # Errors
/// [`Refusal`] unless exactly one order is there.
pub fn read(text: &str, x_is_column: bool) -> Result<ListedMoves, Refusal> {
    if text.len() > MOST_BYTES {
        return Err(Refusal::TooLong);
    }
    let text = &plain(text);
    let [program, all] = [false, true].map(|has_comments| tokens(text, has_comments));
    let mut read = of_program(&program, x_is_column);
    if matches!(&read, Err(Refusal::Nothing | Refusal::OneList(..))) && program.len() < all.len() {
        // What looks like a comment may be none.
        read = of_program(&all, x_is_column).or(read);
    }
    match read {
        Err(Refusal::Nothing) if uses::has_loop(&program) => Err(Refusal::Computed),
        read => read,
    }
}

/// The order that the tokens of a program list.
fn of_program(program: &[Token], x_is_column: bool) -> Result<ListedMoves, Refusal> {
    let program = &with_lists(program)[..];
    let numbers = numbers(program);
    let mut found = listed(&numbers, program);
    if found.is_empty() {
        found = numbers.increments().pairs();
        found.retain(|pairs| is_eight(&pairs.pairs));
    }
    let mut orders: Vec<ListedMoves> = Vec::new();
    let mut same_name = None;
    for pairs in found.into_iter().filter(|pairs| pairs.are_ordered) {
        if let [Some(one), Some(other)] = pairs.names.axes
            && one == other
        {
            same_name = Some(Refusal::SameName(one));
            continue;
        }
        let order = ordered(program, &pairs, x_is_column)?;
        if orders.iter().all(|other| other.order != order.order) {
            orders.push(order);
        }
    }
    match orders[..] {
        [order] => Ok(order),
        [] => Err(same_name.unwrap_or_else(|| nearest::why(&numbers))),
        _ => Err(Refusal::Several(orders.iter().map(|moves| moves.order).collect())),
    }
}

/// The lists of a program that are the eight moves, whatever their order.
fn listed<'a>(numbers: &Numbers<'_, 'a>, program: &[Token<'a>]) -> Vec<Pairs<'a>> {
    let mut found = numbers.pairs();
    found.extend(zipped(numbers, program));
    found.retain(|pairs| is_eight(&pairs.pairs));
    found
}

/// The move, if it is one, with the first number as that of the row.
fn digit((row, col): Pair) -> Option<Move> {
    Move::from_delta(row.try_into().ok()?, col.try_into().ok()?)
}

/// Whether pairs are the eight moves, each once.
fn is_eight(pairs: &[Pair]) -> bool {
    order_of(pairs.iter().copied()).is_some()
}

fn order_of(pairs: impl Iterator<Item = Pair>) -> Option<MoveOrder> {
    let moves: Option<Vec<Move>> = pairs.map(digit).collect();
    MoveOrder::new(moves?.as_slice().try_into().ok()?)
}

/// Every two lists that are the eight moves together, unless a list of another length is between
/// them: it may be the other half of one of them.
fn zipped<'a>(numbers: &Numbers<'_, 'a>, program: &[Token<'a>]) -> Vec<Pairs<'a>> {
    let lists = numbers.lists();
    let broken: Vec<usize> = nearest::broken(numbers).collect();
    let mut seen = HashSet::new();
    let before = |list: &List| &program[list.place.start..=list.place.end];
    let name = |list: &List| names::own_name(before(list));
    let is_new = |list: &&List| seen.insert((list.values.clone(), name(list)));
    let lists: Vec<&List> = lists.iter().filter(is_new).take(MOST).collect();
    let mut found = Vec::new();
    for (place, first) in lists.iter().enumerate() {
        for second in &lists[place + 1..] {
            let pairs = paired(&first.values, &second.values);
            let are_apart = |at: &usize| (first.place.end..second.place.end).contains(at);
            if is_eight(&pairs) && !broken.iter().any(are_apart) {
                let names = Names::of_lists([before(first), before(second)]);
                let lists = [first.place.end, second.place.end];
                found.push(Pairs { pairs, lists, are_ordered: true, names });
            }
        }
    }
    found
}

/// The order of eight moves of a program.
fn ordered(
    program: &[Token],
    Pairs { pairs, names, .. }: &Pairs,
    x_is_column: bool,
) -> Result<ListedMoves, Refusal> {
    let is_strong = names.axes.iter().flatten().any(|axis| axis.is_strong());
    let named = row_is_second(names.axes, false).unwrap_or(false);
    let used = uses::row_is_second(program, names);
    let said = if is_strong { Some(named).filter(|named| used != Some(!named)) } else { used };
    let (basis, is_second) = match said {
        Some(_) if is_strong && x_is_column => return Err(Refusal::NeedsNoXy),
        Some(said) if is_strong => (Basis::Names, said),
        _ if x_is_column => (Basis::Asked, !named),
        Some(said) => (Basis::Use, said),
        None => (Basis::Nothing, named),
    };
    let exchanged = order_of(pairs.iter().map(|&(one, other)| (other, one)));
    let both = order_of(pairs.iter().copied()).zip(exchanged);
    let (order, exchanged) = both.ok_or(Refusal::Nothing)?;
    let [order, exchanged] = if is_second { [exchanged, order] } else { [order, exchanged] };
    Ok(ListedMoves { order, exchanged, basis })
}

#[cfg(test)]
mod tests;
