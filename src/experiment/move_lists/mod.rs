//! Move orders as programs have them: eight pairs, or an array of row steps and one of column
//! steps.

use std::fmt;

use knight_search::{Move, MoveOrder};

mod assignments;
mod axes;
mod lists;
mod matrices;

use axes::{Axes, Axis};
use lists::List;

/// What stands before moves whose x is the column.
pub const X_IS_COLUMN: &str = "xy:";

/// A move as it was written: its first number and its second one.
pub type Pair = (i64, i64);

/// Why a text does not list the eight moves of a knight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// Neither eight pairs nor two arrays.
    #[error(
        "this has {0}; give the eight moves as pairs such as `2,1 1,2 -1,2 …`, or as two arrays \
         such as `dx = {{2, 1, …}}; dy = {{1, 2, …}}`"
    )]
    Layout(String),
    /// A sign that may also be a dash.
    #[error("`{0}` may be a negative number or a dash before a number; write signs such as -2")]
    LooseSign(String),
    /// A number that is not whole, or too long.
    #[error("`{0}` is not a whole number of squares")]
    Number(String),
    /// Numbers that are assigned by their indices, one of them twice or not at all.
    #[error("{0}; give all eight moves, each once")]
    Assigned(String),
    /// The moves are not there themselves but a loop that makes them.
    #[error(
        "these moves are computed by a loop, which is not run; print the list in your program, and \
         give what it prints, such as `[(2, 1), (1, 2), …]`"
    )]
    Computed,
    /// Two arrays of different lengths.
    #[error("the first array has {0} numbers and the second one {1}; both need eight")]
    Lengths(usize, usize),
    /// A pair that is not a knight move.
    #[error(
        "move {place}, ({},{}), is not a knight move{}", pair.0, pair.1,
        if *place > 8 { "; give the eight moves alone" } else { "" }
    )]
    NotAMove {
        /// Which of the moves, from 1.
        place: usize,
        /// The pair.
        pair: Pair,
    },
    /// Moves that occur twice, and moves that do not occur.
    #[error("{}", list_faults(repeated, missing))]
    NotEachOnce {
        /// Each such pair with its places, from 1.
        repeated: Vec<(Pair, usize, usize)>,
        /// The others, in the same notation.
        missing: Vec<Pair>,
    },
    /// Both numbers of the pairs, or both arrays, have the same name.
    #[error("both parts are named {0}; name one the rows and the other one the columns")]
    SameName(Axis),
    /// x is said to be the column of moves that have no x.
    #[error("these moves name their rows and columns; leave out --xy (or xy:)")]
    NeedsNoXy,
    /// The same of an order that is not written as moves.
    #[error("`{0}` has no x and y; --xy (or xy:) is for lists of moves")]
    HasNoXy(String),
}

fn list_faults(repeated: &[(Pair, usize, usize)], missing: &[Pair]) -> String {
    let written = |(first, second): &Pair| format!("({first},{second})");
    let again = |(pair, first, again): &(Pair, usize, usize)| {
        format!("{} is there twice, as moves {first} and {again}", written(pair))
    };
    const SHOWN: usize = 8;
    let mut faults: Vec<String> = repeated.iter().take(SHOWN).map(again).collect();
    if repeated.len() > SHOWN {
        faults.push(format!("{} more are there again", repeated.len() - SHOWN));
    }
    let names: Vec<String> = missing.iter().map(written).collect();
    match &names[..] {
        [] => {}
        [one] => faults.push(format!("{one} is missing")),
        _ => faults.push(format!("{} are missing", names.join(" "))),
    }
    format!("{}; each of the eight moves must occur once", faults.join(", "))
}

/// Whether a text lists moves rather than naming an order.
pub fn is_list(text: &str) -> bool {
    const LEAST_NUMBERS: usize = 4;
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    text.starts_with(X_IS_COLUMN) || numbers.count() >= LEAST_NUMBERS
}

