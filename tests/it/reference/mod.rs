//! docs/reference/commands.md: the commands with their options and exit codes, as the program has
//! them, and the keys of their JSON, as they are printed.

use std::collections::BTreeSet;

use knightsweep::analysis::summary::{MEASURES, Measure, RESTARTS};
use knightsweep::results::record::columns::{COLUMNS, Column};
use knightsweep::results::record::values::FieldKind;

use crate::program::printed;

mod keys;
mod meanings;
mod samples;

use keys::{Key, Keys};
use meanings::meanings;
use samples::{Shape, shapes};

const PAGE: &str = "docs/reference/commands.md";

/// The first heading of what is generated. What stands before it is written by hand.
const GENERATED: &str = "## Common options\n";

#[test]
fn the_reference_is_that_of_the_program() {
    let commands = printed("man --markdown");
    let (common, sections) = commands.split_once("\n### ").expect("commands");
    let (folder, shapes) = (samples::folder(), shapes());
    let mut used = BTreeSet::new();
    let sections = sections.split("\n### ").map(|section| {
        // The heading of the next group belongs behind the JSON of the last command.
        let (section, group) = match section.find("\n## ") {
            Some(place) => section.split_at(place),
            None => (section, ""),
        };
        let name = section.lines().next().unwrap_or_default();
        let shapes: Vec<&Shape> = shapes.iter().filter(|shape| shape.command == name).collect();
        let has_json = section.contains("| `--json` |");
        assert_eq!(has_json, !shapes.is_empty(), "{name}: samples.txt needs a run for its JSON");
        let json = shapes.iter().map(|shape| {
            let mut keys = Keys::default();
            shape.printed(&folder).iter().for_each(|printed| keys.add(printed));
            table(shape, &keys, &mut used)
        });
        format!("\n### {section}{}{group}", json.collect::<String>())
    });
    let generated = format!("{common}{}", sections.collect::<String>());
    let unused: Vec<&str> =
        meanings().map(|(key, _)| key).filter(|it| !used.contains(it)).collect();
    assert!(unused.is_empty(), "no JSON has these keys: {unused:?}");
    compare(&generated);
}

/// Compares the generated part of the page, or writes it if snapshots are to be written.
fn compare(generated: &str) {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (by_hand, documented) = page.split_at(page.find(GENERATED).expect("the generated part"));
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        return std::fs::write(PAGE, format!("{by_hand}{generated}")).unwrap();
    }
    let lines = documented.lines().zip(generated.lines());
    let differing = lines.filter(|(documented, generated)| documented != generated);
    let differing: Vec<_> = differing.take(3).collect();
    assert!(
        documented == generated,
        "{PAGE} is not that of the program: {differing:#?}; write it with \
         `INSTA_UPDATE=always cargo test --test it reference`"
    );
}

/// The keys of a form of JSON.
fn table(shape: &Shape, keys: &Keys, used: &mut BTreeSet<&'static str>) -> String {
    let rows = keys.iter().map(|key| {
        let snake_case =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.[]".contains(c);
        assert!(key.path.chars().all(snake_case), "{}: {}", shape.command, key.path);
        let meaning = meaning(shape, key, used).replace('|', "\\|");
        format!("| `{}` | {} | {meaning} |\n", key.path, key.types())
    });
    let rows: String = rows.collect();
    format!(
        "\nJSON{}, {}:\n\n| key | type | meaning |\n|---|---|---|\n{rows}",
        shape.when, keys.form
    )
}

/// What a key means: as the list says, or the table of statistics, or that of columns.
fn meaning(shape: &Shape, key: &Key, used: &mut BTreeSet<&'static str>) -> String {
    let command = match shape.command {
        "sweep" => "run",
        "tutorials" => "paper",
        command => command,
    };
    let path = key.path.as_str();
    let own = format!("{command} {path}");
    let option = shape.when.split('`').nth(1).unwrap_or_default();
    let of_option = format!("{command} {option} {path}");
    let mut listed = |name: &str| {
        let (key, meaning) = meanings().find(|(key, _)| *key == name)?;
        used.insert(key);
        Some(meaning.to_owned())
    };
    let statistic = || statistic(path).filter(|_| command == "summarize");
    let said = listed(&of_option).or_else(|| listed(&own));
    if let Some(meaning) = said.or_else(statistic).or_else(|| listed(path)) {
        return meaning;
    }
    let is_column = |column: &&Column| column.name == path && has_type_of(key, column.kind);
    let column = COLUMNS.iter().find(is_column);
    let column = column.unwrap_or_else(|| panic!("meanings.txt lacks `{own}`"));
    column.meaning.replace("empty", "`null`")
}

/// What a statistic of `summarize` is.
fn statistic(name: &str) -> Option<String> {
    const ENDS: [(&str, &str); 4] = [
        ("_min", "the least"),
        ("_median", "the median"),
        ("_mean", "the mean"),
        ("_max", "the largest"),
    ];
    let place = |measures: &[Measure]| measures.iter().position(|measure| measure.name == name);
    let before = |measures: &'static [Measure]| Some(&measures[..=place(measures)?]);
    let measures = before(&MEASURES).or_else(|| before(&RESTARTS))?;
    // One without words shares those of the one before.
    let mut said = measures.iter().rev().map(|measure| measure.meaning);
    let meaning = said.find(|meaning| !meaning.is_empty())?;
    let is_spread = ["decided_checks_", "wall_s_", "cpu_s_"].iter().any(|it| name.starts_with(it));
    match ENDS.iter().find(|(end, _)| is_spread && name.ends_with(end)) {
        Some((_, which)) => {
            Some(format!("{which} of the {}", meaning.trim_start_matches("of the ")))
        }
        None => Some(meaning.to_owned()),
    }
}

/// Whether a key has values as a column has them: not a number of jobs, for example.
fn has_type_of(key: &Key, kind: FieldKind) -> bool {
    let wanted = match kind {
        FieldKind::Whole(_) => "integer",
        FieldKind::Decimal | FieldKind::Seconds => "number",
        FieldKind::Truth => "true/false",
        FieldKind::Word(_) | FieldKind::Text => "text",
    };
    let types = key.types();
    types.starts_with(wanted) || types.starts_with("null")
}
