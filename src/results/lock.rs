//! One writer at a time, by an advisory lock on a file beside the results.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::files::atomic;
use crate::files::folders::folder_of;
use crate::files::open::{is_at, regular, regular_or_new};
use crate::machine;
use crate::results::error::{Action, StoreError};
use crate::results::paths::Paths;
use crate::system::{self, Links};

/// A held lock. Dropping it, or the end of the process from any cause, releases it.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    // Holds the lock as long as it is open.
    file: File,
}

/// The first bytes of every lock file, so that no other file is mistaken for one.
const MARK: &str = "knightsweep lock: ";

/// The most bytes of a lock file. It is written at once, into one block of the disk.
const MOST_BYTES: usize = 4000;

impl Lock {
    /// Takes the lock at once, or refuses and names its holder. Then removes the temporary files
    /// that a crash of an earlier holder left behind.
    pub(super) fn take(paths: &Paths, command: &[String]) -> Result<Lock, StoreError> {
        let failed = |error| StoreError::io(Action::Make, &paths.lock)(error);
        let options = system::lock_options();
        let mut lock = loop {
            let mut file = match regular_or_new(&paths.lock, &options) {
                Ok(file) => file,
                Err(error) if system::is_held(&error) => {
                    return Err(held(paths, regular(&paths.lock)));
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                    return Err(foreign(&paths.lock, &error.to_string()));
                }
                Err(error) => return Err(failed(error)),
            };
            match system::try_lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(held(paths, Ok(file))),
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {
                    continue;
                }
                Err(TryLockError::Error(error)) => {
                    // Where files cannot be locked none may stay behind for that.
                    if is_new(&file, &paths.lock) {
                        let _ = fs::remove_file(&paths.lock);
                    }
                    return Err(failed(error));
                }
            }
            // The last holder may have removed the file after it was opened here. Then nobody else
            // can find this lock.
            if is_at(&file, &paths.lock, Links::Refuse).map_err(failed)? {
                check_is_lock(&mut file, &paths.lock)?;
                break Lock { path: paths.lock.clone(), file };
            }
        };
        lock.write_holder(command).map_err(failed)?;
        for path in [&paths.csv, &paths.sidecar, &paths.passes] {
            let folder = folder_of(path);
            atomic::remove_stale(path).map_err(StoreError::io(Action::Read, folder))?;
        }
        Ok(lock)
    }

    /// Whether another process holds the lock instead, because this lock file was moved or removed.
    pub(super) fn is_lost(&self) -> io::Result<bool> {
        // A lock file that is only removed, such as by a cleaner, does not stop a run.
        Ok(!self.is_there()? && fs::exists(&self.path)?)
    }

    /// Whether the lock file is still where it was.
    pub(super) fn is_there(&self) -> io::Result<bool> {
        is_at(&self.file, &self.path, Links::Refuse)
    }

    fn write_holder(&mut self, command: &[String]) -> io::Result<()> {
        let holder = format!(
            "{MARK}process {} on {} since {} (`{}`)",
            std::process::id(),
            machine::host_name().unwrap_or_else(|| "an unnamed machine".to_owned()),
            machine::now()?,
            command.join(" ")
        );
        // So that what is left of it after a power loss is known for a text.
        let holder = holder.replace(char::is_control, " ");
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(&holder.as_bytes()[..holder.len().min(MOST_BYTES)])
    }
}

/// The process that the lock file of a result names, if there is one. It may have been killed.
pub(super) fn named_writer(paths: &Paths) -> Option<String> {
    let holder = holder(&mut regular(&paths.lock).ok()?).ok()?;
    holder.split(" since ").next().map(str::to_owned)
}

/// The error of a lock that the process named in its file holds.
fn held(paths: &Paths, lock: io::Result<File>) -> StoreError {
    match lock.and_then(|mut file| holder(&mut file)) {
        Ok(holder) => StoreError::Locked { path: paths.csv.clone(), holder },
        Err(error) => StoreError::io(Action::Make, &paths.lock)(error),
    }
}

/// The process that a lock file names.
fn holder(file: &mut File) -> io::Result<String> {
    let text = read_beginning(file)?;
    let text = String::from_utf8_lossy(&text);
    Ok(text.strip_prefix(MARK).unwrap_or("an unnamed process").trim_end().to_owned())
}

