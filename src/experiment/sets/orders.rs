//! Sets of move orders, by their words.

use std::fmt;

use crate::experiment::ExperimentFault;
use knight_board::named_enum::suggest;
use knight_search::{MoveOrder, OrderError, Symmetry};
use knight_text::moves::{self, ListedMoves};

/// A set of move orders.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OrderSet {
    /// All 40,320, by rank.
    All,
    One(MoveOrder),
    /// One that was written as a list of moves.
    Moves(ListedMoves),
    /// The images of an order under the eight symmetries of the square, the order itself first.
    Images(MoveOrder),
    /// A seeded sample without repeats, by rank: [`MoveOrder::sample`].
    Sample {
        /// 1…40,320.
        size: u16,
        seed: u64,
    },
}

/// What stands before moves whose x is the column.
pub const X_IS_COLUMN: &str = "xy:";

/// The words of sets of orders: the word alone, or with what follows it.
const ALL: &str = "all";
const IMAGES: &str = "images:";
const SAMPLE: &str = "sample:";

/// How an order is written in one word.
fn forms_of_names() -> String {
    let names = MoveOrder::NAMED.map(|(name, _)| name).join(", ");
    format!("the digits 1 to 8 in some order, a name ({names}), rank:N")
}

impl OrderSet {
    /// What may be written, for messages.
    pub(in crate::experiment) fn forms() -> String {
        format!(
            "{}, the eight moves as pairs, or a set: {ALL}, {IMAGES}ORDER, {SAMPLE}N:SEED",
            forms_of_names()
        )
    }

    /// What may be written where one order is wanted.
    pub(in crate::experiment) fn forms_of_one() -> String {
        format!("{} or the eight moves as pairs", forms_of_names())
    }

    pub(in crate::experiment) fn parse(text: &str) -> Result<OrderSet, ExperimentFault> {
        let order = |word: &str| order_in(word, text);
        if let Some(digits) = separated_digits(text) {
            Ok(OrderSet::One(order(&digits)?))
        } else if text.eq_ignore_ascii_case(ALL) {
            Ok(OrderSet::All)
        } else if let Some(of) = after(IMAGES, text) {
            Ok(OrderSet::Images(order(of)?))
        } else if let Some(sample) = after(SAMPLE, text) {
            let (size, seed) = sample.split_once(':').unwrap_or((sample, "0"));
            match (size.parse(), seed.parse()) {
                (Ok(size @ 1..=MoveOrder::COUNT), Ok(seed)) => Ok(OrderSet::Sample { size, seed }),
                _ => Err(ExperimentFault::malformed(
                    text,
                    format!(
                        "a sample; write sample:N or sample:N:SEED, with N from 1 to {} and a whole \
                         number as SEED",
                        MoveOrder::COUNT
                    ),
                )),
            }
        } else if let Some(listed) = listed(text)? {
            Ok(OrderSet::Moves(listed))
        } else {
            Ok(OrderSet::One(order(text)?))
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            OrderSet::All => MoveOrder::COUNT.into(),
            OrderSet::One(_) | OrderSet::Moves(_) => 1,
            OrderSet::Images(_) => Symmetry::ALL.len(),
            OrderSet::Sample { size, .. } => (*size).into(),
        }
    }

    /// The orders of the set, none twice.
    pub(crate) fn orders(&self) -> Vec<MoveOrder> {
        match *self {
            OrderSet::All => MoveOrder::all().collect(),
            OrderSet::One(order) | OrderSet::Moves(ListedMoves { order, .. }) => vec![order],
            OrderSet::Images(order) => Symmetry::ALL.iter().map(|g| g.order(order)).collect(),
            OrderSet::Sample { size, seed } => MoveOrder::sample(size, seed),
        }
    }
}

/// The move order that a text means, in any form in which experiments and `solve --order` take one:
/// a name, digits with or without something between them, `rank:N`, or the eight moves.
///
/// # Errors
/// [`ExperimentFault`] if it is not one order.
pub fn move_order(text: &str) -> Result<MoveOrder, ExperimentFault> {
    match OrderSet::parse(text) {
        Ok(OrderSet::One(order) | OrderSet::Moves(ListedMoves { order, .. })) => Ok(order),
        // Its message has no sets.
        Ok(_) | Err(ExperimentFault::Orders { .. }) => text.parse().map_err(ExperimentFault::Order),
        Err(fault) => Err(fault),
    }
}

