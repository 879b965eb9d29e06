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
use knightsweep::text::{counted, grouped, shown};

use crate::cli::args::Common;
use crate::cli::captions::{faults, faults_of_table, remarks, shard_remarks};
use crate::cli::ui::{failure, output, refuse};

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
            let why = "it is not a regular file; name what is written with --out";
            return Err(failure::of_file(file, why));
        }
        let selection = self.described().map(|conditions| in_name(&conditions) + ".");
        let name = file.with_extension(selection.unwrap_or_default() + ending);
        // Such as of `..csv`.
        match name.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes()) {
            true => Ok(name),
            false => Err(failure::of_file(
                file,
                "no name of a picture or page can be made of this one; give one with --out",
            )),
        }
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
    files.iter().find(missing).map_or(Ok(()), |file| {
        let why = match file == "-" {
            true => JoinError::StandardInput.to_string(),
            false => "there is no such file".to_owned(),
        };
        Err(failure::of_file(file, why))
    })
}

/// Reads results files one after the other and remarks what is left out or missing.
pub(super) struct Reader<'a> {
    common: &'a Common,
    joined: JoinedFiles,
    filter: Option<Filter>,
    estimates: Estimates,
    estimated: Estimated,
}

/// Wanted jobs that are estimated.
#[derive(Default)]
struct Estimated {
    jobs: u64,
    /// Those of them whose estimates have a heavy tail.
    heavy: u64,
}

impl<'a> Reader<'a> {
    /// For these files, which are read in this order.
    pub(super) fn new(
        common: &'a Common,
        files: &[PathBuf],
        wanted: &Where,
        estimates: Estimates,
    ) -> Reader<'a> {
        let filter = |conditions: &[Condition]| Filter::new(conditions).about_files(files);
        // Rows of other files and engines must not take the place of those that are wanted.
        let (mut sources, all) = (wanted.conditions.clone(), &wanted.conditions);
        sources.retain(|it| matches!(it.column, Column::File | Column::Engine));
        Reader {
            common,
            joined: JoinedFiles::of(files).only(filter(&sources)),
            filter: (!all.is_empty()).then(|| filter(all)),
            estimates,
            estimated: Estimated::default(),
        }
    }

    /// Counts a search in each file, or for each engine, if jobs are grouped by that.
    pub(super) fn by(self, columns: &[Column]) -> Reader<'a> {
        Reader { joined: self.joined.by(columns), ..self }
    }

    /// Passes a record for each wanted job of these files to `each`, and the place of its file.
    ///
    /// # Errors
    /// If a file is missing, or cannot be read, or a row is damaged.
    pub(super) fn read_all(
        &mut self,
        files: &[PathBuf],
        mut each: impl FnMut(usize, &Record),
    ) -> anyhow::Result<()> {
        check_there(files)?;
        files.iter().try_for_each(|file| self.read(file, &mut each))
    }

    fn read(&mut self, path: &Path, each: &mut impl FnMut(usize, &Record)) -> anyhow::Result<()> {
        /// How often progress is shown: it takes much longer than to read a row.
        const EVERY: u64 = 10_000;
        let name = || shown(path);
        let (place, filter) = (self.joined.files().len(), &mut self.filter);
        let (estimates, estimated) = (self.estimates, &mut self.estimated);
        let mut progress = self.common.progress(None);
        let mut rows = 0;
        let each = |record: &Record, is_new| {
            rows += 1;
            if rows % EVERY == 0 {
                progress.show(rows, || format!("{}: {} read", name(), counted(rows, "row")));
            }
            let row = || match estimates {
                Estimates::Take => JobRow::of(place, record).map(JobRow::with_estimate_as_cost),
                Estimates::LeaveOut | Estimates::Keep => JobRow::of(place, record),
            };
            // The filter sees repeated rows too: it says which values there are.
            if filter.as_mut().is_none_or(|f| row().is_some_and(|row| f.passes(&row))) && is_new {
                estimated.jobs += u64::from(record.is_estimated());
                estimated.heavy += u64::from(record.heavy_tailed == Some(true));
                if !record.is_estimated() || estimates != Estimates::LeaveOut {
                    each(place, record);
                }
            }
        };
        self.joined.read(path, each).with_context(name)?;
        let files = self.joined.files();
        let file = &files[files.len() - 1];
        // Without its sidecar, or altered, a file may show something else than its rows say: that
        // is shown even if remarks are not.
        let (faults, remarks) = (faults(file, files), remarks(file));
        faults.iter().for_each(|fault| output::say(&format!("{}: {fault}", name())));
        remarks.iter().for_each(|remark| self.common.say(&format!("{}: {remark}", name())));
        Ok(())
    }

    /// The files.
    ///
    /// # Errors
    /// A usage error if no file has a result, or none that is wanted.
    pub(super) fn finish(self) -> anyhow::Result<Read> {
        let about_estimates = self.about_estimates();
        let files = self.joined.finish();
        for remark in shard_remarks(&files) {
            self.common.say(&remark);
        }
        let empty: Vec<&JoinedFile> = files.iter().filter(|file| file.rows == 0).collect();
        let describe = |file: &&JoinedFile| {
            let yet = if file.is_unfinished() { " yet" } else { "" };
            format!("{}: there are no results in it{yet}", shown(&file.path))
        };
        if empty.len() == files.len() {
            let all: Vec<String> = empty.iter().map(describe).collect();
            return Err(failure::usage(all.join("; ")));
        }
        if let Some(fault) = self.filter.and_then(|filter| filter.fault()) {
            let of_file = match &files[..] {
                [file] => format!("{}: ", shown(&file.path)),
                _ => String::new(),
            };
            refuse!("--where: {of_file}{fault}");
        }
        // The progress of an unfinished file has been remarked.
        let complete = empty.iter().filter(|file| !file.is_unfinished());
        complete.for_each(|file| self.common.say(&describe(file)));
        if self.estimates == Estimates::Keep && self.estimated.jobs > 0 {
            let jobs = counted(self.estimated.jobs, "estimated job");
            self.common.say(&format!(
                "{jobs} without counts; --with-estimates, not with --restarts, takes the estimates for \
                 checks"
            ));
        }
        // What a picture or a table lacks is said even if remarks are not.
        about_estimates.iter().for_each(|remark| output::say(remark));
        Ok(Read { files, about_estimates })
    }

    fn about_estimates(&self) -> Option<String> {
        let Estimated { jobs, heavy } = self.estimated;
        let jobs =
            Some(jobs).filter(|jobs| *jobs > 0).map(|jobs| counted(jobs, "estimated job"))?;
        match self.estimates {
            Estimates::Keep => None,
            Estimates::LeaveOut => Some(format!("left out, because they have no counts: {jobs}")),
            Estimates::Take => {
                let mut remark = format!("≈: the checks of {jobs} are estimates");
                if heavy > 0 {
                    let heavy = grouped(heavy);
                    remark += &format!("; {heavy} of them rest on few samples (heavy_tailed)");
                }
                Some(remark)
            }
        }
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
                let why = "its header differs from that of the first file";
                return Err(failure::of_file(file, why));
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
