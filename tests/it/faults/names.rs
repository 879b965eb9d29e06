//! Names of files: what stands in the place of a file, who may use it, and which names work.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use super::shim::{program, record};
use super::simulated_disk::{Disk, Loss, Tree};
use super::{Dice, ran};
use crate::program::{Folder, stdout};

const SWEEP: &str = "sweep --board 3x3 --quiet --out x.csv";

/// The temporary names of older programs.
const FORESEEN: [&str; 2] = [".x.csv.knightsweep-tmp", ".x.meta.json.knightsweep-tmp"];

/// The files beside the results.
const BESIDE: [&str; 3] = ["x.csv.lock", "x.meta.json", "x.csv.journal"];

/// Runs a command line that must end by itself.
fn run(folder: &Folder, arguments: &str) -> Output {
    run_words(folder, arguments.split_whitespace().map(OsStr::new))
}

fn run_words<'a>(folder: &Folder, arguments: impl IntoIterator<Item = &'a OsStr>) -> Output {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"));
    command.args(arguments).current_dir(folder.path()).timeout(Duration::from_secs(60));
    command.output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn mode(folder: &Folder, name: &str) -> u32 {
    fs::metadata(folder.file(name)).unwrap().permissions().mode() & 0o7777
}

fn set_mode(folder: &Folder, name: &str, mode: u32) {
    fs::set_permissions(folder.file(name), Permissions::from_mode(mode)).unwrap();
}

fn make_fifo(folder: &Folder, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.file(name)).status().unwrap().success());
}

/// A device like /dev/zero. Who can make one here could also replace that of the machine, which is
/// therefore not put in the way of a program that may be wrong.
fn endless_device(folder: &Folder) -> PathBuf {
    let device = folder.file("zero");
    let mut mknod = Command::new("mknod");
    let made = mknod.arg(&device).args(["c", "1", "5"]).output().unwrap();
    if made.status.success() { device } else { "/dev/zero".into() }
}

#[test]
fn nothing_is_written_through_a_link() {
    let mut cases = 0;
    for name in FORESEEN.into_iter().chain(BESIDE) {
        for (is_symbolic, text) in
            [(true, "precious"), (true, ""), (false, "precious"), (false, "")]
        {
            let folder = Folder::new();
            folder.write("victim.txt", text);
            set_mode(&folder, "victim.txt", 0o600);
            match is_symbolic {
                true => symlink("victim.txt", folder.file(name)).unwrap(),
                false => fs::hard_link(folder.file("victim.txt"), folder.file(name)).unwrap(),
            }
            let which = format!("{name} {is_symbolic} {text:?}");
            let output = run(&folder, SWEEP);
            assert_eq!(folder.read("victim.txt"), text, "{which}");
            assert_eq!(mode(&folder, "victim.txt"), 0o600, "{which}");
            if FORESEEN.contains(&name) {
                assert!(output.status.success(), "{which}: {}", told(&output));
                assert!(!folder.file("x.csv").is_symlink(), "{which}");
            } else if !(name == "x.csv.journal" && text.is_empty() && !is_symbolic) {
                // An empty journal is one that a power loss left; a new one replaces it.
                assert_eq!(output.status.code(), Some(2), "{which}: {}", told(&output));
                assert!(told(&output).contains(name), "{which}: {}", told(&output));
            }
            cases += 1;
        }
    }
    ran("nothing_is_written_through_a_link", cases);
}

#[test]
fn pipes_and_endless_files_are_refused_at_once() {
    let commands = [
        "sweep --board 3x3 --quiet --out x.csv",
        "sweep --board 3x3 --quiet --out x.csv --fresh",
        "merge y.csv --out x.csv",
        "merge x.csv --out z.csv",
        "verify x.csv",
        "summarize x.csv",
        "plot x.csv",
        "report x.csv",
    ];
    let mut cases = 0;
    for name in FORESEEN.into_iter().chain(BESIDE) {
        for special in ["fifo", "endless", "folder"] {
            let folder = Folder::new();
            let device = endless_device(&folder);
            folder.run("sweep --board 3x3 --quiet --out y.csv").success();
            for command in commands {
                let _ = fs::remove_file(folder.file("x.csv"));
                let _ = fs::remove_file(folder.file("x.meta.json"));
                let _ = fs::remove_file(folder.file(name));
                if !command.contains("--out x.csv") {
                    folder.write("x.csv", folder.read("y.csv"));
                }
                match special {
                    "fifo" => make_fifo(&folder, name),
                    "folder" => drop(fs::create_dir(folder.file(name))),
                    _ => symlink(&device, folder.file(name)).unwrap(),
                }
                // Fails by its limit of time if it hangs.
                let output = run(&folder, command);
                let code = output.status.code();
                assert!(matches!(code, Some(0..=2)), "{name} {special} {command}: {output:?}");
                assert!(!device.is_file(), "{name} {command} replaced the device");
                cases += 1;
            }
        }
    }
    ran("pipes_and_endless_files_are_refused_at_once", cases);
}

