//! The grids that the paper and the tutorials print, and what `verify` says of each.

use crate::program::{knightsweep, stdout};

fn verdict(file: &str, code: i32) -> String {
    let assert = knightsweep(&format!("verify tests/data/printed_grids/{file}"))
        .assert()
        .code(code);
    stdout(&assert).split_once(": ").unwrap().1.to_owned()
}

#[test]
fn the_papers_fig_3_is_a_tour_from_zero() {
    insta::assert_snapshot!(verdict("mcevoy-fig3.txt", 0), @"");
}

#[test]
fn the_java_programs_and_their_kin_print_a_tour_from_one() {
    insta::assert_snapshot!(verdict("kalkicode-java.txt", 0), @"");
}

#[test]
fn the_warnsdorff_tutorial_prints_a_tour_from_zero() {
    insta::assert_snapshot!(verdict("warnsdorff-tutorial.txt", 0), @"");
}

#[test]
fn the_c_program_stops_one_square_early() {
    insta::assert_snapshot!(verdict("kalkicode-c.txt", 1), @"");
}

#[test]
fn the_5x5_example_is_no_tour() {
    insta::assert_snapshot!(verdict("kalkicode-5x5.txt", 1), @"");
}

#[test]
fn our_search_finds_what_the_programs_print() {
    let grid = |arguments: &str| {
        let out = stdout(&knightsweep(arguments).assert().success());
        out.lines()
            .take(8)
            .flat_map(|l| l.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let printed = |file: &str| {
        let text = std::fs::read_to_string(format!("tests/data/printed_grids/{file}")).unwrap();
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(grid("solve --order fig2"), printed("mcevoy-fig3.txt"));
    assert_eq!(
        grid("solve --order tutorial"),
        printed("warnsdorff-tutorial.txt")
    );
    assert_eq!(
        grid("solve --order tutorial --first 1"),
        printed("kalkicode-java.txt")
    );
}
