//! What commands read: results files, with remarks about what is missing, and other tables.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::columns::{Column, Role};
use knightsweep::analysis::condition::Condition;
use knightsweep::analysis::filter::Filter;
use knightsweep::analysis::jobs::JobRow;
use knightsweep::analysis::reading::{JoinError, JoinedFile, JoinedFiles};
use knightsweep::files::open;
use knightsweep::pictures::kinds::TABLE_PLOTS;
use knightsweep::pictures::plot::TablePlot;
use knightsweep::results::record::Record;
use knightsweep::results::table::FoundTable;
use knightsweep::text::{counted, grouped, joined, shown};

use crate::cli::args::Common;
use crate::cli::captions::{faults, faults_of_table, remarks, shard_remarks};
use crate::cli::ui::{output, refuse};

/// Which jobs of the files a command is about.
#[derive(Args)]
pub(super) struct Where {
    /// Only some jobs: rule=fixed, 'checks<1e6' …
    ///
    /// Jobs with this value in a column, such as rule=fixed, start=1,1 or board=8x8. Numbers also
    /// with !=, <, <=, >, >=: 'checks<1e6'. May be repeated: values of one column are alternatives,
    /// all else must hold
    #[arg(long = "where", value_name = "COLUMN=VALUE")]
    conditions: Vec<Condition>,
}

/// What becomes of estimated jobs, which have no counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Estimates {
    /// They are left out, which is said.
    LeaveOut,
    /// They are passed as they are.
    Keep,
    /// They are passed as they are to what takes their estimates, however large, which is said.
    Take,
}

/// What was read.
pub(super) struct Read {
    pub files: Vec<JoinedFile>,
    /// What became of estimated jobs, if there are any and they were not just kept.
    pub about_estimates: Option<String>,
}

impl Where {
    /// The conditions, for titles and remarks: `rule=fixed, start=1,1`; `None` without any.
    pub(super) fn described(&self) -> Option<String> {
        let text = Filter::new(&self.conditions).to_string();
        (!text.is_empty()).then_some(text)
    }

    /// A condition on how jobs ended, if there is one.
    pub(super) fn on_answers(&self) -> Option<&Condition> {
        self.conditions.iter().find(|condition| condition.column.role() == Role::Answer)
    }

    /// The name with this ending beside a results file, for what is made of its wanted jobs:
    /// `all.svg`, or `all.start=1,1.svg`, so that a selection does not replace the whole.
    ///
    /// # Errors
    /// A usage error if the file is a pipe, or has no name for this.
    pub(super) fn beside(&self, file: &Path, ending: &str) -> anyhow::Result<PathBuf> {
        if file.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            refuse!("{}: it is not a regular file; name what is written with --out", shown(file));
        }
        let selection = self.described().map(|conditions| in_name(&conditions) + ".");
        let name = file.with_extension(selection.unwrap_or_default() + ending);
        // Such as of `..csv`.
        if !name.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes()) {
            let file = shown(file);
            refuse!(
                "{file}: no name of a picture or page can be made of this one; give one with --out"
            );
        }
        Ok(name)
    }
}

/// Conditions as a part of the name of a file: `rule=fixed+checks-below-1e6`.
fn in_name(conditions: &str) -> String {
    let mut name = conditions.replace(", ", "+");
    for (sign, word) in
        [("!=", "-not-"), ("<=", "-to-"), (">=", "-from-"), ("<", "-below-"), (">", "-above-")]
    {
        name = name.replace(sign, word);
    }
    name.replace(|c: char| !c.is_alphanumeric() && !"=,.+-".contains(c), "_")
}

/// Refuses missing files, before a folder is made for what is drawn from them.
///
/// # Errors
/// A usage error that names the file.
pub(super) fn check_there(files: &[PathBuf]) -> anyhow::Result<()> {
    let missing = |file: &&PathBuf| {
        file.metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    };
    match files.iter().find(missing) {
        Some(file) if file == "-" => refuse!("-: {}", JoinError::StandardInput),
        Some(file) => refuse!("{}: there is no such file", shown(file)),
        None => Ok(()),
    }
}

