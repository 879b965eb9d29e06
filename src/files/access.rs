//! Who may use a file that is made or replaced.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use crate::system::{self, FileAccess};

/// Who may use a file that replaces no other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// As for any new file: the umask decides.
    Usual,
    /// Whom this file is for.
    Like(FileAccess),
}

impl Access {
    /// That of a regular file, or the usual one if there is none.
    ///
    /// # Errors
    /// Those of looking at it.
    pub fn of(path: &Path) -> io::Result<Access> {
        match fs::symlink_metadata(path) {
            Ok(there) if there.is_file() => Ok(Access::Like(FileAccess::of(&there))),
            Ok(_) => Ok(Access::Usual),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Access::Usual),
            Err(error) => Err(error),
        }
    }

    /// For those alone who may use all of these files, and the owner of the first one, who may
    /// write it anyway. Of files of different users or groups it is for nobody else.
    pub fn strictest(all: impl IntoIterator<Item = Access>) -> Access {
        let files = all.into_iter().filter_map(|access| match access {
            Access::Usual => None,
            Access::Like(file) => Some(file.writable()),
        });
        files.reduce(FileAccess::and).map_or(Access::Usual, Access::Like)
    }

    /// This one, unless there is a file, whose access stays.
    pub(super) fn unless_of(self, path: &Path) -> io::Result<Access> {
        Ok(match Access::of(path)? {
            Access::Usual => self,
            of_file => of_file,
        })
    }

    /// How to create a file that nobody can use before it has this access.
    pub(super) fn creating(&self, options: &OpenOptions) -> OpenOptions {
        let mut options = match self {
            Access::Usual => options.clone(),
            Access::Like(_) => system::for_owner(options),
        };
        options.create_new(true).clone()
    }

    /// Gives a new file this access.
    pub(super) fn apply(&self, file: &File) -> io::Result<()> {
        match self {
            Access::Usual => Ok(()),
            Access::Like(access) => access.apply(file),
        }
    }
}
