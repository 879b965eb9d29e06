//! Who may use a file that is made or replaced.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

/// Who may use a file that replaces no other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// As for any new file: the umask decides.
    Usual,
    /// Whom this file is for.
    Like(FileAccess),
}

/// Whom a file is for: its mode, its user and its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileAccess {
    pub(super) mode: u32,
    pub(super) user: u32,
    pub(super) group: u32,
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
        let strictest = files.reduce(|first, other| FileAccess {
            mode: match (first.user, first.group) == (other.user, other.group) {
                true => first.mode & other.mode,
                false => OWNER,
            },
            ..first
        });
        strictest.map_or(Access::Usual, Access::Like)
    }

    /// This one, unless there is a file, whose access stays.
    pub(super) fn unless_of(self, path: &Path) -> io::Result<Access> {
        Ok(match Access::of(path)? {
            Access::Usual => self,
            of_file => of_file,
        })
    }

    /// The mode to create a file with; the system subtracts the umask.
    pub(super) fn creation_mode(&self) -> u32 {
        match self {
            Access::Usual => 0o666,
            Access::Like(_) => OWNER,
        }
    }

    /// Completes what creating a file with this mode began.
    pub(super) fn apply(&self, file: &File) -> io::Result<()> {
        match self {
            Access::Usual => Ok(()),
            Access::Like(access) => access.apply(file),
        }
    }
}

/// The mode of a file that only its owner can use.
pub(super) const OWNER: u32 = 0o600;

impl FileAccess {
    /// That of a file.
    pub fn of(file: &Metadata) -> FileAccess {
        FileAccess { mode: file.mode() & 0o777, user: file.uid(), group: file.gid() }
    }

    /// This access, and its owner may read and write.
    pub fn writable(self) -> FileAccess {
        FileAccess { mode: self.mode | OWNER, ..self }
    }

    /// Gives a file this access, as far as the system permits it. A group that cannot be given to
    /// the file has nothing in common with the one that the file has.
    pub(super) fn apply(self, file: &File) -> io::Result<()> {
        let FileAccess { mut mode, user, group } = self;
        let there = file.metadata()?;
        // Only root can give a file away. Others can give it to a group that they belong to.
        if (there.uid(), there.gid()) != (user, group)
            && fchown(file, Some(user), Some(group)).is_err()
            && there.gid() != group
            && fchown(file, None, Some(group)).is_err()
        {
            mode &= !0o070;
        }
        file.set_permissions(Permissions::from_mode(mode))
    }
}
