//! The command `count`.

use crate::program::{Folder, printed, stdout, with_check};

/// A table as it is printed, where it is not a file.
fn without_checks(csv: &str) -> String {
    csv.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
}

#[test]
fn a_count_takes_from_a_scratch_folder_or_from_time_what_memory_lacks() {
    let folder = Folder::new();
    let count = "count --board 7x7 --json --threads 1 --memory";
    folder.run(&format!("{count} 1M")).code(1);
    let walks = "walks --board 6x8 --start 1,2 --threads 1";
    let enough = folder.prints(walks);
    for scratch in ["", " --scratch ."] {
        let counted = folder.answers(&format!("{count} 10M{scratch}"));
        assert_eq!(counted["directed"], 165_575_218_320_u64);
        let within = folder.run(&format!("{walks} --memory 10M{scratch}"));
        assert_eq!(stdout(&within.success()), enough);
    }
    assert!(folder.names().is_empty(), "nothing is left behind");
}

#[test]
fn strict_counts_leave_out_the_tours_that_close() {
    let numbers = |arguments: &str| -> Vec<u64> {
        let csv = printed(&format!("count --board 5x6 --starts --format csv {arguments}"));
        csv.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect()
    };
    let (all, closed) = (numbers(""), numbers("--goal closed"));
    let rest: Vec<u64> = all.iter().zip(&closed).map(|(all, closed)| all - closed).collect();
    assert!(closed.iter().all(|tours| *tours == 16));
    assert_eq!(numbers("--strict"), rest);
    let one = printed("count --board 5x6 --strict --start 1,1 --format csv");
    assert_eq!(one.lines().nth(1), Some(format!("5,6,strictly open,1,1,{}", rest[0]).as_str()));
}

#[cfg(unix)]
#[test]
fn a_count_that_was_stopped_goes_on() {
    let folder = Folder::new();
    // In this memory there is room for two or three primes at a time.
    let count = "count --board 5x120 --goal closed --memory 1M --out x.csv";
    let passes = || std::fs::read_to_string(folder.file("x.passes")).unwrap_or_default();
    for name in ["TERM", "KILL"] {
        let before = passes().lines().count();
        let mut child = folder.start(count);
        // Some more counts than before, and not all: there are a bound and more than twenty primes.
        while passes().lines().count() < before.max(1) + 2 {
            assert!(child.try_wait().unwrap().is_none(), "{}", passes());
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        crate::program::signal(&child, name);
        child.wait().unwrap();
        assert!(!folder.file("x.csv").exists());
    }
    let kept = passes().lines().count() - 1;
    assert!(kept >= 4, "{kept}");
    let before = passes();
    let said = folder.fails(2, "count --board 5x120 --out x.csv");
    assert!(said.contains("x.passes"), "{said}");
    assert_eq!(passes(), before);
    let said = folder.says(count);
    assert!(said.contains(&format!("{kept} counts of an earlier command kept")), "{said}");
    let undisturbed = "count --board 5x120 --goal closed --format csv";
    let printed = printed(undisturbed);
    assert_eq!(without_checks(&folder.read("x.csv")), printed);
    assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
}

#[cfg(unix)]
#[test]
fn an_estimate_that_is_interrupted_says_how_far_it_came() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    let mut child = folder.start("count --board 7x8 --goal closed --estimate --precision 0.01%");
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    // Enough samples behind those that say how many are needed: `7x8: 400 of 123,456 samples`.
    let samples = |line: &str| -> Option<u64> {
        line.strip_prefix("7x8: ")?.split_once(" of ")?.0.parse().ok()
    };
    let far = said.find(|line| samples(line).is_some_and(|samples| samples > 40));
    assert!(far.is_some(), "{:?}", child.wait());
    crate::program::signal(&child, "INT");
    let rest: Vec<String> = said.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(rest[0].starts_with("so far, 7x8: about ") && rest[0].contains("95 %"), "{rest:?}");
    assert!(rest.last().unwrap().contains("interrupted before"), "{rest:?}");
}

/// Each row has its check, so it is found out once the table is there to compare.
#[test]
fn a_table_in_the_place_of_rows_of_another_count_is_printed() {
    let folder = Folder::new();
    folder.run("count --board 5x5 --starts --out x.csv").success();
    let table = folder.read("x.csv");
    std::fs::remove_file(folder.file("x.meta.json")).unwrap();
    folder.run("count --board 5x5 --starts --goal closed --out y.csv").success();
    folder.write("x.csv", folder.read("y.csv"));
    let printed = folder.prints_with(1, "count --board 5x5 --starts --out x.csv");
    assert_eq!(printed, without_checks(&table), "the work is not lost");
    assert_eq!(folder.read("x.csv"), folder.read("y.csv"));
}

#[test]
fn tours_from_every_square_are_counted_once_for_all_images() {
    let folder = Folder::new();
    folder.run("count --board 5x5 --starts --out x.csv --quiet").success();
    assert_eq!(folder.names(), ["x.csv", "x.meta.json"]);
    // A kept count is used, here a wrong one, if it has its check.
    let header = "rows,cols,goal,part_rows,part_cols,start_row,start_col,pass,result,row_check";
    let kept = with_check(header, "5,5,open,5,5,1,1,exact,305,");
    let damaged = kept.replace(",305,", ",304,");
    for (row, code) in [(damaged, 2), (kept, 0)] {
        folder.write("y.passes", format!("{header}\n{row}\n"));
        let said = folder.fails(code, "count --board 5x5 --starts --out y.csv");
        assert!(said.contains("y.passes"), "{said}");
    }
    assert!(folder.read("y.csv").contains("\n5,5,open,1,1,305,"));
}

#[test]
fn estimates_have_columns_of_their_own_and_are_numbers_where_nothing_is_sampled() {
    let folder = Folder::new();
    let json = |options: &str| folder.answers(&format!("count --estimate --json {options}"));
    let exact = json("--board 6x6 --goal closed");
    for key in ["undirected_estimate", "undirected_low", "undirected_high"] {
        assert_eq!(exact[key], 9862.0, "{key}");
    }
    assert_eq!((&exact["samples"], exact.get("undirected")), (&0.into(), None));
    let none = json("--board 5x5 --goal closed");
    assert!(none["why"].is_string() && none["undirected_estimate"] == 0.0);
    let sampled = json("--board 6x7 --goal closed --precision 5% --threads 1");
    let number = |key: &str| sampled[key].as_f64().unwrap();
    let half = (number("undirected_high") - number("undirected_low")) / 2.0;
    // Twice the interval, which one seed in ten thousand misses.
    assert!((number("undirected_estimate") - 1_067_638.0).abs() < 2.0 * half, "{sampled}");
    assert!(sampled["samples"].as_u64() >= Some(16) && sampled["why"].is_null(), "{sampled}");

    folder.run("count --board 5x5 --estimate --out estimate.csv").success();
    let csv = folder.read("estimate.csv");
    assert!(csv.starts_with(
        "rows,cols,goal,undirected_estimate,undirected_low,undirected_high,samples,heavy_tailed,"
    ));
    folder.run("verify estimate.csv").success();
}
