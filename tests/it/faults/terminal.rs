//! Terminals that stop, signals, threads and clocks that fail, and texts that would control a
//! terminal.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use knightsweep::results::joined::JoinedFiles;
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::{ran, shim};
use crate::program::{Folder, stderr, stdout};

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
        Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"))
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

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
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
        let sidecar: serde_json::Value = serde_json::from_str(&folder.read("x.meta.json")).unwrap();
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

/// Whether a process catches SIGINT.
fn hears_interrupts(child: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() & 2 == 2
}

#[test]
fn signals_are_heard_before_there_is_work() {
    let folder = Folder::new();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"));
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

#[test]
fn threads_that_cannot_be_made_are_errors() {
    let mut cases = 0;
    for command in [
        "sweep --board 3x3 --out x.csv",
        "sweep --board 6x6 --starts 1,2 --budget none --engine leap --out y.csv",
        "plan --board 3x3",
        "solve --board 5x5",
        "count --board 6x7",
        "walks --board 6x6",
        "best-order --board 4x4 --out z.csv",
        "probability --moves 3",
        "summarize whole.csv",
        "plot whole.csv --kind heatmap --out -",
        "verify whole.csv --recompute 2",
        "merge whole.csv --out merged.csv",
    ] {
        for threads in 0..6 {
            let folder = Folder::new();
            folder.run("sweep --board 3x3 --out whole.csv").success();
            let output = shim::program(&folder, &format!("{command} --threads 3"))
                .env("THREADS", threads.to_string())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let which = format!("{command} with {threads} threads: {said}");
            assert!(!said.contains("panicked"), "{which}");
            match output.status.code() {
                Some(0) => assert!(threads >= 2, "{which}"),
                Some(1) => assert!(said.contains("cannot start") && threads < 5, "{which}"),
                code => panic!("{code:?} {which}"),
            }
            cases += 1;
        }
    }
    ran("threads_that_cannot_be_made_are_errors", cases);
}

#[test]
fn a_clock_out_of_range_is_an_error_or_costs_only_the_time() {
    let mut cases = 0;
    for (command, repair) in [
        ("sweep --board 3x3 --out x.csv", "sweep --board 3x3 --out x.csv"),
        ("merge whole.csv --out x.csv", "verify whole.csv"),
        ("best-order --board 4x4 --out x.csv", "verify whole.csv"),
        ("count --board 4x4 --out x.csv", "verify whole.csv"),
    ] {
        for (years, from) in
            [(-100, 1), (9000, 1), (9000, 2), (9000, 3), (9000, 4), (9000, 5), (9000, 6)]
        {
            let folder = Folder::new();
            folder.run("sweep --board 3x3 --out whole.csv").success();
            let output = shim::program(&folder, command)
                .env("CLOCK_YEARS", years.to_string())
                .env("CLOCK_FROM", from.to_string())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let which = format!("{command} {years} from {from}: {said}");
            assert!(!said.contains("panicked"), "{which}");
            match output.status.code() {
                Some(0) => assert!(from > 1 || years < 0, "{which}"),
                Some(1) => assert!(said.contains("the clock of this machine"), "{which}"),
                code => panic!("{code:?} {which}"),
            }
            let is_there = folder.file("x.csv").exists();
            folder.run(repair).success();
            if is_there {
                folder.run("verify x.csv").success();
            }
            cases += 1;
        }
    }
    ran("a_clock_out_of_range_is_an_error_or_costs_only_the_time", cases);
}

/// Texts that would change the title of a terminal, its colour, and the direction of writing.
const CONTROLS: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}1m\r\u{8}\u{7f}\u{202e}gpj.\u{2066}";

/// Whether a text has nothing of [`CONTROLS`].
fn is_printable(text: &str) -> bool {
    !text.contains(|c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    })
}

/// Runs a command and checks that what it prints controls nothing.
fn check_printable(folder: &Folder, arguments: &[&str]) -> String {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"));
    let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(!said.is_empty(), "{arguments:?}");
    assert!(is_printable(&said), "{arguments:?}: {said:?}");
    said.into_owned()
}

