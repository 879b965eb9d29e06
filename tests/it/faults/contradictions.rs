//! Two answers to one job or to one search: refused with both lines, and neither is chosen.

use knightsweep::results::merge::Gathered;
use knightsweep::results::{Paths, StoreError};

use super::in_process::{Answered, REPAIR, RESUME, verified};
use super::{changes_nothing, column, contents, facts_in, forged, ran};
use crate::program::Folder;

/// An experiment, a row of it that becomes a wrong one with a right check, and what follows.
struct Attack {
    experiment: &'static str,
    /// What the columns of the row are that is changed, the first of these.
    row: &'static [(&'static str, &'static str)],
    changes: &'static [(&'static str, &'static str)],
    /// The good row stays beside the wrong one.
    stays: bool,
}

const SMALL: &str = "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\n";

const ATTACKS: &[(&str, Attack)] = &[
    (
        "one job",
        Attack {
            experiment: "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\nbudget = \"100k\"\nengine = \"leap\"\n",
            row: &[("outcome", "tour")],
            changes: &[("checks", "70632"), ("nodes", "8841")],
            stays: true,
        },
    ),
    (
        "one job, found and not",
        Attack {
            experiment: "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\nbudget = \"100k\"\nengine = \"leap\"\n",
            row: &[("outcome", "tour")],
            changes: &[
                ("outcome", "budget"),
                ("success", "false"),
                ("checks", "100000"),
                ("nodes", ""),
                ("closed", ""),
            ],
            stays: true,
        },
    ),
    (
        "two budgets",
        Attack {
            experiment: "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\nbudget = [\"100k\", \"200k\"]\nengine = \"leap\"\n",
            row: &[("outcome", "tour"), ("budget", "200000")],
            changes: &[("checks", "70632"), ("nodes", "8841")],
            stays: false,
        },
    ),
    (
        "a smaller budget that suffices",
        Attack {
            experiment: "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\nbudget = [\"100k\", \"200k\"]\nengine = \"leap\"\n",
            row: &[("outcome", "tour"), ("budget", "200000")],
            changes: &[
                ("outcome", "budget"),
                ("success", "false"),
                ("checks", "200000"),
                ("nodes", ""),
                ("closed", ""),
            ],
            stays: false,
        },
    ),
    (
        "two engines",
        Attack {
            experiment: "boards = \"5x5\"\nstarts = [\"1,1\", \"1,3\"]\norders = \"fig2\"\nbudget = \"100k\"\nengine = [\"step\", \"leap\"]\n",
            row: &[("outcome", "tour"), ("engine", "step")],
            changes: &[("checks", "70632"), ("nodes", "8841")],
            stays: false,
        },
    ),
    (
        "two goals",
        Attack {
            experiment: "boards = \"3x4\"\nstarts = [\"1,1\", \"1,2\"]\norders = \"fig2\"\nbudget = \"none\"\nengine = \"leap\"\ngoal = [\"open\", \"closed\"]\n",
            row: &[("goal", "closed"), ("outcome", "none")],
            changes: &[("checks", "8"), ("nodes", "1")],
            stays: false,
        },
    ),
];

impl Attack {
    /// The file with the wrong row, and how many rows were of the search.
    fn csv(&self, jobs: &Answered) -> (String, String) {
        let is_it = |row: &&str| self.row.iter().all(|(name, value)| column(row, name) == *value);
        let rows = jobs.lines();
        let row = *rows.iter().find(|row| is_it(row)).unwrap();
        let wrong = forged(row, self.changes);
        let csv = match self.stays {
            true => format!("{}{wrong}\n", jobs.csv),
            false => jobs.csv.replace(row, &wrong),
        };
        (csv, wrong)
    }
}

#[test]
fn two_answers_are_refused_and_searched_again_by_a_repair() {
    for (which, attack) in ATTACKS {
        let jobs = Answered::new(attack.experiment, "");
        let (csv, wrong) = attack.csv(&jobs);
        let folder = jobs.folder();
        folder.write("e.toml", attack.experiment);
        folder.write("x.csv", &csv);
        let path = folder.file("x.csv");
        let before = contents(&folder);
        let refused = jobs.run(&path, RESUME);
        let Err(StoreError::Contradiction { first, .. }) = &refused else {
            panic!("{which}: {refused:?}");
        };
        assert_ne!(first.first.line, first.second.line, "{which}");
        let lines: Vec<&str> = csv.lines().collect();
        let shown = [first.first.line, first.second.line].map(|line| lines[line as usize - 1]);
        assert!(shown.contains(&&*wrong), "{which}: {shown:?}");
        assert!(contents(&folder) == before, "{which}");
        changes_nothing(&folder, "run e.toml --out x.csv", 2);
        changes_nothing(&folder, "verify x.csv", 1);
        changes_nothing(&folder, "merge x.csv --out y.csv", 1);
        changes_nothing(&folder, "merge x.csv --partial --out y.csv", 1);
        let found = verified(&path).unwrap();
        let line = first.second.line;
        assert!(found.damages.iter().any(|damage| damage.line == line), "{which}: {found:?}");
        // Neither of the rows is taken: this search is searched again, and only this one.
        let run = jobs.run(&path, REPAIR).unwrap();
        let others = |row: &&&str| column(row, "start_col") != column(&wrong, "start_col");
        let others = jobs.lines().iter().filter(others).count() as u64;
        assert_eq!(run.rows_before, others, "{which}");
        assert_eq!(facts_in(&folder, "x.csv"), jobs.facts(), "{which}");
        assert_eq!(folder.read("x.old-1.csv"), csv, "{which}");
    }
    ran("two_answers_are_refused_and_searched_again_by_a_repair", 7 * ATTACKS.len());
}

