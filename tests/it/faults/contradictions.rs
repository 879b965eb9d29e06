//! Two answers to one job or to one search: refused with both lines, and neither is chosen.

use knightsweep::results::merge::Gathered;
use knightsweep::results::{Paths, StoreError};

use super::in_process::{Answered, FRESH, REPAIR, RESUME, verified};
use super::{changes_nothing, column, contents, facts_in, ran};
use crate::program::{Folder, with_values};

/// A row of an experiment that becomes a wrong one with a right check.
struct Attack {
    /// The keys of the experiment except for board, starts and orders.
    keys: &'static str,
    /// What columns of the row say.
    row: Columns,
    changes: Columns,
    /// The right row stays beside the wrong one.
    stays: bool,
}

type Columns = &'static [(&'static str, &'static str)];

/// Another count, a budget that does not suffice, and a smaller search.
const COUNT: Columns = &[("checks", "70632"), ("nodes", "8841")];
const BUDGET: Columns = &[
    ("outcome", "budget"),
    ("success", "false"),
    ("checks", "200000"),
    ("nodes", ""),
    ("closed", ""),
];
const LESS: Columns = &[("checks", "8"), ("nodes", "1")];

const ONE: &str = "budget = \"200k\"\nengine = \"leap\"\n";
const BUDGETS: &str = "budget = [\"100k\", \"200k\"]\nengine = \"leap\"\n";
const ENGINES: &str = "budget = \"100k\"\nengine = [\"step\", \"leap\"]\n";
const GOALS: &str = "budget = \"none\"\nengine = \"leap\"\ngoal = [\"open\", \"closed\"]\n";
const TOUR: (&str, &str) = ("outcome", "tour");

const ATTACKS: &[Attack] = &[
    Attack { keys: ONE, row: &[TOUR], changes: COUNT, stays: true },
    Attack { keys: ONE, row: &[TOUR], changes: BUDGET, stays: true },
    Attack { keys: BUDGETS, row: &[TOUR, ("budget", "200000")], changes: COUNT, stays: false },
    Attack { keys: BUDGETS, row: &[TOUR, ("budget", "200000")], changes: BUDGET, stays: false },
    Attack { keys: ENGINES, row: &[TOUR, ("engine", "step")], changes: COUNT, stays: false },
    Attack { keys: GOALS, row: &[("goal", "closed")], changes: LESS, stays: false },
];

impl Attack {
    fn experiment(&self) -> String {
        let board = if self.keys == GOALS { "3x4" } else { "5x5" };
        let rest = "starts = [\"1,1\", \"1,3\"]\norders = \"fig2\"";
        format!("boards = \"{board}\"\n{rest}\n{}", self.keys)
    }

    /// The file with the wrong row, and how many rows were of the search.
    fn csv(&self, jobs: &Answered) -> (String, String) {
        let is_it = |row: &&str| self.row.iter().all(|(name, value)| column(row, name) == *value);
        let rows = jobs.lines();
        let row = *rows.iter().find(|row| is_it(row)).unwrap();
        let wrong = with_values(row, self.changes);
        let csv = match self.stays {
            true => format!("{}{wrong}\n", jobs.csv),
            false => jobs.csv.replace(row, &wrong),
        };
        (csv, wrong)
    }
}

