//! Move orders that are given by their moves, as programs have them.

use crate::program::{Folder, knightsweep, stderr, stdout};

/// The moves of "Problem Solving with Algorithms and Data Structures".
const PYTHON: &str = "[(-1,-2),(-1,2),(-2,-1),(-2,1),(1,-2),(1,2),(2,-1),(2,1)]";

/// Those of the tutorials, as their programs have them.
const C: &str = "int xMove[8] = { 2, 1, -1, -2, -2, -1, 1, 2 };\n\
    int yMove[8] = { 1, 2, 2, 1, -1, -2, -2, -1 };";

#[test]
fn solve_counts_with_the_moves_of_a_program() {
    let solve = |arguments: &str, flag: &str, moves: &str| {
        let assert = knightsweep(arguments).args([flag, moves]).assert().success();
        (stderr(&assert), stdout(&assert))
    };
    let (said, out) = solve("solve", "--moves", PYTHON);
    assert_eq!(
        said,
        "these moves are order 58674132: the first goes 1 up, 2 left; \
         with rows and columns exchanged (--xy) order 63547281\n"
    );
    assert!(out.contains("order 58674132: open tour\n46,303,614 checks"), "{out}");
    let (_, out) = solve("solve --board 5x5", "--order", PYTHON);
    assert!(out.contains("\n49,628 checks"), "{out}");
    let (said, out) = solve("solve", "--moves", C);
    assert_eq!(
        said,
        "these moves are order 21876543 (tutorial): the first goes 2 down, 1 right; \
         with rows and columns exchanged (--xy) order 12345678 (fig2)\n"
    );
    assert!(out.contains("66,005,601 checks"), "{out}");
    // With x as the column the same arrays are those of Fig. 2.
    let (said, _) = solve("solve --xy", "--moves", C);
    assert_eq!(
        said,
        "these moves are order 12345678 (fig2): the first goes 1 down, 2 right; \
         with rows and columns exchanged (--xy) order 21876543 (tutorial)\n"
    );
}

#[test]
fn the_board_and_the_start_of_a_pasted_program_are_not_used_in_silence() {
    let text = format!("#define N 5\n{C}\nint main() {{ solveKT(0, 2, 1); }}");
    let said = |arguments: &str| {
        let assert = knightsweep(arguments).args(["--moves", &text]).assert().success();
        stderr(&assert).lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let board = "the text also says N = 5; give `--board 5x5` to search that board";
    let start = "the text also calls solveKT(0, 2, …); if that is its start, counted from 0, give \
                 `--start 1,3`, or `--start 3,1` if its first number is that of the column";
    assert_eq!(said("solve"), [board, start]);
    assert_eq!(said("solve --start 1,1"), [board]);
    assert_eq!(said("solve --board 5x5"), [start]);
    assert_eq!(said("solve --board 5x6 --start 1,3"), [""; 0]);
    assert_eq!(said("plan --no-estimate --starts 1,1")[0], board);
}

#[test]
fn the_digits_of_the_moves_are_drawn_in_the_help_of_solve_and_in_the_documents() {
    let help = stdout(&knightsweep("solve --help").assert().success());
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
    let said = stderr(&run("run x.toml", &[]));
    assert!(
        said.starts_with("these moves are order 21876543 (tutorial): the first goes 2 down")
            && said.contains("\nthese moves are order 12345678 (fig2): the first goes 1 down"),
        "{said}"
    );
    let listed = stdout(&run("plan --board 3x3 --starts 1,1 --list", &["--moves", PYTHON]));
    assert!(listed.contains("\n0,3,3,1,1,58674132,"), "{listed}");
    let best = "best-order --board 5x5 --starts 1,1 --format csv --quiet";
    let best = stdout(&run(best, &["--moves", PYTHON]));
    assert!(best.contains(
        ",compared_order,compared_budget,compared_outcome,compared_checks,compared_ratio\n"
    ));
    assert!(best.contains(",58674132,1000000000000,tour,49628,"), "{best}");
}

#[test]
fn moves_that_are_not_the_eight_are_refused() {
    let folder = Folder::new();
    let refused = |arguments: &str, more: &[&str]| {
        let mut command = knightsweep(arguments);
        stderr(&command.args(more).current_dir(folder.path()).assert().code(2))
    };
    let doubled = PYTHON.replace("(2,1)]", "(2,-1)]");
    let eight = "each of the eight moves must occur once\n";
    assert_eq!(
        refused("solve", &["--moves", &doubled]),
        format!(
            "knightsweep: --moves: (2,-1) is there twice, as moves 7 and 8, (2,1) is missing; {eight}"
        )
    );
    assert_eq!(
        refused("sweep --out x.csv --orders fig2", &["--moves", "2,1 1,2 -1,2"]),
        format!("knightsweep: --moves: (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) are missing; {eight}")
    );
    let loop_header = "for dx, dy in ((2,1),(1,2),(-1,2),(-2,1),(-2,-1),(-1,-2),(1,-2),(2,-1)):";
    let said = stderr(&knightsweep("solve").args(["--moves", loop_header]).assert().success());
    assert!(said.starts_with("these moves are order 21876543 (tutorial)"), "{said}");
    let ninth = format!("{C} int start[2] = {{0, 0}};");
    let pairs = PYTHON.replace("(2,1)]", "(2,1)]; start = (0,0)");
    for around in [pairs, ninth] {
        let mut command = knightsweep("solve --moves -");
        let said = stderr(&command.write_stdin(around).assert().success());
        assert!(said.starts_with("these moves are order "), "{said}");
    }
    let alone = C.lines().next().unwrap();
    assert!(refused("solve", &["--moves", alone]).contains("only one list of steps for x"));
    assert!(refused("solve --order 1234567", &[]).contains("`1234567` lacks 8;"));
    assert!(refused("solve --xy", &[]).contains("`fig2` has no x and y"));
    assert!(refused("solve --order fig2", &["--moves", C]).contains("cannot be used with"));
    assert!(
        refused("best-order --compare all", &[])
            .contains("--compare: best-order compares with one order")
    );
}

#[test]
fn moves_are_read_from_a_file_as_from_standard_input() {
    let folder = Folder::new();
    folder.write("program.c", C);
    folder.write("empty.py", "print('no moves')\n");
    let json = |source: &str| {
        let json =
            stdout(&folder.run(&format!("plan --no-estimate --json --moves {source}")).success());
        serde_json::from_str::<serde_json::Value>(&json).unwrap()["hash"].clone()
    };
    let pasted = knightsweep("plan --no-estimate --json").args(["--moves", C]).assert().success();
    let pasted: serde_json::Value = serde_json::from_str(&stdout(&pasted)).unwrap();
    assert_eq!(json("program.c"), pasted["hash"]);
    let said = stderr(&folder.run("solve --moves empty.py").code(2));
    assert!(said.contains("empty.py has no moves"), "{said}");
    let said = stderr(&folder.run("solve --moves missing.py").code(2));
    assert!(said.contains("no such file"), "{said}");
}
