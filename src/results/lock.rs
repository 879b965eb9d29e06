//! One writer at a time, by an advisory lock on a file beside the results.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::results::error::StoreError;
use crate::results::paths::Paths;
use crate::results::provenance::host_name;

/// A held lock. Dropping it, or the end of the process from any cause, releases it.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    // Holds the lock as long as it is open.
    _file: File,
}

/// The first bytes of every lock file, so that no other file is mistaken for one.
const MARK: &str = "knightsweep lock: ";

impl Lock {
    /// Takes the lock at once, or refuses and names its holder.
    pub(super) fn take(paths: &Paths, command: &[String]) -> Result<Lock, StoreError> {
        let holder = format!(
            "process {} on {} since {} (`{}`)",
            std::process::id(),
            host_name().unwrap_or_else(|| "an unnamed machine".to_owned()),
            Timestamp::now(),
            command.join(" ")
        );
        let failed = |error| StoreError::io("lock", &paths.lock)(error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        loop {
            let mut file = options.open(&paths.lock).map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let text = read_beginning(&mut file).map_err(failed)?;
                    let holder = text.strip_prefix(MARK).unwrap_or("an unnamed process").to_owned();
                    return Err(StoreError::Locked { path: paths.csv.clone(), holder });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            // The last holder may have removed the file after it was opened here. Then nobody else
            // can find this lock.
            if is_at(&file, &paths.lock).map_err(failed)? {
                let text = read_beginning(&mut file).map_err(failed)?;
                if !text.is_empty() && !MARK.starts_with(&text) && !text.starts_with(MARK) {
                    return Err(StoreError::unusable(
                        &paths.lock,
                        "this name is needed for a lock, but knightsweep did not write this file; \
                         move it, or choose another --out",
                    ));
                }
                write_holder(&mut file, &holder).map_err(failed)?;
                return Ok(Lock { path: paths.lock.clone(), _file: file });
            }
        }
    }
}

fn write_holder(file: &mut File, holder: &str) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(format!("{MARK}{holder}").as_bytes())
}

fn read_beginning(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(1000).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

/// Whether an open file still has this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let opened = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((opened.dev(), opened.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file that stays behind does no harm: its lock is released.
        let _ = fs::remove_file(&self.path);
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
    fn a_second_taker_is_told_who_holds_the_lock() {
        let (_folder, paths) = paths();
        let first = take(&paths, "the first").unwrap();
        match take(&paths, "the second") {
            Err(StoreError::Locked { holder, .. }) => {
                assert!(holder.ends_with("(`the first`)"), "{holder}");
            }
            _ => panic!("two locks on one file"),
        }
        drop(first);
        assert!(!paths.lock.exists());
        assert!(take(&paths, "the third").is_ok());
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone() {
        let (_folder, paths) = paths();
        for text in ["precious", "k", ""] {
            fs::write(&paths.lock, text).unwrap();
            let taken = take(&paths, "x");
            match text {
                "precious" => assert!(matches!(taken, Err(StoreError::Unusable(_)))),
                // A crash while taking the lock leaves the beginning of the mark.
                _ => assert!(taken.is_ok()),
            }
        }
        fs::write(&paths.lock, "precious").unwrap();
        assert!(take(&paths, "x").is_err());
        assert_eq!(fs::read_to_string(&paths.lock).unwrap(), "precious");
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