/// Whether a lock file was just made: it is empty, and still there.
fn is_new(file: &File, path: &Path) -> bool {
    file.metadata().is_ok_and(|about| about.len() == 0)
        && is_at(file, path, Links::Refuse).is_ok_and(|is_there| is_there)
}

/// Refuses a file that is not a lock, and not one that a crash damaged either: that has a part of
/// its text, or after a power loss NUL bytes in the place of blocks of it.
fn check_is_lock(file: &mut File, path: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::io(Action::Make, path)(error);
    let text = read_beginning(file).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    let is_whole = text.starts_with(MARK.as_bytes());
    let begins_as_lock =
        text.iter().zip(MARK.as_bytes()).all(|(&found, &mark)| found == mark || found == 0);
    let is_text = text.iter().all(|&byte| byte == 0 || byte >= b' ');
    let is_torn = begins_as_lock && is_text && about.len() <= MOST_BYTES as u64;
    if !(is_whole || is_torn) {
        return Err(foreign(path, "knightsweep did not write this file"));
    }
    if system::number_of_names(file).map_err(failed)? > 1 {
        return Err(foreign(path, "it is a link to a file that has another name too"));
    }
    Ok(())
}

fn foreign(lock: &Path, why: &str) -> StoreError {
    let why =
        format!("this name is needed for a lock, but {why}; move it away, or choose another --out");
    StoreError::unusable(lock, &why)
}

fn read_beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Somebody may have removed the file, and another process made a new one. A lock file that
        // stays behind does no harm: its lock is released.
        if self.is_there().is_ok_and(|is_there| is_there) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::results::lock::*;

    /// The files of results in an empty folder.
    fn paths() -> (tempfile::TempDir, Paths) {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths::new(&folder.path().join("x.csv")).unwrap();
        (folder, paths)
    }

    fn take(paths: &Paths, command: &str) -> Result<Lock, StoreError> {
        Lock::take(paths, &[command.to_owned()])
    }

    #[test]
    fn what_a_crash_leaves_of_a_lock_is_taken_over() {
        let (_folder, paths) = paths();
        let long = format!("{MARK}{}", "x".repeat(100_000));
        let nuls = "\0".repeat(MOST_BYTES);
        let half = format!("{}(`run x.toml`)", &nuls[..64]);
        for text in ["", "k", "knightsweep\0\0", "\0\0ights", &nuls, &half, MARK, &long] {
            fs::write(&paths.lock, text).unwrap();
            assert!(take(&paths, "x").is_ok(), "{text:?}");
            assert!(!paths.lock.exists());
        }
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone() {
        let (_folder, paths) = paths();
        let nuls = "\0".repeat(MOST_BYTES + 1);
        for text in ["precious", "\0\0knightsweep", "knight\0sweep", "\0\0ights\n", &nuls] {
            fs::write(&paths.lock, text).unwrap();
            assert!(matches!(take(&paths, "x"), Err(StoreError::Unusable(_))), "{text:?}");
            assert_eq!(fs::read_to_string(&paths.lock).unwrap(), text);
        }
    }

    // On Windows no lock can be removed that is held.
    #[cfg(unix)]
    #[test]
    fn a_lock_of_somebody_else_is_not_removed() {
        let (_folder, paths) = paths();
        let first = take(&paths, "the first").unwrap();
        fs::remove_file(&paths.lock).unwrap();
        let _second = take(&paths, "the second").unwrap();
        drop(first);
        assert!(paths.lock.exists());
        assert!(take(&paths, "the third").is_err());
    }

    #[test]
    fn a_long_command_is_cut() {
        let (_folder, paths) = paths();
        let _first = take(&paths, &"x".repeat(1_000_000)).unwrap();
        assert_eq!(fs::metadata(&paths.lock).unwrap().len(), MOST_BYTES as u64);
        assert!(matches!(take(&paths, "y"), Err(StoreError::Locked { .. })));
    }

    #[test]
    fn many_takers_never_hold_it_together() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let (_folder, paths) = paths();
        let (inside, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(_lock) = take(&paths, "one of many") {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            taken.fetch_add(1, Ordering::SeqCst);
                            inside.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
        assert!(taken.load(Ordering::SeqCst) > 0);
    }
}
