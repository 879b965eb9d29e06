//! Results cut short, and sidecars that are lost.

use super::in_process::{Answered, RESUME, verified};
use super::{facts_in, is_exhaustive, ran, searched, unseal};
use crate::program::Folder;

const EXPERIMENT: &str =
    "boards = [\"3x3\", \"3x4\"]\nstarts = [\"1,1\", \"2,1\"]\norders = \"fig2\"\nbudget = 100\n";

/// Cut at some bytes or at each: sealed, not sealed, and without its sidecar.
#[test]
fn a_file_cut_anywhere_is_completed_again() {
    let jobs = Answered::new(EXPERIMENT, "");
    let folder = jobs.folder();
    unseal(&folder, "x");
    let sidecars = [Some(jobs.sidecar.clone()), Some(folder.read("x.meta.json")), None];
    let csv = folder.file("x.csv");
    let places = (0..=jobs.csv.len()).step_by(if is_exhaustive() { 1 } else { 7 });
    for sidecar in &sidecars {
        for place in places.clone() {
            folder.write("x.csv", &jobs.csv[..place]);
            match sidecar {
                Some(sidecar) => folder.write("x.meta.json", sidecar),
                None => std::fs::remove_file(folder.file("x.meta.json")).unwrap(),
            }
            // A row counts without its line end too.
            let there = jobs.csv[..place].lines().skip(1);
            let rows = there.filter(|line| jobs.lines().contains(line)).count() as u64;
            let run = jobs.run(&csv, RESUME).unwrap();
            assert_eq!(run.rows_before, rows, "cut at {place}");
            assert_eq!(facts_in(&folder, "x.csv"), jobs.facts(), "cut at {place}");
            assert!(verified(&csv).unwrap().is_complete(), "cut at {place}");
        }
    }
    ran("a_file_cut_anywhere_is_completed_again", sidecars.len() * places.count());
}

#[test]
fn a_lost_sidecar_is_written_again_and_nothing_is_searched() {
    let sweeps = [
        "sweep --board 3x3 3x4 --starts all --orders fig2 --budget 500",
        "sweep --board 4x4 --starts all --symmetry reduce --budget 500 none --tours",
        "sweep --board 3x4 --starts all --engine estimate --budget none",
    ];
    for sweep in sweeps {
        let folder = Folder::new();
        let command = format!("{sweep} --quiet --out x.csv");
        folder.run(&command).success();
        let before = folder.read("x.csv");
        let hash = super::sidecar(&folder, "x")["results_sha256"].clone();
        std::fs::remove_file(folder.file("x.meta.json")).unwrap();
        assert_eq!(searched(&folder, &command), 0);
        assert_eq!(folder.read("x.csv"), before);
        assert_eq!(super::sidecar(&folder, "x")["results_sha256"], hash);
        assert!(verified(&folder.file("x.csv")).unwrap().is_complete());
    }
    ran("a_lost_sidecar_is_written_again_and_nothing_is_searched", sweeps.len());
}
