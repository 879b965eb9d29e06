//! The files of one result, and replacing them in one step.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::results::StoreError;

/// The files of one result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The rows, `NAME.csv`.
    pub csv: PathBuf,
    /// The sidecar, `NAME.meta.json`.
    pub sidecar: PathBuf,
    /// The lock, `NAME.csv.lock`.
    pub lock: PathBuf,
}

impl Paths {
    /// The files of the result at `csv`, which must end in `.csv` and may exist.
    ///
    /// A link is followed, so that sealing replaces the file that it leads to and not the link.
    ///
    /// # Errors
    /// [`StoreError::Path`] if the path has another ending, or is a folder, a device or a link to nothing;
    /// [`StoreError::Io`] if that cannot be told.
    pub fn new(csv: &Path) -> Result<Paths, StoreError> {
        let wrong = |why: &str| StoreError::Path { path: csv.to_owned(), why: why.to_owned() };
        if csv.extension().is_none_or(|extension| extension != "csv") {
            return Err(wrong("the name of a results file ends in .csv, as in results.csv"));
        }
        let target = match fs::symlink_metadata(csv) {
            Ok(there) if there.is_dir() => {
                return Err(wrong("this is a folder, not a file; name a file in it"));
            }
            Ok(there) if there.is_symlink() => fs::canonicalize(csv).map_err(|_| {
                wrong("this is a link that leads nowhere; remove it or restore its target")
            })?,
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                // It may be a link, beside whose target the lock must be.
                return Err(StoreError::io("look at", csv)(error));
            }
            _ => csv.to_owned(),
        };
        if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
            return Err(wrong("this is no regular file; choose another name"));
        }
        let csv = target;
        Ok(Paths {
            sidecar: csv.with_extension("meta.json"),
            lock: csv.with_extension("csv.lock"),
            csv,
        })
    }

    /// The folder that holds the files.
    pub(super) fn folder(&self) -> &Path {
        match self.csv.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    /// The same result with a suffix to its name.
    pub(super) fn aside(&self, number: u32) -> Paths {
        let stem = self.csv.file_stem().unwrap_or_default().to_string_lossy();
        let csv = self.csv.with_file_name(format!("{stem}.old-{number}.csv"));
        Paths {
            sidecar: csv.with_extension("meta.json"),
            lock: csv.with_extension("csv.lock"),
            csv,
        }
    }
}

/// Whether there is such a file. One that cannot be looked at is an error: taken for missing, it could be replaced.
pub(super) fn exists(path: &Path) -> Result<bool, StoreError> {
    fs::exists(path).map_err(StoreError::io("look at", path))
}

/// Whether there is such a file with something in it.
pub(super) fn has_content(path: &Path) -> Result<bool, StoreError> {
    match fs::metadata(path) {
        Ok(there) => Ok(there.len() > 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::io("look at", path)(error)),
    }
}

/// The name under which a file is written before it replaces the one of this name. The lock keeps others from
/// using it, and what a crash leaves behind is overwritten by the next run.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.knightsweep-tmp"))
}

/// Puts a finished temporary file in the place of another, for good.
pub(super) fn replace(temporary: &Path, path: &Path) -> Result<(), StoreError> {
    fs::rename(temporary, path).map_err(StoreError::io("replace", path))?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => sync_folder(folder),
        _ => sync_folder(Path::new(".")),
    }
}

/// Removes a temporary file after an error, which is what the user hears of.
pub(super) fn discard(temporary: &Path) {
    let _ = fs::remove_file(temporary);
}

/// Makes renames and new files in a folder last.
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    // Other systems cannot open folders; their renames last without this.
    #[cfg(unix)]
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(StoreError::io("sync the folder", folder))?;
    Ok(())
}
