use crate::experiment::toml_file::*;
use knight_search::MoveOrder;

fn read(text: &str) -> Result<Experiment, ExperimentError> {
    parse(text, Path::new("test.toml"))
}

const GOOD: &str = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";

/// What is written under a key, and its words in sidecars.
const WRITTEN: &[(Key, &str, &[&str])] = &[
    (Key::Boards, r#"["5X5", "6-7", "5x8"]"#, &["5x5", "6x6", "7x7", "5x8"]),
    (Key::Starts, r#""ALL""#, &["all"]),
    (Key::Starts, r#"["A1 ", "1,2", " corners"]"#, &["a1", "1,2", "corners"]),
    (
        Key::Starts,
        r#"["corners", "diagonal", "centre", "orbits"]"#,
        &["corners", "diagonal", "centre", "orbits"],
    ),
    (Key::Starts, r#"["corners", [2,3]]"#, &["corners", "2,3"]),
    (Key::Starts, "[[1,1],[2,3]]", &["1,1", "2,3"]),
    (Key::Starts, r#""1,3""#, &["1,3"]),
    (Key::Orders, r#"[12345678, "Tutorial"]"#, &["12345678", "21876543"]),
    (
        Key::Orders,
        r#"["all", "Images:Fig2", "sample:12:3"]"#,
        &["all", "images:12345678", "sample:12:3"],
    ),
    (Key::Orders, r#"["2 1 8 7 6 5 4 3", "1,2,3,4,5,6,7,8"]"#, &["21876543", "12345678"]),
    (Key::Orders, r#"["2-1-8-7-6-5-4-3", "[1, 2, 3, 4, 5, 6, 7, 8]"]"#, &["21876543", "12345678"]),
    (Key::Rule, r#"" Greedy ""#, &["greedy"]),
    (Key::Rule, r#"["fixed", "greedy"]"#, &["fixed", "greedy"]),
    (Key::Seeds, r#"[1, "5-7", "18446744073709551615"]"#, &["1", "5-7", "18446744073709551615"]),
    (Key::Seeds, "", &["1"]),
    (Key::Draws, "5", &["5:1"]),
    (Key::Draws, r#""1000000:0""#, &["1000000:0"]),
    (Key::Goal, r#""CLOSED""#, &["closed"]),
    (Key::Engine, r#"["Step", "leap"]"#, &["step", "leap"]),
    (Key::Precision, "", &["2%"]),
    (Key::Precision, r#""1%""#, &["1%"]),
    (Key::Precision, "0.0123456789", &["1.234568%"]),
    (Key::Budget, r#""100m""#, &["100000000"]),
    (
        Key::Budget,
        "[1e8, 18446744073709551616, \"None\"]",
        &["100000000", "18446744073709551616", "none"],
    ),
    (Key::Tours, "true", &["true"]),
    (Key::Images, "true", &["true"]),
    (Key::Symmetry, r#""Reduce""#, &["reduce"]),
    (Key::Impossible, r#""skip""#, &["skip"]),
];

#[test]
fn words_are_the_same_however_they_are_written() {
    let estimated = GOOD.replace("100M", "none") + "engine = \"estimate\"\n";
    for &(key, written, words) in WRITTEN {
        let is_of_estimates = [Key::Seeds, Key::Precision].contains(&key);
        let others = if is_of_estimates { &estimated } else { GOOD };
        let others = others.lines().filter(|line| !line.starts_with(key.word()));
        let mut text: String = others.map(|line| line.to_owned() + "\n").collect();
        if !written.is_empty() {
            text += &format!("{key} = {written}\n");
        }
        let experiment = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let spec = experiment.spec();
        assert_eq!(spec[key], *words, "{text}");
        // They give the experiment back.
        assert_eq!(spec.experiment(Path::new("x.meta.json")).unwrap(), experiment, "{text}");
    }
    let has_no_words = |key: &&Key| WRITTEN.iter().all(|(of, ..)| of != *key);
    let without: Vec<&Key> = Key::ALL.iter().filter(has_no_words).collect();
    assert_eq!(without, [&Key::Title, &Key::Notes, &Key::TimeLimit], "sidecars lack them");
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
        assert_eq!(experiment.only_order(), Some(MoveOrder::TUTORIAL), "{orders}");
        assert!(experiment.orders_of_moves().next().is_some());
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
