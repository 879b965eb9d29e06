//! Who may use a file that is made or replaced.

use std::fs;
use std::io;
use std::path::Path;

use crate::system::FileAccess;

/// Whom a regular file is for; `None` if there is none.
///
/// # Errors
/// Those of looking at it.
pub fn access_of(path: &Path) -> io::Result<Option<FileAccess>> {
    match fs::symlink_metadata(path) {
        Ok(there) => Ok(there.is_file().then(|| FileAccess::of(&there))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// For those alone who may use all of these files, and the owner of the first one, who may write it
/// anyway. Of files of different users or groups it is for nobody else.
pub fn strictest(all: impl IntoIterator<Item = FileAccess>) -> Option<FileAccess> {
    all.into_iter().map(FileAccess::writable).reduce(FileAccess::and)
}
