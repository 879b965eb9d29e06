//! Changed bytes.

use knightsweep::results::Paths;
use knightsweep::results::verify::{Sample, verify};

use super::ran;
use crate::program::Folder;

/// Columns that depend on the machine. The recorded tour decides all others.
const TIMES: [&str; 2] = ["wall_s", "cpu_s"];

fn results() -> Folder {
    let folder = Folder::in_memory();
    folder
        .run("sweep --board 5x5 3x3 --starts 1,1 1,2 --orders fig2 --budget 100k --tours --out x.csv")
        .success();
    folder
}

fn is_sound(folder: &Folder) -> bool {
    let paths = Paths::new(&folder.file("x.csv")).unwrap();
    verify(&paths, Sample { size: 0, seed: 0 }).is_ok_and(|found| found.is_sound())
}

/// Which bits of each byte are changed, one at a time.
#[derive(Clone, Copy, PartialEq)]
enum Bits {
    /// One of them, another one from byte to byte.
    One,
    All,
}

/// The changed files, with the places of the changed bytes.
fn changes(csv: &[u8], bits: Bits) -> impl Iterator<Item = (usize, Vec<u8>)> {
    let changed = (0..csv.len()).flat_map(|place| (0..8).map(move |bit| (place, bit)));
    changed.filter(move |(place, bit)| bits == Bits::All || bit == &(place % 8)).map(
        move |(place, bit)| {
            let mut changed = csv.to_vec();
            changed[place] ^= 1 << bit;
            (place, changed)
        },
    )
}

#[test]
fn a_changed_bit_of_a_sealed_file_is_noticed() {
    ran("a_changed_bit_of_a_sealed_file_is_noticed", change_a_sealed_file(Bits::One));
}

#[test]
#[ignore = "seconds: thousands of bits"]
fn every_changed_bit_of_a_sealed_file_is_noticed() {
    ran("every_changed_bit_of_a_sealed_file_is_noticed", change_a_sealed_file(Bits::All));
}

/// Gives the number of changes.
fn change_a_sealed_file(bits: Bits) -> usize {
    let folder = results();
    assert!(is_sound(&folder));
    let csv = folder.read("x.csv").into_bytes();
    let mut cases = 0;
    for (place, changed) in changes(&csv, bits) {
        folder.write("x.csv", changed);
        assert!(!is_sound(&folder), "byte {place}");
        cases += 1;
    }
    cases
}

#[test]
fn a_changed_bit_of_an_unsealed_file_is_noticed_where_it_can_be() {
    let cases = change_an_unsealed_file(Bits::One);
    ran("a_changed_bit_of_an_unsealed_file_is_noticed_where_it_can_be", cases);
}

#[test]
#[ignore = "seconds: thousands of bits"]
fn every_changed_bit_of_an_unsealed_file_is_noticed_where_it_can_be() {
    let cases = change_an_unsealed_file(Bits::All);
    ran("every_changed_bit_of_an_unsealed_file_is_noticed_where_it_can_be", cases);
}

/// Gives the number of changes.
fn change_an_unsealed_file(bits: Bits) -> usize {
    let folder = results();
    let mut sidecar: serde_json::Value = serde_json::from_str(&folder.read("x.meta.json")).unwrap();
    sidecar["sealed"] = serde_json::Value::Null;
    sidecar["results_sha256"] = serde_json::Value::Null;
    folder.write("x.meta.json", sidecar.to_string());
    let csv = folder.read("x.csv");
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let (mut cases, mut unnoticed) = (0, 0);
    for (place, changed) in changes(csv.as_bytes(), bits) {
        folder.write("x.csv", changed);
        cases += 1;
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
    assert!(unnoticed > 0, "the times can be changed: the test tests nothing");
    cases
}
