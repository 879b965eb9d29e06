//! Writing pictures, pages and tables: completely or not at all, and never over foreign files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use knightsweep::files::atomic;
use knightsweep::pictures::svg::MADE_BY;

use super::failure;
use super::output::print;

/// Where a picture or a page goes.
pub enum Target {
    Stdout,
    /// To this file, whose ending says what it is.
    File(PathBuf),
}

impl Target {
    /// A file for a `what` whose name has one of the `endings`; `-` is standard output.
    ///
    /// # Errors
    /// A usage error unless the name has such an ending, the folder can be created, and the file is
    /// missing or replaceable.
    pub fn new(out: &Path, what: &str, endings: &[&str]) -> anyhow::Result<Target> {
        if out == Path::new("-") {
            return Ok(Target::Stdout);
        }
        if !endings.contains(&ending(out).as_str()) {
            let (out, endings) = (out.display(), endings.join(" or ."));
            return Err(failure::usage(format!(
                "{out}: the name of a {what} must end in .{endings}"
            )));
        }
        check_replaceable(out)?;
        make_folder(out)?;
        Ok(Target::File(out.to_owned()))
    }

    /// Writes the content, and gives the file that it went to.
    pub fn write(&self, content: &[u8]) -> anyhow::Result<Option<&Path>> {
        match self {
            Target::Stdout => print(content).map(|_| None),
            Target::File(path) => replace(path, content).map(|()| Some(path.as_path())),
        }
    }
}

/// What the name of a file ends in, in small letters.
pub fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

/// Refuses to replace a file unless it is empty or a picture or page of knightsweep, which can be
/// made again.
///
/// # Errors
/// A usage error that says what to do.
fn check_replaceable(out: &Path) -> anyhow::Result<()> {
    match fs::metadata(out) {
        Ok(there) if !there.is_file() => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        _ => {}
    }
    let mut beginning = Vec::new();
    let read = File::open(out).and_then(|file| file.take(4096).read_to_end(&mut beginning));
    let is_ours = beginning.windows(MADE_BY.len()).any(|window| window == MADE_BY.as_bytes());
    let out = out.display();
    match read {
        Ok(_) if beginning.is_empty() || is_ours => Ok(()),
        Ok(_) => Err(failure::usage(format!(
            "{out} exists and is not from knightsweep; name another file, or move it away"
        ))),
        Err(error) => Err(failure::usage(format!("cannot read {out}: {error}"))),
    }
}

/// Creates the folder of a file if it is missing, before the work that fills the file.
///
/// # Errors
/// A usage error that names the folder.
pub fn make_folder(out: &Path) -> anyhow::Result<()> {
    let folder = out.parent().filter(|f| !f.as_os_str().is_empty());
    folder.map_or(Ok(()), fs::create_dir_all).map_err(|error| {
        let (out, folder) = (out.display(), folder.unwrap_or(out).display());
        failure::usage(format!("{out}: cannot make the folder {folder}: {error}"))
    })
}

/// Writes a file in one step, so that no reader sees a part of it. Devices and pipes are written
/// directly.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let written = if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        fs::write(path, content)
    } else {
        atomic::replace(path, content)
    };
    written.map_err(|error| {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                anyhow::anyhow!("cannot write {path}: {error}; make room, or name a file elsewhere")
            }
            _ => failure::usage(format!("cannot write {path}: {error}")),
        }
    })
}
