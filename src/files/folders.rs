//! Folders whose names survive a power loss.

use std::fs;
use std::io;
use std::path::Path;

use crate::system::sync_folder;
use crate::text::shown::shown;

/// The folder of a file; `.` for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes a folder and those above it, unless they exist, and syncs the folder of each new name.
/// Gives a note for the user if it was missing.
///
/// # Errors
/// Those of making and syncing folders.
pub fn create_folder(folder: &Path) -> io::Result<Option<String>> {
    if folder.is_dir() {
        return Ok(None);
    }
    let above = folder_of(folder);
    if above != folder {
        create_folder(above)?;
    }
    match fs::create_dir(folder) {
        // Another process made it in the meantime.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(None),
        made => {
            made.and_then(|()| sync_folder(above))?;
            Ok(Some(format!("made the folder {}", shown(folder))))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::files::folders::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_synced_is_accepted() {
        // Nor can the file systems of some networks sync folders.
        let why = fs::File::open("/proc").unwrap().sync_all().unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::InvalidInput);
        sync_folder(Path::new("/proc")).unwrap();
        assert!(sync_folder(Path::new("/proc/nowhere")).is_err());
    }

    #[test]
    fn folders_are_made_with_those_above_them() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        let note = create_folder(&deep).unwrap();
        assert_eq!(note, Some(format!("made the folder {}", deep.display())));
        assert_eq!(create_folder(&deep).unwrap(), None);
        assert!(deep.is_dir());
        create_folder(Path::new(".")).unwrap();
        create_folder(Path::new("/")).unwrap();
        fs::write(deep.join("file"), "").unwrap();
        assert!(create_folder(&deep.join("file")).is_err());
        assert!(create_folder(&deep.join("file/d")).is_err());
    }
}
