//! How the experiment of a file differs from the one that is wanted.

use std::iter;

use crate::experiment::Spec;

/// One line for each key in which two experiments differ.
pub(in crate::results) fn differences(there: &Spec, wanted: &Spec, wanting: &str) -> String {
    let pairs = there.entries().into_iter().zip(wanted.entries());
    pairs
        .filter(|(there, wanted)| there != wanted)
        .map(|((key, there), (_, wanted))| {
            let same = iter::zip(there.split(' '), wanted.split(' ')).take_while(|(a, b)| a == b);
            let same = same.count();
            let (there, wanted) = (shortened(&there, same), shortened(&wanted, same));
            format!("  {key}: the file has {there}, {wanting} {wanted}\n")
        })
        .collect()
}

/// The words of a value as they are, or of many some from a place on.
fn shortened(value: &str, from: usize) -> String {
    const MOST_BYTES: usize = 200;
    const SHOWN: usize = 8;
    if value.len() <= MOST_BYTES {
        return value.to_owned();
    }
    let count = value.split(' ').count();
    let from = from.min(count.saturating_sub(SHOWN));
    let shown: Vec<&str> = value.split(' ').skip(from).take(SHOWN).collect();
    let before = if from > 0 { "… " } else { "" };
    let after = if from + SHOWN < count { " …" } else { "" };
    format!("{before}{:.MOST_BYTES$}{after} ({count} words)", shown.join(" "))
}

#[cfg(test)]
mod tests {
    use crate::results::sidecar::differences::*;

    #[test]
    fn differences_of_long_lists_are_short() {
        let spec = |orders: Vec<String>| Spec { orders, ..Spec::default() };
        let orders = |last: usize| (0..40_320).map(|o| (o.max(last)).to_string()).collect();
        let text = differences(&spec(orders(0)), &spec(orders(30_000)), "the command asks for");
        assert!(text.len() < 300 && text.contains("(40320 words)"), "{text}");
        let mut other: Vec<String> = orders(0);
        other[40_319] = "x".to_owned();
        let text = differences(&spec(orders(0)), &spec(other), "the command asks for");
        assert!(
            text.contains("40318 40319 (40320 words)") && text.contains("40318 x (40320"),
            "{text}"
        );
    }
}
