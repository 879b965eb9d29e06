//! Writing pictures, pages and tables: completely or not at all, and never over foreign files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use knightsweep::files::atomic::{self, TemporaryName};
use knightsweep::pictures::picture::MADE_BY;

use super::failure;

/// Refuses to replace a file unless it is empty or a picture or page of knightsweep, which can be
/// made again.
///
/// # Errors
/// A usage error that says what to do.
pub fn check_replaceable(out: &Path) -> anyhow::Result<()> {
    let mut beginning = Vec::new();
    match fs::metadata(out) {
        Ok(there) if !there.is_file() => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        _ => {}
    }
    let read = File::open(out).and_then(|file| file.take(4096).read_to_end(&mut beginning));
    let is_replaceable = |beginning: &[u8]| {
        let mut windows = beginning.windows(MADE_BY.len());
        beginning.is_empty() || windows.any(|window| window == MADE_BY.as_bytes())
    };
    let out = out.display();
    match read {
        Ok(_) if is_replaceable(&beginning) => Ok(()),
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

/// Writes a file in one step, so that no reader sees a part of it.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    atomic::replace(path, TemporaryName::Random, content).map_err(|error| {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                anyhow::anyhow!("cannot write {path}: {error}; make room, or name a file elsewhere")
            }
            _ => failure::usage(format!("cannot write {path}: {error}")),
        }
    })
}
