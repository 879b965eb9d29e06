//! One writer at a time, by an advisory lock on a file beside the results.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// A held lock; dropping it, or the end of the process by whatever cause, releases it.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    // Holds the lock as long as it is open.
    _file: File,
}

#[derive(Debug)]
pub(super) enum LockError {
    /// Another process holds it; the text is what that process says of itself.
    Held(String),
    /// The file is none of ours.
    Foreign,
    Io(io::Error),
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> LockError {
        LockError::Io(error)
    }
}

/// How every lock file begins, so that no other file is taken for one.
const MARK: &str = "knightsweep lock: ";

impl Lock {
    /// Takes the lock at once or not at all. `holder` tells others who has it.
    pub(super) fn take(path: &Path, holder: &str) -> Result<Lock, LockError> {
        loop {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let text = read_beginning(&mut file)?;
                    let holder =
                        text.strip_prefix(MARK).unwrap_or("a process that has not said who it is");
                    return Err(LockError::Held(holder.to_owned()));
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            // The last holder may have removed the file between our opening and locking it; then the
            // lock is on a file that nobody else will find.
            if is_same_file(&file, path)? {
                let text = read_beginning(&mut file)?;
                if !text.is_empty() && !MARK.starts_with(&text) && !text.starts_with(MARK) {
                    return Err(LockError::Foreign);
                }
                file.set_len(0)?;
                file.rewind()?;
                file.write_all(format!("{MARK}{holder}").as_bytes())?;
                return Ok(Lock { path: path.to_owned(), _file: file });
            }
        }
    }
}

fn read_beginning(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(1000).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((ours.dev(), ours.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file cannot be removed, so it is the same.
#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file that stays behind does no harm: only its lock counts, and that is released.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use crate::results::lock::*;

    #[test]
    fn a_second_taker_is_told_who_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let first = Lock::take(&path, "the first").ok().unwrap();
        match Lock::take(&path, "the second") {
            Err(LockError::Held(holder)) => assert_eq!(holder, "the first"),
            _ => panic!("two locks on one file"),
        }
        drop(first);
        assert!(!path.exists());
        assert!(Lock::take(&path, "the third").is_ok());
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        for text in ["precious", "k", ""] {
            fs::write(&path, text).unwrap();
            let taken = Lock::take(&path, "us");
            match text {
                "precious" => assert!(matches!(taken, Err(LockError::Foreign))),
                // The beginning of our own mark is what a crash while taking the lock leaves.
                _ => assert!(taken.is_ok()),
            }
        }
        fs::write(&path, "precious").unwrap();
        assert!(Lock::take(&path, "us").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    }

    #[test]
    fn many_takers_never_hold_it_together() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let (inside, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(_lock) = Lock::take(&path, "one of many") {
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
