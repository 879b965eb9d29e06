//! `solve`: one job, its board, its counts and its exit codes.

use std::io::{BufRead, BufReader};

use crate::program::{Folder, knightsweep, stdout};

#[test]
fn an_order_is_printed_as_code_that_is_read_as_that_order() {
    let solve = |arguments: &[&str]| {
        stdout(&knightsweep("solve --board 5x5").args(arguments).assert().success())
    };
    let said = solve(&["--order", "21876543", "--moves-as", "java"]);
    let code = &said[said.find("int[] rowMoves").unwrap()..];
    assert!(solve(&["--moves", code]).contains("order 21876543"));
}

#[test]
fn a_search_without_a_limit_says_so_after_some_seconds() {
    let folder = Folder::new();
    let said = |limit: &str| {
        let mut child = folder.start(&format!("solve --start 1,2 --engine step {limit}"));
        let said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let first = said.take_while(|line| !line.starts_with("searching for ")).last();
        child.kill().unwrap();
        child.wait().unwrap();
        first
    };
    let told = said("").unwrap();
    assert!(told.contains("--budget") && told.contains("--time-limit"), "{told}");
    assert_eq!(said("--time-limit 1h"), None);
}
