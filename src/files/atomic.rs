//! Replaces whole files in one step: a reader sees the old version or the new one, never a part.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The name of the temporary file that becomes the new version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemporaryName {
    /// Fixed, so that the next writer overwrites what a crash left behind. The writer holds a lock.
    OfTarget,
    /// Random, because several processes may write the file at the same time.
    Random,
}

/// The new version of a file. Without [`AtomicFile::commit`] it is removed when dropped.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates a new version in the folder of the target. Links to the target are followed.
    ///
    /// # Errors
    /// Those of creating a file.
    pub fn create(target: &Path, name: TemporaryName) -> io::Result<AtomicFile> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let file_name = target.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{file_name}.knightsweep-tmp");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        // Plain files: those of tempfile itself are readable by their owner only.
        let created = match name {
            TemporaryName::OfTarget => {
                builder.rand_bytes(0).make_in(folder_of(&target), |path| File::create(path))
            }
            TemporaryName::Random => {
                builder.make_in(folder_of(&target), |path| File::create_new(path))
            }
        };
        Ok(AtomicFile { file: created?, target })
    }

    /// Replaces the target by this version, which keeps the target's permissions. When this
    /// returns, the new version is on the disk.
    ///
    /// # Errors
    /// Those of writing and renaming; then the target is one of the two versions.
    pub fn commit(self) -> io::Result<()> {
        match fs::metadata(&self.target) {
            Ok(old) => self.file.as_file().set_permissions(old.permissions())?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        self.file.as_file().sync_all()?;
        self.file.persist(&self.target)?;
        sync_folder(folder_of(&self.target))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Replaces a file by one with this content. Devices and pipes are written directly.
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::commit`].
pub fn replace(path: &Path, name: TemporaryName, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, content);
    }
    let mut file = AtomicFile::create(path, name)?;
    file.write_all(content)?;
    file.commit()
}

/// The folder of a file; `.` for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes new names in a folder survive a power loss.
///
/// # Errors
/// Those of opening and syncing it.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use crate::files::atomic::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn an_uncommitted_version_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        for name in [TemporaryName::OfTarget, TemporaryName::Random] {
            let path = folder.path().join("x");
            fs::write(&path, "old").unwrap();
            let mut file = AtomicFile::create(&path, name).unwrap();
            file.write_all(b"new").unwrap();
            assert_eq!(names(folder.path()).len(), 2);
            drop(file);
            assert_eq!(names(folder.path()), ["x"]);
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        }
    }

    #[test]
    fn a_new_version_keeps_permissions_and_follows_links() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("x"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        for content in ["new", "newer"] {
            replace(&link, TemporaryName::OfTarget, content.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        }
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn what_a_crash_left_behind_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(folder.path().join(".x.knightsweep-tmp"), "a longer torn version").unwrap();
        replace(&path, TemporaryName::OfTarget, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["x"]);
    }
}
