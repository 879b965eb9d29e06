//! Power losses while files are written as a whole: tables, pictures and pages.

use super::power_loss::{self, EXPERIMENT, MANY_TRIES, PowerLoss};
use super::shim::record;
use super::simulated_disk::{Disk, Loss, Tree};
use super::{Dice, ran};
use crate::program::Folder;

const SWEEP: &str = "run e.toml --quiet --out disk/x.csv";

/// Commands that write a picture or a page in the place of another one.
const REPLACING: [&str; 3] = [
    "plot disk/x.csv --kind ecdf --quiet --out disk/x.svg",
    "report disk/x.csv --quiet --out disk/x.html",
    "solve --board 5x5 --svg disk/x.svg --quiet",
];

/// Commands that write into a folder that is not there.
const CREATING: [&str; 4] = [
    "best-order --board 3x4 --quiet --out disk/new/er/t.csv",
    "count --board 3x4 --quiet --out disk/new/er/t.csv",
    "man --out disk/new/er",
    "plot disk/x.csv --kind ecdf --quiet --out disk/new/er/x.svg",
];

/// Results with a picture and a page of before.
fn results() -> Tree {
    let old = ["plot disk/x.csv --kind heatmap --quiet --out disk/x.svg"];
    let mut tree = power_loss::after(EXPERIMENT, &Tree::new(), &[SWEEP, old[0]]);
    let old = tree["x.svg"].clone();
    tree.insert("x.html".to_owned(), old);
    tree
}

#[test]
fn pictures_and_tables_are_the_old_or_the_new_ones_after_a_power_loss() {
    let before = results();
    let mut folders = 0;
    for command in REPLACING.iter().chain(&CREATING) {
        let new = power_loss::after(EXPERIMENT, &before, &[command]);
        let check = |loss: &PowerLoss| {
            let is_known = |(path, bytes): (&String, &Option<Vec<u8>>)| {
                let name = path.rsplit('/').next().unwrap();
                let is_temporary = name.starts_with('.') || name.ends_with(".lock");
                // The sidecar of a table has the time.
                let is_sidecar = path.ends_with("t.meta.json")
                    && serde_json::from_slice::<serde_json::Value>(bytes.as_deref().unwrap())
                        .is_ok();
                let is_old_or_new =
                    [&before, &new].iter().any(|tree| tree.get(path) == Some(bytes));
                is_temporary || is_sidecar || is_old_or_new
            };
            match loss.left.iter().find(|file| !is_known(*file)) {
                Some((path, _)) => Err(format!("{path} is neither the old nor the new one")),
                None if before.keys().any(|path| !loss.left.contains_key(path)) => {
                    Err("a file is lost".to_owned())
                }
                None => Ok(()),
            }
        };
        folders += power_loss::attack((EXPERIMENT, &before, command), MANY_TRIES, &check);
    }
    ran("pictures_and_tables_are_the_old_or_the_new_ones_after_a_power_loss", folders);
}

#[test]
fn what_a_command_has_written_survives_a_power_loss() {
    let commands = [
        "plot x.csv --out disk/new/new/x.svg",
        "report x.csv --out disk/new/new/x.html",
        "solve --board 5x5 --svg disk/new/new/x.svg",
        "count --board 5x5 --out disk/new/new/x.csv",
        "best-order --board 5x5 --starts 1,1 --out disk/new/new/x.csv",
        "man --out disk/new/new",
        "sweep --board 3x3 --out disk/new/new/x.csv",
        "merge x.csv --out disk/new/new/x.csv",
    ];
    for command in commands {
        let folder = Folder::new();
        folder.run("sweep --board 3x3 --quiet --out x.csv").success();
        std::fs::create_dir(folder.file("disk")).unwrap();
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
