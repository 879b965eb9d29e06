use std::fs;

use crate::results::parts::*;
use crate::results::paths::Paths;

const PRIME: u64 = 72_057_594_037_927_931;

/// In memory where that is possible: syncing its files takes no time.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

fn board() -> Board {
    "8x16".parse().unwrap()
}

fn passes() -> [(Pass, Option<u128>); 5] {
    let whole = |kind| Pass { board: board(), start: None, kind };
    let from = |row, col| Pass { start: Some(Square { row, col }), ..whole(PassKind::Exact) };
    let shorter = Pass { board: "8x15".parse().unwrap(), ..whole(PassKind::Modulo(PRIME)) };
    [
        (whole(PassKind::Bits), Some(266)),
        (whole(PassKind::Modulo(PRIME)), Some(5)),
        (shorter, Some(6)),
        (from(1, 12), None),
        (from(8, 8), Some(u128::MAX)),
    ]
}

/// The parts of a count of open tours in this folder, under the lock of its table.
fn open(folder: &Path, goal: Goal) -> Result<PassFile, StoreError> {
    let table = FactFile::open(Paths::new(&folder.join("x.csv"))?, &[])?;
    PassFile::open(table.of_parts()?, board(), goal)
}

fn written(folder: &Path) -> String {
    let mut file = open(folder, Goal::Open).unwrap();
    for (pass, result) in passes() {
        assert!((&mut file).keep(pass, result).is_continue());
    }
    fs::read_to_string(folder.join("x.passes")).unwrap()
}

#[test]
fn what_is_kept_is_found_again_wherever_the_file_was_cut() {
    let folder = folder();
    let (path, text) = (folder.path().join("x.passes"), written(folder.path()));
    for end in 0..=text.len() {
        fs::write(&path, &text[..end]).unwrap();
        let mut file = open(folder.path(), Goal::Open).unwrap();
        // A part counts without its line end too.
        let whole = text.match_indices('\n').skip(1).filter(|(at, _)| *at <= end).count();
        assert_eq!(file.passes, passes()[..whole], "cut at {end}");
        for (pass, result) in &passes()[file.known()..] {
            assert!((&mut file).keep(*pass, *result).is_continue());
            assert_eq!((&&mut file).find(*pass), Some(*result));
        }
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "cut at {end}");
    }
}

#[test]
fn a_changed_byte_is_never_taken_for_a_result() {
    let folder = folder();
    let (path, text) = (folder.path().join("x.passes"), written(folder.path()));
    // With another last line end the last part is torn.
    for place in 0..text.len() - 1 {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(open(folder.path(), Goal::Open).is_err(), "byte {place}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn what_a_power_loss_leaves_is_dropped() {
    let folder = folder();
    let (path, text) = (folder.path().join("x.passes"), written(folder.path()));
    let end = text.len() - 40;
    fs::write(&path, text[..end].to_owned() + &"\0".repeat(40)).unwrap();
    assert_eq!(open(folder.path(), Goal::Open).unwrap().known(), 4);
    fs::write(&path, "\0".repeat(300)).unwrap();
    assert!(open(folder.path(), Goal::Open).is_err(), "longer than any header");
    fs::write(&path, "\0".repeat(30)).unwrap();
    assert_eq!(open(folder.path(), Goal::Open).unwrap().known(), 0);
}

#[test]
fn one_process_at_a_time_and_one_question() {
    let folder = folder();
    written(folder.path());
    let one = open(folder.path(), Goal::Open).unwrap();
    assert!(matches!(open(folder.path(), Goal::Open), Err(StoreError::Locked { .. })));
    drop(one);
    let closed = open(folder.path(), Goal::Closed);
    assert!(matches!(closed, Err(StoreError::Unusable(_))), "{closed:?}");
    for other in ["precious", "precious\n", "12,8\n", "name,age\nEuler,76\n"] {
        fs::write(folder.path().join("x.passes"), other).unwrap();
        assert!(open(folder.path(), Goal::Open).is_err(), "{other}");
        assert_eq!(fs::read_to_string(folder.path().join("x.passes")).unwrap(), other);
    }
    written_anew(folder.path());
    open(folder.path(), Goal::Open).unwrap().remove().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

fn written_anew(folder: &Path) {
    fs::remove_file(folder.join("x.passes")).unwrap();
    written(folder);
}
