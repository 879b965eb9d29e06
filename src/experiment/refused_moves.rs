//! Why a text is not a list of moves, in words.

use knight_text::moves::{self, Pair, Refusal};

use crate::text::formatting::bytes;

/// The refusal as the end of a message, with what to do.
pub(super) fn worded(refusal: &Refusal) -> String {
    match refusal {
        Refusal::TooLong => {
            let most = bytes(moves::MOST_BYTES as u64);
            format!("this is longer than the {most} that are read; give the eight moves alone")
        }
        Refusal::Nothing => {
            "this has no list of eight moves; give them as pairs such as `2,1 1,2 -1,2 …`, or as \
             two arrays such as `dx = {2, 1, …}; dy = {1, 2, …}`; if a loop computes them, print \
             them and give what it prints"
                .to_owned()
        }
        Refusal::Several(orders) => {
            let orders: Vec<String> = orders.iter().map(ToString::to_string).collect();
            format!("this lists the moves of several orders, {}; give one", orders.join(" and "))
        }
        Refusal::MissingComma(list) => format!(
            "`{list}` has seven numbers: between two of them a comma is missing, and a program \
             takes their sum; write the comma"
        ),
        Refusal::NotAMove { place, pair } => {
            let alone = if *place > 8 { "; give the eight moves alone" } else { "" };
            format!("move {place}, {}, is not a knight move{alone}", written(pair))
        }
        Refusal::NotEachOnce { repeated, missing } => not_each_once(repeated, missing),
        Refusal::Lists(lengths) => match &lengths[..] {
            [length] => {
                format!("this has only one list of steps, with {length} numbers; give both arrays")
            }
            _ => {
                let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
                let lengths = lengths.join(", ");
                format!("the lists of steps have {lengths} numbers; give two of eight")
            }
        },
        Refusal::NeedsNoXy => {
            "these moves name their rows and columns; leave out --xy (or xy:)".to_owned()
        }
    }
}

fn written((first, second): &Pair) -> String {
    format!("({first},{second})")
}

fn not_each_once(repeated: &[(Pair, usize, usize)], missing: &[Pair]) -> String {
    const SHOWN: usize = 8;
    let again = |(pair, first, again): &(Pair, usize, usize)| {
        format!("{} is there twice, as moves {first} and {again}", written(pair))
    };
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
