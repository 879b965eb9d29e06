//! Windows.

use std::fs::{File, FileType, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

use winapi_util::file::{information, typ};

use crate::system::{FileId, Links};

// Flags of CreateFileW, as its documentation has them.
const FILE_FLAG_BACKUP_SEMANTICS: u32 = 0x0200_0000;
const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
const FILE_SHARE_READ: u32 = 1;
const FILE_SHARE_DELETE: u32 = 4;
/// The error of a file that another process has opened and does not share.
const ERROR_SHARING_VIOLATION: i32 = 32;

impl FileId {
    /// That of an open file.
    ///
    /// # Errors
    /// Those of looking at it.
    pub fn of(file: &File) -> io::Result<FileId> {
        let about = information(file)?;
        Ok(FileId(about.volume_serial_number(), about.file_index()))
    }

    /// That of the file with this name. With [`Links::Refuse`] a link has its own.
    ///
    /// # Errors
    /// Those of looking at it.
    pub fn at(path: &Path, links: Links) -> io::Result<FileId> {
        let flags = FILE_FLAG_BACKUP_SEMANTICS | flags(links);
        let file = OpenOptions::new().access_mode(0).custom_flags(flags).open(path)?;
        FileId::of(&file)
    }
}

fn flags(links: Links) -> u32 {
    match links {
        Links::Follow => 0,
        Links::Refuse => FILE_FLAG_OPEN_REPARSE_POINT,
    }
}

/// How many names an open file has.
///
/// # Errors
/// Those of looking at it.
pub fn number_of_names(file: &File) -> io::Result<u64> {
    information(file).map(|about| about.number_of_links())
}

/// Whether it is a pipe. No pipe has the name of a file here.
pub fn is_pipe(_: FileType) -> bool {
    false
}

/// Opens a file, and refuses pipes and devices, such as `NUL`.
///
/// # Errors
/// Those of opening, and `InvalidInput` for everything else. With [`Links::Refuse`] a link itself
/// is opened.
pub fn open_at_once(path: &Path, options: &OpenOptions, links: Links) -> io::Result<File> {
    let file = options.clone().custom_flags(flags(links)).open(path)?;
    match typ(&file)?.is_disk() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// Whom a file is for. New files are for whom their folder is for, and so are those that replace
/// others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileAccess;

impl FileAccess {
    /// That of a file.
    pub fn of(_: &Metadata) -> FileAccess {
        FileAccess
    }

    /// This access, and its owner may read and write.
    pub fn writable(self) -> FileAccess {
        self
    }

    /// For those alone who have both accesses.
    pub(crate) fn and(self, _: FileAccess) -> FileAccess {
        self
    }

    /// Gives a file this access.
    pub(crate) fn apply(self, _: &File) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a file that only those can use whom its folder is for.
pub(crate) fn for_owner(options: &OpenOptions) -> OpenOptions {
    options.clone()
}

/// Takes a file from all but its owner: nothing to do, because of its folder.
pub(crate) fn restrict_to_owner(_: &File) -> io::Result<()> {
    Ok(())
}

/// Cuts or lengthens a file, which may be open for appending alone: that does not permit it.
pub(crate) fn set_length(_: &File, path: &Path, bytes: u64) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(bytes)
}

/// Windows syncs no folders. That of a network may still lose a new name.
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// How to open the file of a lock. Opening it is the lock: nobody else can write to it then, and
/// all can read in it who holds it. What the standard library locks here cannot be read.
pub(crate) fn lock_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE);
    options
}

/// Whether opening the file of a lock failed because another process holds the lock.
pub(crate) fn is_held(error: &io::Error) -> bool {
    error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

/// Takes the lock on an open file, until it is closed.
pub(crate) fn try_lock(_: &File) -> Result<(), TryLockError> {
    Ok(())
}

/// Whether this process may not open more files: Windows has no such limit.
pub(crate) fn is_out_of_files(_: &io::Error) -> bool {
    false
}

/// The most bytes of addresses that this process may use: Windows has no such limit.
pub fn address_space_limit() -> Option<usize> {
    None
}

/// Whether terminals say by the variable TERM what they can do.
pub const TERMINALS_HAVE_NAMES: bool = false;

/// From now on Ctrl-C, Ctrl-Break and the closing of the console do not end the process at once;
/// `heard` is called after each, by a thread of its own.
///
/// # Errors
/// If the system does not deliver signals, or has no thread for them.
pub fn hear_signals(heard: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(heard).map_err(io::Error::other)
}
