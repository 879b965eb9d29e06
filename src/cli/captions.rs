//! What a picture says about the files that it was drawn from.

use std::collections::HashSet;
use std::path::Path;

use knightsweep::analysis::formatting::{counted, grouped, listed};
use knightsweep::analysis::reading::{Coverage, JoinedFile};
use knightsweep::text::shown::shown;

use super::file_remarks;

/// With more results than this a title counts them, and a source line names only the first ones.
const MOST_NAMED: usize = 3;

/// The titles of the experiments, each once: `Board sizes; All starts`, and from four on
/// `16 results: Board sizes, All starts and 14 more`.
pub fn title(files: &[JoinedFile]) -> String {
    let mut titles: Vec<String> = Vec::new();
    for title in files.iter().map(file_remarks::title) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    match titles.len() {
        // Titles may have commas.
        1..=MOST_NAMED => titles.join("; "),
        many => format!("{many} results: {}", listed(&titles, MOST_NAMED - 1)),
    }
}

/// Where the data come from. An experiment that is in several shards is named once.
pub fn source(files: &[JoinedFile]) -> String {
    let mut origins: Vec<(String, String)> = Vec::new();
    let mut seen = HashSet::new();
    for file in files {
        match file.coverage {
            None => {
                let origin = origin(file, &stem(file), &file_remarks::progress(file));
                origins.push((stem(file), origin));
            }
            // The shards of an experiment have one entry together.
            Some(coverage) if seen.insert(hash(file)) => {
                origins.push((stem(file), origin_of_shards(file, coverage, files)));
            }
            Some(_) => {}
        }
    }
    let (names, origins): (Vec<String>, Vec<String>) = origins.into_iter().unzip();
    if origins.len() <= MOST_NAMED {
        return origins.join("; ");
    }
    let rows: u64 = files.iter().map(JoinedFile::distinct_rows).sum();
    let mut source = format!("{} · {}", listed(&names, MOST_NAMED - 1), counted(rows, "row"));
    for (what, count) in [
        ("unfinished", files.iter().filter(|file| file.is_unfinished()).count()),
        ("CHANGED since they were sealed", files.iter().filter(|file| file.is_altered).count()),
    ] {
        if count > 0 {
            source += &format!(" · {count} of {} files {what}", files.len());
        }
    }
    source
}

/// The names of the files for messages.
pub fn names(files: &[JoinedFile]) -> String {
    let names: Vec<String> = files.iter().map(|file| shown(&file.path)).collect();
    listed(&names, MOST_NAMED)
}

fn hash(file: &JoinedFile) -> Option<&str> {
    file.sidecar().map(|sidecar| sidecar.experiment_hash.as_str())
}

/// The name of a file without its ending.
pub fn stem(file: &JoinedFile) -> String {
    shown(Path::new(&file_remarks::name(file)).with_extension(""))
}

fn origin(file: &JoinedFile, name: &str, rows: &str) -> String {
    let hash = hash(file).map(|hash| hash[..12].to_owned());
    [Some(name), hash.as_deref(), Some(rows)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn origin_of_shards(first: &JoinedFile, coverage: Coverage, files: &[JoinedFile]) -> String {
    let is_one = |file: &&JoinedFile| file.coverage.is_some() && hash(file) == hash(first);
    let shards: Vec<&JoinedFile> = files.iter().filter(is_one).collect();
    let name = match shards.len() {
        1 => stem(first),
        count => format!("{} and {}", stem(first), counted(count as u64 - 1, "more shard")),
    };
    let mut rows =
        format!("{} of {}", grouped(coverage.present.into()), counted(coverage.all, "job"));
    if shards.iter().any(|shard| shard.is_altered) {
        rows += " · CHANGED since it was sealed";
    }
    origin(first, &name, &rows)
}
