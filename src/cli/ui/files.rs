//! Writing pictures, pages and tables: completely or not at all, and never over foreign files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use knight_search::Board;
use knightsweep::files::atomic::{self, AtomicFile};
use knightsweep::files::folders::{self, folder_of};
use knightsweep::files::open;
use knightsweep::pictures::drawing::svg::MADE_BY;
use knightsweep::pictures::{Caption, Picture};
use knightsweep::text::shown::shown;

use crate::cli::args::Common;
use crate::cli::ui::failure::refuse;
use crate::cli::ui::output::print;

/// Where a picture or a page goes.
pub(crate) enum Target {
    Stdout,
    /// To this file, whose ending says what it is.
    File {
        /// As it was given.
        name: PathBuf,
        /// Without links. One that appears later is not followed.
        path: PathBuf,
    },
}

impl Target {
    /// A file for a `what` whose name has one of the `endings`; `-` is standard output.
    ///
    /// # Errors
    /// A usage error unless the name has such an ending, and the file is missing or replaceable.
    /// Those of [`prepare`].
    pub(crate) fn new(
        common: &Common,
        out: &Path,
        what: &str,
        endings: &[&str],
    ) -> anyhow::Result<Target> {
        if out == "-" {
            return Ok(Target::Stdout);
        }
        if !endings.contains(&ending(out).as_str()) {
            let (out, endings) = (shown(out), endings.join(" or ."));
            refuse!("{out}: the name of a {what} must end in .{endings}");
        }
        check_replaceable(out)?;
        check_names_file(out)?;
        let path = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
        prepare(common, &path)?;
        Ok(Target::File { name: out.to_owned(), path })
    }

    /// Writes the content, and gives the file that it went to.
    pub(crate) fn write(&self, content: &[u8]) -> anyhow::Result<Option<&Path>> {
        match self {
            Target::Stdout => print(content).map(|_| None),
            Target::File { name, path } => {
                // Somebody may have put a file there during the work, or does it now.
                let is_there = path.symlink_metadata().is_ok();
                check_replaceable(path)?;
                match is_there {
                    true => replace(path, content)?,
                    false => AtomicFile::holding(path, content, None)
                        .and_then(AtomicFile::commit_new)
                        .map_err(|error| failed("write", path, &error))?,
                }
                Ok(Some(name))
            }
        }
    }
}

/// Writes a table to a file, or for `-` to standard output. A file that is there is replaced only
/// if it is a table with the same columns.
///
/// # Errors
/// A usage error if another file is there. Those of [`prepare`], and of the system.
pub(crate) fn write_table(common: &Common, out: &Path, csv: &str) -> anyhow::Result<()> {
    if out == "-" {
        return print(csv).map(drop);
    }
    prepare(common, out)?;
    let header = csv.lines().next().unwrap_or_default();
    let is_same = |there: &[u8]| there.starts_with(format!("{header}\n").as_bytes());
    check_ours(out, is_same, "is another table")?;
    replace(out, csv.as_bytes())
}

/// What the name of a file ends in, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

/// Refuses to replace a file unless it is empty or a picture or page of knightsweep, which can be
/// made again.
///
/// # Errors
/// A usage error that says what to do.
fn check_replaceable(out: &Path) -> anyhow::Result<()> {
    let is_ours = |ends: &[u8]| ends.windows(MADE_BY.len()).any(|part| part == MADE_BY.as_bytes());
    check_ours(out, is_ours, "is not from knightsweep")
}

/// Refuses to replace a file with this beginning and end unless it is empty or ours.
fn check_ours(out: &Path, is_ours: impl Fn(&[u8]) -> bool, why: &str) -> anyhow::Result<()> {
    if is_special(out) || out.symlink_metadata().is_err() {
        return Ok(());
    }
    let mut ends = Vec::new();
    match open::regular(out).and_then(|file| read_ends(file, &mut ends)) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound && out.is_symlink() => {
            let out = shown(out);
            refuse!("{out}: this is a link that leads nowhere; remove it or restore its target");
        }
        // It was removed in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed("read", out, &error)),
    }
    if !ends.is_empty() && !is_ours(&ends) {
        refuse!("{} exists and {why}; name another file, or move it away", shown(out));
    }
    Ok(())
}

/// Reads the beginning of a file and its end, where a text has its mark.
fn read_ends(mut file: File, ends: &mut Vec<u8>) -> io::Result<()> {
    let length = Read::by_ref(&mut file).take(4096).read_to_end(ends)? as u64;
    let end = MADE_BY.len() as u64 + 1;
    if file.metadata()?.len() > length + end {
        file.seek(SeekFrom::End(-(end as i64)))?;
    }
    file.take(end).read_to_end(ends).map(drop)
}