#[test]
fn foreign_texts_do_not_control_the_terminal() {
    let mut cases = 0;
    let folder = Folder::new();
    let mut check = |arguments: &[&str]| {
        cases += 1;
        check_printable(&folder, arguments)
    };
    // Names of files, there and not there, and arguments.
    let name = format!("{CONTROLS}.csv").replace('/', "");
    for command in ["verify", "summarize", "plot", "report", "run", "plan", "--none", "no-command"]
    {
        check(&[command, &name]);
    }
    check(&[&format!("--{CONTROLS}")]);
    check(&["merge", &name, "--out", "m.csv"]);
    check(&["solve", "--board", CONTROLS]);
    check(&["sweep", "--board", "3x3", "--out", &name]);
    for command in ["verify", "summarize", "plot", "report"] {
        check(&[command, &name]);
    }
    // The holder of a lock.
    let lock = File::create(folder.file("l.csv.lock")).unwrap();
    lock.lock().unwrap();
    folder.write("l.csv.lock", format!("knightsweep lock: {CONTROLS}"));
    check(&["sweep", "--board", "3x3", "--out", "l.csv"]);
    // Fields, headers, keys and values of files.
    folder.run("sweep --board 5x5 --starts 1,1 --budget none --tours --out x.csv").success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    for changed in [
        csv.replace("fixed", CONTROLS),
        csv.replace("70624", CONTROLS),
        csv.replace("a5-", CONTROLS),
        csv.replacen("job", CONTROLS, 1),
    ] {
        folder.write("x.csv", changed);
        for command in ["verify", "summarize", "plot", "run"] {
            check(&[command, "x.csv"]);
        }
        check(&["summarize", "x.csv", "--by", "tour"]);
        check(&["summarize", "x.csv", "--by", "tour", "--json"]);
    }
    folder.write("x.csv", &csv);
    let escaped = serde_json::to_string(CONTROLS).unwrap().replace('\u{7f}', "\\u007f");
    for changed in [
        sidecar.replace("\"jobs\"", &escaped),
        sidecar.replace("\"fixed\"", &escaped),
        sidecar.replace("\"title\": null", &format!("\"title\": {escaped}")),
        sidecar.replace("\"kind\": \"results\"", &format!("\"kind\": {escaped}")),
    ] {
        folder.write("x.meta.json", changed);
        for command in ["verify", "summarize", "plot", "report"] {
            check(&[command, "x.csv"]);
        }
    }
    let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
    for changed in [
        toml.replace("all", &CONTROLS.escape_unicode().to_string().replace("\\u{", "\\U{")),
        toml.replace("all", CONTROLS),
        toml.replace("starts", CONTROLS),
        format!("{toml}title = {escaped}\n"),
        format!("{toml}{escaped} = 1\n"),
        toml.replace("\"all\"", &escaped),
    ] {
        folder.write("e.toml", changed);
        check(&["plan", "e.toml", "--no-estimate"]);
        check(&["plan", "e.toml", "--no-estimate", "--json"]);
    }
    folder.write("tour.txt", format!("1 2 3\n4 {CONTROLS} 6\n"));
    check(&["verify", "tour.txt"]);
    check(&["verify", "tour.txt", "--json"]);
    ran("foreign_texts_do_not_control_the_terminal", cases);
}