#[test]
fn a_pipe_in_the_place_of_results_is_refused_at_once() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --quiet --out x.csv").success();
    fs::remove_file(folder.file("x.csv")).unwrap();
    make_fifo(&folder, "x.csv");
    for command in [
        "sweep --board 3x3 --quiet --out x.csv",
        "merge x.csv --out z.csv",
        "verify x.csv",
        "summarize x.csv",
        "plot x.csv",
        "report x.csv",
    ] {
        let output = run(&folder, command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("pipe") || said.contains("not a regular file"), "{command}: {said}");
    }
}

#[test]
fn what_a_power_loss_leaves_of_a_lock_is_taken_over() {
    let long = "\0".repeat(4000);
    let half = format!("{}34 on host (`run e.toml`)", &long[..512]);
    let locks = ["", "\0", "\0\0\0", &long, "knights", "knightsweep lock: \0\0\0", &half];
    for lock in locks {
        let folder = Folder::new();
        folder.write("x.csv.lock", lock);
        folder.run(SWEEP).success();
        assert_eq!(folder.names(), ["x.csv", "x.meta.json"], "{lock:?}");
    }
    ran("what_a_power_loss_leaves_of_a_lock_is_taken_over", locks.len());
}

/// Runs a command as if it ended at its call number `at` on the files in `attacked/`: that call and
/// all later ones fail. Gives false if it ended before.
fn end_at(folder: &Folder, command: &str, at: usize) -> bool {
    let output = program(folder, command)
        .env("FAULT_NAME", "attacked")
        .env("FAULT_AT", at.to_string())
        .env("FAULT_MODE", "good")
        .env("FAULT_LOG", folder.file("log"))
        .output()
        .unwrap();
    assert!(output.status.success() || folder.file("log").exists(), "{output:?}");
    folder.file("log").exists()
}

#[test]
fn a_crash_leaves_no_temporary_file_for_good() {
    let sweep = "sweep --board 3x3 --quiet --out attacked/x.csv";
    let mut at = 1;
    loop {
        let folder = Folder::in_memory();
        if !end_at(&folder, sweep, at) {
            break;
        }
        folder.run(sweep).success();
        let files = fs::read_dir(folder.file("attacked")).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["x.csv", "x.meta.json"], "{at}");
        at += 1;
    }
    ran("a_crash_leaves_no_temporary_file_for_good", at - 1);
}