#[test]
fn the_program_searches_contradictions_again() {
    let (_, attack) = &ATTACKS[3];
    let jobs = Answered::new(attack.experiment, "");
    let folder = jobs.folder();
    folder.write("e.toml", attack.experiment);
    folder.write("x.csv", attack.csv(&jobs).0);
    // One search, whose answer gives the row of the other budget.
    assert_eq!(super::searched(&folder, "run e.toml --repair --quiet --out x.csv"), 1);
    assert_eq!(facts_in(&folder, "x.csv"), jobs.facts());
}

#[test]
fn two_answers_in_two_files_are_not_merged() {
    for (which, attack) in ATTACKS {
        let jobs = Answered::new(attack.experiment, "");
        let (csv, wrong) = attack.csv(&jobs);
        let folder = jobs.folder();
        let header = csv.lines().next().unwrap();
        // All rows but the one that the wrong one would replace.
        let there: Vec<&str> = jobs.csv.lines().filter(|line| csv.contains(line)).collect();
        folder.write("a.csv", there.join("\n") + "\n");
        folder.write("b.csv", format!("{header}\n{wrong}\n"));
        for name in ["a", "b"] {
            folder.write(&format!("{name}.meta.json"), &jobs.sidecar);
            super::unseal(&folder, name);
        }
        for order in ["a.csv b.csv", "b.csv a.csv", "a.csv b.csv --partial"] {
            changes_nothing(&folder, &format!("merge {order} --out y.csv"), 1);
        }
        // The results in the place of the merged ones are one more input.
        folder.write("y.csv", folder.read("a.csv"));
        folder.write("y.meta.json", folder.read("a.meta.json"));
        let inputs = [Paths::new(&folder.file("b.csv")).unwrap()];
        let gathered = Gathered::read(&inputs, None).unwrap();
        let out = Paths::new(&folder.file("y.csv")).unwrap();
        let before = contents(&folder);
        let merged = gathered.write(out, false, super::in_process::writer());
        assert!(matches!(merged, Err(StoreError::Contradiction { .. })), "{which}: {merged:?}");
        assert!(contents(&folder) == before, "{which}");
    }
    ran("two_answers_in_two_files_are_not_merged", 4 * ATTACKS.len());
}

#[test]
fn reused_rows_that_contradict_are_refused_and_never_stand_beside_the_others() {
    for (which, attack) in ATTACKS {
        let jobs = Answered::new(attack.experiment, "");
        let (csv, wrong) = attack.csv(&jobs);
        let folder = Folder::in_memory();
        folder.write("wrong.csv", format!("{wrong}\n"));
        // All rows but the one that the wrong one would replace.
        let there: Vec<&str> = jobs.csv.lines().filter(|line| csv.contains(line)).collect();
        folder.write("x.csv", there.join("\n") + "\n");
        let path = folder.file("x.csv");
        let opened = jobs.open(&path, None, RESUME, &[folder.file("wrong.csv")]);
        assert!(matches!(opened, Err(StoreError::Contradiction { .. })), "{which}: {opened:?}");
        // Without them the same command completes.
        let run = jobs.run(&path, RESUME).unwrap();
        assert!(run.rows_before >= there.len() as u64 - 1, "{which}");
        assert_eq!(facts_in(&folder, "x.csv"), jobs.facts(), "{which}");
    }
    ran("reused_rows_that_contradict_are_refused_and_never_stand_beside_the_others", ATTACKS.len());
}

#[test]
fn a_tour_that_is_none_is_no_row() {
    let jobs =
        Answered::new(&format!("{SMALL}budget = \"100k\"\nengine = \"leap\"\ntours = true\n"), "");
    let rows = jobs.lines();
    let row = rows.iter().find(|row| column(row, "outcome") == "tour").unwrap();
    let tour = column(row, "tour");
    let squares: Vec<&str> = tour.split('-').collect();
    let swapped = [&squares[..9], &[squares[10], squares[9]], &squares[11..]].concat().join("-");
    let wrong = [swapped, squares[1..].join("-"), "a1".to_owned(), "b3-a1".to_owned()];
    for tour in &wrong {
        let folder = jobs.folder();
        folder.write("x.csv", jobs.csv.replace(row, &forged(row, &[("tour", tour)])));
        let path = folder.file("x.csv");
        let refused = jobs.run(&path, RESUME);
        assert!(matches!(refused, Err(StoreError::NotRows { .. })), "{tour}: {refused:?}");
        assert!(!verified(&path).unwrap().is_sound(), "{tour}");
        jobs.run(&path, REPAIR).unwrap();
        assert_eq!(facts_in(&folder, "x.csv"), jobs.facts(), "{tour}");
    }
    ran("a_tour_that_is_none_is_no_row", wrong.len());
}
