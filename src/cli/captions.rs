//! What is said about results files: their names, how far they are, what is wrong with them; in
//! messages, and below the pictures that were drawn from them.

use std::collections::HashSet;
use std::path::Path;

use knightsweep::analysis::reading::{Coverage, JoinedFile};
use knightsweep::experiment::Key;
use knightsweep::results::table::FoundTable;
use knightsweep::text::{counted, grouped, joined, listed, shown};

/// With more results than this a source line names only the first ones.
const MOST_NAMED: usize = 3;

/// The title of the experiment, if it is the same in all files: a picture of several is titled by
/// what it shows.
pub(super) fn title(files: &[JoinedFile]) -> Option<String> {
    let mut titles = files.iter().map(|file| file.sidecar.as_ref()?.title.as_ref());
    let first = titles.next()??;
    titles.all(|title| title == Some(first)).then(|| first.clone())
}

/// Where the data come from.
pub(super) fn source(files: &[JoinedFile]) -> String {
    if files.len() <= MOST_NAMED {
        return joined(files.iter().map(origin), "; ");
    }
    let names = listed(files.iter().map(stem), MOST_NAMED - 1);
    let rows: u64 = files.iter().map(JoinedFile::distinct_rows).sum();
    let mut source = format!("{names} · {}", counted(rows, "row"));
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
pub(super) fn names(files: &[JoinedFile]) -> String {
    listed(files.iter().map(|file| shown(&file.path)), MOST_NAMED)
}

/// The names of files without their folders; with them where two have the same name.
pub(super) fn distinct_names(files: &[JoinedFile]) -> Vec<String> {
    let names: Vec<String> = files.iter().map(name).collect();
    let is_clear = (1..names.len()).all(|place| !names[..place].contains(&names[place]));
    if is_clear { names } else { files.iter().map(|file| shown(&file.path)).collect() }
}

/// The same without their endings.
pub(super) fn distinct_stems(files: &[JoinedFile]) -> Vec<String> {
    distinct_names(files).iter().map(|name| without_ending(name)).collect()
}

fn stem(file: &JoinedFile) -> String {
    without_ending(&name(file))
}

fn without_ending(name: &str) -> String {
    shown(Path::new(name).with_extension(""))
}

/// The name, the experiment and the rows of a file.
fn origin(file: &JoinedFile) -> String {
    let (name, rows) = (stem(file), progress(file));
    let hash = file.experiment_hash().map(|hash| &hash[..12]);
    joined([Some(&*name), hash, Some(&*rows)].into_iter().flatten(), " · ")
}

/// What makes a file doubtful.
pub(super) fn faults(file: &JoinedFile, files: &[JoinedFile]) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some(fault) = &file.sidecar_fault {
        faults.push(format!("read without its sidecar: {fault}"));
    }
    if file.is_foreign {
        let unchecked = if file.has_checks { "" } else { ", and its rows have no check" };
        faults.push(format!("another program wrote it: it is read without a sidecar{unchecked}"));
    }
    if let Some(line) = file.first_unchecked {
        let unchecked = unchecked(file.unchecked, Some(line));
        faults.push(format!("{unchecked}. `knightsweep verify` names each; {WITHOUT_CHECKS}"));
    }
    if !file.copies.is_empty() {
        let others = file.copies.iter().map(|&place| shown(&files[place].path));
        let advice = match file.repeated + file.passed_over >= file.distinct_rows() {
            true => ", so give only one of these files, or compare them with `knightsweep compare`",
            false => "",
        };
        faults.push(format!(
            "{} of its {} have the same searches as {}; each search counts once{advice}",
            grouped(file.repeated),
            counted(file.rows, "row"),
            listed(others, 3),
        ));
    }
    if file.is_altered {
        let lacks = match &file.sidecar {
            Some(sidecar) if file.is_unfinished() => {
                let rows = grouped(file.distinct_rows());
                format!(", and has {rows} of its {}", counted(sidecar.jobs, "row"))
            }
            _ => String::new(),
        };
        faults.push(format!(
            "it has CHANGED since it was sealed{lacks}; `knightsweep verify` lists the faults"
        ));
    }
    faults
}