#[test]
fn names_that_are_not_utf8_work() {
    let folder = Folder::new();
    let word = OsStr::new;
    let odd = OsStr::from_bytes;
    let toml = "boards = \"3x3\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"none\"\n";
    fs::write(folder.path().join(odd(b"e\xff.toml")), toml).unwrap();
    let commands: &[&[&[u8]]] = &[
        &[b"run", b"e\xff.toml", b"--json"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/x\xff.csv", b"--json"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/x\xff.csv", b"--fresh"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/a\xff.csv", b"--shard", b"1/2"],
        &[b"run", b"e\xff.toml", b"--out", b"d\xfe/b\xff.csv", b"--shard", b"2/2"],
        &[b"merge", b"d\xfe/a\xff.csv", b"d\xfe/b\xff.csv", b"--out", b"m\xff.csv", b"--json"],
        &[b"merge", b"d\xfe/a\xff.csv", b"d\xfe/b\xff.csv", b"--out", b"m\xff.csv", b"--fresh"],
        &[b"verify", b"m\xff.csv", b"m\xff.old-1.csv", b"d\xfe/x\xff.old-1.csv", b"--json"],
        &[b"summarize", b"m\xff.csv", b"results/e\xff.csv"],
        &[b"plot", b"m\xff.csv"],
        &[b"plot", b"m\xff.csv", b"--out", b"p\xff/m.svg"],
        &[b"report", b"m\xff.csv"],
        &[b"plan", b"e\xff.toml"],
        &[b"paper", b"--out", b"paper\xff"],
        &[b"solve", b"--board", b"5x5", b"--svg", b"s\xff.svg"],
        &[b"man", b"man\xff"],
        &[b"count", b"--board", b"5x5", b"--out", b"c\xff.csv"],
        &[b"best-order", b"--board", b"5x5", b"--starts", b"1,1", b"--out", b"q\xff.csv"],
    ];
    for command in commands {
        let output = run_words(&folder, command.iter().map(|bytes| odd(bytes)));
        let command = command.join(word(" ").as_bytes());
        let which = String::from_utf8_lossy(&command);
        assert!(output.status.success(), "{which}: {}", told(&output));
    }
    for made in [&b"m\xff.svg"[..], b"m\xff.html", b"q\xff.meta.json", b"paper\xff/paper-fig3.csv"]
    {
        assert!(folder.path().join(odd(made)).exists(), "{made:?}");
    }
    ran("names_that_are_not_utf8_work", commands.len());
}

#[test]
fn a_name_works_or_is_refused_before_the_work() {
    let mut cases = 0;
    for length in (1..=256_usize).filter(|length| *length < 3 || *length > 239) {
        let folder = Folder::new();
        let name = "n".repeat(length);
        let output = run(&folder, &format!("sweep --board 3x3 --quiet --out {name}.csv"));
        // The longest of the files beside it is the journal.
        if length + ".csv.journal".len() <= 255 {
            assert!(output.status.success(), "{length}: {}", told(&output));
            assert!(run(&folder, &format!("verify {name}.csv")).status.success());
        } else {
            assert_eq!(output.status.code(), Some(2), "{length}: {}", told(&output));
            assert!(told(&output).contains("name is too long"), "{length}: {}", told(&output));
            assert_eq!(folder.names().len(), 0, "{length}");
        }
        for (command, ending) in
            [("solve --board 5x5 --svg", "svg"), ("count --board 5x5 --out", "csv")]
        {
            let folder = Folder::new();
            let output = run(&folder, &format!("{command} new/{name}.{ending}"));
            let longest = if ending == "csv" { ".meta.json" } else { ".svg" };
            if length + longest.len() <= 255 {
                assert!(output.status.success(), "{command} {length}: {}", told(&output));
            } else {
                assert_eq!(output.status.code(), Some(2), "{length}: {}", told(&output));
                assert_eq!(output.stdout, b"", "{length}: it had done the work");
            }
            cases += 1;
        }
        cases += 1;
    }
    ran("a_name_works_or_is_refused_before_the_work", cases);
}

#[test]
fn files_stay_for_whom_they_are() {
    let sweep = "sweep --board 3x3 --quiet --out";
    for kept in [0o600, 0o640, 0o664, 0o606] {
        let folder = Folder::new();
        // The sidecar and the rows of an empty file, those of a resumed one, and sealed ones.
        folder.write("x.csv", "");
        set_mode(&folder, "x.csv", kept);
        folder.run(&format!("{sweep} x.csv")).success();
        assert_eq!((mode(&folder, "x.csv"), mode(&folder, "x.meta.json")), (kept, kept));
        let half = folder.read("x.csv").len() / 2;
        folder.write("x.csv", &folder.read("x.csv")[..half]);
        folder.run(&format!("{sweep} x.csv")).success();
        assert_eq!((mode(&folder, "x.csv"), mode(&folder, "x.meta.json")), (kept, kept));
        for name in ["x.csv", "x.meta.json", "x.old-1.csv", "x.old-1.meta.json"] {
            folder.run(&format!("{sweep} x.csv --fresh")).success();
            assert_eq!(mode(&folder, name), kept, "{name} {kept:o}");
        }
        folder.run("plot x.csv").success();
        set_mode(&folder, "x.svg", kept);
        folder.run("plot x.csv").success();
        assert_eq!(mode(&folder, "x.svg"), kept);
    }
}

#[test]
fn merged_results_are_for_nobody_who_may_not_read_an_input() {
    for (a, b, expected) in
        [(0o600, 0o644, 0o600), (0o640, 0o604, 0o600), (0o640, 0o644, 0o640), (0o400, 0o400, 0o600)]
    {
        let folder = Folder::new();
        for (shard, mode) in [(1, a), (2, b)] {
            let name = format!("s{shard}.csv");
            folder
                .run(&format!("sweep --board 3x3 --quiet --shard {shard}/2 --out {name}"))
                .success();
            set_mode(&folder, &name, mode);
        }
        for fresh in ["", " --fresh"] {
            folder.run(&format!("merge s1.csv s2.csv --out m.csv{fresh}")).success();
            assert_eq!(
                (mode(&folder, "m.csv"), mode(&folder, "m.meta.json")),
                (expected, expected)
            );
        }
    }
}

#[test]
fn all_commands_notice_at_once_that_they_cannot_write() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --quiet --out x.csv").success();
    folder.write("file", "");
    let commands = [
        "sweep --board 3x3 --out OUT/x.csv",
        "merge x.csv --out OUT/y.csv",
        "plot x.csv --out OUT/x.svg",
        "report x.csv --out OUT/x.html",
        // This would take hours.
        "solve --board 8x8 --start 1,2 --engine step --svg OUT/x.svg",
        "best-order --board 10x10 --out OUT/x.csv",
        "count --board 8x8 --out OUT/x.csv",
        "paper --out OUT",
        "man OUT",
    ];
    for command in commands {
        // Not even root can make files and folders in /proc.
        for out in ["/proc", "/proc/new", "/proc/new/new"] {
            let output = run(&folder, &command.replace("OUT", out));
            assert_eq!(output.status.code(), Some(1), "{command}: {output:?}");
            assert!(told(&output).contains("knightsweep: cannot "), "{}", told(&output));
            assert!(told(&output).contains(out), "{}", told(&output));
            assert!(!told(&output).contains("tmp"), "{}", told(&output));
            assert_eq!(output.stdout, b"", "{command}");
        }
    }
    ran("all_commands_notice_at_once_that_they_cannot_write", 3 * commands.len());
}

