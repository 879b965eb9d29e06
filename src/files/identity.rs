//! Which file a name leads to.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::files::open::Links;

/// Whether both are of one file.
pub fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether an open file still has this name. With [`Links::Refuse`] a link to it does not count.
///
/// # Errors
/// Those of looking at them. A name that nothing has is not an error.
pub fn is_at(file: &File, path: &Path, links: Links) -> io::Result<bool> {
    let opened = file.metadata()?;
    let there = match links {
        Links::Follow => fs::metadata(path),
        Links::Refuse => fs::symlink_metadata(path),
    };
    match there {
        Ok(there) => Ok(is_same(&opened, &there)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
