//! Records the git commit, the compiler and the target for the sidecars of results.

use std::env;
use std::process::Command;

fn main() {
    for path in ["build.rs", "src", "crates", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }

    // A build outside a checkout, or without git, simply does not know its commit.
    if let Some(commit) = output("git", &["rev-parse", "HEAD"]) {
        let changed = output(
            "git",
            &["status", "--porcelain", "--untracked-files=no", "--", "src", "crates", "Cargo.lock"],
        );
        let dirty = if changed.is_none() { "" } else { "-dirty" };
        println!("cargo::rustc-env=KNIGHTSWEEP_GIT_COMMIT={commit}{dirty}");
    }
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&rustc, &["--version"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=KNIGHTSWEEP_COMPILER={compiler}");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=KNIGHTSWEEP_TARGET={target}");
}

/// What a command prints, or `None` if it fails or prints nothing.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
