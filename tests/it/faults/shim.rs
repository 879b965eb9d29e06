//! The program with `shim.c` between it and the kernel.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use super::simulated_disk::{Call, Tree, read_calls, read_tree};
use crate::program::Folder;

/// `shim.c`, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/faults/shim.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shim.so");
        // Another test process may be using the library.
        let new = library.with_extension(std::process::id().to_string());
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&new).args([source, "-ldl", "-lpthread"]);
        assert!(cc.status().unwrap().success());
        std::fs::rename(new, &library).unwrap();
        library
    })
}

/// A command line of knightsweep in a folder, under the shim. Variables of the environment say what
/// the shim does.
pub(super) fn program(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(crate::program::path());
    let arguments = arguments.split_whitespace();
    command.args(arguments).current_dir(folder.path()).env("LD_PRELOAD", library());
    command
}

/// A finished command and the calls with which it changed the folder `disk`.
pub(super) struct Recording {
    pub calls: Vec<Call>,
    pub output: Output,
    /// The folder as it is now.
    pub after: Tree,
}

/// Runs a command in a folder that has another one, `disk`, and records how it changes that one.
/// Its clock runs 2,000 times as fast, so that intervals of seconds pass. `term_at` sends SIGTERM
/// after that many calls.
pub(super) fn record(folder: &Folder, arguments: &str, term_at: Option<usize>) -> Recording {
    let disk = folder.file("disk").canonicalize().unwrap();
    let log = folder.file("calls");
    let _ = std::fs::remove_file(&log);
    let mut command = program(folder, arguments);
    command.env("RECORD_FOLDER", &disk).env("RECORD_LOG", &log).env("HASTE", "2000");
    if let Some(at) = term_at {
        command.env("TERM_AT", at.to_string());
    }
    let output = command.output().unwrap();
    let calls = read_calls(&std::fs::read(&log).unwrap_or_default());
    Recording { calls, output, after: read_tree(&disk) }
}
