//! The program under test, and the folder that a test works in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use assert_cmd::assert::Assert;
use knightsweep::results::record::columns;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// The program under test.
pub(crate) fn path() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("knightsweep")
}

/// A command line of knightsweep, without what the environment says of colours and widths.
pub(crate) fn knightsweep(arguments: &str) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(path());
    command.env("NO_COLOR", "1").env_remove("COLUMNS").args(arguments.split_whitespace());
    command
}

/// What a command line prints that succeeds anywhere.
pub(crate) fn printed(arguments: &str) -> String {
    stdout(&knightsweep(arguments).assert().success())
}

/// What a command line prints as JSON that ends anywhere with this exit code.
pub(crate) fn answered(code: i32, arguments: &str) -> serde_json::Value {
    json(&knightsweep(arguments).assert().code(code))
}

/// The values of a row by their columns.
pub(crate) type Record = BTreeMap<String, String>;

/// A path as messages of this system have it.
pub(crate) fn native(path: &str) -> String {
    path.replace('/', std::path::MAIN_SEPARATOR_STR)
}

/// A temporary folder to run in.
pub(crate) struct Folder(TempDir);

/// The row of a file with this header with the check of its text, whatever it ends with.
pub(crate) fn with_check(header: &str, row: &str) -> String {
    let row = row.rsplit_once(',').unwrap().0;
    let hash = Sha256::digest(format!("{header}\n{row}\n"));
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{row},x{}", &digits[..15])
}

/// A row with other values in some columns, and the check that belongs to them.
pub(crate) fn with_values(row: &str, changes: &[(&str, &str)]) -> String {
    let header = columns::header();
    let mut fields: Vec<&str> = row.split(',').collect();
    for (column, value) in changes {
        fields[header.split(',').position(|name| name == *column).unwrap()] = value;
    }
    with_check(&header, &fields.join(","))
}

/// The first row with a tour, the row of another count, with one failed node more and the check of
/// that, and its checks.
pub(crate) fn first_tour_with_a_node_more(csv: &str) -> (String, String, u64) {
    let row = csv.lines().find(|line| line.contains(",tour,true,")).unwrap();
    let mut fields: Vec<String> = row.split(',').map(str::to_owned).collect();
    let checks = fields.iter().position(|field| field == "tour").unwrap() + 2;
    let more = |field: &str, by: u64| (field.parse::<u64>().unwrap() + by).to_string();
    fields[checks] = more(&fields[checks], 8);
    fields[checks + 1] = more(&fields[checks + 1], 1);
    let changed = with_check(csv.lines().next().unwrap(), &fields.join(","));
    (row.to_owned(), changed, fields[checks].parse().unwrap())
}

impl Folder {
    /// In memory where that is possible: syncing its files takes no time.
    pub(crate) fn new() -> Folder {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        Folder(TempDir::new_in(parent).unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.file(name), text).unwrap();
    }

    /// The permissions of a file.
    #[cfg(target_os = "linux")]
    pub(crate) fn mode(&self, name: &str) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(self.file(name)).unwrap().permissions().mode() & 0o7777
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(self.file(name), permissions).unwrap();
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs a command line here.
    pub(crate) fn run(&self, arguments: &str) -> Assert {
        knightsweep(arguments).current_dir(self.path()).assert()
    }

    /// What a command line prints that succeeds here.
    pub(crate) fn prints(&self, arguments: &str) -> String {
        stdout(&self.run(arguments).success())
    }

    /// What a command line prints that succeeds here, on a terminal of so many columns.
    pub(crate) fn prints_within(&self, columns: usize, arguments: &str) -> String {
        let mut command = knightsweep(arguments);
        let command = command.env("COLUMNS", columns.to_string()).current_dir(self.path());
        stdout(&command.assert().success())
    }

    /// What a command line prints as JSON that succeeds here.
    pub(crate) fn answers(&self, arguments: &str) -> serde_json::Value {
        json(&self.run(arguments).success())
    }

    /// What a command line says that succeeds here.
    pub(crate) fn says(&self, arguments: &str) -> String {
        stderr(&self.run(arguments).success())
    }

    /// What a command line says that ends here with this exit code.
    pub(crate) fn fails(&self, code: i32, arguments: &str) -> String {
        stderr(&self.run(arguments).code(code))
    }

    /// What a command line prints that ends here with this exit code.
    pub(crate) fn prints_with(&self, code: i32, arguments: &str) -> String {
        stdout(&self.run(arguments).code(code))
    }

    /// What a command line prints as JSON that ends here with this exit code.
    pub(crate) fn answers_with(&self, code: i32, arguments: &str) -> serde_json::Value {
        json(&self.run(arguments).code(code))
    }

    /// Asserts that a command line is refused as bad input and writes nothing, and gives what it
    /// says.
    pub(crate) fn refused(&self, arguments: &str) -> String {
        let before = self.names();
        let assert = self.run(arguments).code(2);
        assert_eq!(self.names(), before, "a refused command writes nothing");
        assert!(stdout(&assert).is_empty());
        stderr(&assert)
    }

    /// Starts a command line here and does not wait for it.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        Command::new(path())
            .args(arguments.split_whitespace())
            .current_dir(self.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// The header and the rows of a results file, as far as they are jobs and answers: without the
    /// columns that say how a row came about.
    pub(crate) fn rows_but_times(&self, name: &str) -> Vec<String> {
        const OF_FACT: usize = 23;
        let fact = |line: &str| line.split(',').take(OF_FACT).collect::<Vec<_>>().join(",");
        self.read(name).lines().map(fact).collect()
    }

    /// The values of a JSON file.
    pub(crate) fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Changes the values of a JSON file.
    pub(crate) fn edit_json(&self, name: &str, change: impl FnOnce(&mut serde_json::Value)) {
        let mut edited = self.json(name);
        change(&mut edited);
        self.write(name, edited.to_string());
    }

    /// Makes a sidecar that of a file that was never complete.
    pub(crate) fn unseal(&self, name: &str) {
        self.edit_json(name, |sidecar| {
            for key in ["sealed", "results_sha256"] {
                sidecar[key] = serde_json::Value::Null;
            }
        });
    }

    /// The rows of a results file, each value under the name of its column.
    pub(crate) fn records(&self, name: &str) -> Vec<Record> {
        let text = self.read(name);
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
    }

    /// The values of a column of a results file.
    pub(crate) fn column(&self, name: &str, column: &str) -> Vec<String> {
        self.records(name).into_iter().map(|mut row| row.remove(column).unwrap()).collect()
    }
}

/// A folder with the results of 16 starts and 2 orders, `small.csv`: on 4×4, which has no tour, and
/// on 5×5, under a budget that stops some jobs.
pub(crate) fn small_results() -> Folder {
    let folder = Folder::new();
    let sweep = "sweep --board 4-5 --starts all --orders fig2 --orders tutorial --budget 30k \
                 --tours --quiet --out small.csv";
    folder.run(sweep).success();
    folder
}

/// Sends a signal, such as `TERM`.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
}

/// Whether a process catches SIGINT.
#[cfg(target_os = "linux")]
pub(crate) fn hears_interrupts(child: &Child) -> bool {
    const SIGINT: u32 = 2;
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() & (1 << (SIGINT - 1)) != 0
}

/// What a finished command wrote to standard output.
pub(crate) fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// What a finished command wrote to standard output, as JSON.
pub(crate) fn json(assert: &Assert) -> serde_json::Value {
    serde_json::from_str(&stdout(assert)).unwrap()
}

/// What a finished command wrote to standard error.
pub(crate) fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}
