//! The grids that the paper and the tutorials print. `messages/verdicts.sh` has the verdicts.

use crate::program::printed;

#[test]
fn our_search_finds_what_the_programs_print() {
    let grid = |arguments: &str| {
        let out = printed(arguments);
        out.lines()
            .take(8)
            .flat_map(|l| l.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let printed = |file: &str| {
        let text = std::fs::read_to_string(format!("tests/data/printed_grids/{file}")).unwrap();
        text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(grid("solve --order fig2"), printed("mcevoy-fig3.txt"));
    assert_eq!(grid("solve --order tutorial"), printed("warnsdorff-tutorial.txt"));
    assert_eq!(grid("solve --order tutorial --first 1"), printed("kalkicode-java.txt"));
}
