//! What holds for all commands: where they print, pipes, limits, and words of options.

use crate::program::{Folder, stderr, stdout};

#[test]
fn quiet_says_nothing_and_json_goes_to_standard_output_alone() {
    let folder = Folder::new();
    let assert = folder.run("sweep --board 3x3 --out x.csv --quiet").success();
    assert_eq!((stdout(&assert), stderr(&assert)), (String::new(), String::new()));
    let assert = folder.run("solve --board 5x5 --json").success();
    assert_eq!(stderr(&assert), "");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = std::process::Command::new(crate::program::path())
        .args(["plan", "--starts", "all", "--orders", "all", "--board", "5x5", "--list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_does_not_hide_a_failure() {
    let program = crate::program::path();
    let piped = format!(
        "set -o pipefail; {} verify tests/data/printed_grids/kalkicode-c.txt | true",
        program.display()
    );
    let status = std::process::Command::new("bash").args(["-c", &piped]).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

/// Half of what `ulimit -v` leaves is the default of --memory.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_process_is_a_limit_of_counting() {
    let program = crate::program::path();
    let command = format!("ulimit -v 300000; {} walks --board 8x8 --threads 1", program.display());
    let done = assert_cmd::Command::new("sh").args(["-c", &command]).assert().code(1);
    assert!(stderr(&done).contains("needs more than the 154 MB"), "{}", stderr(&done));
}
