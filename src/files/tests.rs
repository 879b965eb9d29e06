//! Links, pipes and access rights, which only Unix has so.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;

use crate::files::access::{access_of, strictest};
use crate::files::atomic::{AtomicFile, replace};
use crate::files::open::{read, regular, regular_or_new};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_new_version_keeps_mode_user_and_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    // Only root can.
    let _ = chown(&path, Some(1234), Some(2345));
    let old = access_of(&path).unwrap();
    for content in ["new", "newer"] {
        replace(&path, content.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
        assert_eq!(access_of(&path).unwrap(), old);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_link_that_appears_is_replaced_and_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, victim) = (folder.path().join("x"), folder.path().join("victim"));
    fs::write(&victim, "precious").unwrap();
    let mut file = AtomicFile::create(&path, None).unwrap();
    symlink(&victim, &path).unwrap();
    file.write_all(b"new").unwrap();
    file.commit().unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert!(!path.is_symlink());
}

#[test]
fn only_the_owner_reads_a_version_before_it_is_committed() {
    let folder = tempfile::tempdir().unwrap();
    let usual = folder.path().join("usual");
    fs::write(&usual, "").unwrap();
    let exactly = |mode| {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::set_permissions(file.path(), Permissions::from_mode(mode)).unwrap();
        access_of(file.path()).unwrap()
    };
    let both = |one, other| strictest([exactly(one), exactly(other)].into_iter().flatten());
    for (access, expected) in [
        (None, mode(&usual)),
        (both(0o640, 0o640), 0o640),
        (both(0o440, 0o640), 0o640),
        (both(0o644, 0o660), 0o640),
        (exactly(0o600), 0o600),
        (exactly(0o664), 0o664),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let file = AtomicFile::create(&path, access).unwrap();
        let temporary = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
        assert_eq!(mode(&temporary.path()), 0o600);
        file.commit().unwrap();
        assert_eq!(mode(&path), expected);
    }
}

#[test]
fn only_regular_files_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "text").unwrap();
    symlink("file", at("link")).unwrap();
    symlink("/dev/zero", at("endless")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    let mkfifo = std::process::Command::new("mkfifo").arg(at("fifo")).status().unwrap();
    assert!(mkfifo.success());
    assert_eq!(regular(&at("file")).and_then(read).unwrap(), b"text");
    assert_eq!(regular(&at("link")).and_then(read).unwrap(), b"text");
    for name in ["endless", "fifo", "."] {
        let kind = regular(&at(name)).and_then(read).unwrap_err().kind();
        assert_eq!(kind, io::ErrorKind::InvalidInput, "{name}");
    }
    let options = OpenOptions::new().read(true).append(true).clone();
    for name in ["endless", "fifo", "link", "dangling", "."] {
        assert!(regular_or_new(&at(name), &options).is_err(), "{name}");
    }
    assert!(!at("nowhere").exists());
}
