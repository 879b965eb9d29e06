//! The results file: interrupted, killed, cut, altered, shared.

use std::io::Read;
use std::time::Duration;

use crate::program::{
    Folder, first_tour_with_a_node_more, hears_interrupts, signal, stderr, stdout, with_check,
};

/// An experiment of many short jobs.
const SWEEP: &str = "sweep --board 5x5 --orders sample:20 --budget 20k --tours --out x.csv";
const JOBS: usize = 500;

/// The rows of [`SWEEP`] when nothing disturbs it.
fn undisturbed() -> Vec<String> {
    let folder = Folder::new();
    folder.run(SWEEP).success();
    folder.rows_but_times("x.csv")
}

#[test]
fn a_second_run_finds_nothing_left_to_do() {
    let folder = Folder::new();
    folder.run(SWEEP).success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    let told = stderr(&folder.run(SWEEP).success());
    assert!(told.contains("complete and sealed, 500 jobs; nothing is left to do"), "{told}");
    assert_eq!((folder.read("x.csv"), folder.read("x.meta.json")), (csv, sidecar));
    assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
}

#[test]
fn a_run_killed_again_and_again_ends_as_if_undisturbed() {
    let folder = Folder::new();
    let slow = "sweep --board 6x6 --orders sample:40 --budget 2M --tours --threads 2 --out x.csv";
    let rows =
        || std::fs::read_to_string(folder.file("x.csv")).map_or(0, |csv| csv.lines().count());
    let mut kills = 0;
    loop {
        let before = rows();
        let mut child = folder.start(slow);
        while rows() <= before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // SIGKILL, right after rows were written: the program cannot tidy up.
        let was_running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        if !was_running {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0, "the first run ended before it could be killed");
    folder.run(slow).success();
    folder.run("verify x.csv --recompute 20").success();

    let other = Folder::new();
    other.run(slow).success();
    assert_eq!(folder.rows_but_times("x.csv"), other.rows_but_times("x.csv"));
}

#[test]
fn a_file_cut_anywhere_is_completed_again() {
    let whole = undisturbed();
    let folder = Folder::new();
    folder.run(SWEEP).success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    let header = csv.find('\n').unwrap();
    for cut in [0, 1, header, header + 1, header + 2, csv.len() / 2, csv.len() - 2, csv.len() - 1] {
        folder.write("x.csv", &csv[..cut]);
        folder.write("x.meta.json", &sidecar);
        let rows = csv[..cut].matches('\n').count().saturating_sub(1);
        let told = stderr(&folder.run(SWEEP).success());
        assert!(told.contains(&format!("searched now: {}\n", JOBS - rows)), "cut at {cut}: {told}");
        assert_eq!(folder.rows_but_times("x.csv"), whole, "cut at {cut}");
        folder.run("verify x.csv").success();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_keeps_nothing_says_so_when_it_is_interrupted() {
    for (command, told) in [
        ("count --board 8x9", "before the count was finished"),
        // It searches an order of its squares for seconds.
        ("count --board 11x23", "before the count was finished"),
        ("walks --board 9x9", "before the count was finished"),
        ("best-order --board 8x8 --out x.csv", "no table is kept"),
        ("probability --board 99x99 --moves 30000", "none is printed"),
        (
            "plan --board 8x8 --orders all --budget none --engine step",
            "before the plan was examined",
        ),
        (
            "solve --board 9x9 --engine step",
            "before there was an answer; --engine estimate estimates the checks, and --budget limits \
             them",
        ),
        ("solve --board 30x30 --rule warnsdorff --goal closed", "an answer; --budget limits"),
    ] {
        let folder = Folder::new();
        let mut child = folder.start(&format!("{command} --memory 2G"));
        while !hears_interrupts(&child) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        assert!(child.try_wait().unwrap().is_none(), "{command} ended too early");
        signal(&child, "INT");
        let done = child.wait_with_output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(130), "{command}: {said}");
        assert!(said.contains(told), "{command}: {said}");
        assert!(done.stdout.is_empty(), "{command}");
        assert!(folder.names().is_empty(), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_what_is_finished_and_exits_with_130() {
    for name in ["INT", "TERM"] {
        let folder = Folder::new();
        // Job 0 is quick; some of the others take hours by stepping.
        let long = "sweep --board 8x8 --starts 1,1 1,2 1,4 --orders 32178546 12345678 --budget none --engine step --threads 2 --out x.csv";
        let mut child = folder.start(long);
        let has_row = || {
            std::fs::read_to_string(folder.file("x.csv")).is_ok_and(|csv| csv.lines().count() >= 2)
        };
        while !has_row() {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was interrupted");
            std::thread::sleep(Duration::from_millis(20));
        }
        signal(&child, name);
        std::thread::sleep(Duration::from_millis(400));
        assert!(child.try_wait().unwrap().is_none(), "the first signal lets running jobs finish");
        signal(&child, name);
        let status = child.wait().unwrap();
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(status.code(), Some(130), "{told}");
        assert!(
            told.contains("abandoning the running jobs")
                && told.contains("run the same command again to resume"),
            "{told}"
        );

        let sidecar: serde_json::Value = serde_json::from_str(&folder.read("x.meta.json")).unwrap();
        let rows = folder.read("x.csv").lines().count() - 1;
        assert_eq!(sidecar["sessions"][0]["rows_after"], rows);
        folder.run("verify x.csv").success();
    }
}

#[test]
fn a_second_writer_is_refused_at_once_and_told_who_writes() {
    let folder = Folder::new();
    let long =
        "sweep --board 8x8 --starts 1,2 --orders fig2 --budget none --engine step --out x.csv";
    let mut child = folder.start(long);
    while !folder.file("x.csv").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let told = stderr(&folder.run(long).code(1));
    assert!(told.contains(&format!("is being written by process {}", child.id())), "{told}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn another_experiment_is_refused_with_the_difference_until_fresh() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --budget 1000 --out x.csv").success();
    let csv = folder.read("x.csv");
    let other = "sweep --board 3x4 --budget 2000 --out x.csv";
    insta::assert_snapshot!(stderr(&folder.run(other).code(2)), @"
    knightsweep: x.csv has 9 rows that this experiment does not have:
      boards: 9 rows, the first of them with 3x3
      boards: the file has 3x3, the command asks for 3x4
      budget: the file has 1000, the command asks for 2000
    to keep them, choose another --out and add --reuse x.csv, or add what is missing to the experiment; --fresh moves the file aside
    ");
    assert_eq!(folder.read("x.csv"), csv);

    let told = stderr(&folder.run(&format!("{other} --fresh")).success());
    assert!(told.contains("the old results are now in x.old-1.csv"), "{told}");
    assert_eq!(folder.read("x.old-1.csv"), csv);
    folder.run("verify x.csv x.old-1.csv").success();
}

#[test]
fn damage_is_refused_with_its_line_and_listed_by_verify() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --budget 1000 --out x.csv";
    folder.run(sweep).success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    let mut unsealed: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
    unsealed["sealed"] = serde_json::Value::Null;

    let lines: Vec<&str> = csv.lines().collect();
    let damaged = |line: usize, text: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = text;
        lines.join("\n") + "\n"
    };
    let wrong_checks = lines[4].replace(",120,", ",121,");
    for (line, text) in [
        (1, "job,rows"),
        (3, "3,3,1"),
        (5, &*wrong_checks),
        (6, ""),
        (9, "\u{fffd}"),
        (10, "hello"),
    ] {
        for sidecar in [&sidecar, &unsealed.to_string()] {
            folder.write("x.csv", damaged(line, text));
            folder.write("x.meta.json", sidecar);
            let told = stderr(&folder.run(sweep).code(2));
            assert!(told.contains(&format!("x.csv: line {line}: ")), "{told}");
            let listed = stdout(&folder.run("verify x.csv").code(1));
            let fault = format!("line {line}: ");
            assert!(listed.contains("NOT sound") && listed.contains(&fault), "{listed}");
            let is_there = (damaged(line, text), sidecar.clone());
            assert_eq!((folder.read("x.csv"), folder.read("x.meta.json")), is_there, "as it was");
        }
        let told = stderr(&folder.run(&format!("{sweep} --repair")).success());
        assert!(told.contains("x.old-"), "{told}");
        folder.run("verify x.csv --complete").success();
        assert_eq!(folder.rows_but_times("x.csv").len(), 10);
    }
    assert_eq!(folder.read("x.old-2.csv"), damaged(3, "3,3,1"));
}

#[test]
fn a_row_counts_once_wherever_it_stands() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --budget 1000 --out x.csv";
    folder.run(sweep).success();
    let (csv, rows) = (folder.read("x.csv"), folder.rows_but_times("x.csv"));
    let (header, body) = csv.split_once('\n').unwrap();
    let mut reversed: Vec<&str> = body.lines().collect();
    reversed.reverse();
    for text in [
        format!("{csv}{csv}"),
        format!("{header}\n{}\n", reversed.join("\n")),
        body.to_owned(),
        csv.replace('\n', "\r\n"),
        csv.replace("true", "True").replace("false", "False"),
        format!("{csv}\"{}\"\n", body.lines().next().unwrap().replace(',', "\",\"")),
        format!("{csv}\0\0\0\n"),
        format!("{csv}3,3,1,"),
        csv.clone(),
    ] {
        folder.write("x.csv", &text);
        for sidecar in [true, false] {
            if !sidecar {
                folder.write("x.csv", &text);
                std::fs::remove_file(folder.file("x.meta.json")).unwrap();
            }
            folder.run(sweep).success();
            assert_eq!(folder.rows_but_times("x.csv"), rows, "{text:?}");
            folder.run("verify x.csv --complete").success();
            assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
        }
    }
}

#[test]
fn a_sealed_file_with_another_value_is_noticed() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --budget 1000 --out x.csv";
    folder.run(sweep).success();
    let csv = folder.read("x.csv");
    // A time of another length, with the check of the row that was there.
    let place = csv.rfind('.').unwrap();
    let mut altered = csv.clone().into_bytes();
    altered[place + 1] = if altered[place + 1] == b'9' { b'8' } else { altered[place + 1] + 1 };
    folder.write("x.csv", &altered);
    let told = stderr(&folder.run(sweep).code(2));
    assert!(told.contains("x.csv: line 26: "), "{told}");
    let said = stdout(&folder.run("verify x.csv").code(1));
    assert!(said.contains("line 26: "), "{said}");
    // With a check of its own only the hash can tell.
    let altered = String::from_utf8(altered).unwrap();
    let (header, row) = (altered.lines().next().unwrap(), altered.lines().last().unwrap());
    folder.write("x.csv", altered.replace(row, &with_check(header, row)));
    let said = stdout(&folder.run("verify x.csv --json").code(1));
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&said["rows"], &said["seal_holds"]), (&25.into(), &false.into()));
    assert_eq!(said["damages"].as_array().unwrap().len(), 1, "{said}");
    let told = stderr(&folder.run(sweep).success());
    assert!(told.contains("changed since it was sealed"), "{told}");
    folder.run("verify x.csv --complete").success();
}

