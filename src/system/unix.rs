//! Linux, macOS and other Unix systems.

use std::fs::{self, File, FileType, Metadata, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use rustix::fs::OFlags;
use rustix::process::{Resource, getrlimit};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use crate::system::{FileId, Links};

impl FileId {
    /// That of an open file.
    ///
    /// # Errors
    /// Those of looking at it.
    pub fn of(file: &File) -> io::Result<FileId> {
        file.metadata().map(|about| FileId::read(&about))
    }

    /// That of the file with this name. With [`Links::Refuse`] a link has its own.
    ///
    /// # Errors
    /// Those of looking at it.
    pub fn at(path: &Path, links: Links) -> io::Result<FileId> {
        let there = match links {
            Links::Follow => fs::metadata(path),
            Links::Refuse => fs::symlink_metadata(path),
        };
        there.map(|about| FileId::read(&about))
    }

    fn read(about: &Metadata) -> FileId {
        FileId(about.dev(), about.ino())
    }
}

/// How many names an open file has.
///
/// # Errors
/// Those of looking at it.
pub fn number_of_names(file: &File) -> io::Result<u64> {
    file.metadata().map(|about| about.nlink())
}

/// Whether it is a pipe, which is read only as fast as somebody writes to it.
pub fn is_pipe(kind: FileType) -> bool {
    kind.is_fifo()
}

/// Opens a file, and does not wait if it is a pipe.
///
/// # Errors
/// Those of opening; one for a link with [`Links::Refuse`].
pub fn open_at_once(path: &Path, options: &OpenOptions, links: Links) -> io::Result<File> {
    let flags = match links {
        Links::Follow => OFlags::NONBLOCK,
        Links::Refuse => OFlags::NONBLOCK | OFlags::NOFOLLOW,
    };
    options.clone().custom_flags(flags.bits() as i32).open(path)
}

/// Whom a file is for: its mode, its user and its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileAccess {
    mode: u32,
    user: u32,
    group: u32,
}

/// The mode of a file that only its owner can use.
const OWNER: u32 = 0o600;

impl FileAccess {
    /// That of a file.
    pub fn of(file: &Metadata) -> FileAccess {
        FileAccess { mode: file.mode() & 0o777, user: file.uid(), group: file.gid() }
    }

    /// This access, and its owner may read and write.
    pub fn writable(self) -> FileAccess {
        FileAccess { mode: self.mode | OWNER, ..self }
    }

    /// For those alone who have both accesses, and the owner of this one. If their users or groups
    /// differ it is for nobody else.
    pub(crate) fn and(self, other: FileAccess) -> FileAccess {
        let mode = match (self.user, self.group) == (other.user, other.group) {
            true => self.mode & other.mode,
            false => OWNER,
        };
        FileAccess { mode, ..self }
    }

    /// Gives a file this access, as far as the system permits it. A group that cannot be given to
    /// the file has nothing in common with the one that the file has.
    pub(crate) fn apply(self, file: &File) -> io::Result<()> {
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

/// Creates a file that only its owner can use.
pub(crate) fn for_owner(options: &OpenOptions) -> OpenOptions {
    options.clone().mode(OWNER).clone()
}

/// Takes a file from all but its owner.
pub(crate) fn restrict_to_owner(file: &File) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(OWNER))
}

/// Cuts or lengthens a file, which may be open for appending alone.
pub(crate) fn set_length(file: &File, _: &Path, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)
}

/// Makes new names in a folder survive a power loss, where the file system can do that: some refuse
/// to sync folders with EINVAL, and then this does nothing.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// How to open the file of a lock.
pub(crate) fn lock_options() -> OpenOptions {
    OpenOptions::new().read(true).write(true).clone()
}

/// Whether opening the file of a lock failed because another process holds the lock.
pub(crate) fn is_held(_: &io::Error) -> bool {
    false
}

/// Takes the lock on an open file, until it is closed.
pub(crate) fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Whether this process may not open more files (EMFILE, which has no kind).
pub(crate) fn is_out_of_files(error: &io::Error) -> bool {
    error.raw_os_error() == Some(24)
}

/// The most bytes of addresses that this process may use (`ulimit -v`), if there is a limit.
pub fn address_space_limit() -> Option<usize> {
    getrlimit(Resource::As).current?.try_into().ok()
}

/// Whether terminals say by the variable TERM what they can do.
pub const TERMINALS_HAVE_NAMES: bool = true;

/// From now on Ctrl-C, SIGTERM and SIGHUP do not end the process; `heard` is called after each, by
/// a thread of its own.
///
/// A SIGHUP that is ignored when the program starts, as under `nohup`, stays ignored. It is left
/// alone too where the system does not say whether it is ignored. A write beyond the limit on the
/// size of files fails, instead of ending the process by SIGXFSZ.
///
/// # Errors
/// If the system does not deliver signals, or has no thread for them.
pub fn hear_signals(mut heard: impl FnMut() + Send + 'static) -> io::Result<()> {
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let mut wanted = vec![SIGINT, SIGTERM];
    if is_ignored(SIGHUP) == Some(false) {
        wanted.push(SIGHUP);
    }
    // The thread first: a signal that is caught and that nobody hears would have no effect.
    let (sender, receiver) = mpsc::channel::<Signals>();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Ok(mut signals) = receiver.recv() {
            signals.forever().for_each(|_| heard());
        }
    })?;
    sender.send(Signals::new(wanted)?).map_err(io::Error::other)
}

/// Whether the process ignores a signal, if the system says so.
fn is_ignored(signal: i32) -> Option<bool> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
    Some(mask >> (signal - 1) & 1 == 1)
}
