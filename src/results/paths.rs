//! The files of one result.

use std::fs;
use std::io;
use std::path::{Path, PathBuf, is_separator};

use crate::files::access::access_of;
use crate::files::atomic::AtomicFile;
use crate::files::folders::{create_folder, folder_of};
use crate::files::open::regular;
use crate::results::error::{Action, StoreError};
use crate::system::{FileAccess, FileId, Links, sync_folder};
use crate::text::shown::shown;

/// The files of one result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The rows, `NAME.csv`.
    pub csv: PathBuf,
    /// The sidecar, `NAME.meta.json`.
    pub sidecar: PathBuf,
    /// The lock, `NAME.csv.lock`.
    pub lock: PathBuf,
    /// The parts of a long count, `NAME.passes`.
    pub passes: PathBuf,
}

impl Paths {
    /// The files of the result at `csv`, which must end in `.csv` and may exist.
    ///
    /// A link is followed: its sidecar and lock are those of the file that it leads to.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] if the path has another ending, is too long for the files beside
    /// it, or is a folder, a device or a dangling link; [`StoreError::Io`] if it cannot be
    /// examined.
    pub fn new(csv: &Path) -> Result<Paths, StoreError> {
        let wrong = |why| StoreError::unusable(csv, why);
        if csv.with_extension("csv") != csv {
            return Err(wrong("the name of a results file must end in .csv, such as results.csv"));
        }
        if csv.to_string_lossy().ends_with(is_separator) {
            return Err(wrong("this is the name of a folder; remove the / at its end"));
        }
        let target = match fs::symlink_metadata(csv) {
            Ok(there) if there.is_dir() => {
                return Err(wrong("this is a folder, not a file; name a file in it"));
            }
            Ok(there) if there.is_symlink() => fs::canonicalize(csv).map_err(|_| {
                wrong("this is a link that leads nowhere; remove it or restore its target")
            })?,
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
                return Err(too_long(csv));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                // It may be a link, whose lock is beside its target.
                return Err(StoreError::io(Action::Read, csv)(error));
            }
            _ => csv.to_owned(),
        };
        if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
            return Err(wrong("this is not a regular file; choose another name"));
        }
        let paths = Paths::of(target);
        paths.check_lengths()?;
        Ok(paths)
    }

    fn of(csv: PathBuf) -> Paths {
        Paths {
            sidecar: csv.with_extension("meta.json"),
            lock: csv.with_extension("csv.lock"),
            passes: csv.with_extension("passes"),
            csv,
        }
    }

    /// Refuses a name that is so long that the files beside it cannot be made. Unknown as long as
    /// the folder does not exist.
    fn check_lengths(&self) -> Result<(), StoreError> {
        let is_too_long = |path: &&PathBuf| match fs::symlink_metadata(path) {
            Err(error) => error.kind() == io::ErrorKind::InvalidFilename,
            Ok(_) => false,
        };
        match [&self.sidecar, &self.lock, &self.passes].into_iter().any(|path| is_too_long(&path)) {
            true => Err(too_long(&self.csv)),
            false => Ok(()),
        }
    }

    /// Creates the folder of the files if it does not exist, and gives a note for the user then.
    pub(super) fn create_folder(&self) -> Result<Option<String>, StoreError> {
        let folder = folder_of(&self.csv);
        let note = create_folder(folder).map_err(StoreError::io(Action::Make, folder))?;
        self.check_lengths()?;
        Ok(note)
    }

    /// Makes the names of the files survive a power loss.
    pub(super) fn sync_folder(&self) -> Result<(), StoreError> {
        let folder = folder_of(&self.csv);
        sync_folder(folder).map_err(StoreError::io(Action::Write, folder))
    }

    /// Gives the CSV and its sidecar other names, the first free ones of `NAME.old-N`, and takes
    /// these away. At any time both are there under one of the two. Gives a note that says where
    /// they are, and who may use them; their owner may write.
    pub(super) fn move_aside(&self) -> Result<Option<(String, FileAccess)>, StoreError> {
        let old = if exists(&self.csv)? { &self.csv } else { &self.sidecar };
        if !exists(old)? {
            return Ok(None);
        }
        let about = fs::symlink_metadata(old).map_err(StoreError::io(Action::Read, old))?;
        let access = FileAccess::of(&about).writable();
        let aside = self.free_aside()?;
        self.keep(&self.sidecar, &aside.sidecar)?;
        // Renamed, so that no crash leaves two names of a file that the next run appends to.
        let failed = |path| StoreError::io(Action::MoveAside, path);
        if is_same_file(&self.csv, &aside.csv) {
            fs::remove_file(&self.csv).map_err(failed(&self.csv))?;
        } else if exists(&self.csv)? {
            let renamed = fs::rename(&self.csv, &aside.csv).map_err(failed(&self.csv));
            renamed.inspect_err(|_| self.forget_sidecar(&aside))?;
        }
        if exists(&self.sidecar)? {
            fs::remove_file(&self.sidecar).map_err(failed(&self.sidecar))?;
        }
        self.sync_folder()?;
        let moved = shown(if aside.csv.exists() { aside.csv } else { aside.sidecar });
        Ok(Some((format!("the old results are now in {moved}"), access)))
    }

    /// Gives the damaged sidecar another name, beside which no CSV is. Gives a note that says
    /// which.
    pub(super) fn move_sidecar_aside(&self) -> Result<String, StoreError> {
        let aside = self.free_aside()?.sidecar;
        self.keep(&self.sidecar, &aside)?;
        fs::remove_file(&self.sidecar).map_err(StoreError::io(Action::MoveAside, &self.sidecar))?;
        self.sync_folder()?;
        Ok(format!("the damaged sidecar is now {}", shown(aside)))
    }

    /// Keeps the CSV and its sidecar under the first free `NAME.old-N` too, and gives that name.
    pub(super) fn keep_aside(&self) -> Result<PathBuf, StoreError> {
        let aside = self.free_aside()?;
        self.keep(&self.sidecar, &aside.sidecar)?;
        let kept = self.keep(&self.csv, &aside.csv);
        kept.inspect_err(|_| self.forget_sidecar(&aside))?;
        Ok(aside.csv)
    }

    /// The first free `NAME.old-N`. One with these very files is free: a crash came before their
    /// old names were taken away.
    fn free_aside(&self) -> Result<Paths, StoreError> {
        let mut number = 1;
        loop {
            let aside = self.aside(number);
            let is_free =
                |own: &Path, other: &Path| Ok(!exists(other)? || is_same_file(own, other));
            if is_free(&self.csv, &aside.csv)? && is_free(&self.sidecar, &aside.sidecar)? {
                return Ok(aside);
            }
            number += 1;
        }
    }

    /// Gives a file another name too, before anything else is done.
    fn keep(&self, from: &Path, to: &Path) -> Result<(), StoreError> {
        if exists(from)? && !exists(to)? {
            // Not every file system has two names for a file.
            let kept = fs::hard_link(from, to).or_else(|_| copy_new(from, to));
            kept.map_err(StoreError::io(Action::MoveAside, from))?;
        }
        self.sync_folder()
    }

    /// Takes the second name of the sidecar away, which without its CSV would say nothing.
    fn forget_sidecar(&self, aside: &Paths) {
        if is_same_file(&self.sidecar, &aside.sidecar) && !aside.csv.exists() {
            let _ = fs::remove_file(&aside.sidecar);
        }
    }

    fn aside(&self, number: u32) -> Paths {
        let mut name = self.csv.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".old-{number}.csv"));
        Paths::of(self.csv.with_file_name(name))
    }
}

/// Copies a file to a name that nothing has.
fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mut copy = AtomicFile::create(to, access_of(from)?)?;
    io::copy(&mut regular(from)?, &mut copy)?;
    copy.commit_new()
}

/// Whether two names are of one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let both = (FileId::at(one, Links::Refuse), FileId::at(other, Links::Refuse));
    matches!(both, (Ok(one), Ok(other)) if one == other)
}

fn too_long(csv: &Path) -> StoreError {
    let why = "this name is too long: those of the files beside it would be longer than the file \
               system allows; choose a shorter one";
    StoreError::unusable(csv, why)
}

/// Whether something has this name, if only a dangling link. If that is unknown it is an error: a
/// file taken for missing could be replaced.
pub(super) fn exists(path: &Path) -> Result<bool, StoreError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => Ok(false),
            io::ErrorKind::InvalidFilename => Err(too_long(path)),
            _ => Err(StoreError::io(Action::Read, path)(error)),
        },
    }
}