#[test]
fn verify_recomputes_and_tells_a_false_count() {
    let folder = Folder::new();
    folder.run("sweep --board 5x5 --starts 1,1 --budget none --out x.csv").success();
    let csv = folder.read("x.csv");
    let (row, forged, checks) = first_tour_with_a_node_more(&csv);
    assert_eq!(checks, 70_632);
    folder.write("x.csv", csv.replace(&row, &forged));
    folder.run("sweep --board 5x5 --starts 1,1 --budget none --out x.csv").success();
    folder.run("verify x.csv").success();
    let told = stdout(&folder.run("verify x.csv --recompute 1").code(1));
    assert!(told.contains("70,632") && told.contains("70,624"), "{told}");
}

#[test]
fn files_that_are_not_ours_are_refused() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --out x.csv";
    folder.write("x.csv", "name,age\nEuler,76\n");
    let said = stderr(&folder.run(sweep).code(2));
    assert!(said.contains("x.csv: this is not a results file"), "{said}");
    folder.write("x.meta.json", "{}");
    assert!(stderr(&folder.run(sweep).code(2)).contains("this is not a sidecar of knightsweep"));
    folder.write("x.meta.json", "{\"format\": 99, \"new\": true}");
    assert!(
        stderr(&folder.run(sweep).code(2))
            .contains("has format 99, this program reads and writes format 3")
    );
    assert_eq!(folder.read("x.csv"), "name,age\nEuler,76\n");
}