/// The order in which a text lists the eight moves.
///
/// The moves are pairs, or two arrays, as C, C++, Java, JavaScript, Python and other languages
/// write them, or numbers alone. The first of two numbers changes the row and the second one the
/// column, unless they or their arrays have other names: `row`, `dr`, `col`, `dc` and so on say
/// what they are, and x is the row. After [`X_IS_COLUMN`] x is the column, and so is the first of
/// two numbers without names. Comments are skipped, and so are the sizes of arrays. The numbers may
/// also be assigned one by one, as in `dx[0] = 2; dy[0] = 1;`.
///
/// ```
/// use knightsweep::experiment::move_lists::order;
///
/// let order = order("dx = {2, 1, -1, -2, -2, -1, 1, 2}; dy = {1, 2, 2, 1, -1, -2, -2, -1};")?;
/// assert_eq!(order.name(), Some("tutorial"));
/// # Ok::<(), knightsweep::experiment::move_lists::MovesError>(())
/// ```
///
/// # Errors
/// [`MovesError`] unless each move occurs once.
pub fn order(text: &str) -> Result<MoveOrder, MovesError> {
    let (moves, x_is_column) = match text.strip_prefix(X_IS_COLUMN) {
        Some(moves) if !is_list(moves) => {
            return Err(MovesError::HasNoXy(moves.trim().to_owned()));
        }
        Some(moves) => (moves, true),
        None => (text, false),
    };
    if is_matrix_of_r(moves) {
        return Err(MovesError::Layout(MATRIX_OF_R.to_owned()));
    }
    let moves = &*matrices::rows_as_lists(moves);
    let listed = written(moves, x_is_column);
    let read = match assignments::as_arrays(moves) {
        Ok(None) => listed,
        // Other numbers of a program are assigned too, such as `grid[0][0] = 1`.
        Ok(Some(arrays)) => written(&arrays, x_is_column).or_else(|error| listed.or(Err(error))),
        Err(error) => listed.or(Err(error)),
    };
    read.map_err(|error| match is_computed(moves) && !has_most_moves(moves) {
        true => MovesError::Computed,
        false => error,
    })
}

const MATRIX_OF_R: &str = "a matrix or an array of R, which may fill rows or columns";

/// Whether a text has `matrix(c(…` or `array(c(…` of R. Those of numpy take rows.
fn is_matrix_of_r(text: &str) -> bool {
    let is_vector = |inner: &str| {
        let inner = inner.trim_start();
        let named = inner.strip_prefix("data").map(str::trim_start);
        let value = named.and_then(|inner| inner.strip_prefix('=')).map_or(inner, str::trim_start);
        value.starts_with("c(")
    };
    ["matrix(", "array("].iter().any(|call| text.split(call).skip(1).any(is_vector))
}

/// Whether moves are the elements of a loop of Python, Haskell or another language.
fn is_computed(text: &str) -> bool {
    /// Words from `for` to `in`, at most: `for (dx, dy) in`.
    const MOST_WORDS: usize = 4;
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let is_loop = |near: &[&str]| near[0] == "for" && near.contains(&"in");
    ["for (", "for("].iter().any(|start| text.contains(start))
        // `[(x, y) | x <- …]`; R assigns by the same arrow.
        || (text.contains('|') && text.contains("<-"))
        || (0..words.len()).any(|at| is_loop(&words[at..words.len().min(at + MOST_WORDS)]))
}

/// Whether a text lists most of the moves, so that a loop in it does not compute them.
fn has_most_moves(text: &str) -> bool {
    const MOST: usize = 6;
    let lists = lists::read(text).unwrap_or_default();
    let arrays = lists.iter().filter(|list| list.numbers.len() >= MOST).count();
    let pairs = lists.iter().filter(|list| list.numbers.len() == 2).count();
    arrays == 2 || pairs >= MOST
}

/// The order of moves that are written with their numbers.
fn written(moves: &str, x_is_column: bool) -> Result<MoveOrder, MovesError> {
    let lists = lists::read(moves)?;
    let (pairs, names) = pairs(alone(&lists).unwrap_or(&lists))?;
    let axes = Axes::new(names, x_is_column)?;
    let mut found: Vec<Move> = Vec::with_capacity(pairs.len());
    for (place, &pair) in (1..).zip(&pairs) {
        let (row, col) = axes.row_and_column(pair);
        let mv = i32::try_from(row).ok().zip(i32::try_from(col).ok());
        let mv = mv.and_then(|(row, col)| Move::from_delta(row, col));
        found.push(mv.ok_or(MovesError::NotAMove { place, pair })?);
    }
    let order = found.as_slice().try_into().ok().and_then(MoveOrder::new);
    order.ok_or_else(|| not_each_once(&found, &pairs, axes))
}

