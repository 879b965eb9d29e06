//! The command `walks`.

use crate::program::{knightsweep, stderr, stdout};

#[test]
fn walks_are_counted_from_the_command_line() {
    let count = |arguments: &str| stdout(&knightsweep(arguments).assert().success());
    let walks = count("walks --board 6x6 --start 1,1");
    assert_eq!(walks, "19,431,824,959 self-avoiding walks on 6x6 begin at (1,1)\n");
    // A search from (1,2) of 5x5 finds no tour: its nodes are in known_counts.csv.
    assert!(count("walks --board 5x5 --start 1,2").starts_with("1,829,421 "));
    assert_eq!(count("walks --board 1x1"), "1 self-avoiding walk on 1x1 begins at (1,1)\n");
    let json: serde_json::Value = serde_json::from_str(&count("walks --board 1x1 --json")).unwrap();
    assert_eq!(json["walks"], 1);

    let estimate = count("walks --board 6x6 --estimate --precision 5% --seed 2 --json --quiet");
    let estimate: serde_json::Value = serde_json::from_str(&estimate).unwrap();
    let number = |key: &str| estimate[key].as_f64().unwrap();
    assert!(number("walks_low") < 19_431_824_959.0 && 19_431_824_959.0 < number("walks_high"));
    assert!(number("walks_high") - number("walks_low") <= 0.1 * number("walks_estimate"));
    let words = count("walks --board 12x12 --estimate --precision 5%");
    assert!(words.starts_with("about 2.3") && words.contains("·10^56 self-avoiding"), "{words}");
    assert_eq!(words, count("walks --board 12x12 --estimate --precision 5% --threads 1"));

    let refused = |arguments: &str| stderr(&knightsweep(arguments).assert().code(2));
    assert!(refused("walks --board 17x17").contains("more than 256 squares"));
    assert!(refused("walks --start 9,9").contains("off the 6x6 board"));
    refused("walks --memory 3");
    assert!(refused("walks --precision 1%").contains("--estimate"));
    assert!(refused("walks --estimate --precision 0").contains("percentage"));
    assert!(refused("walks --estimate --precision 1").contains("with its sign, such as 1%"));
    let told = stderr(&knightsweep("walks --board 8x8 --memory 1M").assert().code(1));
    assert!(told.contains("needs more than the 1.00 MB") && told.contains("--memory"), "{told}");
}
