//! Terminals that take no text, and signals.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::program::{Folder, hears_interrupts, signal};

/// Takes minutes, in small jobs.
const LONG: &str = "sweep --board 5x5 --starts all --orders all --engine step --budget 20k --threads 1 --out x.csv";

/// A terminal whose buffer is full, as after Ctrl-S.
struct StoppedTerminal {
    /// While this is open the terminal is there.
    _master: OwnedFd,
    name: String,
}

impl StoppedTerminal {
    fn new() -> StoppedTerminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let terminal = StoppedTerminal { _master: master, name };
        let mut filling = terminal.open(OFlags::NONBLOCK);
        // The kernel moves what it has to the other end a little later, and then takes more.
        for _ in 0..10 {
            while filling.write(&[b'x'; 100]).is_ok() {}
            std::thread::sleep(Duration::from_millis(20));
        }
        terminal
    }

    fn open(&self, flags: OFlags) -> File {
        let flags = (flags | OFlags::NOCTTY).bits() as i32;
        OpenOptions::new().read(true).write(true).custom_flags(flags).open(&self.name).unwrap()
    }

    /// Starts a command line with its output and its messages on this terminal.
    fn start(&self, folder: &Folder, arguments: &str) -> Child {
        Command::new(crate::program::path())
            .env("TERM", "xterm")
            .args(arguments.split_whitespace())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(self.open(OFlags::empty()))
            .stderr(self.open(OFlags::empty()))
            .spawn()
            .unwrap()
    }
}

/// Waits until something holds; fails after some time.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The exit code, once the process has ended.
fn ended(child: &mut Child, what: &str) -> Option<i32> {
    let mut status = None;
    let began = Instant::now();
    while status.is_none() {
        if began.elapsed() > Duration::from_secs(15) {
            child.kill().unwrap();
            panic!("{what}");
        }
        std::thread::sleep(Duration::from_millis(20));
        status = child.try_wait().unwrap();
    }
    status.unwrap().code()
}

fn lines(folder: &Folder) -> usize {
    std::fs::read(folder.file("x.csv"))
        .map_or(0, |csv| csv.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn a_stopped_terminal_stops_neither_rows_nor_sigterm() {
    for json in ["", " --json"] {
        let (folder, terminal) = (Folder::new(), StoppedTerminal::new());
        let mut child = terminal.start(&folder, &format!("{LONG}{json}"));
        wait_until("there are rows", || lines(&folder) > 1);
        // By now the program draws its progress.
        std::thread::sleep(Duration::from_millis(2500));
        let drawn = lines(&folder);
        wait_until("rows are still stored", || lines(&folder) > drawn);
        signal(&child, "TERM");
        assert_eq!(ended(&mut child, "SIGTERM ends the run"), Some(130));
        let sidecar = folder.json("x.meta.json");
        assert_eq!(sidecar["sessions"][0]["rows_after"], lines(&folder) - 1);
        assert!(!folder.file("x.csv.lock").exists());
    }
}

#[test]
fn a_run_on_a_stopped_terminal_is_sealed_and_then_waits_until_a_signal() {
    let (folder, terminal) = (Folder::new(), StoppedTerminal::new());
    let mut child = terminal.start(&folder, "sweep --board 3x3 --out x.csv --threads 2");
    wait_until("the results are sealed", || {
        std::fs::read_to_string(folder.file("x.meta.json"))
            .is_ok_and(|sidecar| sidecar.contains("\"sealed\": {"))
    });
    wait_until("the lock is released", || !folder.file("x.csv.lock").exists());
    assert!(child.try_wait().unwrap().is_none(), "the summary is not lost");
    signal(&child, "TERM");
    assert_eq!(ended(&mut child, "SIGTERM ends the program"), Some(0));
    folder.run("verify x.csv").success();
}

#[test]
fn printing_on_a_stopped_terminal_ends_by_a_signal() {
    let (folder, terminal) = (Folder::new(), StoppedTerminal::new());
    for command in ["plan --board 5x5 --orders all --list", "count --board 4x4", "man"] {
        let mut child = terminal.start(&folder, command);
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().unwrap().is_none(), "{command} waits");
        signal(&child, "TERM");
        assert_eq!(ended(&mut child, command), Some(130), "{command}");
    }
}

#[test]
fn signals_are_heard_before_there_is_work() {
    let folder = Folder::new();
    let mut command = Command::new(crate::program::path());
    // The program waits for the tour.
    command.args(["verify", "-"]).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    for name in ["INT", "TERM"] {
        let mut child = command.spawn().unwrap();
        wait_until("signals are heard", || hears_interrupts(&child));
        signal(&child, name);
        let waiting = child.stdin.take();
        assert_eq!(ended(&mut child, name), Some(130), "{name}");
        drop(waiting);
    }
}

#[test]
fn one_signal_sent_twice_counts_once() {
    let folder = Folder::new();
    let hours = "sweep --board 8x8 --starts 1,2 --orders fig2 --budget none --engine step --threads 1 --out x.csv";
    let mut child = folder.start(hours);
    wait_until("the run has begun", || lines(&folder) == 1 && hears_interrupts(&child));
    std::thread::sleep(Duration::from_millis(300));
    // Two signals of one kind could reach the program as one.
    let both = format!("kill -s INT {0}; kill -s TERM {0}; kill -s INT {0}", child.id());
    assert!(Command::new("sh").args(["-c", &both]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(600));
    assert!(child.try_wait().unwrap().is_none(), "the running job is not abandoned");
    signal(&child, "INT");
    assert_eq!(ended(&mut child, "a second signal ends the run"), Some(130));
}
