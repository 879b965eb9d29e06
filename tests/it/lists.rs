//! Experiments with several rules, goals, engines and budgets, and several experiments in one run.

use knight_search::engines::plain;
use knight_search::{Board, Budget, Problem, Square};

use crate::program::{Folder, Record, json, printed};

const LISTS: &str = "sweep --orders images:fig2 --goal open closed --engine leap step \
                     --budget 20k none 100 --tours --symmetry reduce";

#[test]
fn every_row_of_a_list_of_budgets_is_that_of_the_plain_recursion() {
    let folder = Folder::new();
    let ran = folder
        .run(&format!("{LISTS} --board 3x4 4x5 --starts 1,1 2,2 1,3 --json --out x.csv"))
        .success();
    let rows = folder.records("x.csv");
    // Of the two boards, goals and engines, 3 budgets each for 3 starts and 8 orders.
    assert_eq!(rows.len(), 2 * 2 * 2 * 3 * 3 * 8);
    for row in &rows {
        let number = |column: &str| row[column].parse().unwrap();
        let budget: Budget = match &*row["budget"] {
            "" => Budget::UNLIMITED,
            checks => checks.parse().unwrap(),
        };
        let problem = Problem {
            board: Board::new(number("rows"), number("cols")).unwrap(),
            start: Square { row: number("start_row"), col: number("start_col") },
            order: row["order"].parse().unwrap(),
            goal: row["goal"].parse().unwrap(),
            budget,
        };
        let answer = plain::search(&problem);
        assert_eq!(row["outcome"], answer.outcome.to_string(), "{row:?}");
        assert_eq!(row["checks"], answer.checks.to_string(), "{row:?}");
        let nodes = answer.nodes.map_or(String::new(), |nodes| nodes.to_string());
        assert_eq!(row["nodes"], nodes, "{row:?}");
        assert_eq!(row["tour"].is_empty(), answer.tour.is_none(), "{row:?}");
    }
    // What a smaller budget decides is not searched again, whatever the order of the budgets.
    let is_decided = |row: &&Record| row["outcome"] != "budget";
    let limits = ["100", "20000"];
    let is_followed = |row: &&Record| limits.contains(&&*row["budget"]);
    // A row of 100 gives one of 20,000, and a row of 20,000 one without a limit.
    let follow = rows.iter().filter(is_followed).filter(is_decided).count();
    assert!(follow > 0);
    let untimed = folder.column("x.csv", "wall_s").into_iter().filter(String::is_empty).count();
    let mirrored = folder.column("x.csv", "mirrored").into_iter().filter(|it| it == "true").count();
    assert!((follow..=follow + mirrored).contains(&untimed), "{untimed}, {follow}, {mirrored}");
    assert_eq!(json(&ran)["derived"], untimed);
    assert_eq!(json(&ran)["finished"], rows.len() - untimed);
    folder.run("verify x.csv --recompute 300").success();
    folder.run("summarize x.csv --by budget,engine").success();
    // A complete file stays as it is.
    let csv = folder.read("x.csv");
    folder.run(&format!("{LISTS} --board 3x4 4x5 --starts 1,1 2,2 1,3 --out x.csv")).success();
    assert_eq!(
        (folder.read("x.csv"), folder.names()),
        (csv, vec!["x.csv".into(), "x.meta.json".into()])
    );
}

#[test]
fn a_list_gives_the_rows_of_its_experiments_one_by_one() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts 1,1 1,2 --orders fig2 tutorial --quiet";
    folder
        .run(&format!(
            "{sweep} --rule greedy-random fixed --seeds 1-3 --budget 50 1000 --goal closed open \
             --engine auto step --out x.csv"
        ))
        .success();
    let mut wanted = Vec::new();
    for rule in ["greedy-random --seeds 1-3", "fixed"] {
        for goal in ["closed", "open"] {
            for engine in ["auto", "step"] {
                for budget in [50, 1000] {
                    let one = format!(
                        "{sweep} --rule {rule} --goal {goal} --engine {engine} --budget {budget} \
                         --fresh --out one.csv"
                    );
                    folder.run(&one).success();
                    wanted.extend(folder.rows_but_times("one.csv").split_off(1));
                }
            }
        }
    }
    assert_eq!(folder.rows_but_times("x.csv").split_off(1), wanted);
    let listed = folder.prints("plan --rule greedy fixed --starts 1,1 --list");
    assert_eq!(listed.lines().count(), 3);
}

