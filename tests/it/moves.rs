//! Move orders that are given by their moves, as programs have them.

use crate::program::{Folder, json, knightsweep, printed, stdout};

/// The moves of "Problem Solving with Algorithms and Data Structures".
const PYTHON: &str = "[(-1,-2),(-1,2),(-2,-1),(-2,1),(1,-2),(1,2),(2,-1),(2,1)]";

/// Those of the tutorials, as their programs have them.
const C: &str = "int xMove[8] = { 2, 1, -1, -2, -2, -1, 1, 2 };\n\
    int yMove[8] = { 1, 2, 2, 1, -1, -2, -2, -1 };";

#[test]
fn the_digits_of_the_moves_are_drawn_in_the_help_of_solve_and_in_the_documents() {
    let help = printed("solve --help");
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    for text in [help, read("docs/reference/rules.md")] {
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .filter(|words| words.len() == 5 && words.iter().all(|word| word.len() == 1))
            .collect();
        let found = |wanted: &str| {
            let place = |row: &Vec<&str>| row.iter().position(|word| *word == wanted);
            rows.iter().enumerate().find_map(|(row, words)| Some((row, place(words)?))).unwrap()
        };
        assert_eq!(rows.len(), 5, "{text}");
        let (row, col) = found("N");
        for mv in knight_search::Move::ALL {
            let (to_row, to_col) = found(&mv.to_string());
            let delta = (to_row as i8 - row as i8, to_col as i8 - col as i8);
            assert_eq!(delta, mv.delta(), "move {mv}");
        }
    }
}

#[test]
fn every_command_with_an_order_takes_moves() {
    let folder = Folder::new();
    let run = |arguments: &str, more: &[&str]| {
        let mut command = knightsweep(arguments);
        command.args(more).current_dir(folder.path()).assert().success()
    };
    run("sweep --board 3x4 --starts corners --out x.csv", &["--moves", PYTHON, "--moves", C]);
    run("sweep --board 3x4 --starts corners --out y.csv --orders", &["fig2", PYTHON]);
    let orders = |file: &str| {
        let mut orders = folder.column(file, "order");
        orders.truncate(2);
        orders
    };
    assert_eq!(orders("x.csv"), ["58674132", "21876543"]);
    assert_eq!(orders("y.csv"), ["12345678", "58674132"]);
    let shown = run("summarize x.csv --by order --format csv --where", &[&format!("order={C}")]);
    assert!(stdout(&shown).contains("\n21876543,4,"));

    folder.write(
        "x.toml",
        format!("boards = \"3x4\"\nstarts = \"all\"\nbudget = 1000\norders = [\"\"\"{C}\"\"\", \"xy: {C}\"]\n")
            .replace(C, &C.replace('\n', " ")),
    );
    run("run x.toml", &[]);
    assert_eq!(folder.column("results/x.csv", "order")[..2], ["21876543", "12345678"]);
    let listed = stdout(&run("plan --board 3x3 --starts 1,1 --list", &["--moves", PYTHON]));
    assert!(listed.contains("\n0,3,3,1,1,58674132,"), "{listed}");
    let best = "best-order --board 5x5 --starts 1,1 --format csv --quiet";
    let best = stdout(&run(best, &["--moves", PYTHON]));
    assert!(best.contains(
        ",compared_order,compared_budget,compared_outcome,compared_checks,compared_ratio\n"
    ));
    assert!(best.contains(",58674132,,tour,49628,"), "{best}");
}

#[test]
fn moves_are_read_from_a_file_as_from_standard_input() {
    let folder = Folder::new();
    folder.write("program.c", C);
    let read = folder.answers("plan --no-estimate --json --moves program.c");
    let pasted = knightsweep("plan --no-estimate --json").args(["--moves", C]).assert().success();
    assert_eq!(read["hash"], json(&pasted)["hash"]);
}
