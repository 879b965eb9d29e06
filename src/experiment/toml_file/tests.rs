use crate::experiment::toml_file::*;
use knight_search::Budget;

fn read(text: &str) -> Result<Experiment, ExperimentError> {
    parse(text, Path::new("test.toml"))
}

fn refusal(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

const GOOD: &str = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";

#[test]
fn a_minimal_experiment_is_read() {
    let experiment = read(GOOD).unwrap();
    assert_eq!(experiment.boards.len(), 1);
    assert_eq!(experiment.budgets[0].limit(), Some(100_000_000));
}

#[test]
fn numbers_and_lists_are_taken_where_texts_are() {
    let experiment = read(
        "boards = [\"5x5\", \"6-7\"]\nstarts = [\"1,1\", \"a1\"]\norders = [12345678, \"tutorial\"]\nbudget = 1e8\n",
    )
    .unwrap();
    assert_eq!(experiment.boards.len(), 3);
    assert_eq!(experiment.orders.len(), 2);
    assert_eq!(experiment.budgets, [Budget::checks(100_000_000).unwrap()]);
}

#[test]
fn budgets_beyond_64_bits_are_taken_as_numbers() {
    let experiment = read(&GOOD.replace("\"100M\"", "18446744073709551616")).unwrap();
    assert_eq!(experiment.budgets[0].limit(), Some(1 << 64));
}

#[test]
fn every_key_is_known_to_the_document() {
    let all = format!(
        "{GOOD}title = \"t\"\nnotes = \"n\"\nrule = \"greedy-random\"\nseeds = [1, \"5-7\"]\ngoal = \"open\"\nengine = \"step\"\ntours = true\nimages = true\nsymmetry = \"reduce\"\nimpossible = \"skip\"\ntime_limit = 2.5\n"
    );
    let unlimited = GOOD.replace("100M", "none");
    let of_estimate = format!("{unlimited}engine = \"estimate\"\nprecision = \"1%\"\n");
    let drawn = format!("{GOOD}draws = \"5:7\"\n");
    let texts = [all, of_estimate, drawn];
    texts.iter().for_each(|text| assert!(read(text).is_ok(), "{text}"));
    for key in Key::ALL {
        let key = format!("{key} =");
        assert!(texts.iter().any(|text| text.contains(&key)), "{key}");
    }
}

#[test]
fn orders_may_be_arrays_of_moves() {
    let pairs = "[[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]]";
    let arrays = "[[2, 1, -1, -2, -2, -1, 1, 2], # rows\n[1, 2, 2, 1, -1, -2, -2, -1]]";
    for orders in [
        pairs.to_owned(),
        arrays.to_owned(),
        format!("[{pairs}]"),
        format!("[{pairs}, 21876543, {arrays}]"),
        format!("\"\"\"{pairs}\"\"\""),
    ] {
        let experiment = read(&GOOD.replace("\"fig2\"", &orders)).unwrap();
        let found: Vec<String> = experiment.move_orders().iter().map(ToString::to_string).collect();
        assert_eq!(found, ["21876543"], "{orders}");
        assert!(experiment.orders_of_moves().next().is_some());
    }
    let e = refusal(&GOOD.replace("\"fig2\"", &pairs.replace("[1, 2]", "[2, 1]")));
    assert!(
        e.contains("test.toml:3: orders: (2,1) is there twice, as moves 1 and 2, (1,2)"),
        "{e}"
    );
}

#[test]
fn unknown_keys_are_refused_with_line_and_suggestion() {
    let e = refusal(&format!("{GOOD}\nbugdet = 5\n"));
    assert!(
        e.starts_with("test.toml:6: bugdet: `bugdet` is not a known key (did you mean `budget`?)"),
        "{e}"
    );
}

#[test]
fn faults_in_a_list_name_the_line_of_the_element() {
    let e = refusal(
        "boards = \"8x8\"\nstarts = [\n  \"1,1\",\n  \"9,9\",\n]\norders = \"fig2\"\nbudget = 1\n",
    );
    assert!(e.starts_with("test.toml:4: starts: square 9,9 is off the 8x8 board"), "{e}");
}

#[test]
fn all_faults_of_a_file_are_named_at_once() {
    let text = "boards = \"8x\"\ngoal = \"close\"\norders = [\"fig2\", \"x\", \"y\"]\nbugdet = 5\n";
    let error = read(text).expect_err(text);
    let e = error.to_string();
    let wanted = [
        "test.toml:1: boards: ",
        "test.toml:2: goal: `close`",
        "test.toml:3: orders: `x`",
        "test.toml:3: orders: `y`",
        "test.toml:4: bugdet: `bugdet` is not a known key",
        "test.toml: starts: this key is missing",
    ];
    for fault in wanted {
        assert_eq!(e.matches(fault).count(), 1, "{fault} in\n{e}");
    }
    // In the order of the lines, and keys that are missing last.
    let places = std::iter::once(&error.place).chain(error.more.iter().map(|more| &more.place));
    let numbers: Vec<Option<usize>> = places.map(WrittenAt::line).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3), Some(3), Some(4), None]);
    let lines: Vec<&str> = e.lines().collect();
    assert_eq!(lines.len(), wanted.len(), "{e}");
    assert!(lines.iter().zip(wanted).all(|(line, fault)| line.starts_with(fault)), "{e}");
}