#[test]
fn an_edited_sidecar_is_refused() {
    let folder = Folder::new();
    let sweep = "sweep --board 3x3 --out x.csv";
    folder.run(sweep).success();
    let edited = folder.read("x.meta.json").replace("\"100000000\"", "\"200000000\"");
    folder.write("x.meta.json", edited);
    assert!(stderr(&folder.run(sweep).code(2)).contains("the experiment in it was edited"));
    assert!(
        stderr(&folder.run("verify x.csv").code(2)).contains("the experiment in it was edited")
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_dangling_ones_refused() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("elsewhere.csv", folder.file("x.csv")).unwrap();
    let sweep = "sweep --board 3x3 --out x.csv";
    assert!(stderr(&folder.run(sweep).code(2)).contains("a link that leads nowhere"));
    folder.write("elsewhere.csv", "");
    folder.run(sweep).success();
    assert_eq!(folder.names(), ["elsewhere.csv", "elsewhere.meta.json", "x.csv"]);
    assert_eq!(folder.read("elsewhere.csv").lines().count(), 10);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_finished_rows_and_says_how_to_go_on() {
    let folder = Folder::new();
    // A limit on the size of files stands in for a full disk: writing beyond it fails.
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let limited = format!("ulimit -f 16; exec {} {SWEEP}", program.display());
    let output = std::process::Command::new("bash")
        .args(["-c", &limited])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("the rows in the file are kept: make room"), "{told}");
    let csv = folder.read("x.csv");
    assert!(csv.ends_with('\n') && csv.lines().count() > 50, "{} lines", csv.lines().count());
    assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);

    folder.run(SWEEP).success();
    assert_eq!(folder.rows_but_times("x.csv"), undisturbed());
    assert_eq!(undisturbed().len(), JOBS + 1);
}