const WITHOUT_CHECKS: &str =
    "if another program wrote the file on purpose, leave out the column row_check";

fn unchecked(rows: u64, first: Option<u64>) -> String {
    let first = first.map(|line| format!(", the first in line {line}")).unwrap_or_default();
    let rows = counted(rows, "row");
    format!("left out {rows} whose check fails{first}: they are damaged, or were changed")
}

/// What makes a table doubtful.
pub(super) fn faults_of_table(table: &FoundTable) -> Vec<String> {
    let mut faults = Vec::new();
    if table.left_out > 0 {
        let unchecked = unchecked(table.left_out, table.first_left_out);
        faults.push(format!("{unchecked}; {WITHOUT_CHECKS}"));
    }
    if table.seal_holds == Some(false) {
        faults.push("it has CHANGED since it was sealed".to_owned());
    }
    faults
}

/// What a file lacks or has twice.
pub(super) fn remarks(file: &JoinedFile) -> Vec<String> {
    let mut remarks = Vec::new();
    let has_sidecar = file.sidecar.is_some() || file.sidecar_fault.is_some();
    if !has_sidecar && !file.is_foreign && file.rows > 0 {
        remarks.push("there is no sidecar, so nothing says whether it is complete".to_owned());
    }
    if file.is_torn {
        remarks.push("the last row is torn and left out".to_owned());
    }
    if file.is_unfinished() && !file.is_altered {
        remarks.push(progress(file));
        remarks.extend(has_budgets(file).then(|| UNEVEN.to_owned()));
    }
    let of_others = if file.copies.is_empty() { file.repeated } else { 0 };
    let again = of_others + file.passed_over + file.doubled;
    if again > 0 {
        let rows = counted(again, "row");
        remarks.push(format!("{rows} for searches that have another row; each counts once"));
    }
    remarks
}

/// Jobs of a larger budget that a smaller one has decided have their rows before the others are
/// searched.
const UNEVEN: &str = "with several budgets the jobs that a smaller one decides have their rows first, so the \
                      shares and checks of larger ones are biased until the file is complete";

fn has_budgets(file: &JoinedFile) -> bool {
    file.sidecar.as_ref().is_some_and(|sidecar| sidecar.experiment[Key::Budget].len() > 1)
}

/// A remark for each experiment of which the files hold only some shards.
pub(super) fn shard_remarks(files: &[JoinedFile]) -> Vec<String> {
    let mut seen = HashSet::new();
    let partial = files.iter().filter_map(|file| {
        let Coverage { present, all } = file.coverage.filter(|c| c.present < c.all)?;
        let is_alone = present == file.distinct_rows();
        if !seen.insert(file.experiment_hash()) && !is_alone {
            return None;
        }
        let who = if is_alone { "it holds" } else { "the files hold" };
        let (present, all) = (grouped(present), counted(all, "job"));
        let path = shown(&file.path);
        Some(format!("{path}: a shard; {who} {present} of the {all} of its experiment"))
    });
    partial.collect()
}

/// The name of a file without its folder.
pub(super) fn name(file: &JoinedFile) -> String {
    shown(file.path.file_name().unwrap_or(file.path.as_os_str()))
}

/// The title of the experiment, or else the name of the file.
pub(super) fn title_of(file: &JoinedFile) -> String {
    file.sidecar.as_ref().and_then(|sidecar| sidecar.title.clone()).unwrap_or_else(|| name(file))
}

/// The rows of a file, and of how many.
pub(super) fn progress(file: &JoinedFile) -> String {
    let rows = grouped(file.distinct_rows());
    match &file.sidecar {
        Some(sidecar) if file.is_altered => {
            format!("{rows} of {}, CHANGED since they were sealed", counted(sidecar.jobs, "row"))
        }
        Some(sidecar) if file.is_unfinished() => {
            let whose = if sidecar.shard.is_some() { "its" } else { "the" };
            format!("{rows} of {whose} {} so far", counted(sidecar.jobs, "job"))
        }
        _ if file.repeated > 0 => format!(
            "{}, {} of them counted already",
            counted(file.distinct_rows(), "row"),
            grouped(file.repeated)
        ),
        _ => counted(file.distinct_rows(), "row"),
    }
}