#[test]
fn wrong_types_and_wrong_words_are_named_together() {
    let e = refusal(
        "boards = \"8x\"\nstarts = [1, 1]\norders = \"fig\"\nbudget = \"x\"\ntours = \"yes\"\n",
    );
    for fault in ["2: starts: write one", "5: tours: write true", "1: boards: ", "3: orders: `fig`"]
    {
        assert_eq!(e.matches(&format!("test.toml:{fault}")).count(), 1, "{fault} in\n{e}");
    }
    assert!(e.contains("4: budget: `x`") && e.lines().count() == 5, "{e}");
    // Starts are read where all boards are wrong, but none is called off the board.
    let of_starts = |starts: &str| {
        let starts = format!("starts = [\"al\", {starts}]");
        refusal(&GOOD.replace("8x8", "8x").replace("starts = \"all\"", &starts))
    };
    for starts in ["\"9,9\"", "\"a9\"", "\"300,1\""] {
        let e = of_starts(starts);
        assert!(e.contains("1: boards: ") && e.contains("2: starts: `al` is not a start"), "{e}");
        assert_eq!(e.lines().count(), 2, "{e}");
    }
    // Nothing is said about what depends on a value of the wrong type.
    for more in [
        "engine = [[1]]\nprecision = \"1%\"",
        "rule = [[1]]\nseeds = 3",
        "symmetry = [1, 2]\nimpossible = \"skip\"",
        "draws = [1, 2]\norders = \"all\"\nstarts = \"all\"",
    ] {
        let good = if more.contains("orders") {
            "boards = \"256x256\"\nbudget = 5\nrule = \"greedy\"\n"
        } else {
            GOOD
        };
        let e = refusal(&format!("{good}{more}\n"));
        assert_eq!(e.lines().count(), 1, "{more} gives\n{e}");
    }
}

fn assert_advice<const TEXTS: usize>(texts: [(String, &str); TEXTS]) {
    for (text, advice) in texts {
        let e = refusal(&text);
        assert!(e.contains(advice), "{text} gives {e}");
    }
}

