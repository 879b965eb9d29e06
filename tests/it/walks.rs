//! The command `walks`.

use crate::program::{answered, printed};

#[test]
fn walks_are_counted_from_the_command_line() {
    let count = |arguments: &str| printed(arguments);
    assert_eq!(answered(0, "walks --board 6x6 --json")["walks"], 19_431_824_959_u64);
    // A search from (1,2) of 5x5 finds no tour: its nodes are in known_counts.csv.
    assert!(count("walks --board 5x5 --start 1,2").starts_with("1,829,421 "));

    let estimate = "walks --board 6x6 --estimate --precision 5% --seed 2 --json --quiet";
    let estimate = answered(0, estimate);
    let number = |key: &str| estimate[key].as_f64().unwrap();
    assert!(number("walks_low") < 19_431_824_959.0 && 19_431_824_959.0 < number("walks_high"));
    assert!(number("walks_high") - number("walks_low") <= 0.1 * number("walks_estimate"));
    let words = count("walks --board 12x12 --estimate --precision 5%");
    assert_eq!(words, count("walks --board 12x12 --estimate --precision 5% --threads 1"));
}
