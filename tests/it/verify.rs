//! `verify`: what it takes for a tour, and where it reads it.

use crate::program::{Folder, knightsweep, stderr, stdout};

#[test]
fn verify_does_not_take_every_table_for_a_tour() {
    let folder = Folder::new();
    folder.write("quickest.csv", "rows,cols,p90\n5,5,1\n");
    let said = stderr(&folder.run("verify quickest.csv").code(2));
    assert!(
        said.contains("quickest.csv: cannot verify a table that begins with `rows,cols,p90`"),
        "{said}"
    );
    assert!(!said.contains("describe-tables"), "{said}");
    folder.write("tables.meta.json", "{}");
    let said = stderr(&folder.run("verify quickest.csv").code(2));
    let how = "are described in tables.meta.json, which `scripts/describe-tables --check` compares";
    assert!(said.contains(how), "{said}");
    // Grids and lists of squares between commas are tours, with a heading and without.
    folder.write("grid.csv", "My walk\n1,6,3\n4,0,8\n7,2,5\n");
    folder.write("list.csv", "a3,b1,c3,a2,c1,b3,a1,c2\n");
    for file in ["grid.csv", "list.csv"] {
        let said = stdout(&folder.run(&format!("verify {file}")).code(1));
        assert!(said.contains("3x3 board") && said.contains("8 squares"), "{said}");
    }
    // Names of columns that say nothing may stand above a tour.
    folder.write("headed.csv", "first,second,third,fourth\n1,4,7,10\n8,11,2,5\n3,6,9,12\n");
    let said = stdout(&folder.run("verify headed.csv").success());
    assert!(said.contains("3x4 board") && said.contains("an open tour"), "{said}");
}

/// A shell gives a pipe a name.
#[cfg(unix)]
#[test]
fn verify_reads_a_pipe_once_and_to_its_end() {
    let text = std::fs::read_to_string("tests/data/printed_grids/mcevoy-fig3.txt").unwrap();
    let folder = Folder::new();
    folder.write("grid.txt", &text);
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let command = format!("cat grid.txt | {} verify /dev/stdin", program.display());
    let mut shell = assert_cmd::Command::new("sh");
    let said = stdout(&shell.args(["-c", &command]).current_dir(folder.path()).assert().success());
    assert_eq!(said, "/dev/stdin: 8x8 board, numbered from 0, 64 squares: an open tour\n");
}

#[test]
fn an_unreadable_file_does_not_keep_others_from_their_verdict() {
    let folder = Folder::new();
    folder.write("words.txt", "1 2\n3\n");
    folder.write("one.txt", "1\n");
    let verified = folder.run("verify words.txt gone.txt one.txt").code(2);
    assert!(stdout(&verified).contains("one.txt: 1x1 board"));
    let said = stderr(&verified);
    assert!(said.contains("words.txt: line 2") && said.contains("gone.txt"), "{said}");
}

#[test]
fn verify_reads_a_list_of_moves() {
    let verdict = |moves: &'static str, code: i32| {
        let assert = knightsweep("verify --board 3x4 -").write_stdin(moves).assert().code(code);
        stdout(&assert)
    };
    assert!(verdict("1,1 1 8", 1).contains("a list of moves, 2 squares: not a tour"));
    assert!(verdict("1,1 18", 1).contains("move 8 from 2. (2,3) leads off the board"));
}