#[test]
fn a_line_end_in_a_name_adds_no_line_to_a_message() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let forged = "y.csv: sound: 9 of 9 rows are good";
    let stem = format!("a\n{forged}\nb");
    let (csv, sidecar) = (format!("{stem}.csv"), format!("{stem}.meta.json"));
    let (missing, toml) = (format!("{stem}.missing.csv"), format!("{stem}.toml"));
    let damaged = format!("{stem}.damaged.csv");
    folder.write(&csv, folder.read("x.csv"));
    folder.write(&sidecar, folder.read("x.meta.json"));
    folder.write(&damaged, folder.read("x.csv").replace("fixed", "fixEd"));
    folder.write(&format!("{stem}.damaged.meta.json"), folder.read("x.meta.json"));
    folder.write(&toml, "boards = \"3x3\"\nstarts = 7\n");
    let picture = format!("{stem}.svg");
    let mut cases = 0;
    for arguments in [
        &["verify", &csv][..],
        &["verify", &missing],
        &["verify", &damaged],
        &["verify", &csv, "--board", "3x3"],
        &["summarize", &csv],
        &["summarize", &missing],
        &["summarize", &damaged],
        &["plot", &csv, "--out", &picture],
        &["plot", &csv, "--out", &damaged],
        &["report", &csv],
        &["compare", &csv, &damaged],
        &["run", &toml, "--out", "z.csv"],
        &["run", &missing],
        &["plan", &toml],
        &["sweep", "--board", "3x3", "--out", &csv],
        &["sweep", "--board", "3x3", "--out", &damaged],
        &["sweep", "--board", "3x4", "--out", &csv],
        &["sweep", "--board", "3x3", "--out", &csv, "--fresh"],
        &["merge", &csv, "--out", &csv],
        &["merge", &csv, &missing, "--out", "z.csv"],
        &["merge", &csv, "--out", &format!("{stem}.merged.csv")],
        &["merge", &damaged, "--out", "z.csv"],
        &["merge", &damaged, "--salvage", "--out", "z.csv"],
        &["best-order", "--board", "3x3", "--out", &csv],
        &["best-order", "--board", "3x4", "--out", &format!("{stem}.best.csv")],
        &["count", "--board", "3x4", "--out", &format!("{stem}.count.csv")],
        &["solve", "--board", "5x5", "--svg", &picture],
    ] {
        let said = check_printable(&folder, arguments);
        assert!(said.lines().all(|line| !line.starts_with("y.csv: ")), "{arguments:?}: {said}");
        assert!(!said.contains(&stem), "{arguments:?}: {said}");
        cases += 1;
    }
    ran("a_line_end_in_a_name_adds_no_line_to_a_message", cases);
}

#[test]
fn pictures_and_reports_show_foreign_texts_as_they_are() {
    let folder = Folder::new();
    let title = serde_json::to_string(CONTROLS).unwrap().replace('\u{7f}', "\\u007f");
    let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
    folder.write("e.toml", format!("{toml}title = {title}\nnotes = {title}\n"));
    folder.run("run e.toml --out x.csv").success();
    for (command, made) in [("plot x.csv --out x.svg", "x.svg"), ("report x.csv", "x.html")] {
        folder.run(command).success();
        let text = folder.read(made);
        assert!(is_printable(&text), "{made}");
        assert!(text.contains("u{202e}gpj."), "{made}");
    }
}

#[test]
fn words_say_what_can_be_done() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let sidecar = folder.read("x.meta.json");

    // A sidecar that is too large.
    let file = File::create(folder.file("x.meta.json")).unwrap();
    file.set_len(1 << 30).unwrap();
    let said = stderr(&folder.run("sweep --board 3x3 --out x.csv").code(1));
    assert!(said.contains("larger than") && !said.contains("make room"), "{said}");

    // With -q a sidecar that cannot be read is an error that is shown.
    for broken in ["{", "", "{\"format\": 99}"] {
        folder.write("x.meta.json", broken);
        let said = stderr(&folder.run("summarize x.csv --quiet").success());
        assert!(said.contains("read without its sidecar"), "{said}");
    }
    folder.write("x.meta.json", sidecar);

    // A name that is too long.
    let name = "n".repeat(300);
    let said = stderr(&folder.run(&format!("sweep --board 3x3 --out {name}.csv")).failure());
    assert!(said.contains("choose a shorter"), "{said}");
    assert!(!said.contains("are kept") && !said.contains("again"), "{said}");
    let out = stdout(&folder.run("summarize x.csv --quiet").success());
    assert!(!out.is_empty());
}

