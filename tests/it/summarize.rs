//! `summarize`: groups of jobs, and which jobs are in them.

use crate::program::{Folder, stderr, stdout};

fn two_rules() -> Folder {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 6x6 --starts corners --budget 1e5 --quiet";
    folder.run(&format!("{sweep} --out fixed.csv")).success();
    folder.run(&format!("{sweep} --rule warnsdorff --out warnsdorff.csv")).success();
    folder
}

#[test]
fn commands_take_the_jobs_that_meet_conditions() {
    let folder = two_rules();
    let jobs = |conditions: &str| {
        let command = format!("summarize fixed.csv warnsdorff.csv --by rule {conditions} --json");
        let json = stdout(&folder.run(&command).success());
        let groups: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        groups.iter().map(|group| group["jobs"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(jobs(""), [8, 8]);
    assert_eq!(jobs("--where rule=fixed"), [8]);
    assert_eq!(jobs("--where rows>5 --where start=1,1 --where start=a1"), [2, 2]);
    assert_eq!(jobs("--where checks<=1e5 --where board=6x6"), [1, 4]);

    let refused = "summarize fixed.csv --where rule=warnsdorff";
    let said = stderr(&folder.run(refused).code(2));
    let why = "--where: no job has rule=warnsdorff; rule is one of: fixed";
    assert_eq!(said, format!("knightsweep: {why}\n"));
    folder.run("plot fixed.csv --where start=9,9").code(2);
    folder.run("report fixed.csv --where start=9,9").code(2);
    folder.run("plot fixed.csv --where board=5x5").success();
    folder.run("report fixed.csv --where board=5x5").success();
}
