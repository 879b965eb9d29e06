//! Changed bytes.

use knightsweep::results::Paths;
use knightsweep::results::verify::{Sample, verify};

use super::ran;
use crate::program::Folder;

/// Columns that depend on the machine. The recorded tour decides all others.
const TIMES: [&str; 2] = ["wall_s", "cpu_s"];

fn results() -> Folder {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x5 3x3 --starts 1,1 1,2 --orders fig2 --budget 100k --tours --out x.csv")
        .success();
    folder
}

fn is_sound(folder: &Folder) -> bool {
    let paths = Paths::new(&folder.file("x.csv")).unwrap();
    verify(&paths, Sample { size: 0, seed: 0 }).is_ok_and(|found| found.is_sound())
}

/// The file with each byte changed in each of some ways, and its place.
fn changes(csv: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..csv.len()).flat_map(move |place| {
        [1u8, 2, 4, 8, 16, 32, 64, 128].map(|bit| {
            let mut changed = csv.to_vec();
            changed[place] ^= bit;
            (place, changed)
        })
    })
}

#[test]
fn every_changed_bit_of_a_sealed_file_is_noticed() {
    let folder = results();
    assert!(is_sound(&folder));
    let csv = folder.read("x.csv").into_bytes();
    for (place, changed) in changes(&csv) {
        folder.write("x.csv", changed);
        assert!(!is_sound(&folder), "byte {place}");
    }
    ran("every_changed_bit_of_a_sealed_file_is_noticed", 8 * csv.len());
}

#[test]
fn a_changed_bit_of_an_unsealed_file_is_noticed_where_it_can_be() {
    let folder = results();
    let mut sidecar: serde_json::Value = serde_json::from_str(&folder.read("x.meta.json")).unwrap();
    sidecar["sealed"] = serde_json::Value::Null;
    sidecar["results_sha256"] = serde_json::Value::Null;
    folder.write("x.meta.json", sidecar.to_string());
    let csv = folder.read("x.csv");
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let mut unnoticed = 0;
    for (place, changed) in changes(csv.as_bytes()) {
        folder.write("x.csv", changed);
        if !is_sound(&folder) {
            continue;
        }
        // The line end of the last row: the row no longer counts, and is computed again.
        if place == csv.len() - 1 {
            continue;
        }
        unnoticed += 1;
        let line = csv[..place].rfind('\n').map_or(0, |end| end + 1);
        let column = header[csv[line..place].matches(',').count()];
        assert!(TIMES.contains(&column), "byte {place}, column {column}");
    }
    ran("a_changed_bit_of_an_unsealed_file_is_noticed_where_it_can_be", 8 * csv.len());
    assert!(unnoticed > 0, "the times can be changed: the test tests nothing");
}