#[test]
fn files_of_another_kind_are_named() {
    let folder = Folder::new();
    folder.run("sweep --board 5x5 --starts 1,1 --out r.csv").success();
    folder.run("plot r.csv --kind heatmap --out p.svg").success();
    folder.run("report r.csv --out r.html").success();
    folder.run("best-order --board 4x4 --out t.csv").success();
    folder.write("e.toml", "boards = \"3x3\"\n");
    folder.write("p.png", b"\x89PNG\r\n\x1a\n\xff");
    for (file, kind) in [
        ("p.svg", "a picture"),
        ("p.png", "a picture"),
        ("r.html", "a page"),
        ("r.meta.json", "a sidecar"),
        ("t.csv", "a table"),
        ("r.csv", "a results file"),
        ("e.toml", "an experiment"),
    ] {
        for command in ["summarize", "plot", "report", "verify", "run", "plan"] {
            let reads_it = match kind {
                "a results file" => !matches!(command, "run" | "plan"),
                "an experiment" => matches!(command, "run" | "plan"),
                "a table" => matches!(command, "verify" | "plot"),
                _ => false,
            };
            if !reads_it {
                let said = stderr(&folder.run(&format!("{command} {file}")).code(2));
                assert!(said.contains(kind), "{command} {file}: {said}");
            }
        }
    }
}

#[test]
fn numbers_are_asked_for_in_words_of_the_program() {
    let folder = Folder::new();
    for arguments in
        ["verify x --seed x", "verify x --recompute 1.5", "plot x --job x", "man --threads 0"]
    {
        let said = stderr(&folder.run(arguments).code(2));
        assert!(said.contains("write a whole number from"), "{said}");
    }
}

#[test]
fn a_search_without_an_answer_for_lack_of_memory_fails() {
    let folder = Folder::new();
    for json in ["", " --json"] {
        let solve = format!("solve --start 1,2 --budget none --engine leap --memory 1M{json}");
        assert!(stdout(&folder.run(&solve).code(1)).contains("memory"));
    }
}

#[test]
fn a_time_beyond_all_clocks_is_refused() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let csv = folder.read("x.csv");
    for digits in ["9".repeat(400), "1".to_owned() + &"0".repeat(308)] {
        let row = csv.lines().nth(1).unwrap();
        let time = row.split(',').nth(16).unwrap();
        folder.write("x.csv", csv.replacen(time, &format!("{digits}.000000000"), 1));
        let said = stderr(&folder.run("plot x.csv --kind times").code(2));
        assert!(said.contains("line 2: wall_s is `"), "{said}");
    }
}

#[test]
fn results_that_are_replaced_while_they_are_read_have_not_changed() {
    let folder = Folder::new();
    for (board, name) in [("3x3", "a"), ("3x4", "b")] {
        folder.run(&format!("sweep --board {board} --out {name}.csv")).success();
    }
    let replace = |name: &str, times: u64| {
        let _ = std::fs::remove_file(folder.file("x.meta.json"));
        for ending in ["csv", "meta.json"] {
            // No two runs write the same sidecar.
            let title = format!("\"title\": \"{times}\"");
            let text = folder.read(&format!("{name}.{ending}")).replace("\"title\": null", &title);
            folder.write("new", text);
            std::fs::rename(folder.file("new"), folder.file(&format!("x.{ending}"))).unwrap();
        }
    };
    replace("a", 0);
    let is_read = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let names = ["b", "a"].into_iter().cycle();
            names
                .zip(1..)
                .take_while(|_| !is_read.load(std::sync::atomic::Ordering::Relaxed))
                .for_each(|(name, times)| replace(name, times));
        });
        let changed = (0..3000).filter(|_| {
            let mut files = JoinedFiles::default();
            files.read(&folder.file("x.csv"), |_, _| ()).is_ok_and(|file| file.is_altered)
        });
        let changed = changed.count();
        is_read.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(changed, 0);
    });
}

#[test]
fn messages_stand_above_the_data_that_they_are_about() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    folder.write("x.csv", folder.read("x.csv") + "torn");
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    for _ in 0..50 {
        let both = format!("exec {} summarize x.csv >both 2>&1", program.display());
        let mut sh = Command::new("sh");
        assert!(sh.args(["-c", &both]).current_dir(folder.path()).status().unwrap().success());
        let both = folder.read("both");
        assert!(both.starts_with("x.csv: it has CHANGED"), "{both}");
    }
}