/// Which results files are read, and what of them.
pub(super) struct Inputs<'a> {
    /// They are read in this order.
    pub files: &'a [PathBuf],
    pub wanted: &'a Where,
    pub estimates: Estimates,
    /// What jobs are grouped by: if that is the file or the engine, a search counts in each.
    pub by: &'a [Column],
}

/// Wanted jobs that are estimated.
#[derive(Default)]
struct Estimated {
    jobs: u64,
    /// Those of them whose estimates have a heavy tail.
    heavy: u64,
}

impl Inputs<'_> {
    /// Passes a record for each wanted job to `each`, and the place of its file. Remarks what is
    /// left out or missing.
    ///
    /// # Errors
    /// If a file cannot be read or a row is damaged. A usage error if a file is missing, if none
    /// has a result, or none that is wanted.
    pub(super) fn read(
        &self,
        common: &Common,
        mut each: impl FnMut(usize, &Record),
    ) -> anyhow::Result<Read> {
        /// How often progress is shown: it takes much longer than to read a row.
        const EVERY: u64 = 10_000;
        check_there(self.files)?;
        let filter = |conditions: &[Condition]| Filter::new(conditions).about_files(self.files);
        // Rows of other files and engines must not take the place of those that are wanted.
        let (mut sources, all) = (self.wanted.conditions.clone(), &self.wanted.conditions);
        sources.retain(|it| matches!(it.column, Column::File | Column::Engine));
        let mut joined = JoinedFiles::of(self.files).only(filter(&sources)).by(self.by);
        let mut filter = (!all.is_empty()).then(|| filter(all));
        let mut estimated = Estimated::default();
        for (place, path) in self.files.iter().enumerate() {
            let name = || shown(path);
            let mut progress = common.progress(None);
            let mut rows = 0;
            let each = |record: &Record, is_new| {
                rows += 1;
                if rows % EVERY == 0 {
                    progress.show(rows, || format!("{}: {} read", name(), counted(rows, "row")));
                }
                let row = || self.job(place, record);
                let is_wanted =
                    filter.as_mut().is_none_or(|f| row().is_some_and(|row| f.passes(&row)));
                if is_wanted && is_new {
                    estimated.jobs += u64::from(record.is_estimated());
                    estimated.heavy += u64::from(record.heavy_tailed == Some(true));
                    if !record.is_estimated() || self.estimates != Estimates::LeaveOut {
                        each(place, record);
                    }
                }
            };
            joined.read(path, each).with_context(name)?;
            say_about_last(common, joined.files());
        }
        let files = joined.finish();
        say_about_all(common, &files, filter.and_then(|filter| filter.fault()))?;
        let about_estimates = estimated.remark(common, self.estimates);
        Ok(Read { files, about_estimates })
    }

    /// The row of a record for conditions.
    fn job(&self, place: usize, record: &Record) -> Option<JobRow> {
        let row = JobRow::of(place, record)?;
        Some(if self.estimates == Estimates::Take { row.with_estimate_as_cost() } else { row })
    }
}

/// Says what is wrong with the last of these files, and what it lacks.
fn say_about_last(common: &Common, files: &[JoinedFile]) {
    let Some(file) = files.last() else { return };
    let name = shown(&file.path);
    // Without its sidecar, or altered, a file may show something else than its rows say: that is
    // shown even if remarks are not.
    faults(file, files).iter().for_each(|fault| output::say(&format!("{name}: {fault}")));
    remarks(file).iter().for_each(|remark| common.say(&format!("{name}: {remark}")));
}