#[test]
fn files_beside_the_results_are_left_alone() {
    let folder = Folder::new();
    for name in ["x.lock", "x.csv.tmp", "x.meta.json.tmp"] {
        folder.write(name, "precious");
    }
    folder.run("sweep --board 3x3 --out x.csv").success();
    for name in ["x.lock", "x.csv.tmp", "x.meta.json.tmp"] {
        assert_eq!(folder.read(name), "precious");
    }
    folder.write("x.csv.lock", "precious");
    let told = stderr(&folder.run("sweep --board 3x3 --out x.csv").code(2));
    assert!(told.contains("this name is needed for a lock"), "{told}");
    assert_eq!(folder.read("x.csv.lock"), "precious");
}

#[test]
fn a_sealed_file_that_was_cut_and_forged_is_not_sealed_again() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --budget none --out x.csv";
    folder.run(sweep).success();
    let forged = folder.read("x.csv").replacen(",70624,8840,", ",70632,8841,", 1);
    let kept: Vec<&str> = forged.lines().take(3).collect();
    folder.write("x.csv", kept.join("\n") + "\n");
    for _ in 0..2 {
        let told = stderr(&folder.run(sweep).code(2));
        assert!(told.contains("x.csv: line 2: "), "{told}");
        assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
    }
}

#[test]
fn a_sealed_file_with_jobs_out_of_memory_that_was_cut_is_completed() {
    let folder = Folder::new();
    let sweep = "sweep --board 8x8 --starts 1,1 1,8 1,7 --budget none --engine leap --out";
    folder.run(&format!("{sweep} enough.csv")).success();
    let little = format!("{sweep} x.csv --memory 1M");
    folder.run(&little).success();
    let whole = folder.read("x.csv");
    assert!(whole.contains(",memory,"));
    assert!(!folder.read("x.meta.json").contains("results_sha256\": \""));
    let kept: Vec<&str> = whole.lines().take(3).collect();
    folder.write("x.csv", kept.join("\n") + "\n");
    folder.run(&little).success();
    assert_eq!(folder.read("x.csv").lines().count(), 4);
    folder.run(&format!("{sweep} x.csv --retry-memory")).success();
    assert_eq!(folder.rows_but_times("x.csv"), folder.rows_but_times("enough.csv"));
    // An answer beats the row of a job that ran out of memory.
    folder.write("x.csv", &whole);
    for files in ["x.csv enough.csv", "enough.csv x.csv"] {
        folder.run(&format!("merge {files} --out both.csv --fresh")).success();
        assert_eq!(folder.rows_but_times("both.csv"), folder.rows_but_times("enough.csv"));
    }
}

#[test]
fn another_hash_of_the_results_in_the_sidecar_is_noticed() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let sidecar = folder.read("x.meta.json");
    let at = sidecar.find("results_sha256\": \"").unwrap() + "results_sha256\": \"".len();
    let digit = if sidecar[at..].starts_with('0') { "1" } else { "0" };
    folder.write("x.meta.json", format!("{}{digit}{}", &sidecar[..at], &sidecar[at + 1..]));
    let told = stdout(&folder.run("verify x.csv").code(1));
    assert!(told.contains("results_sha256"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_goes_on_if_nobody_can_hear_it() {
    let folder = Folder::new();
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let deaf = format!("exec {} {SWEEP} 2>/dev/full", program.display());
    let status = std::process::Command::new("bash")
        .args(["-c", &deaf])
        .current_dir(folder.path())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(0));
    folder.run("verify x.csv").success();
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_under_nohup_outlives_its_terminal() {
    let folder = Folder::new();
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let sweep =
        "sweep --board 5x5 --starts 1,2 --orders sample:40 --budget none --threads 1 --out x.csv";
    let ignoring = format!("trap '' HUP; exec {} {sweep}", program.display());
    let mut child = std::process::Command::new("bash")
        .args(["-c", &ignoring])
        .current_dir(folder.path())
        .spawn()
        .unwrap();
    while !folder.file("x.csv").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "HUP");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(folder.read("x.csv").lines().count(), 41);
}