#[test]
fn the_name_of_a_folder_is_refused_before_the_work() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --quiet --out x.csv").success();
    let commands = [
        ("plot x.csv --kind heatmap --out", "svg"),
        ("report x.csv --out", "html"),
        // These would take hours.
        ("solve --board 8x8 --start 1,2 --engine step --svg", "svg"),
        ("best-order --board 10x10 --out", "csv"),
        ("count --board 8x8 --out", "csv"),
    ];
    let names = ["there", "there/", "there/.", "link", "missing/"];
    for (command, ending) in commands {
        fs::create_dir_all(folder.file(&format!("there.{ending}"))).unwrap();
        let _ = symlink(format!("there.{ending}"), folder.file(&format!("link.{ending}")));
        for name in names {
            let name = match name.split_once('/') {
                Some((name, behind)) => format!("{name}.{ending}/{behind}"),
                None => format!("{name}.{ending}"),
            };
            let output = run(&folder, &format!("{command} {name}"));
            assert_eq!(output.status.code(), Some(2), "{command} {name}: {output:?}");
            // A table replaces nothing, whatever it is.
            let why = ["the name of a folder", "exists; name another file"];
            assert!(why.iter().any(|why| told(&output).contains(why)), "{}", told(&output));
            assert!(told(&output).contains(&name), "{command} {name}: {}", told(&output));
        }
    }
    ran("the_name_of_a_folder_is_refused_before_the_work", commands.len() * names.len());
}

#[test]
fn a_table_never_replaces_what_appeared_during_the_work_and_is_printed() {
    let folder = Folder::new();
    let best = "best-order --board 5x5 6x6 --starts all --no-compare";
    let table = stdout(&folder.run(&format!("{best} --quiet --format csv")).success());
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("knightsweep"))
        .args(format!("{best} --out x.csv").split_whitespace())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    // The first board is begun.
    messages.next().unwrap().unwrap();
    folder.write("x.csv", "precious");
    let said: Vec<String> = messages.map(Result::unwrap).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{said:?}");
    assert!(said.last().unwrap().ends_with("the table was printed instead"), "{said:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), table);
    assert_eq!(folder.read("x.csv"), "precious");
    assert_eq!(folder.names(), ["x.csv"]);
}

