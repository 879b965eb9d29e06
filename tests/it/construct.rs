//! The command `construct`.

use crate::program::{Folder, answered, knightsweep, stderr, stdout};

#[test]
fn constructed_tours_are_verified_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |arguments: &str| {
        let mut command = knightsweep(arguments);
        command.current_dir(folder.path());
        command
    };
    let drawn = "construct --board 9x11 --start 3,5 --first 1 --svg t.svg";
    let printed = stdout(&in_folder(drawn).assert().success());
    assert!(printed.contains("9x11 from (3,5): open tour, "), "{printed}");
    let svg = std::fs::read_to_string(folder.path().join("t.svg")).unwrap();
    assert!(svg.contains("A constructed open tour of the 9x11 board from (3,5)"));
    std::fs::write(folder.path().join("t.txt"), printed).unwrap();
    let verdict = stdout(&in_folder("verify t.txt").assert().success());
    assert_eq!(verdict, "t.txt: 9x11 board, numbered from 1, 99 squares: an open tour\n");

    let json = answered(0, "construct --board 30x7 --goal closed --json");
    assert_eq!((&json["closed"], &json["goal"]), (&true.into(), &"closed".into()));
    assert_eq!((&json["outcome"], &json["success"]), (&"tour".into(), &true.into()));
    let verdict = knightsweep("verify -").write_stdin(json.to_string()).assert().success();
    let wanted = "-: 30x7 board, a list of squares, 210 squares: a closed tour\n";
    assert_eq!(stdout(&verdict), wanted);
    let squares = json["tour"].as_str().unwrap();
    assert!(squares.starts_with("a30-") && squares.split('-').count() == 210);
}

#[test]
fn a_tour_goes_to_a_file_that_a_later_one_replaces() {
    let folder = Folder::new();
    for board in ["12x12", "40x41"] {
        let said = folder.prints(&format!("construct --board {board} --out t.txt"));
        assert!(said.starts_with(&format!("{board} from (1,1): closed tour, ")), "{said}");
        let verdict = folder.prints("verify t.txt");
        assert!(
            verdict.starts_with(&format!("t.txt: {board} board, numbered from 0")),
            "{verdict}"
        );
    }
    folder.write("notes.txt", "mine");
    let refused = folder.fails(2, "construct --out notes.txt");
    assert!(refused.contains("notes.txt exists and is not from knightsweep"), "{refused}");
    assert_eq!(folder.read("notes.txt"), "mine");
    let refused = folder.fails(2, "construct --out tour.csv");
    assert!(refused.contains("the name of a tour must end in .txt"), "{refused}");
}

#[test]
fn the_search_for_a_narrow_board_is_that_for_the_same_tour() {
    let refused = "construct --board 3x10 --start 3,1 --goal closed";
    let said = stderr(&knightsweep(refused).assert().code(2));
    let search = said.split('`').nth(1).and_then(|it| it.strip_prefix("knightsweep ")).unwrap();
    let found = answered(0, &format!("{search} --json"));
    assert_eq!((&found["start_row"], &found["start_col"]), (&3.into(), &1.into()));
    assert_eq!(found["closed"], true);
}