/// Whether a text has as many numbers as a list of moves, and more than the name of an order.
pub fn may_be_moves(text: &str) -> bool {
    const LEAST_NUMBERS: usize = 4;
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    numbers.count() >= LEAST_NUMBERS
}

/// The moves that a text lists, if it does not name an order.
fn listed(text: &str) -> Result<Option<ListedMoves>, ExperimentFault> {
    let (moves, x_is_column) =
        text.strip_prefix(X_IS_COLUMN).map_or((text, false), |moves| (moves, true));
    if may_be_moves(moves) {
        if let Some(name) = named_in(moves) {
            let rest = text.replacen(name, "", 1);
            let rest = rest.trim_matches([',', ';', ' ', '\n']);
            let each = [name, rest].map(|value| format!("'{value}'")).to_vec();
            return Err(ExperimentFault::Several { text: text.to_owned(), each });
        }
        return moves::read(moves, x_is_column).map(Some).map_err(ExperimentFault::Moves);
    }
    match x_is_column {
        true => Err(ExperimentFault::HasNoXy(moves.trim().to_owned())),
        false => Ok(None),
    }
}

/// The name of an order or a set in a text of moves, which is no part of them.
fn named_in(text: &str) -> Option<&str> {
    let named = |word: &&str| {
        let sets = [IMAGES, SAMPLE].iter().any(|set| after(set, word).is_some());
        sets || *word == ALL || MoveOrder::NAMED.iter().any(|(name, _)| name == word)
    };
    text.split([' ', ',', ';', '\n']).find(named)
}

/// The order that a word of a text means.
fn order_in(word: &str, text: &str) -> Result<MoveOrder, ExperimentFault> {
    if let Some(listed) = listed(word)? {
        return Ok(listed.order);
    }
    word.parse().map_err(|fault| match fault {
        OrderError::Malformed(_) => {
            let (suggestion, forms) = (similar(text), OrderSet::forms());
            ExperimentFault::Orders { text: text.to_owned(), suggestion, forms }
        }
        fault => ExperimentFault::Order(fault),
    })
}

/// The name or the set that a text probably means.
fn similar(text: &str) -> Option<&'static str> {
    let named = MoveOrder::NAMED.map(|(name, _)| name);
    let names: Vec<&'static str> =
        named.into_iter().chain([ALL, "images:ORDER", "sample:N"]).collect();
    suggest(&text.to_ascii_lowercase(), &names)
}

/// The digits of an order that are written with blanks, commas or dashes between them, perhaps in
/// brackets. There are eight, so that they are not moves.
fn separated_digits(text: &str) -> Option<String> {
    let inner = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    let numbers: Vec<&str> = inner.split([' ', ',', '-']).filter(|one| !one.is_empty()).collect();
    let is_digit = |number: &&str| number.len() == 1 && number.as_bytes()[0].is_ascii_digit();
    let has_sign = inner.starts_with('-') || inner.contains(" -") || inner.contains(",-");
    (numbers.len() == 8 && !has_sign && numbers.iter().all(is_digit)).then(|| numbers.concat())
}

/// The text behind a word in letters of any case.
fn after<'a>(word: &str, text: &'a str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

impl fmt::Display for OrderSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderSet::All => f.write_str(ALL),
            OrderSet::One(order) | OrderSet::Moves(ListedMoves { order, .. }) => {
                write!(f, "{order}")
            }
            OrderSet::Images(order) => write!(f, "{IMAGES}{order}"),
            OrderSet::Sample { size, seed } => write!(f, "{SAMPLE}{size}:{seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::sets::orders::*;

    #[test]
    fn samples_are_seeded_nested_and_without_repeats() {
        let sample = |size, seed| OrderSet::Sample { size, seed }.orders();
        let (small, large) = (sample(10, 7), sample(100, 7));
        assert_eq!(large.len(), 100);
        assert!(large.is_sorted_by(|a, b| a < b));
        assert!(small.iter().all(|order| large.contains(order)));
        assert_ne!(sample(10, 8), small);
        assert_eq!(sample(MoveOrder::COUNT, 1), OrderSet::All.orders());
    }

    #[test]
    fn a_sample_is_fixed_by_its_definition() {
        let orders: Vec<String> = OrderSet::Sample { size: 3, seed: 1 }
            .orders()
            .iter()
            .map(MoveOrder::to_string)
            .collect();
        insta::assert_compact_debug_snapshot!(orders, @r#"["14327865", "16358472", "82431756"]"#);
    }
}
