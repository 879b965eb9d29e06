//! Replaces whole files in one step: a reader sees the old version or the new one, never a part.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::files::folders::{folder_of, sync_folder};

/// The new version of a file, under a random name in the same folder. Only its owner can read it.
/// Without [`AtomicFile::commit`] it is removed when dropped.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
    /// Those of the committed file, if there is no old version by then.
    permissions: Permissions,
}

impl AtomicFile {
    /// Creates a new version in the folder of the target. Links to the target are followed.
    ///
    /// # Errors
    /// Those of creating a file.
    pub fn create(target: &Path) -> io::Result<AtomicFile> {
        AtomicFile::create_as(target, None)
    }

    /// The same. If there is no old version, the file will have these permissions, or else the
    /// usual ones.
    ///
    /// # Errors
    /// Those of creating a file.
    pub fn create_as(target: &Path, permissions: Option<Permissions>) -> io::Result<AtomicFile> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let old = permissions_of(&target)?;
        let mut builder = tempfile::Builder::new();
        let prefix = temporary_prefix(&target);
        builder.prefix(&prefix).rand_bytes(RANDOM_CHARACTERS);
        // The errors of `tempfile_in` would name the temporary file.
        let create = |mode| {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true).mode(mode);
            builder.make_in(folder_of(&target), |path| options.open(path))
        };
        let (file, permissions) = match old.or(permissions) {
            Some(permissions) => (create(0o600)?, permissions),
            None => {
                // The system subtracts the umask. Until then the file is empty.
                let file = create(0o666)?;
                let usual = file.as_file().metadata()?.permissions();
                file.as_file().set_permissions(Permissions::from_mode(0o600))?;
                (file, usual)
            }
        };
        Ok(AtomicFile { file, target, permissions })
    }

    /// Replaces the target by this version, which keeps the target's permissions. When this
    /// returns, the new version is on the disk.
    ///
    /// # Errors
    /// Those of writing and renaming; then the target is one of the two versions.
    pub fn commit(self) -> io::Result<()> {
        let AtomicFile { file, target, permissions } = self;
        let permissions = permissions_of(&target)?.unwrap_or(permissions);
        file.as_file().set_permissions(permissions)?;
        file.as_file().sync_all()?;
        file.persist(&target)?;
        sync_folder(folder_of(&target))
    }

    /// The same for a target that must not exist.
    ///
    /// # Errors
    /// As [`AtomicFile::commit`]; `AlreadyExists` if there is a file, which stays as it is.
    pub fn commit_new(self) -> io::Result<()> {
        let AtomicFile { file, target, permissions } = self;
        file.as_file().set_permissions(permissions)?;
        file.as_file().sync_all()?;
        file.persist_noclobber(&target)?;
        sync_folder(folder_of(&target))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// Replaces a file by one with this content.
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::commit`].
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_as(path, content, None)
}

/// The same with the permissions of [`AtomicFile::create_as`].
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::commit`].
pub fn replace_as(path: &Path, content: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = AtomicFile::create_as(path, permissions)?;
    file.write_all(content)?;
    file.commit()
}

/// The permissions of a file; `None` if it does not exist.
///
/// # Errors
/// Those of looking at it.
pub fn permissions_of(path: &Path) -> io::Result<Option<Permissions>> {
    match fs::metadata(path) {
        Ok(there) => Ok(Some(there.permissions())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the new versions of a target that crashes left behind. Only for who holds the lock of
/// the target: there may be no [`AtomicFile`] of it.
pub fn remove_stale(target: &Path) {
    let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let prefix = temporary_prefix(&target);
    // What cannot be removed does no harm.
    let Ok(entries) = fs::read_dir(folder_of(&target)) else {
        return;
    };
    for entry in entries.flatten() {
        if entry.file_name().as_bytes().starts_with(prefix.as_bytes()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Characters of a temporary name that cannot be foreseen: 59 bits.
const RANDOM_CHARACTERS: usize = 10;

/// How the names of new versions begin. They have a hash of the name of the target, not the name
/// itself, so that they are short for long names too.
fn temporary_prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    let hash: [u8; 32] = Sha256::digest(name.as_bytes()).into();
    let hash = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!(".knightsweep-tmp-{hash}-")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use crate::files::atomic::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn an_uncommitted_version_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(file);
        assert_eq!(names(folder.path()), ["x"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn a_new_version_keeps_permissions_and_follows_links() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("x"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        for content in ["new", "newer"] {
            replace(&link, content.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(mode(&path), 0o640);
        }
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn only_the_owner_reads_a_version_before_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let usual = folder.path().join("usual");
        fs::write(&usual, "").unwrap();
        for (wanted, expected) in [(None, mode(&usual)), (Some(0o600), 0o600), (Some(0o664), 0o664)]
        {
            let path = folder.path().join("x");
            let file = AtomicFile::create_as(&path, wanted.map(Permissions::from_mode)).unwrap();
            assert_eq!(mode(file.file.path()), 0o600);
            file.commit().unwrap();
            assert_eq!(mode(&path), expected);
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn what_a_crash_left_behind_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let (x, y) = (folder.path().join("x"), folder.path().join("y"));
        let stale = AtomicFile::create(&x).unwrap().file.keep().unwrap().1;
        let of_y = AtomicFile::create(&y).unwrap();
        remove_stale(&x);
        assert!(!stale.exists() && of_y.file.path().exists());
    }

    #[test]
    fn a_new_file_never_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let file = AtomicFile::create(&path).unwrap();
        fs::write(&path, "of somebody else").unwrap();
        assert_eq!(file.commit_new().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(names(folder.path()), ["x"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "of somebody else");
    }

    #[test]
    fn errors_do_not_name_the_temporary_file() {
        let error = AtomicFile::create(Path::new("/nowhere/x")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("tmp"), "{error}");
    }
}
