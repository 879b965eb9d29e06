//! Shards, and merging them.

use crate::program::Folder;

const SWEEP: &str = "sweep --board 5x5 --starts all --orders sample:6 --budget 20k --tours";

/// The shards 1 to `count` of an experiment, and `one.csv`, the whole of it.
fn sharded(sweep: &str, count: u32) -> Folder {
    let folder = Folder::new();
    folder.run(&format!("{sweep} --out one.csv")).success();
    for index in 1..=count {
        let shard = format!("{sweep} --shard {index}/{count} --out s{index}.csv");
        folder.run(&shard).success();
    }
    folder
}

#[test]
fn merged_shards_are_the_unsharded_file_but_for_the_times() {
    let reduced = format!("{SWEEP} --images --symmetry reduce");
    let lists = format!("{SWEEP} --goal open closed --engine leap step --budget 100");
    let fewer_jobs_than_shards = "sweep --board 1x2 --orders fig2 --budget none";
    for sweep in [SWEEP, &reduced, &lists, fewer_jobs_than_shards] {
        let folder = sharded(sweep, 3);
        folder.run("merge s3.csv s1.csv s2.csv --out all.csv").success();
        assert_eq!(folder.rows_but_times("all.csv"), folder.rows_but_times("one.csv"));
        let (all, one) = (folder.json("all.meta.json"), folder.json("one.meta.json"));
        assert_eq!(all["results_sha256"], one["results_sha256"]);
        assert_eq!(all["shard"], serde_json::Value::Null);
        assert_eq!(all["sessions"].as_array().unwrap().len(), 4);
        assert!(folder.prints("verify all.csv s3.csv").contains("sealed and unchanged"));
        let told = folder.says(&format!("{sweep} --out all.csv"));
        assert!(told.contains("nothing is left to do"), "{told}");
    }
}

#[test]
fn shards_of_a_reduced_experiment_search_what_one_run_would() {
    let folder = sharded(
        "sweep --board 5x5 --orders fig2 tutorial --budget 20k --images --symmetry reduce",
        4,
    );
    let searched = |name: &str| {
        folder.column(name, "mirrored").iter().filter(|mirrored| *mirrored == "false").count()
    };
    let shards: usize = (1..=4).map(|index| searched(&format!("s{index}.csv"))).sum();
    assert_eq!(shards, searched("one.csv"));
    assert!(shards * 4 < folder.rows_but_times("one.csv").len());
}

#[test]
fn a_shard_knows_its_part() {
    let folder = sharded(SWEEP, 4);
    assert_eq!(folder.json("s2.meta.json")["shard"]["index"], 2);
    assert_eq!(folder.json("s2.meta.json")["jobs"], 38);
    let verified = |name: &str| folder.answers(&format!("verify {name} --complete --json"));
    let judged = verified("s2.csv");
    assert_eq!((&judged["rows"], &judged["jobs"]), (&38.into(), &38.into()));
    assert_eq!(judged["shard"], "2/4");
    // Another part is not put into the same file, but all of them may be.
    let other = format!("{SWEEP} --shard 3/4 --out s2.csv");
    folder.run(&other).code(2);
    assert_eq!(verified("s2.csv"), judged);
    folder.run(&format!("{SWEEP} --out s2.csv")).success();
    let judged = verified("s2.csv");
    assert_eq!((&judged["rows"], &judged["jobs"]), (&150.into(), &150.into()));
    folder.run(&other).code(2);
    assert_eq!(folder.rows_but_times("s2.csv"), folder.rows_but_times("one.csv"));
}

#[test]
fn a_shard_of_an_experiment_file_has_a_name_of_its_own() {
    let folder = Folder::new();
    folder.write(
        "small.toml",
        "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n",
    );
    folder.run("run small.toml --shard 2/3").success();
    let column = |name| folder.column("results/small.shard-2-of-3.csv", name);
    assert_eq!(
        (column("start_row"), column("start_col")),
        (["1", "2", "3"].map(str::to_owned).to_vec(), ["2", "2", "2"].map(str::to_owned).to_vec(),)
    );
}

