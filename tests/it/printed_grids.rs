//! The grids that the paper and the tutorials print, and what `verify` says of each.

use crate::program::{Folder, knightsweep, stderr, stdout};

fn verdict(file: &str, code: i32) -> String {
    let assert =
        knightsweep(&format!("verify tests/data/printed_grids/{file}")).assert().code(code);
    stdout(&assert).split_once(": ").unwrap().1.to_owned()
}

#[test]
fn the_papers_fig_3_is_a_tour_from_zero() {
    insta::assert_snapshot!(verdict("mcevoy-fig3.txt", 0), @"8x8 board, numbered from 0, 64 squares: an open tour");
}

#[test]
fn the_java_program_prints_a_tour_from_one() {
    insta::assert_snapshot!(verdict("kalkicode-java.txt", 0), @"8x8 board, numbered from 1, 64 squares: an open tour");
}

#[test]
fn its_programs_in_other_languages_print_the_same() {
    let java = verdict("kalkicode-java.txt", 0);
    for language in ["cpp", "csharp", "kotlin", "scala", "javascript"] {
        assert_eq!(verdict(&format!("kalkicode-{language}.txt"), 0), java, "{language}");
    }
}

#[test]
fn the_warnsdorff_tutorial_prints_a_tour_from_zero() {
    insta::assert_snapshot!(verdict("warnsdorff-tutorial.txt", 0), @"8x8 board, numbered from 0, 64 squares: an open tour");
}

#[test]
fn the_c_program_stops_one_square_early() {
    insta::assert_snapshot!(verdict("kalkicode-c.txt", 1), @"
    8x8 board, numbered from 1, 63 squares: not a tour, 1 fault
      1 of the squares is never visited: (1,8)
      note: no unvisited square is a knight move from the last one, 63 at (5,1)
      note: read as numbered from 0 instead: from 0 at (1,8) to 1 at (1,1) is not a knight move
    ");
}

#[test]
fn the_5x5_example_is_no_tour() {
    insta::assert_snapshot!(verdict("kalkicode-5x5.txt", 1), @"
    5x5 board, numbered from 1, 25 squares: not a tour, 7 faults
      from 1 at (5,5) to 2 at (5,2) is not a knight move
      from 3 at (4,4) to 4 at (4,1) is not a knight move
      from 6 at (1,4) to 7 at (2,4) is not a knight move
      from 9 at (3,1) to 10 at (4,5) is not a knight move
      from 10 at (4,5) to 11 at (4,2) is not a knight move
      from 16 at (2,1) to 17 at (1,1) is not a knight move
      from 22 at (3,2) to 23 at (1,5) is not a knight move
    ");
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
        text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(grid("solve --order fig2"), printed("mcevoy-fig3.txt"));
    assert_eq!(grid("solve --order tutorial"), printed("warnsdorff-tutorial.txt"));
    assert_eq!(grid("solve --order tutorial --first 1"), printed("kalkicode-java.txt"));
}

#[test]
fn a_wrong_grid_lists_ten_faults_and_counts_the_others() {
    let folder = Folder::new();
    let rows = (0..60).map(|row| {
        let cells: Vec<String> = (0..60).map(|col| (60 * row + col).to_string()).collect();
        cells.join(" ") + "\n"
    });
    folder.write("wrong.txt", rows.collect::<String>());
    let out = stdout(&folder.run("verify wrong.txt").code(1));
    assert_eq!(out.lines().count(), 12, "{out}");
    assert!(out.starts_with(
        "wrong.txt: 60x60 board, numbered from 0, 3,600 squares: not a tour, 3,599 faults\n"
    ));
    assert!(out.ends_with("\n  and 3,589 more; --json lists all\n"), "{out}");
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&folder.run("verify wrong.txt --json").code(1))).unwrap();
    assert_eq!(json["faults"].as_array().unwrap().len(), 3_599);
}