#[test]
fn what_is_not_toml_is_answered_with_what_to_write() {
    assert_advice([
        (format!("[experiment]\n{GOOD}"), "remove the line [experiment]"),
        (GOOD.replace("\"8x8\"", "“8x8”"), "1: boards: the quotes are curly ones"),
        (
            format!("{GOOD}starts = \"1,1\"\n"),
            "5: starts: this key is there twice, first in line 2",
        ),
        (format!("{GOOD}symmetry = [\"off\", \"reduce\"]\n"), "not a list; keep one of them"),
        (format!("{GOOD}title = [\"x\"]\n"), "write one text in quotes"),
        (
            GOOD.replace("\"8x8\"", "8x8 # chess"),
            "1: boards: texts stand in quotes; write boards = \"8x8\"",
        ),
        (GOOD.replace("\"100M\"", "10^8"), "write budget = \"10^8\""),
        (
            GOOD.replace("\"all\"", "[corners, diagonal]"),
            "2: starts: texts stand in quotes; give at least one, such as",
        ),
        (
            GOOD.replace("\"8x8\"", "[\n  5x5,\n]"),
            "test.toml:2: 5x5,: texts stand in quotes; write \"5x5\"",
        ),
        (GOOD.replace("\"all\"", "[\n \"1,1\",\n \"2,2\","), "or the ] after the last one"),
        (GOOD.replace("\"8x8\"", ""), "the value is missing; give at least one, such as \"8x8\""),
        (GOOD.replace("\"8x8\"", "[\"5x5\",\n  \"6x6\""), "or the ] after the last one"),
        (GOOD.replace("\"100M\"", "[\"1M\", true]"), "4: budget: `true` is not a budget"),
        (
            format!("{GOOD}symmetry = true\n"),
            "`true` is not a known symmetry; choose one of: off, reduce",
        ),
        (GOOD.replace("fig2", "sample:5:x"), "and a whole number as SEED"),
        (GOOD.replace("\"all\"", "\"1,1\", \"2,2\""), "write starts = [\"1,1\", \"2,2\"]"),
        (GOOD.replace("\"all\"", "[\"1,1\" \"2,2\"]"), "a comma between two values is missing"),
        (GOOD.replace("\"all\"", "\"all"), "2: starts: a quote is missing"),
        (
            GOOD.replace("starts =", "starts:"),
            "write = and not a colon behind a key: starts = \"all\"",
        ),
    ]);
}

#[test]
fn values_of_another_type_are_answered_with_what_to_write() {
    assert_advice([
        (format!("{GOOD}tours = yes\n"), "write tours = true or tours = false"),
        (format!("{GOOD}tours = \"yes\"\n"), "write true or false, without quotes"),
        (GOOD.replace("\"all\"", "[1, 1]"), "starts: write one square as \"1,1\" or [[1, 1]]"),
        (GOOD.replace("\"100M\"", "1e60"), "write it in quotes: \"1e60\""),
        (GOOD.replace("\"100M\"", "1.5"), "1.5 is not a whole number"),
        (GOOD.replace("\"all\"", "[[1, 1, 1]]"), "a square has two numbers"),
        (GOOD.replace("\"8x8\"", "[[5, 6]]"), "boards: write a text in quotes"),
        (
            GOOD.replace("\"all\"", "\"1,1 2,3\""),
            "`1,1 2,3` holds several values; write each by itself: \"1,1\" \"2,3\"",
        ),
        (GOOD.replace("\"all\"", "\"1,1, 2,3\""), "write each by itself: \"1,1\" \"2,3\""),
        (GOOD.replace("fig2", "fig2, tutorial"), "write each by itself: \"fig2\" \"tutorial\""),
    ]);
}

#[test]
fn squares_may_be_pairs_of_numbers() {
    let starts =
        |starts: &str| read(&GOOD.replace("\"all\"", starts)).unwrap().spec()[Key::Starts].to_vec();
    assert_eq!(starts("[[1,1],[2,3]]"), ["1,1", "2,3"]);
    assert_eq!(starts("[\"corners\", [2,3]]"), ["corners", "2,3"]);
    assert_eq!(starts("\"１，３\""), ["1,3"]);
    let e = refusal(&GOOD.replace("\"all\"", "[[0,0]]"));
    assert!(e.contains("if yours count from 0, write 1,1"), "{e}");
}

#[test]
fn an_order_may_be_a_list_of_its_digits() {
    let orders = |orders: &str| {
        read(&GOOD.replace("\"fig2\"", orders)).unwrap().spec()[Key::Orders].to_vec()
    };
    assert_eq!(orders("[2, 1, 8, 7, 6, 5, 4, 3]"), ["21876543"]);
    let budget = read(&GOOD.replace("100M", "100m")).unwrap().budgets;
    assert_eq!(budget, [Budget::checks(100_000_000).unwrap()]);
}

