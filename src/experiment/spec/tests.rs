use std::fs;
use std::path::Path;

use crate::experiment::*;

pub(crate) fn spec(board: &str, start: &str, order: &str, budget: &str) -> Spec {
    Spec::default()
        .with(Key::Boards, [board])
        .with(Key::Starts, [start])
        .with(Key::Orders, [order])
        .with(Key::Budget, [budget])
}

pub(crate) fn validated(spec: &Spec) -> Result<Experiment, ExperimentError> {
    spec.validate(&|key, _| WrittenAt::of_flag(key))
}

#[test]
fn every_word_of_the_spec_changes_the_hash() {
    let base = validated(&spec("8x8", "all", "fig2", "100M")).unwrap().spec();
    let json = serde_json::to_value(&base).unwrap();
    for key in json.as_object().unwrap().keys() {
        let mut changed = json.clone();
        let value = &mut changed[key];
        *value = match value {
            serde_json::Value::Bool(b) => (!*b).into(),
            serde_json::Value::Array(_) => vec!["other"].into(),
            _ => "other".into(),
        };
        let changed: Spec = serde_json::from_value(changed).unwrap();
        assert_ne!(changed.hash(), base.hash(), "{key}");
    }
}

/// The sidecars in `results/` of experiments, each with its name.
fn committed_sidecars() -> Vec<(String, serde_json::Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let folders = fs::read_dir(root).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|path| fs::read_dir(path).unwrap());
    files
        .filter_map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name()?.to_str()?.strip_suffix(".meta.json")?.to_owned();
            let sidecar: serde_json::Value =
                serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            sidecar.get("experiment").is_some().then_some((name, sidecar))
        })
        .collect()
}

#[test]
fn committed_sidecars_keep_their_words_and_hashes() {
    let sidecars = committed_sidecars();
    assert!(sidecars.len() >= 20);
    for (name, sidecar) in sidecars {
        let words = &sidecar["experiment"];
        let spec: Spec = serde_json::from_value(words.clone()).unwrap();
        let file = format!("{name}.toml");
        let experiments = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
        let folders = fs::read_dir(experiments).unwrap().map(|folder| folder.unwrap().path());
        let text = folders.map(|folder| folder.join(&file)).find(|path| path.exists());
        let text = fs::read_to_string(text.expect(&file)).unwrap();
        let experiment = toml_file::parse(&text, Path::new(&file)).unwrap();
        for spec in [&spec, &spec.experiment(Path::new(&name)).unwrap().spec(), &experiment.spec()]
        {
            assert_eq!(spec.hash(), sidecar["experiment_hash"], "{name}");
            assert_eq!(serde_json::to_string(spec).unwrap(), words.to_string(), "{name}");
        }
    }
}

#[test]
fn keys_without_a_value_are_not_written() {
    let base = spec("8x8", "all", "12345678", "5");
    let drawn = base.clone().with(Key::Draws, ["5:1"]);
    assert_ne!(validated(&drawn).unwrap().spec().hash(), validated(&base).unwrap().spec().hash());
    let [base, drawn] = [&base, &drawn].map(|spec| validated(spec).unwrap().spec());
    assert_eq!(drawn[Key::Draws], ["5:1"]);
    let words = |spec: &Spec| serde_json::to_string(spec).unwrap();
    assert!(words(&drawn).contains("\"draws\":\"5:1\"") && !words(&base).contains("draws"));
}
