//! Wrong options, arguments and files are refused, with what to write in their place.

use crate::program::Folder;

#[test]
fn wrong_experiments_are_refused_with_file_line_key_and_advice() {
    let folder = Folder::new();
    let good = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";
    let mut said = Vec::new();
    for (name, text) in [
        ("unknown-key", format!("{good}buget = 5\n")),
        ("off-board", good.replace("all", "9,1")),
        ("repeated-digit", good.replace("fig2", "11345678")),
        ("no-checks", good.replace("100M", "0")),
        ("too-large", good.replace("8x8", "33x33")),
        ("misspelt", good.replace("fig2", "tutorail")),
        ("broken", good.replace("= \"all\"", "= \"all")),
        ("missing", good.replace("starts", "# starts")),
        ("rule", format!("{good}rule = \"random\"\n")),
        ("goal", format!("{good}goal = \"close\"\n")),
    ] {
        let file = format!("{name}.toml");
        folder.write(&file, text);
        said.push(folder.refused(&format!("run {file}")));
    }
    insta::assert_snapshot!(said.concat(), @r#"
    knightsweep: unknown-key.toml:5: buget: there is no such key (did you mean `budget`?)
    knightsweep: off-board.toml:2: starts: square 9,1 is off the 8x8 board; rows go from 1 to 8, columns from 1 to 8, chess names from a1 to h8
    knightsweep: repeated-digit.toml:3: orders: move order `11345678` repeats 1 and lacks 2; every move from 1 to 8 must occur once
    knightsweep: no-checks.toml:4: budget: a budget of 0 allows no check at all; give at least 1, or none for no limit
    knightsweep: too-large.toml:1: boards: a board of 33x33 is too large for rule fixed with engine auto, which takes boards of up to 256 squares; for larger boards use another rule, such as warnsdorff-pohl, or `knightsweep construct`, which makes a tour without a search
    knightsweep: misspelt.toml:3: orders: `tutorail` is not a move order (did you mean `tutorial`?); write the digits 1 to 8 in some order, a name (fig2, tutorial, alternating), rank:N, the eight moves as pairs, or a set: all, images:ORDER, sample:N:SEED
    knightsweep: broken.toml:2: starts: a quote is missing; each text begins and ends with "
    knightsweep: missing.toml: starts: this key is missing; give at least one, such as "all" or "1,1"
    knightsweep: rule.toml:5: rule: `random` is not a known rule (did you mean `warnsdorff-random`?); choose one of: fixed, warnsdorff, warnsdorff-random, warnsdorff-pohl, warnsdorff-pohl-random, warnsdorff-roth, warnsdorff-squirrel-cull, greedy, greedy-random, greedy-pohl, greedy-pohl-random, greedy-roth, greedy-squirrel-cull
    knightsweep: goal.toml:5: goal: `close` is not a known goal (did you mean `closed`?); choose one of: open, closed
    "#);
}

#[test]
fn wrong_flags_are_refused_with_advice() {
    let folder = Folder::new();
    let mut said = Vec::new();
    for arguments in [
        "sweep --board 8 --out x.csv",
        "sweep --starts 1;1 --out x.csv",
        "sweep --budget lots --out x.csv",
        "sweep --out x.txt",
        "sweep --out .",
        "solve --board 17x17",
        "run missing.toml",
        "verify missing.csv",
        "summarize missing.csv",
    ] {
        said.push(folder.refused(arguments));
    }
    insta::assert_snapshot!(said.concat(), @"
    knightsweep: --board: `8` is not a board; write rows x columns, such as 8x8
    knightsweep: --starts: `1;1` is not a start (did you mean `1,1`?); write row,column such as 1,1, a chess name such as a8, or a set: all, corners, diagonal, centre, orbits
    knightsweep: --budget: `lots` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
    knightsweep: x.txt: the name of a results file must end in .csv, such as results.csv
    knightsweep: .: this is a folder, not a file; name a file in it
    knightsweep: --board: a board of 17x17 is too large for rule fixed with engine auto, which takes boards of up to 256 squares; for larger boards use another rule, such as warnsdorff-pohl, or `knightsweep construct`, which makes a tour without a search
    knightsweep: missing.toml: there is no such file; give a TOML file, or describe the experiment with the options of sweep
    knightsweep: missing.csv: there is no such file
    knightsweep: missing.csv: there is no such file
    ");
    for arguments in
        ["", "swep", "sweep", "solve --threads 0", "solve --first 2", "plan x.toml --board 8x8"]
    {
        folder.refused(arguments);
    }
}

#[test]
fn folders_and_empty_files_are_named() {
    let folder = Folder::new();
    std::fs::create_dir(folder.file("dir.csv")).unwrap();
    folder.write("empty.csv", "");
    let said: Vec<String> = [
        "run dir.csv",
        "verify dir.csv",
        "summarize dir.csv",
        "run empty.csv",
        "verify empty.csv",
        "merge empty.csv --out all.csv",
        "summarize empty.csv",
    ]
    .iter()
    .map(|arguments| folder.refused(arguments))
    .collect();
    insta::assert_snapshot!(said.concat(), @"
    knightsweep: dir.csv: it is a folder; give a file
    knightsweep: dir.csv: it is a folder; give a file
    knightsweep: dir.csv: it is a folder; give a results file
    knightsweep: empty.csv: it is empty; `knightsweep run --help` shows an experiment
    knightsweep: empty.csv: it is empty; give a tour, results or a table
    knightsweep: empty.csv: its sidecar is missing, so the experiment is unknown; name it with --experiment, or run the experiment with this --out, which writes the sidecar again
    knightsweep: empty.csv: there are no results in it
    ");
}

#[test]
fn compressed_files_are_known_by_their_beginning() {
    let folder = Folder::new();
    for (beginning, tool) in [
        (&b"\x1f\x8b\x08\x08"[..], "`gunzip`"),
        (b"\x28\xb5\x2f\xfd", "`unzstd`"),
        (b"\xfd7zXZ\0", "`unxz`"),
        (b"PK\x03\x04", "`unzip`"),
    ] {
        folder.write("x", [beginning, &b"\0\xff\n"[..]].concat());
        for command in
            ["summarize x", "plot x", "compare x x", "verify x", "run x", "merge x --out all.csv"]
        {
            let said = folder.refused(command);
            assert!(said.contains(tool) && !said.contains("u{"), "{command}: {said}");
        }
        folder.write("x.csv", beginning);
        for command in ["sweep --board 3x3 --out x.csv", "summarize x.csv"] {
            assert!(folder.refused(command).contains(tool), "{command}");
        }
    }
}

#[test]
fn merge_asks_for_names_where_standard_input_is_meant() {
    let said = Folder::new().refused("merge - --out all.csv");
    let advice = "give results to merge by name, with their sidecars beside them";
    assert_eq!(said, format!("knightsweep: -: {advice}\n"));
}

#[test]
fn results_are_not_added_to_other_files() {
    let folder = Folder::new();
    folder.write("notes.csv", "hello\n");
    let said = folder.refused("sweep --board 5x5 --out notes.csv");
    assert!(said.starts_with("knightsweep: notes.csv: this is not a results file"), "{said}");
    assert!(said.ends_with("; choose another --out\n"), "{said}");
    folder.run("sweep --board 3x4 --quiet --out r.csv").success();
    folder.write("r.meta.json", "");
    let said = folder.refused("verify r.csv");
    assert!(said.starts_with("knightsweep: r.meta.json: it is empty; restore it, "), "{said}");
}

#[test]
fn numbers_are_asked_for_in_plain_words() {
    let folder = Folder::new();
    for (arguments, what) in [
        ("solve --first 2", "write 0 or 1"),
        ("construct --first one", "write 0 or 1"),
        ("solve --squares few", "write a whole number, such as 10"),
        ("summarize x.csv --top 1.5", "write a whole number, such as 10"),
        ("summarize x.csv --top 0", "write a whole number from 1, such as 10"),
        ("compare x.csv --top all", "write a whole number, such as 10"),
        ("walks --estimate --seed x", "write a whole number from 0 to"),
    ] {
        let said = folder.refused(arguments);
        assert!(said.contains(&format!(": {what}")), "{arguments}: {said}");
    }
}

#[test]
fn careless_command_lines_are_answered_with_what_to_write() {
    let folder = Folder::new();
    let mut said = Vec::new();
    for arguments in [
        "solve --board 8x8 --start 1,1 --dx 1",
        "solve --n 8",
        "solve --start 1 1",
        "solve 6x6",
        "solve --rule fixed greedy",
        "sweep --out x.csv --orders -2,-1",
        "solve --budget -5",
        "solve --moves 12345678",
        "solve --start 0,0",
        "solve --budget 1,00",
        "solve --max-checks 5",
        "run x.toml --budget 5",
        "run x.toml --max-checks 5",
        "run x.toml --board 6x6",
        "summarize x.csv --sort tour -checks_median",
        "summarize x.csv --out y.csv",
        "solve --rule fixed,greedy",
    ] {
        let message = folder.refused(arguments);
        let lines = message.lines().filter(|line| !line.is_empty() && !line.contains("--help"));
        said.extend(lines.map(str::to_owned));
    }
    insta::assert_snapshot!(said.join("\n"), @r#"
    knightsweep: unexpected argument '--dx' found
      tip: the moves of a program go together into --moves: knightsweep solve --moves 'dx = {2, 1, …}; dy = {1, 2, …}'
    Usage: knightsweep solve [OPTIONS]
    knightsweep: unexpected argument '--n' found
      tip: a board is written as rows x columns, such as --board 8x8
    Usage: knightsweep solve [OPTIONS]
    knightsweep: unexpected argument '1' found
      tip: write boards as 8x8 and squares as 1,1, without a blank
    Usage: knightsweep solve [OPTIONS]
    knightsweep: unexpected argument '6x6' found
      tip: boards follow --board: --board 6x6
    Usage: knightsweep solve [OPTIONS]
    knightsweep: unexpected argument 'greedy' found
      tip: solve takes one value for each option; sweep takes several
    Usage: knightsweep solve [OPTIONS]
    knightsweep: unexpected argument '-2' found
      tip: if `-2,-1` is a value of --orders, write --orders='-2,-1'
    Usage: knightsweep sweep [OPTIONS] --out <FILE.csv>
    knightsweep: --budget: `-5` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
    knightsweep: invalid value '12345678' for '--moves <MOVES>': give the eight moves as pairs such as '2,1 1,2 -1,2 …', or as two arrays such as 'dx = {2, 1, …}; dy = {1, 2, …}', or the name of a file with them. Digits and names of orders go to --order, --orders or --compare
    knightsweep: --start: square 0,0 is off the 8x8 board; rows go from 1 to 8, columns from 1 to 8, chess names from a1 to h8; if yours count from 0, write 1,1
    knightsweep: --budget: `1,00` is not a budget; write a number of checks such as 100000000, 100M or 1e8, or none for no limit
    knightsweep: unexpected argument '--max-checks' found
      tip: --budget limits the checks: solve --budget 100M
    Usage: knightsweep solve [OPTIONS]
    knightsweep: unexpected argument '--budget' found
      tip: run takes the budget from its experiment file; change it there, or give the experiment as options of sweep
    Usage: knightsweep run [OPTIONS] <EXPERIMENT>...
    knightsweep: unexpected argument '--max-checks' found
      tip: run takes the budget from its experiment file; change it there, or give the experiment as options of sweep
    Usage: knightsweep run [OPTIONS] <EXPERIMENT>...
    knightsweep: unexpected argument '--board' found
      tip: run takes the board from its experiment file; change it there, or give the experiment as options of sweep
    Usage: knightsweep run [OPTIONS] <EXPERIMENT>...
    knightsweep: unexpected argument '-c' found
      tip: if `-checks_median` is a value of --sort, write --sort tour,-checks_median
    Usage: knightsweep summarize [OPTIONS] <FILE.csv>...
    knightsweep: unexpected argument '--out' found
      tip: summarize prints its results; `> FILE` behind the command saves them
    Usage: knightsweep summarize [OPTIONS] <FILE.csv>...
    knightsweep: this asks for 2 searches: solve takes one board, start, order, rule, goal and budget; sweep takes sets of them
    "#);
    folder.write("mine.toml", "");
    let similar = folder.refused("run mine");
    assert!(similar.contains("there is no such file (did you mean mine.toml?)"), "{similar}");
}

#[test]
fn a_command_that_does_not_exist_suggests_one() {
    let folder = Folder::new();
    for arguments in ["solv", "help solv"] {
        let said = folder.refused(arguments);
        assert!(said.contains("'solv'") && said.contains("'solve'"), "{said}");
    }
    assert!(!folder.refused("help xyz").contains("similar"));
}