fn not_each_once(found: &[Move], pairs: &[Pair], axes: Axes) -> MovesError {
    let place = |mv: Move| found.iter().position(|other| *other == mv);
    let again = |(index, mv): (usize, &Move)| {
        let first = place(*mv).filter(|first| *first < index)?;
        Some((pairs[index], first + 1, index + 1))
    };
    let repeated = found.iter().enumerate().filter_map(again).collect();
    let missing = Move::ALL.into_iter().filter(|mv| place(*mv).is_none());
    let missing = missing.map(|mv| axes.as_written(mv)).collect();
    MovesError::NotEachOnce { repeated, missing }
}

/// The only two arrays of eight numbers, or the only eight lists in a row that are the eight moves,
/// among others such as the square of a start.
fn alone(lists: &[List]) -> Option<&[List]> {
    let is_array = |list: &List| list.is_bracketed && list.numbers.len() == Move::ALL.len();
    if lists.iter().filter(|list| is_array(list)).count() == 2 {
        return lists.windows(2).find(|two| two.iter().all(is_array));
    }
    let mv = |list: &List| match list.numbers[..] {
        [one, other] => Move::from_delta(one.try_into().ok()?, other.try_into().ok()?),
        _ => None,
    };
    let are_pairs = lists.iter().filter(|list| mv(list).is_some()).count() == Move::ALL.len();
    let is_each_once = |eight: &&[List]| {
        let moves: Option<Vec<Move>> = eight.iter().map(mv).collect();
        let order = moves.and_then(|moves| MoveOrder::new(moves.as_slice().try_into().ok()?));
        order.is_some() && eight.iter().all(|list| list.labels == eight[0].labels)
    };
    lists.windows(Move::ALL.len()).find(is_each_once).filter(|_| are_pairs)
}

/// The moves as pairs, and the names of their two numbers.
fn pairs(lists: &[List]) -> Result<(Vec<Pair>, [Option<Axis>; 2]), MovesError> {
    let in_pairs = |numbers: &[i64]| numbers.chunks_exact(2).map(|two| (two[0], two[1])).collect();
    match lists {
        [first, ..] if lists.iter().all(|list| list.numbers.len() == 2) => {
            if let Some(other) = lists.iter().find(|list| list.labels != first.labels) {
                let names = [&first.labels, &other.labels].map(|labels| described(labels));
                return Err(MovesError::Layout(format!(
                    "pairs with different names, {}",
                    names.join(" and ")
                )));
            }
            let pair = |list: &List| (list.numbers[0], list.numbers[1]);
            Ok((lists.iter().map(pair).collect(), [first.labels[0], first.labels[1]]))
        }
        [rows, cols] if rows.numbers.len() != 2 && cols.numbers.len() != 2 => {
            let (rows_len, cols_len) = (rows.numbers.len(), cols.numbers.len());
            if rows_len != cols_len {
                return Err(MovesError::Lengths(rows_len, cols_len));
            }
            let pairs = rows.numbers.iter().copied().zip(cols.numbers.iter().copied());
            Ok((pairs.collect(), [rows.name, cols.name]))
        }
        [List { name: Some(axis), is_bracketed: true, numbers, .. }] if numbers.len() == 8 => {
            Err(MovesError::Layout(format!("only one of the two arrays, for {axis}")))
        }
        // Without brackets, or all in one.
        lists if lists.iter().all(|list| list.numbers.len() % 2 == 0) && is_flat(lists) => {
            let numbers: Vec<i64> = lists.iter().flat_map(|list| list.numbers.clone()).collect();
            Ok((in_pairs(&numbers), [None, None]))
        }
        lists => Err(MovesError::Layout(layout(lists))),
    }
}

fn is_flat(lists: &[List]) -> bool {
    lists.len() == 1 || (!lists.is_empty() && lists.iter().all(|list| !list.is_bracketed))
}

fn described(labels: &[Option<Axis>]) -> String {
    let names = labels.iter().map(|label| label.map_or("?".to_owned(), |axis| axis.to_string()));
    names.collect::<Vec<_>>().join(",")
}

fn layout(lists: &[List]) -> String {
    const SHOWN: usize = 8;
    let lengths: Vec<String> = lists.iter().map(|list| list.numbers.len().to_string()).collect();
    match &lengths[..] {
        [] => "no list of numbers".to_owned(),
        [one] => format!("a list of {one} numbers"),
        [..] if lengths.len() > SHOWN => format!("{} lists of numbers", lengths.len()),
        [..] => format!("{} lists, of {} numbers", lengths.len(), lengths.join(", ")),
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Axis::Row => "row",
            Axis::Column => "column",
            Axis::X => "x",
            Axis::Y => "y",
        })
    }
}

#[cfg(test)]
mod tests;
