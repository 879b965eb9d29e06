//! The results file: interrupted, killed, cut, altered, shared.

use std::time::Duration;

use crate::program::Folder;

/// An experiment of many short jobs.
#[cfg(target_os = "linux")]
const SWEEP: &str = "sweep --board 5x5 --orders sample:20 --budget 20k --tours --out x.csv";

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

#[cfg(target_os = "linux")]
#[test]
fn what_only_reads_says_that_it_was_interrupted_unless_it_is_quiet() {
    for (quiet, told) in [("--verbose", "interrupted\n"), ("--quiet", "")] {
        let mut command = std::process::Command::new(crate::program::path());
        let command = command.args(["verify", "-", quiet]).stderr(std::process::Stdio::piped());
        let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        while !crate::program::hears_interrupts(&child) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        crate::program::signal(&child, "INT");
        let done = child.wait_with_output().unwrap();
        drop(input);
        assert_eq!(done.status.code(), Some(130));
        assert_eq!(String::from_utf8(done.stderr).unwrap(), told);
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
        ("solve --board 9x9 --engine step", "before there was an answer"),
    ] {
        let folder = Folder::new();
        let mut child = folder.start(&format!("{command} --memory 2G"));
        while !crate::program::hears_interrupts(&child) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        assert!(child.try_wait().unwrap().is_none(), "{command} ended too early");
        crate::program::signal(&child, "INT");
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
        crate::program::signal(&child, name);
        std::thread::sleep(Duration::from_millis(400));
        assert!(child.try_wait().unwrap().is_none(), "the first signal lets running jobs finish");
        crate::program::signal(&child, name);
        let status = child.wait().unwrap();
        let mut told = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut told).unwrap();
        assert_eq!(status.code(), Some(130), "{told}");
        assert!(
            told.contains("abandoning the running jobs")
                && told.contains("run the same command again to resume"),
            "{told}"
        );

        let sidecar = folder.json("x.meta.json");
        let rows = folder.read("x.csv").lines().count() - 1;
        assert_eq!(sidecar["sessions"][0]["rows_after"], rows);
        folder.run("verify x.csv").success();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_goes_on_if_nobody_can_hear_it() {
    let folder = Folder::new();
    let program = crate::program::path();
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
    let program = crate::program::path();
    let sweep =
        "sweep --board 5x5 --starts 1,2 --orders sample:40 --budget none --quiet --out x.csv";
    let ignoring = format!("trap '' HUP; exec {} {sweep}", program.display());
    let mut child = std::process::Command::new("bash")
        .args(["-c", &ignoring])
        .current_dir(folder.path())
        .spawn()
        .unwrap();
    while !folder.file("x.csv").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    crate::program::signal(&child, "HUP");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(folder.read("x.csv").lines().count(), 41);
}