#[test]
fn what_a_command_has_written_survives_a_power_loss() {
    let commands = [
        "plot x.csv --out disk/new/new/x.svg",
        "report x.csv --out disk/new/new/x.html",
        "solve --board 5x5 --svg disk/new/new/x.svg",
        "count --board 5x5 --out disk/new/new/x.csv",
        "best-order --board 5x5 --starts 1,1 --out disk/new/new/x.csv",
        "man disk/new/new",
        "sweep --board 3x3 --out disk/new/new/x.csv",
        "merge x.csv --out disk/new/new/x.csv",
    ];
    for command in commands {
        let folder = Folder::new();
        folder.run("sweep --board 3x3 --quiet --out x.csv").success();
        fs::create_dir(folder.file("disk")).unwrap();
        let recording = record(&folder, command, None);
        assert!(recording.output.status.success(), "{command}: {:?}", recording.output);
        let mut disk = Disk::new(&Tree::new());
        recording.calls.iter().for_each(|call| disk.apply(call));
        let mut left = disk.after(Loss::All, &mut Dice(1));
        // A lock that comes back does no harm.
        left.remove("new/new/x.csv.lock");
        assert!(left == recording.after, "{command}: {:?}", left.keys());
    }
    ran("what_a_command_has_written_survives_a_power_loss", commands.len());
}

#[test]
fn a_fresh_start_that_ends_anywhere_leaves_the_old_results_whole() {
    let sweep = "sweep --board 3x3 --quiet --out attacked/x.csv";
    let results = ["attacked/x.csv", "attacked/x.meta.json"];
    let whole = Folder::in_memory();
    whole.run(sweep).success();
    let old = whole.read(results[0]);
    let mut at = 1;
    loop {
        let folder = Folder::in_memory();
        fs::create_dir(folder.file("attacked")).unwrap();
        results.iter().for_each(|name| folder.write(name, whole.read(name)));
        if !end_at(&folder, &format!("{sweep} --fresh"), at) {
            break;
        }
        // The user forgets to say --fresh again.
        folder.run(sweep).success();
        let is_moved = folder.file("attacked/x.old-1.csv").exists();
        let name = if is_moved { "attacked/x.old-1.csv" } else { "attacked/x.csv" };
        assert_eq!(folder.read(name), old, "{at}");
        let verified = stdout(&folder.run(&format!("verify attacked/x.csv {name}")).success());
        assert_eq!(verified.matches("sealed and unchanged").count(), 2, "{at}: {verified}");
        at += 1;
    }
    ran("a_fresh_start_that_ends_anywhere_leaves_the_old_results_whole", at - 1);
}

#[test]
fn errors_do_not_name_temporary_files() {
    let folder = Folder::new();
    // A limit of 1 KiB on the size of files stops the sidecar, before the first row.
    let program = assert_cmd::cargo::cargo_bin!("knightsweep");
    let limited = format!("ulimit -f 1; exec {} {SWEEP}", program.display());
    let output =
        Command::new("bash").args(["-c", &limited]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    assert!(told.contains("cannot write x.meta.json") && !told.contains("tmp"), "{told}");
}

#[test]
fn a_link_that_appears_during_the_work_is_not_followed() {
    let folder = Folder::new();
    folder.write("victim", "precious");
    let mut child =
        folder.start("best-order --board 5x5 6x6 --starts all --no-compare --out x.csv");
    let mut sweep = folder.start("sweep --board 5x5 --budget none --engine step --out y.csv");
    while !folder.file("y.meta.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    for name in ["x.csv", "x.meta.json", "y.meta.json"] {
        let _ = fs::remove_file(folder.file(name));
        symlink("victim", folder.file(name)).unwrap();
    }
    child.wait().unwrap();
    sweep.wait().unwrap();
    assert_eq!(folder.read("victim"), "precious");
}

#[test]
fn a_fresh_start_that_fails_leaves_no_second_name_of_the_sidecar() {
    for at in 1..100 {
        let folder = Folder::in_memory();
        run(&folder, SWEEP);
        let failed = program(&folder, &format!("{SWEEP} --fresh"))
            .env("FAULT_NAME", "x")
            .env("FAULT_AT", at.to_string())
            .env("FAULT_MODE", "once")
            .env("FAULT_LOG", folder.file("log"))
            .output()
            .unwrap();
        let is_moved = folder.file("x.old-1.csv").exists();
        let has_sidecar = folder.file("x.old-1.meta.json").exists();
        assert!(is_moved || !has_sidecar, "{at}: {:?}", fs::read_to_string(folder.file("log")));
        if failed.status.success() && !folder.file("log").exists() {
            return;
        }
    }
}
