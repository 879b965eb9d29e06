//! Experiments that grow: rows that are there count, and only missing jobs are searched.

use std::collections::HashSet;

use super::{Dice, facts_in, ran, searched, sidecar};
use crate::program::Folder;

/// Flags of a sweep: boards, starts, orders, budgets, goals, engines, and others.
type Flags = [&'static str; 7];

const BASE: Flags = [
    "--board 3x4 5x5",
    "--starts 1,1 1,3",
    "--orders sample:3:1",
    "--budget 20k",
    "--goal open",
    "--engine leap",
    "",
];

/// What a part of the flags grows to, one after the other.
const GROWTHS: [(usize, &str); 12] = [
    (0, "--board 3x4 5x5 4x5"),
    (0, "--board 4x4 5x5 4x5 3x4"),
    (1, "--starts 1,1 1,3 2,2"),
    (1, "--starts all"),
    (2, "--orders sample:5:1"),
    (2, "--orders sample:5:1 fig2 tutorial"),
    (3, "--budget 20k 100k"),
    (3, "--budget 1k 20k 100k 300k"),
    (4, "--goal open closed"),
    (5, "--engine leap auto"),
    (5, "--engine step leap auto"),
    (6, "--tours"),
];

fn command(flags: Flags) -> String {
    format!("sweep {} --quiet --threads 2 --out x.csv", flags.join(" "))
}

/// Grows the results of a folder, and compares them with a fresh run. Gives how many jobs each of
/// them searched.
fn grow(folder: &Folder, flags: Flags) -> (u64, u64) {
    let command = command(flags);
    let searched_now = searched(folder, &command);
    let fresh = Folder::new();
    let all = searched(&fresh, &command);
    assert_eq!(facts_in(folder, "x.csv"), facts_in(&fresh, "x.csv"), "{command}");
    let hash = |folder| sidecar(folder, "x")["results_sha256"].clone();
    assert_eq!(hash(folder), hash(&fresh), "{command}");
    folder.run("verify x.csv").success();
    (searched_now, all)
}

#[test]
fn a_grown_experiment_searches_only_what_is_new() {
    for (part, growth) in GROWTHS {
        let folder = Folder::new();
        let before = searched(&folder, &command(BASE));
        let mut grown = BASE;
        grown[part] = growth;
        let (now, all) = grow(&folder, grown);
        let command = &command(grown);
        match part {
            // Tours are searched again where one was found.
            6 => assert!(now < all, "{command}"),
            _ => assert!(now + before <= all || now == 0, "{command}: {before} + {now} of {all}"),
        }
        // And nothing is left to do.
        assert_eq!(searched(&folder, command), 0, "{command}");
    }
    ran("a_grown_experiment_searches_only_what_is_new", GROWTHS.len());
}

#[test]
fn an_experiment_grows_in_any_order_with_rows_lost_between() {
    let mut dice = Dice(0x00c0_ffee_1234_4321);
    let mut steps = 0;
    for _ in 0..3 {
        let folder = Folder::new();
        let mut flags = BASE;
        searched(&folder, &command(flags));
        for _ in 0..4 {
            let csv = folder.read("x.csv");
            let lines: Vec<&str> = csv.split_inclusive('\n').collect();
            let kept = lines.len() - dice.below(lines.len() / 3);
            folder.write("x.csv", lines[..kept].concat());
            let (part, growth) = GROWTHS[dice.below(GROWTHS.len())];
            // Only what has more.
            if growth.len() > flags[part].len() {
                flags[part] = growth;
            }
            grow(&folder, flags);
            steps += 1;
        }
    }
    ran("an_experiment_grows_in_any_order_with_rows_lost_between", steps);
}

#[test]
fn seeds_rules_and_estimates_grow() {
    let growths = [
        ("--rule greedy-random --seeds 1-3", "--rule greedy-random --seeds 1-7"),
        ("--rule greedy", "--rule greedy fixed warnsdorff greedy-random --seeds 1-2"),
        ("--engine estimate --starts 1,1", "--engine estimate --starts 1,1 3,3"),
        ("--engine estimate --seeds 1", "--engine estimate --seeds 1-2"),
        ("--symmetry reduce --starts 1,1", "--symmetry reduce --starts corners"),
        ("--rule fixed --starts corners", "--rule fixed --symmetry reduce --starts all"),
    ];
    for (before, after) in growths {
        let folder = Folder::new();
        let command = |flags: &str| {
            let starts = if flags.contains("--starts") { "" } else { "--starts 1,1 1,2" };
            let budget = if flags.contains("estimate") { "none" } else { "20k" };
            let sweep = "sweep --board 5x5 --orders fig2 --quiet --out x.csv";
            format!("{sweep} --budget {budget} {starts} {flags}")
        };
        let before = searched(&folder, &command(before));
        let fresh = Folder::new();
        let all = searched(&fresh, &command(after));
        assert_eq!(searched(&folder, &command(after)), all - before.min(all), "{after}");
        assert_eq!(facts_in(&folder, "x.csv"), facts_in(&fresh, "x.csv"), "{after}");
    }
    ran("seeds_rules_and_estimates_grow", growths.len());
}

#[test]
fn old_rows_stay_byte_for_byte_while_an_experiment_grows() {
    let folder = Folder::new();
    folder.run(&command(BASE)).success();
    let old = folder.read("x.csv");
    let mut grown = BASE;
    grown[0] = "--board 3x4 5x5 8x8";
    grown[1] = "--starts all";
    grown[3] = "--budget 20k none";
    // Hours of work; the sizes of the file say that it has begun.
    let mut child = folder.start(&command(grown));
    while folder.read("x.csv").len() < old.len() + 500 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(folder.read("x.csv").starts_with(&old));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.read("x.csv").starts_with(&old));
    // Sorted, they are the same lines with the same times.
    grown[0] = "--board 3x4 5x5";
    grown[3] = "--budget 20k 30k";
    let smaller = Folder::new();
    smaller.write("x.csv", &old);
    smaller.run(&command(grown)).success();
    let sorted = smaller.read("x.csv");
    let lines: HashSet<&str> = sorted.lines().collect();
    assert!(old.lines().all(|line| lines.contains(line)));
}