#[test]
fn other_experiments_are_merged_only_by_name() {
    let folder = sharded("sweep --board 3x3 --budget 1000", 1);
    folder.run("sweep --board 3x3 --budget 2000 --out other.csv").success();
    let told = folder.fails(2, "merge one.csv other.csv --out x.csv");
    let differs = "budget: the file has 2000, the first has 1000";
    assert!(told.contains("other.csv") && told.contains(differs), "{told}");
    let both = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = [1000, 2000]\n";
    folder.write("both.toml", both);
    folder.run("merge one.csv other.csv --experiment both.toml --out x.csv").success();
    let merged = folder.answers("verify x.csv --complete --json");
    assert_eq!(merged["rows"], 18);
    folder.run("run both.toml --out run.csv").success();
    assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("run.csv"));
    // Rows of other jobs are left out, which is said.
    folder.write("one.toml", both.replace(", 2000", ""));
    let told = folder.says("merge one.csv other.csv --experiment one.toml --out y.csv");
    assert!(told.contains("other.csv: ") && told.contains(": 9; left out\n"), "{told}");
    assert_eq!(folder.rows_but_times("y.csv"), folder.rows_but_times("one.csv"));
}

#[test]
fn shards_are_merged_one_after_the_other() {
    let folder = sharded("sweep --board 3x3 --budget 1000", 2);
    for (merged, shard, rows) in [("s1.csv --partial", "\"1/2\"", 5), ("s2.csv", "null", 9)] {
        folder.run(&format!("merge {merged} --out all.csv")).success();
        let judged = folder.answers("verify all.csv --complete --json");
        assert_eq!((&*judged["shard"].to_string(), &judged["rows"]), (shard, &rows.into()));
    }
    assert_eq!(folder.rows_but_times("all.csv"), folder.rows_but_times("one.csv"));
    // The rows that are there are not missing, unless they are moved aside.
    folder.run("merge s1.csv --out all.csv").success();
    folder.run("merge s1.csv --fresh --out all.csv").code(1);
}

#[test]
#[cfg(unix)]
fn the_script_for_slurm_makes_nothing_where_slurm_or_the_program_is_missing() {
    let folder = Folder::new();
    folder.write("x.toml", "boards = [\"3x3\"]\nstarts = \"all\"\norders = \"fig2\"\n");
    let tools = folder.file("tools");
    std::fs::create_dir(&tools).unwrap();
    let before = folder.names();
    // Only what the script needs, whatever the machine has.
    for tool in ["env", "bash", "dirname", "realpath", "sed", "mkdir"] {
        let path = std::process::Command::new("sh")
            .args(["-c", &format!("command -v {tool}")])
            .output()
            .unwrap();
        let path = String::from_utf8(path.stdout).unwrap();
        std::os::unix::fs::symlink(path.trim(), tools.join(tool)).unwrap();
    }
    let script = std::fs::canonicalize("scripts/slurm/submit").unwrap();
    let refused = |arguments: &[&str]| {
        let mut submit = assert_cmd::Command::new(tools.join("bash"));
        submit.arg(&script).args(arguments).current_dir(folder.path());
        let submit = submit.env("PATH", &tools).env("KNIGHTSWEEP", "knightsweep");
        let said = crate::program::stderr(&submit.assert().code(2));
        assert_eq!(folder.names(), before);
        said
    };
    assert!(refused(&["y.toml", "4", "out"]).contains("y.toml: there is no such file"));
    let said = refused(&["x.toml", "4", "out"]);
    assert!(said.contains("there is no sbatch") && said.contains("--shard I/4"), "{said}");
    std::os::unix::fs::symlink("/bin/true", tools.join("sbatch")).unwrap();
    let said = refused(&["x.toml", "4", "out"]);
    assert!(said.contains("there is no program knightsweep"), "{said}");
}