#[test]
fn lists_are_answered_in_their_own_notation() {
    let folder = Folder::new();
    folder.write("list.txt", "1.a5 2.c4 3.e5 4.d3 5.e1 6.c2 7.c3 8.e6\n");
    insta::assert_snapshot!(stdout(&folder.run("verify list.txt").code(1)), @"
    list.txt: 6x5 board, a list of squares, 8 squares: not a tour, 3 faults
      from 6. c2 to 7. c3 is not a knight move
      from 7. c3 to 8. e6 is not a knight move
      22 of the squares are never visited: a6 b6 c6 d6 b5 c5 d5 a4 and 14 more
      note: e6 alone makes the board 6x5; if it is a slip, give the board: --board 5x5
    ");
}

#[test]
fn what_cannot_be_told_has_exit_code_2_and_no_verdict() {
    let folder = Folder::new();
    folder.write("slip.txt", "1 4 7 10\n8 11 2 5\n3 6 9 l2\n");
    let assert = folder.run("verify slip.txt").code(2);
    assert_eq!(stdout(&assert), "");
    assert!(stderr(&assert).contains("slip.txt: line 3: `l2` stands among numbers"));
    let twice = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
    folder.write("twice.txt", format!("{twice}\n{twice}"));
    let said = stderr(&folder.run("verify twice.txt").code(2));
    assert!(
        said.contains("a tour of 3x4 from line 1 (a grid), a tour of 3x4 from line 5"),
        "{said}"
    );
    folder.write("escape.txt", "1 4 7 x\n8 11 \u{7}b2 5\n3 6 9 12\n");
    let said = stderr(&folder.run("verify escape.txt").code(2));
    assert!(!said.contains('\u{7}'), "{said}");
}

#[test]
fn a_complete_line_of_numbers_shows_its_board() {
    let folder = Folder::new();
    folder.write("line.txt", "1 4 7 10 8 11 2 5 3 6 9 12\n");
    insta::assert_snapshot!(stdout(&folder.run("verify line.txt").success()), @"
    line.txt: 3x4 board, numbered from 1, 12 squares: an open tour
      note: its numbers are read row by row as 3x4
    ");
    folder.write("index.txt", "0 6 8 1 7 9 2 4 10 3 5 11\n");
    insta::assert_snapshot!(stdout(&folder.run("verify index.txt --board 3X4").success()), @"index.txt: 3x4 board, a list of the numbers of squares, from 0, 12 squares: an open tour");
    folder.write("colours.txt", "\u{1b}[7m 1\u{1b}[0m 4 7 10\n8 11 \u{1b}[31m2 5\n3 6 9 12\n");
    folder.run("verify colours.txt").success();
}

#[test]
fn verify_reads_what_solve_prints() {
    let folder = Folder::new();
    for json in ["", " --json"] {
        let out = stdout(&folder.run(&format!("solve --board 5x5{json}")).success());
        folder.write("out.txt", out);
        let said = stdout(&folder.run("verify out.txt").success());
        assert!(
            said.contains("5x5 board") && said.ends_with("25 squares: an open tour\n"),
            "{said}"
        );
    }
    folder.write("out.txt", stdout(&folder.run("solve --board 3x3 --json").code(3)));
    let said = stderr(&folder.run("verify out.txt").code(2));
    assert!(said.contains("out.txt: this is an answer of solve without a tour"), "{said}");
}

#[test]
fn files_of_windows_are_read() {
    let folder = Folder::new();
    let grid = "1 4 7 10\r\n8 11 2 5\r\n3 6 9 12\r\n";
    let little: Vec<u8> =
        "\u{feff}".encode_utf16().chain(grid.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    std::fs::write(folder.file("tour.txt"), little).unwrap();
    let said = stdout(&folder.run("verify tour.txt").success());
    assert_eq!(said, "tour.txt: 3x4 board, numbered from 1, 12 squares: an open tour\n");
}

#[test]
fn tables_of_squares_are_read_and_other_tables_are_not() {
    let folder = Folder::new();
    let squares = "1,1 2,3 3,1 1,2 2,4 3,2 1,3 2,1 3,3 1,4 2,2 3,4".split(' ');
    let rows: Vec<String> = (1..).zip(squares).map(|(step, at)| format!("{step},{at}\n")).collect();
    folder.write("tour.csv", format!("step,row,col\n{}", rows.concat()));
    let said = stdout(&folder.run("verify tour.csv").success());
    assert_eq!(said, "tour.csv: 3x4 board, a list of squares, 12 squares: an open tour\n");
    folder.write("counts.csv", "row,col,checks\n1,1,5\n2,3,7\n");
    let said = stderr(&folder.run("verify counts.csv").code(2));
    assert!(said.contains("cannot verify a table that begins with `row,col,checks`"), "{said}");
}

#[test]
fn a_zero_twice_is_said() {
    let folder = Folder::new();
    folder.write("tour.txt", "0 3 6 9\n7 10 1 4\n2 5 0 11\n");
    insta::assert_snapshot!(stdout(&folder.run("verify tour.txt").code(1)), @"
    tour.txt: 3x4 board, numbered from 0, 11 squares: not a tour, 2 faults
      number 0 is there twice, at (1,1) (3,3)
      number 8 is missing
    ");
}

#[test]
fn what_is_not_a_text_is_said() {
    let folder = Folder::new();
    for (bytes, wrong) in [
        (&b" \n"[..], "it is empty"),
        (&b"PK\x03\x04\0\0\0\0"[..], "it is a zip archive or a spreadsheet"),
        (&b"\x7fELF\0\0\0\0"[..], "this is not a text"),
    ] {
        std::fs::write(folder.file("tour.txt"), bytes).unwrap();
        let said = stderr(&folder.run("verify tour.txt").code(2));
        assert!(said.contains(wrong), "{said}");
    }
}