/// Makes sure, before the work, that a file can be written after it: makes its folder, and a file
/// in that folder, which is removed again.
///
/// # Errors
/// A usage error if the name is too long or that of a folder; otherwise those of the system, with
/// what to do.
pub(crate) fn prepare(common: &Common, out: &Path) -> anyhow::Result<()> {
    check_names_file(out)?;
    make_folder(common, folder_of(out))?;
    match out.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            let out = shown(out);
            refuse!("{out}: this name is too long for the file system; choose a shorter one");
        }
        _ if is_special(out) => return Ok(()),
        _ => {}
    }
    AtomicFile::create(out, None).map(drop).map_err(|error| failed("write", out, &error))
}

/// Refuses the name of a folder, which may not exist yet, such as `x.svg/`.
fn check_names_file(out: &Path) -> anyhow::Result<()> {
    let name = out.file_name().unwrap_or_default();
    if out.is_dir() || !out.as_os_str().as_encoded_bytes().ends_with(name.as_encoded_bytes()) {
        refuse!("{}: this is the name of a folder; name a file", shown(out));
    }
    Ok(())
}

/// Makes a folder and those above it, unless they exist, and says so.
///
/// # Errors
/// Those of the system, with what to do.
pub(crate) fn make_folder(common: &Common, folder: &Path) -> anyhow::Result<()> {
    let made = folders::create_folder(folder);
    let note = made.map_err(|error| failed("make the folder", folder, &error))?;
    note.iter().for_each(|note| common.say(note));
    Ok(())
}

/// Writes a file in one step, so that no reader sees a part of it. Devices and pipes are written
/// directly.
///
/// # Errors
/// Those of the system, with what to do.
pub(crate) fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let written = match is_special(path) {
        // Without truncating what may have become another file.
        true => OpenOptions::new().write(true).open(path).and_then(|mut it| it.write_all(content)),
        false => atomic::replace(path, content),
    };
    written.map_err(|error| failed("write", path, &error))
}

/// Whether it is a device, a pipe or a folder.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file())
}

/// The error of a file that the system does not let us use: the request itself was right.
pub(crate) fn failed(action: &str, path: &Path, error: &io::Error) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room, or ",
        _ => "",
    };
    let path = shown(path);
    anyhow::anyhow!("cannot {action} {path}: {error}; {advice}name a file elsewhere")
}

/// Whether the tour that a command finds is drawn.
#[derive(Args)]
pub(crate) struct SvgArgs {
    /// Draw the tour to this file
    ///
    /// A .svg file, or - for standard output, after the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl SvgArgs {
    /// Whether a picture is wanted.
    pub(crate) fn is_given(&self) -> bool {
        self.svg.is_some()
    }

    /// Where the picture goes, if one is wanted.
    ///
    /// # Errors
    /// Those of [`picture_target`], and a usage error if standard output `has_json` already.
    pub(crate) fn target(&self, common: &Common, has_json: bool) -> anyhow::Result<Option<Target>> {
        let Some(out) = &self.svg else { return Ok(None) };
        if has_json && out == "-" {
            refuse!("--svg -: standard output has the JSON; name a file for the picture");
        }
        picture_target(common, out).map(Some)
    }
}

/// Where a picture goes: a .svg file, or `-` for standard output.
///
/// # Errors
/// Those of [`Target::new`], and a usage error for a format that other programs make of SVG.
pub(crate) fn picture_target(common: &Common, out: &Path) -> anyhow::Result<Target> {
    if let ending @ ("png" | "pdf") = &*ending(out) {
        refuse!(
            "pictures are SVG: name a .svg file, and convert it, such as with \
             `rsvg-convert -f {ending} -o x.{ending} x.svg`"
        );
    }
    Target::new(common, out, "picture", &["svg"])
}

/// Writes the picture of the tour that a command has found, with its board, if there is one.
pub(crate) fn write_tour(
    common: &Common,
    target: &Target,
    picture: Option<(Board, Picture)>,
) -> anyhow::Result<()> {
    let Some((board, picture)) = picture else {
        common.say("there is no tour to draw");
        return Ok(());
    };
    let title = format!("Knight's tour, {board}");
    let caption = Caption::of(&title, concat!("knightsweep ", env!("CARGO_PKG_VERSION")));
    target.write(picture.standalone(&caption).as_bytes()).map(drop)
}
