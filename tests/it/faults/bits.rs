//! Changed bits.

use knightsweep::results::StoreError;

use super::in_process::{Answered, REPAIR, RESUME, verified};
use super::{facts, is_exhaustive, ran, unseal};

const EXPERIMENT: &str = "boards = [\"5x5\", \"3x3\"]\nstarts = [\"1,1\", \"1,2\"]\norders = \"fig2\"\n\
     budget = \"100k\"\nengine = \"leap\"\ntours = true\n";

/// A state of the file whose bits are changed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Sealed,
    Unsealed,
    WithoutSidecar,
}

fn check(jobs: &Answered, expected: &[String], changed: &[u8], (state, place): (State, usize)) {
    let folder = jobs.folder();
    folder.write("x.csv", changed);
    match state {
        State::Sealed => {}
        State::Unsealed => unseal(&folder, "x"),
        State::WithoutSidecar => std::fs::remove_file(folder.file("x.meta.json")).unwrap(),
    }
    let (csv, which) = (folder.file("x.csv"), format!("{state:?}, byte {place}"));
    let read = |name: &str| std::fs::read(folder.file(name)).ok();
    let before = (read("x.csv"), read("x.meta.json"));
    let verified_before = verified(&csv).unwrap();
    assert!(state != State::Sealed || !verified_before.is_sound(), "{which}");
    match jobs.run(&csv, RESUME) {
        Err(StoreError::NotRows { .. }) => {
            assert!(!verified_before.is_sound(), "{which}");
            assert_eq!((read("x.csv"), read("x.meta.json")), before, "{which}: it was changed");
            let run = jobs.run(&csv, REPAIR).unwrap();
            let text = String::from_utf8_lossy(changed);
            let kept =
                jobs.lines().iter().filter(|row| text.lines().any(|line| line == **row)).count();
            assert!(run.rows_before >= kept as u64, "{which}: {run:?}");
            assert_eq!(read("x.old-1.csv"), before.0, "{which}: the old file is lost");
            assert_eq!(read("x.old-1.meta.json"), before.1, "{which}: the old sidecar is lost");
        }
        Err(error) => panic!("{which}: {error}"),
        // A row in other words, or the line end of the last one.
        Ok(_) => {}
    }
    assert_eq!(facts(&String::from_utf8(read("x.csv").unwrap()).unwrap()), expected, "{which}");
    assert!(verified(&csv).unwrap().is_complete(), "{which}");
}

/// One bit is changed at a time, in every state of the file. Then the file is refused and left as
/// it is, or its rows are the right ones; a repair keeps it and all other rows, and completes it.
#[test]
fn a_changed_bit_is_noticed_and_repaired() {
    let jobs = Answered::new(EXPERIMENT, "");
    let (expected, mut cases) = (jobs.facts(), 0);
    let states = [State::Sealed, State::Unsealed, State::WithoutSidecar];
    for state in states {
        for (place, bit) in
            (0..jobs.csv.len()).flat_map(|place| (0..8).map(move |bit| (place, bit)))
        {
            // Of every third byte, another one each time.
            let is_chosen =
                place % 3 == 0 && bit == place / 3 % 8 && state != State::WithoutSidecar;
            if is_chosen || is_exhaustive() {
                let mut changed = jobs.csv.clone().into_bytes();
                changed[place] ^= 1 << bit;
                check(&jobs, &expected, &changed, (state, place));
                cases += 1;
            }
        }
    }
    ran("a_changed_bit_is_noticed_and_repaired", cases);
}

#[test]
fn the_program_says_that_a_row_changed_and_repairs_it() {
    let jobs = Answered::new(EXPERIMENT, "");
    let mut cases = 0;
    for place in (300..jobs.csv.len()).step_by(31) {
        let folder = jobs.folder();
        folder.write("e.toml", EXPERIMENT);
        let mut changed = jobs.csv.clone().into_bytes();
        changed[place] ^= 1;
        folder.write("x.csv", &changed);
        super::changes_nothing(&folder, "verify x.csv", 1);
        super::changes_nothing(&folder, "run e.toml --out x.csv", 2);
        super::changes_nothing(&folder, "merge x.csv --out y.csv", 1);
        assert_eq!(super::searched(&folder, "run e.toml --repair --quiet --out x.csv"), 1);
        assert_eq!(std::fs::read(folder.file("x.old-1.csv")).unwrap(), changed);
        assert_eq!(super::facts_in(&folder, "x.csv"), jobs.facts());
        folder.run("verify x.csv").success();
        cases += 1;
    }
    ran("the_program_says_that_a_row_changed_and_repairs_it", cases);
}