#[test]
fn impossible_jobs_are_skipped_and_said() {
    let folder = Folder::new();
    folder.write(
        "x.toml",
        "boards = \"5-6\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = 1000\n\
         impossible = \"skip\"\ngoal = [\"open\", \"closed\"]\n",
    );
    folder.run("run x.toml --out x.csv").success();
    let rows = folder.records("x.csv");
    assert_eq!(rows.len(), 13 + 36 + 36);
    assert!(rows.iter().all(|row| row["goal"] == "open" || row["rows"] == "6"));
    assert_eq!(folder.json("x.meta.json")["skipped_jobs"], 37);
    folder.run("verify x.csv").success();
    let plan = folder.answers("plan x.toml --no-estimate --json");
    assert_eq!((&plan["jobs"], &plan["skipped"]["jobs"]), (&85.into(), &37.into()));
    assert_eq!(plan["impossible"], serde_json::Value::Null);
    // By default they are searched, as before.
    folder.run("sweep --board 5x5 --goal closed --budget 9 --out y.csv").success();
    assert!(!folder.read("y.meta.json").contains("impossible"));
}

#[test]
fn several_experiments_are_run_one_after_the_other() {
    let folder = Folder::new();
    let experiment = |board: &str| {
        format!("boards = \"{board}\"\nstarts = \"corners\"\norders = \"fig2\"\nbudget = 5000\n")
    };
    folder.write("a.toml", experiment("3x4"));
    folder.write("b.toml", experiment("3x"));
    folder.write("c.toml", experiment("5x5"));
    folder.run("run a.toml c.toml --out all/").success();
    assert_eq!(folder.records("all/a.csv").len() + folder.records("all/c.csv").len(), 8);
    folder.run("run a.toml b.toml c.toml").code(2);
    assert_eq!(folder.read("results/c.csv").lines().count(), 5);
}

#[test]
fn an_edited_title_is_said_and_taken_over() {
    let folder = Folder::new();
    let experiment = "boards = \"3x4\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = 5000\n";
    folder.write("x.toml", format!("{experiment}title = \"One\"\nnotes = \"same\"\n"));
    folder.run("run x.toml --out x.csv").success();
    let (rows, before) = (folder.read("x.csv"), folder.json("x.meta.json"));
    folder.write("x.toml", format!("{experiment}title = \"Two\"\nnotes = \"same\"\n"));
    folder.run("run x.toml --out x.csv").success();
    let after = folder.json("x.meta.json");
    assert_eq!((&before["title"], &after["title"]), (&"One".into(), &"Two".into()));
    assert_eq!((&after["sealed"], &after["sessions"]), (&before["sealed"], &before["sessions"]));
    assert_eq!(folder.read("x.csv"), rows);
    folder.run("verify x.csv").success();
    // Without a title in the file the one that is there stays.
    folder.write("x.toml", experiment);
    folder.run("run x.toml --out x.csv").success();
    assert_eq!(folder.json("x.meta.json"), after);
}

const LONG_PLAN: &str = "plan --board 9x9 --budget none";

#[test]
#[ignore = "takes the eight seconds that it is about"]
fn a_plan_gives_up_looking_after_some_seconds() {
    let began = std::time::Instant::now();
    let said = printed(LONG_PLAN);
    assert!(said.contains("unknown: "), "{said}");
    // On a busy machine it takes longer than its eight seconds.
    assert!(began.elapsed().as_secs() < 25, "{:?}", began.elapsed());
}

#[cfg(unix)]
#[test]
fn a_long_plan_hears_the_first_ctrl_c() {
    let folder = Folder::new();
    let mut child = folder.start(LONG_PLAN);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let began = std::time::Instant::now();
    crate::program::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(began.elapsed().as_secs() < 4, "{:?}", began.elapsed());
}