#[test]
fn a_misspelt_key_is_not_missing_too() {
    let e = refusal(&GOOD.replace("boards", "Board").replace("starts", "STARTS"));
    for wrong in ["Board: `Board` is not a known key (did you mean `boards`?)", "mean `starts`?)"] {
        assert!(e.contains(wrong), "{e}");
    }
    assert_eq!(e.lines().count(), 2, "{e}");
    let e = refusal(&format!("name = \"x\"\n{GOOD}"));
    assert!(e.contains("name: `name` is not a known key (did you mean `title`?)"), "{e}");
}

#[test]
fn missing_and_empty_keys_are_named() {
    assert!(refusal("").contains("boards: this key is missing"));
    assert!(refusal(&GOOD.replace("budget", "# budget")).contains("budget: this key is missing"));
    assert!(
        refusal(&GOOD.replace("\"all\"", "[]")).contains("test.toml:2: starts: the list is empty")
    );
    assert!(
        refusal(&format!("{GOOD}symmetry = [1, 2]")).contains("test.toml:5: symmetry: one value")
    );
}

#[test]
fn broken_toml_is_refused_with_its_line() {
    for (text, line) in [
        ("boards = \n", 1),
        ("boards = \"8x8\"\nboards = \"5x5\"\n", 2),
        ("boards = \"8x8\nstarts", 2),
        ("title = 5\n", 1),
        ("tours = \"yes\"\n", 1),
        ("\0", 1),
        ("boards = [[1]]\n", 1),
        ("boards = 1.5\n", 1),
    ] {
        let e = refusal(text);
        assert!(e.starts_with(&format!("test.toml:{line}: ")), "{text:?} gives {e}");
    }
}

#[test]
fn precisions_are_kept_as_their_words_say() {
    let of = |words: &str| {
        let text = GOOD.replace("100M", "none") + "engine = [\"leap\", \"estimate\"]\n" + words;
        read(&text).unwrap().spec()
    };
    assert_eq!(of("")[Key::Precision], ["2%"]);
    assert_eq!(of("")[Key::Seeds], ["1"]);
    let spec = of("precision = 0.0123456789\nseeds = \"3-4\"\n");
    assert_eq!(
        (&spec[Key::Precision][..], &spec[Key::Seeds][..]),
        (&["1.234568%".to_owned()][..], &["3-4".to_owned()][..])
    );
    assert_eq!(spec.experiment(Path::new("x.meta.json")).unwrap().spec(), spec);
    assert_ne!(of("precision = \"1%\"").hash(), of("").hash());
}

#[test]
fn draws_are_a_number_and_a_seed_without_images() {
    let of = |words: &str| {
        read(&format!("{GOOD}draws = {words}\n")).unwrap().spec()[Key::Draws].to_vec()
    };
    assert_eq!([of("5"), of("\"1000000:0\"")].concat(), ["5:1", "1000000:0"]);
    for wrong in ["0", "\"1000001\"", "\"5:\"", "\"x\"", "-1"] {
        let e = refusal(&format!("{GOOD}draws = {wrong}\n"));
        assert!(e.contains("is not a number of draws; write N or N:SEED"), "{e}");
    }
    for more in ["images = true", "symmetry = \"reduce\""] {
        let e = refusal(&format!("{GOOD}draws = 5\n{more}\n"));
        assert!(e.contains("drawn at random have no images"), "{e}");
    }
}

#[test]
fn an_experiment_begins_with_one_of_its_keys() {
    for (text, is_one) in [
        ("# Fig. 3\n\nboards = \"8x8\"\n", true),
        ("\u{feff}title = \"all\"", true),
        ("dx = [2, 1, -1]\n\n1 4 7 10", false),
        ("N = 8", false),
        ("boards", false),
        ("", false),
    ] {
        assert_eq!(is_experiment(text), is_one, "{text}");
    }
}
