//! The program with `shim.c` between it and the kernel.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

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
pub fn program(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"));
    let arguments = arguments.split_whitespace();
    command.args(arguments).current_dir(folder.path()).env("LD_PRELOAD", library());
    command
}
