//! Readers of files that others wrote: they do not panic or hang, whatever the file holds.

use std::io::BufReader;
use std::path::Path;

use knight_search::{Decision, Outcome};
use knight_text::tours;
use knightsweep::analysis::reading::JoinedFiles;
use knightsweep::analysis::reading::rows::Rows;
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::toml_file;
use proptest::prelude::*;

use crate::program::Folder;

const EXPERIMENT: &str = "title = \"x\"\nboards = [\"5x5\", \"3-4\"]\nstarts = [\"all\", \"1,1\", \"a1\"]\n\
     orders = [\"fig2\", \"sample:3:1\", \"rank:7\"]\nbudget = \"1M\"\ntours = true\nsymmetry = \"reduce\"\n";

const RESULTS: &str = "rows,cols,start_row,start_col,order,rule,goal,engine,budget,outcome,success,checks,nodes,closed,wall_s,cpu_s\n\
     3,3,1,1,12345678,fixed,open,step,,none,false,120,15,,0.000000001,0.000000001\n";

const TOUR: &str = "1 14 9 20 3\n24 19 2 15 10\n13 8 25 4 21\n18 23 6 11 16\n7 12 17 22 5\n";

/// Texts that have broken readers elsewhere.
fn hard() -> Vec<Vec<u8>> {
    let digits = "9".repeat(100_000);
    // A text has up to 20 of them.
    let long = &digits[..20_000];
    let mut texts: Vec<Vec<u8>> = vec![
        Vec::new(),
        vec![0; 100_000],
        vec![0xff; 100_000],
        b"\xef\xbb\xbf".to_vec(),
        vec![b'['; 100_000],
        vec![b','; 100_000],
        vec![b'\n'; 100_000],
        digits.clone().into_bytes(),
        format!("boards = \"{digits}x{digits}\"").into_bytes(),
    ];
    for text in [EXPERIMENT, RESULTS, TOUR] {
        texts.push(format!("\u{feff}{text}").into_bytes());
        texts.push(text.replace('\n', "\r\n").into_bytes());
        texts.push(text.replace('\n', "\0").into_bytes());
        texts.push(text.replace('1', long).into_bytes());
        texts.push(text.replace('5', "65535").into_bytes());
        texts.push(text.replace('3', "-3").into_bytes());
        texts.push(text.replace('3', "1e999").into_bytes());
        texts.push([text.as_bytes(), b"\xc3\x28\xff"].concat());
    }
    texts
}

/// Gives a text to every reader.
fn read_all(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(experiment) = toml_file::parse(&text, Path::new("x.toml"))
        && text.len() < 1000
    {
        let _ = experiment.spec().hash();
    }
    if let Ok(rows) = Rows::new(BufReader::new(bytes)) {
        let lines = bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
        // Other programs may leave out the last line end.
        assert!(rows.count() <= lines + 1);
    }
    for board in [None, Some("5x5".parse().unwrap())] {
        if let Ok(printed) = tours::read(&text, board) {
            assert!(!printed.is_closed_tour() || printed.is_tour());
        }
    }
}

#[test]
fn hard_texts_are_read_or_refused() {
    let hard = hard();
    hard.iter().for_each(|bytes| read_all(bytes));
    crate::faults::ran("hard_texts_are_read_or_refused", hard.len());
    assert!(
        toml_file::parse(EXPERIMENT, Path::new("x.toml")).is_ok_and(|e| !Plan::new(&e).is_empty())
    );
    assert_eq!(Rows::new(RESULTS.as_bytes()).unwrap().filter(Result::is_ok).count(), 1);
    assert!(tours::read(TOUR, None).is_ok());
}

/// One of the good texts with some pieces replaced.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..8),
        "[0-9]{1,40}".prop_map(String::into_bytes),
        "[-,x:=\"\\[\\]\\r\\n\\t #.]{1,4}".prop_map(String::into_bytes),
    ];
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), 0usize..6, pieces), 1..6);
    (0usize..3, edits).prop_map(|(which, edits)| {
        let mut bytes = [EXPERIMENT, RESULTS, TOUR][which].as_bytes().to_vec();
        for (place, length, piece) in edits {
            let from = place.index(bytes.len() + 1);
            let to = (from + length).min(bytes.len());
            bytes.splice(from..to, piece);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_texts_are_read_or_refused(bytes in mutated()) {
        read_all(&bytes);
    }

    #[test]
    fn any_grids_and_lists_are_read_or_refused(
        text in prop_oneof!["([-0-9]{1,2}[ \\n,]){0,12}", "([a-e][0-9][- ]|[0-9],[0-9] |[1-8]{1,3}\\n){0,12}"]
    ) {
        read_all(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_all(&bytes);
    }
}

#[test]
fn a_time_beyond_all_clocks_is_refused() {
    let folder = Folder::new();
    folder.run("sweep --board 3x3 --out x.csv").success();
    let csv = folder.read("x.csv");
    for digits in ["9".repeat(400), "1".to_owned() + &"0".repeat(308)] {
        let row = csv.lines().nth(1).unwrap();
        let time = crate::faults::column(row, "wall_s");
        let beyond = csv.replacen(time, &format!("{digits}.000000000"), 1);
        folder.write("x.csv", beyond.replacen("rows", "\"rows\"", 1));
        let said = folder.fails(2, "summarize x.csv");
        assert!(said.contains("line 2: wall_s is `"), "{said}");
    }
}

#[test]
fn results_that_are_replaced_while_they_are_read_have_not_changed() {
    let folder = Folder::new();
    for (board, name) in [("3x3", "a"), ("3x4", "b")] {
        folder.run(&format!("sweep --board {board} --out {name}.csv")).success();
    }
    let replace = |name: &str, times: u64| {
        let _ = std::fs::remove_file(folder.file("x.meta.json"));
        for ending in ["csv", "meta.json"] {
            // No two runs write the same sidecar.
            let title = format!("\"title\": \"{times}\"");
            let text = folder.read(&format!("{name}.{ending}")).replace("\"title\": null", &title);
            folder.write("new", text);
            std::fs::rename(folder.file("new"), folder.file(&format!("x.{ending}"))).unwrap();
        }
    };
    replace("a", 0);
    let is_read = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let names = ["b", "a"].into_iter().cycle();
            names
                .zip(1..)
                .take_while(|_| !is_read.load(std::sync::atomic::Ordering::Relaxed))
                .for_each(|(name, times)| replace(name, times));
        });
        let changed = (0..3000).filter(|_| {
            let mut files = JoinedFiles::default();
            files.read(&folder.file("x.csv"), |_, _| ()).is_ok_and(|file| file.is_altered)
        });
        let changed = changed.count();
        is_read.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(changed, 0);
    });
}

#[test]
fn the_python_module_knows_what_each_outcome_decides() {
    let module = std::fs::read_to_string("python/knightsweep/__init__.py").unwrap();
    for (name, decisions) in
        [("_DECIDED", vec![Decision::Exact]), ("_STOPPED", vec![Decision::Above, Decision::Never])]
    {
        let with = |decision| Outcome::ALL.iter().filter(move |o| o.decision() == decision);
        let words: Vec<String> =
            decisions.into_iter().flat_map(with).map(|outcome| format!("\"{outcome}\"")).collect();
        let line = format!("{name} = ({})", words.join(", "));
        assert!(module.contains(&line), "the module lacks {line}");
    }
}