/// Says which of the files are empty or parts of experiments.
///
/// # Errors
/// A usage error if all are empty, or if this is wrong with the conditions.
fn say_about_all(
    common: &Common,
    files: &[JoinedFile],
    fault_of_conditions: Option<String>,
) -> anyhow::Result<()> {
    shard_remarks(files).iter().for_each(|remark| common.say(remark));
    let empty: Vec<&JoinedFile> = files.iter().filter(|file| file.rows == 0).collect();
    let describe = |file: &&JoinedFile| {
        let yet = if file.is_unfinished() { " yet" } else { "" };
        format!("{}: there are no results in it{yet}", shown(&file.path))
    };
    if empty.len() == files.len() {
        refuse!("{}", joined(empty.iter().map(describe), "; "));
    }
    if let Some(fault) = fault_of_conditions {
        let of_file = match files {
            [file] => format!("{}: ", shown(&file.path)),
            _ => String::new(),
        };
        refuse!("--where: {of_file}{fault}");
    }
    // The progress of an unfinished file has been remarked.
    let complete = empty.iter().filter(|file| !file.is_unfinished());
    complete.for_each(|file| common.say(&describe(file)));
    Ok(())
}

impl Estimated {
    /// Says what became of them, and gives it unless they were just kept.
    fn remark(&self, common: &Common, estimates: Estimates) -> Option<String> {
        if self.jobs == 0 {
            return None;
        }
        let jobs = counted(self.jobs, "estimated job");
        let mut remark = match estimates {
            Estimates::Keep => {
                common.say(&format!(
                    "{jobs} without counts; --with-estimates, not with --restarts, takes the \
                     estimates for checks"
                ));
                return None;
            }
            Estimates::LeaveOut => format!("left out, because they have no counts: {jobs}"),
            Estimates::Take => format!("≈: the checks of {jobs} are estimates"),
        };
        if estimates == Estimates::Take && self.heavy > 0 {
            let heavy = grouped(self.heavy);
            remark += &format!("; {heavy} of them rest on few samples (heavy_tailed)");
        }
        // What a picture or a table lacks is said even if remarks are not.
        output::say(&remark);
        Some(remark)
    }
}

/// The content of a table of which `plot` knows a picture, or of several that are one table
/// together. Pipes hold results.
///
/// # Errors
/// Those of reading a table, or that their headers differ.
pub(super) fn table(files: &[PathBuf]) -> anyhow::Result<Option<(&'static TablePlot, Vec<u8>)>> {
    let Some(kind) = files.first().and_then(|file| kind_of_table(file)) else { return Ok(None) };
    let is_same = |file: &PathBuf| kind_of_table(file).is_some_and(|other| other.name == kind.name);
    if let Some(other) = files.iter().find(|file| !is_same(file)) {
        let (first, other) = (shown(&files[0]), shown(other));
        refuse!("{other}: it is not {}, as {first} is; give one file", kind.what);
    }
    let mut all: Vec<u8> = Vec::new();
    for file in files {
        let found = FoundTable::read(file)?;
        for fault in faults_of_table(&found) {
            output::say(&format!("{}: {fault}", shown(file)));
        }
        if !all.is_empty() && !all.ends_with(b"\n") {
            all.push(b'\n');
        }
        let header = all.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        match found.csv.strip_prefix(&all[..header]) {
            Some(rows) => all.extend(rows),
            None => {
                refuse!("{}: its header differs from that of the first file", shown(file));
            }
        }
    }
    Ok(Some((kind, all)))
}

/// The kind that the first line of a regular file says.
fn kind_of_table(file: &Path) -> Option<&'static TablePlot> {
    /// More than any header.
    const MOST: u64 = 1 << 16;
    let line = open::regular(file).and_then(|file| open::first_line(file, MOST)).ok()?;
    let line = String::from_utf8_lossy(&line);
    let header: Vec<&str> = line.trim_end().split(',').collect();
    TABLE_PLOTS.into_iter().find(|kind| (kind.is_of)(&header))
}
