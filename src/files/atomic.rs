//! Replaces whole files in one step: a reader sees the old version or the new one, never a part.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::files::access::access_of;
use crate::files::folders::folder_of;
use crate::files::hashing::hex;
use crate::system::{self, FileAccess, sync_folder};

/// The new version of a file, under a random name in the same folder. Only its owner can use it.
/// Without [`AtomicFile::commit`] it is removed when dropped.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
    /// That of the committed file, if there is no old version by then.
    access: FileAccess,
}

impl AtomicFile {
    /// Creates a new version in the folder of the target. If the target is a link, it will be
    /// replaced itself, so that nobody can choose by a link what is replaced. If it has no old
    /// version, the new one gets this access; without one it is as any new file: the umask decides.
    ///
    /// # Errors
    /// Those of creating a file.
    pub fn create(target: &Path, access: Option<FileAccess>) -> io::Result<AtomicFile> {
        let access = access_of(target)?.or(access);
        let mut options = OpenOptions::new().write(true).create_new(true).clone();
        if access.is_some() {
            options = system::for_owner(&options);
        }
        let prefix = temporary_prefix(target);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).rand_bytes(RANDOM_CHARACTERS);
        // The errors of `tempfile_in` would name the temporary file.
        let file = builder.make_in(folder_of(target), |path| options.open(path))?;
        let access = match access {
            Some(access) => access,
            // What the system gave. The file is still empty.
            None => {
                let usual = FileAccess::of(&file.as_file().metadata()?);
                system::restrict_to_owner(file.as_file())?;
                usual
            }
        };
        Ok(AtomicFile { file, target: target.to_owned(), access })
    }

    /// A new version with this content.
    ///
    /// # Errors
    /// Those of creating a file and writing to it.
    pub fn holding(
        target: &Path,
        content: &[u8],
        access: Option<FileAccess>,
    ) -> io::Result<AtomicFile> {
        let mut file = AtomicFile::create(target, access)?;
        file.write_all(content)?;
        Ok(file)
    }

    /// Replaces the target by this version, which gets the access rights of the target. When this
    /// returns, the new version is on the disk.
    ///
    /// # Errors
    /// Those of writing and renaming; then the target is one of the two versions.
    pub fn commit(self) -> io::Result<()> {
        let AtomicFile { file, target, access } = self;
        access_of(&target)?.unwrap_or(access).apply(file.as_file())?;
        file.as_file().sync_all()?;
        // Not `persist`, which on Windows does not replace a file that is open.
        let mut temporary = file.into_temp_path();
        fs::rename(&temporary, &target)?;
        temporary.disable_cleanup(true);
        sync_name(&target)
    }

    /// Puts this version in the place of a target that must not exist.
    ///
    /// # Errors
    /// As [`AtomicFile::commit`]; `AlreadyExists` if there is a file, which stays as it is.
    pub fn commit_new(self) -> io::Result<()> {
        let AtomicFile { file, target, access } = self;
        access.apply(file.as_file())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(&target)?;
        sync_name(&target)
    }
}

/// Makes the new name of a file survive a power loss.
fn sync_name(file: &Path) -> io::Result<()> {
    sync_folder(folder_of(file)).map_err(|error| {
        let text = format!("it is written, but perhaps not yet on the disk: {error}");
        io::Error::new(error.kind(), text)
    })
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
    AtomicFile::holding(path, content, None)?.commit()
}

/// Removes the new versions of a target that crashes left behind. Only for who holds the lock of
/// the target: there may be no [`AtomicFile`] of it.
///
/// # Errors
/// Those of listing the folder.
pub fn remove_stale(target: &Path) -> io::Result<()> {
    let prefix = temporary_prefix(target);
    for entry in fs::read_dir(folder_of(target))? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Characters of a temporary name that cannot be foreseen: 59 bits.
const RANDOM_CHARACTERS: usize = 10;

/// How the names of new versions begin. They have a hash of the name of the target, not the name
/// itself, so that they are short for long names too.
fn temporary_prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    let hash = hex(&Sha256::digest(name.as_encoded_bytes())[..8]);
    format!(".knightsweep-tmp-{hash}-")
}

#[cfg(test)]
mod tests {
    use crate::files::atomic::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn an_uncommitted_version_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path, None).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(file);
        assert_eq!(names(folder.path()), ["x"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn what_a_crash_left_behind_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let (x, y) = (folder.path().join("x"), folder.path().join("y"));
        let stale = AtomicFile::create(&x, None).unwrap().file.keep().unwrap().1;
        let of_y = AtomicFile::create(&y, None).unwrap();
        remove_stale(&x).unwrap();
        assert!(!stale.exists() && of_y.file.path().exists());
    }

    #[test]
    fn a_new_file_never_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let file = AtomicFile::create(&path, None).unwrap();
        fs::write(&path, "of somebody else").unwrap();
        assert_eq!(file.commit_new().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(names(folder.path()), ["x"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "of somebody else");
    }

    #[test]
    fn errors_do_not_name_the_temporary_file() {
        let error = AtomicFile::create(Path::new("/nowhere/x"), None).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("tmp"), "{error}");
    }
}
