//! The files of one result.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::folders::{create_folder, folder_of, sync_folder};
use crate::results::error::StoreError;

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
    /// A link is followed: its sidecar and lock are those of the file that it leads to.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] if the path has another ending, or is a folder, a device or a
    /// dangling link; [`StoreError::Io`] if it cannot be examined.
    pub fn new(csv: &Path) -> Result<Paths, StoreError> {
        let wrong = |why| StoreError::unusable(csv, why);
        if csv.extension().is_none_or(|extension| extension != "csv") {
            return Err(wrong("the name of a results file must end in .csv, such as results.csv"));
        }
        let target = match fs::symlink_metadata(csv) {
            Ok(there) if there.is_dir() => {
                return Err(wrong("this is a folder, not a file; name a file in it"));
            }
            Ok(there) if there.is_symlink() => fs::canonicalize(csv).map_err(|_| {
                wrong("this is a link that leads nowhere; remove it or restore its target")
            })?,
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                // It may be a link, whose lock is beside its target.
                return Err(StoreError::io("look at", csv)(error));
            }
            _ => csv.to_owned(),
        };
        if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
            return Err(wrong("this is not a regular file; choose another name"));
        }
        Ok(Paths::of(target))
    }

    fn of(csv: PathBuf) -> Paths {
        Paths {
            sidecar: csv.with_extension("meta.json"),
            lock: csv.with_extension("csv.lock"),
            csv,
        }
    }

    /// Creates the folder of the files if it does not exist.
    pub(super) fn create_folder(&self) -> Result<(), StoreError> {
        let folder = folder_of(&self.csv);
        create_folder(folder).map_err(StoreError::io("make the folder", folder))
    }

    /// Makes the names of the files survive a power loss.
    pub(super) fn sync_folder(&self) -> Result<(), StoreError> {
        let folder = folder_of(&self.csv);
        sync_folder(folder).map_err(StoreError::io("sync the folder", folder))
    }

    /// Renames the CSV and its sidecar to the first free `NAME.old-N`; gives a note for the user.
    /// If only one of the two exists, it follows the other, which was moved before a failure.
    pub(super) fn move_aside(&self) -> Result<Option<String>, StoreError> {
        let (has_csv, has_sidecar) = (exists(&self.csv)?, exists(&self.sidecar)?);
        if !has_csv && !has_sidecar {
            return Ok(None);
        }
        let mut number = 1;
        let mut half_moved = None;
        let free = loop {
            let aside = self.aside(number);
            match (exists(&aside.csv)?, exists(&aside.sidecar)?) {
                (false, false) => break half_moved.unwrap_or(aside),
                there if there == (!has_csv, !has_sidecar) => half_moved = Some(aside),
                _ => {}
            }
            number += 1;
        };
        let moves = [(has_csv, &self.csv, &free.csv), (has_sidecar, &self.sidecar, &free.sidecar)];
        for (_, from, to) in moves.into_iter().filter(|(is_there, _, _)| *is_there) {
            fs::rename(from, to).map_err(StoreError::io("move aside", from))?;
        }
        self.sync_folder()?;
        Ok(Some(format!("the old results are now in {}", free.csv.display())))
    }

    fn aside(&self, number: u32) -> Paths {
        let stem = self.csv.file_stem().unwrap_or_default().to_string_lossy();
        Paths::of(self.csv.with_file_name(format!("{stem}.old-{number}.csv")))
    }
}

/// Whether a file exists. If that is unknown it is an error: a file taken for missing could be
/// replaced.
pub(super) fn exists(path: &Path) -> Result<bool, StoreError> {
    fs::exists(path).map_err(StoreError::io("look at", path))
}

/// Whether a file exists and is not empty.
pub(super) fn has_content(path: &Path) -> Result<bool, StoreError> {
    match fs::metadata(path) {
        Ok(there) => Ok(there.len() > 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::io("look at", path)(error)),
    }
}
