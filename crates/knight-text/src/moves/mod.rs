//! Move orders as programs have them: eight different knight moves, whatever stands around them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use knight_board::{Move, MoveOrder};

use crate::axes::row_is_second;
use crate::patterns::{Rule, narrow, replaced, rules};

mod code;
mod mentions;
mod names;
mod nearest;
mod numbers;
mod program;
mod uses;

pub use code::{Language, as_code};
pub use mentions::{board_said, change_said, start_said};
use names::Names;
use numbers::{Numbers, Pairs, numbers, paired};
use program::{Token, tokens};

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
    /// It has no list of moves; a loop may compute them.
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
    /// Only one list, or lists of different lengths: the lengths.
    Lists(Vec<usize>),
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
    of_program(&tokens(text), x_is_column)
}

/// What is written in another form in which it is read.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    rules(&[
        (r"#\s*define\s+(\w+)\s", "$1 = "),
        // The parentheses of `(-1)`.
        (r"\(\s*([-+\x{2212}–~¯])\s*(\w[\w.]*)\s*\)", "$1$2"),
        // One step: `x++;` and `++x;`.
        (r"([\w\])}])\s*(?:(\+)\+|(-)-)\s*([;,])", "$1 $2$3 1$4"),
        (r"([^\w\])}\s]\s*)(?:(\+)\+|(-)-)\s*([\pL_]\w*)\s*([;,])", "$1$4 $2$3 1$5"),
        // What continues a line: `...` of MATLAB, `&` of Fortran, and `110 DATA` of BASIC.
        (r"(^|[^\w.])\.\.\.|&", "$1 "),
        (r"\n\s*[0-9]+\s+[Dd][Aa][Tt][Aa]\b", ", "),
    ])
});

/// The program with its lists and steps in the form in which they are read.
fn plain(program: &str) -> Cow<'_, str> {
    replaced(narrow(program), &RULES)
}

/// The order that the tokens of a program list.
fn of_program(program: &[Token], x_is_column: bool) -> Result<ListedMoves, Refusal> {
    let numbers = numbers(program);
    let mut orders: Vec<ListedMoves> = Vec::new();
    for pairs in listed(&numbers).into_iter().filter(|pairs| pairs.are_ordered) {
        let order = ordered(program, &pairs, x_is_column)?;
        if orders.iter().all(|other| other.order != order.order) {
            orders.push(order);
        }
    }
    match orders[..] {
        [order] => Ok(order),
        [] => Err(nearest::why(&numbers)),
        _ => Err(Refusal::Several(orders.iter().map(|moves| moves.order).collect())),
    }
}

/// The lists of a program that are the eight moves, or else eight pairs of increments, unless the
/// cases of a `switch` put them in another order.
fn listed<'a>(numbers: &Numbers<'_, 'a>) -> Vec<Pairs<'a>> {
    /// Tokens from `case` to an increment, at most: `case 0: nx = x + 1`.
    const FAR: usize = 8;
    let mut found = numbers.pairs();
    found.extend(zipped(numbers));
    if found.is_empty() {
        found = numbers.increments().pairs();
        found.retain(|Pairs { lists, .. }| {
            let program = &numbers.source[lists[0].start.saturating_sub(FAR)..lists[0].end];
            let are_ordered = |word| {
                let numbers = program.windows(2).filter(|two| two[0].text == word);
                numbers.map(|two| two[1].number()).is_sorted()
            };
            are_ordered("case") && are_ordered("==")
        });
    }
    found
}

/// Each two lists that are the eight moves together, unless a list of nearly eight is between them:
/// it may be the other half of one of them. A list that is there again counts once.
fn zipped<'a>(numbers: &Numbers<'_, 'a>) -> Vec<Pairs<'a>> {
    const MOST: usize = 100;
    let mut seen = HashSet::new();
    let mut lists = numbers.lists();
    lists.retain(|list| seen.insert(list.values.clone()));
    lists.truncate(MOST);
    let mut found = Vec::new();
    for (at, first) in lists.iter().enumerate() {
        for second in lists[at + 1..].iter().take_while(|list| list.values.len() == 8) {
            let orders = orders_of(&paired(&first.values, &second.values));
            if let Some(orders) = orders.filter(|_| first.place.end <= second.place.start) {
                let lists = vec![first.place.clone(), second.place.clone()];
                found.push(Pairs { orders, lists, are_ordered: true, own: None });
            }
        }
    }
    found
}

/// The move, if it is one, with the first number as that of the row.
fn digit((row, col): Pair) -> Option<Move> {
    Move::from_delta(row.try_into().ok()?, col.try_into().ok()?)
}

/// The order of pairs, and the one with their numbers exchanged, if they are the eight moves.
fn orders_of(pairs: &[Pair]) -> Option<[MoveOrder; 2]> {
    let order = |digit: fn(&Pair) -> Option<Move>| {
        let moves: Option<Vec<Move>> = pairs.iter().map(digit).collect();
        MoveOrder::new(moves?.as_slice().try_into().ok()?)
    };
    Some([order(|pair| digit(*pair))?, order(|&(row, col)| digit((col, row)))?])
}

/// The order of eight moves of a program.
fn ordered<'a>(
    program: &[Token<'a>],
    moves: &Pairs<'a>,
    x_is_column: bool,
) -> Result<ListedMoves, Refusal> {
    let mut names = Names::of(program, moves);
    let is_strong = names.axes.iter().flatten().any(|axis| axis.is_strong());
    let named = row_is_second(names.axes).unwrap_or(false);
    let used = uses::row_is_second(program, &mut names);
    let said = if is_strong { Some(named).filter(|named| used != Some(!named)) } else { used };
    let (basis, is_second) = match said {
        Some(_) if is_strong && x_is_column => return Err(Refusal::NeedsNoXy),
        Some(said) if is_strong => (Basis::Names, said),
        _ if x_is_column => (Basis::Asked, !named),
        Some(said) => (Basis::Use, said),
        None => (Basis::Nothing, named),
    };
    let [one, other] = moves.orders;
    let [order, exchanged] = if is_second { [other, one] } else { [one, other] };
    Ok(ListedMoves { order, exchanged, basis })
}

#[cfg(test)]
mod tests;