#[test]
fn two_answers_are_refused_and_searched_again_by_a_repair() {
    for (which, attack) in ATTACKS.iter().enumerate() {
        let jobs = Answered::new(&attack.experiment(), "");
        let (csv, wrong) = attack.csv(&jobs);
        let folder = jobs.folder();
        folder.write("e.toml", attack.experiment());
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
fn two_answers_in_two_files_are_not_merged() {
    for (which, attack) in ATTACKS.iter().enumerate() {
        let jobs = Answered::new(&attack.experiment(), "");
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
        let merged = gathered.write(out, false, super::in_process::writer(), &mut Vec::new());
        assert!(matches!(merged, Err(StoreError::Contradiction { .. })), "{which}: {merged:?}");
        assert!(contents(&folder) == before, "{which}");
    }
    ran("two_answers_in_two_files_are_not_merged", 4 * ATTACKS.len());
}

#[test]
fn reused_rows_that_contradict_are_refused_and_never_stand_beside_the_others() {
    for (which, attack) in ATTACKS.iter().enumerate() {
        let jobs = Answered::new(&attack.experiment(), "");
        let (csv, wrong) = attack.csv(&jobs);
        let folder = Folder::new();
        folder.write("wrong.csv", format!("{wrong}\n"));
        // All rows but the one that the wrong one would replace.
        let there: Vec<&str> = jobs.csv.lines().filter(|line| csv.contains(line)).collect();
        folder.write("x.csv", there.join("\n") + "\n");
        let path = folder.file("x.csv");
        let refuses = |files: &[&str], first: &str| {
            let before = contents(&folder);
            let files: Vec<_> = files.iter().map(|name| folder.file(name)).collect();
            match jobs.open(&path, None, RESUME, &files) {
                Err(StoreError::Contradiction { first: pair, .. }) => {
                    assert_eq!(pair.first.path, folder.file(first), "{which}");
                }
                opened => panic!("{which}: {opened:?}"),
            }
            assert!(contents(&folder) == before, "{which}");
        };
        refuses(&["wrong.csv"], "x.csv");
        // Nor are they beside rows that other files would have given.
        std::fs::rename(&path, folder.file("right.csv")).unwrap();
        refuses(&["right.csv", "wrong.csv"], "right.csv");
        std::fs::rename(folder.file("right.csv"), &path).unwrap();
        // Without them the same command completes.
        let run = jobs.run(&path, RESUME).unwrap();
        assert!(run.rows_before >= there.len() as u64 - 1, "{which}");
        assert_eq!(facts_in(&folder, "x.csv"), jobs.facts(), "{which}");
    }
    ran(
        "reused_rows_that_contradict_are_refused_and_never_stand_beside_the_others",
        2 * ATTACKS.len(),
    );
}

/// They do not decide their jobs, and are compared all the same.
#[test]
fn rows_that_lack_a_wanted_tour_are_compared_too() {
    let jobs = Answered::new(
        "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = [\"100k\", \"200k\"]\ntours = true\n",
        "",
    );
    let mut csv = jobs.csv.clone();
    for (row, changes) in jobs.lines().into_iter().zip([&[][..], COUNT]) {
        let without_tour = [&[("tour", "")], changes].concat();
        csv = csv.replace(row, &with_values(row, &without_tour));
    }
    let folder = jobs.folder();
    folder.write("x.csv", &csv);
    let refused = jobs.run(&folder.file("x.csv"), RESUME);
    assert!(matches!(refused, Err(StoreError::Contradiction { .. })), "{refused:?}");
    changes_nothing(&folder, "verify x.csv", 1);
    ran("rows_that_lack_a_wanted_tour_are_compared_too", 1);
}

/// A row that lacks its tour is searched again, and the search says something else.
#[test]
fn a_search_that_contradicts_a_row_without_its_tour_says_what_both_have() {
    let toml =
        "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = \"200k\"\ntours = true\n";
    let jobs = Answered::new(toml, "");
    let row = jobs.lines()[0];
    let folder = Folder::new();
    let wrong = with_values(row, &[&[("tour", "")], COUNT].concat());
    folder.write("x.csv", jobs.csv.replace(row, &wrong));
    folder.write("e.toml", toml);
    let run = jobs.run(&folder.file("x.csv"), RESUME);
    let Err(error @ StoreError::Refuted { row: place, there, found, .. }) = &run else {
        panic!("{run:?}");
    };
    assert_eq!((place.line, error.is_refusal()), (2, false));
    let value =
        |row: &str| format!("checks {}, nodes {}", column(row, "checks"), column(row, "nodes"));
    assert_eq!((there, found), (&value(&wrong), &value(row)));
    // Nothing was written, and no command takes the row for an answer.
    folder.fails(1, "run e.toml --quiet --out x.csv");
    assert_eq!(folder.read("x.csv").lines().skip(1).collect::<Vec<_>>(), [&*wrong]);
    assert!(!verified(&folder.file("x.csv")).unwrap().is_complete());
    jobs.run(&folder.file("x.csv"), FRESH).unwrap();
    assert_eq!(facts_in(&folder, "x.csv"), jobs.facts());
    ran("a_search_that_contradicts_a_row_without_its_tour_says_what_both_have", 3);
}

#[test]
fn a_tour_that_is_none_is_no_row() {
    let jobs = Answered::new(
        "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = \"100k\"\ntours = true\n",
        "",
    );
    let rows = jobs.lines();
    let row = rows.iter().find(|row| column(row, "outcome") == "tour").unwrap();
    let tour = column(row, "tour");
    let squares: Vec<&str> = tour.split('-').collect();
    let swapped = [&squares[..9], &[squares[10], squares[9]], &squares[11..]].concat().join("-");
    let wrong = [swapped, squares[1..].join("-"), "a1".to_owned(), "b3-a1".to_owned()];
    for tour in &wrong {
        let folder = jobs.folder();
        folder.write("x.csv", jobs.csv.replace(row, &with_values(row, &[("tour", tour)])));
        let path = folder.file("x.csv");
        let refused = jobs.run(&path, RESUME);
        assert!(matches!(refused, Err(StoreError::NotRows { .. })), "{tour}: {refused:?}");
        assert!(!verified(&path).unwrap().is_sound(), "{tour}");
        jobs.run(&path, REPAIR).unwrap();
        assert_eq!(facts_in(&folder, "x.csv"), jobs.facts(), "{tour}");
    }
    ran("a_tour_that_is_none_is_no_row", wrong.len());
}
