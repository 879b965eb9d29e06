use crate::experiment::toml_file::*;

fn read(text: &str) -> Result<Experiment, ExperimentError> {
    parse(text, Path::new("test.toml"))
}

const GOOD: &str = "boards = \"8x8\"\nstarts = \"all\"\norders = \"fig2\"\nbudget = \"100M\"\n";

#[test]
fn numbers_and_lists_are_taken_where_texts_are() {
    let experiment = read(
        "boards = [\"5x5\", \"6-7\"]\nstarts = [\"1,1\", \"a1\"]\norders = [12345678, \"tutorial\"]\nbudget = 1e8\n",
    )
    .unwrap();
    let (boards, orders) = (experiment.boards.len(), experiment.orders.len());
    assert_eq!((boards, orders, experiment.budgets[0].limit()), (3, 2, Some(100_000_000)));
    for (written, limit) in [("18446744073709551616", 1 << 64), ("\"100m\"", 100_000_000)] {
        let experiment = read(&GOOD.replace("\"100M\"", written)).unwrap();
        assert_eq!(experiment.budgets[0].limit(), Some(limit));
    }
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
}

#[test]
fn squares_may_be_pairs_of_numbers() {
    let starts =
        |starts: &str| read(&GOOD.replace("\"all\"", starts)).unwrap().spec()[Key::Starts].to_vec();
    assert_eq!(starts("[[1,1],[2,3]]"), ["1,1", "2,3"]);
    assert_eq!(starts("[\"corners\", [2,3]]"), ["corners", "2,3"]);
    assert_eq!(starts("\"１，３\""), ["1,3"]);
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
fn draws_are_a_number_and_a_seed() {
    let of = |words: &str| {
        read(&format!("{GOOD}draws = {words}\n")).unwrap().spec()[Key::Draws].to_vec()
    };
    assert_eq!([of("5"), of("\"1000000:0\"")].concat(), ["5:1", "1000000:0"]);
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
