//! The grids that the paper and the tutorials print. `messages/verdicts.sh` has the verdicts.

use crate::program::printed;

#[test]
fn our_search_finds_what_the_programs_print() {
    let numbers = |text: &str| -> Vec<String> {
        // The program in C has 0 where it was not.
        text.split_whitespace().take(64).map(|word| word.replace('.', "0")).collect()
    };
    for (search, file) in [
        ("--order fig2", "mcevoy-fig3"),
        ("--order tutorial", "warnsdorff-tutorial"),
        ("--order tutorial --first 1", "kalkicode-java"),
        ("--order tutorial --squares 63 --first 1", "kalkicode-c"),
    ] {
        let text = std::fs::read_to_string(format!("tests/data/printed_grids/{file}.txt")).unwrap();
        assert_eq!(numbers(&printed(&format!("solve {search}"))), numbers(&text), "{file}");
    }
}
