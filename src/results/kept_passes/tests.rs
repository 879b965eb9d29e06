use crate::results::kept_passes::*;
use knight_search::Square;
use knight_search::questions::tour_counts::PassKind;

const PRIME: u64 = 72_057_594_037_927_931;

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

fn open(csv: &Path) -> Result<PassFile, PassFileError> {
    PassFile::open(csv, board(), Goal::Open)
}

fn written(csv: &Path) -> String {
    let mut file = open(csv).unwrap();
    for (pass, result) in passes() {
        assert!((&mut file).keep(pass, result).is_continue());
    }
    fs::read_to_string(file.path()).unwrap()
}

#[test]
fn what_is_kept_is_found_again_wherever_the_file_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("x.csv");
    let text = written(&csv);
    for end in 0..=text.len() {
        fs::write(folder.path().join("x.passes"), &text[..end]).unwrap();
        let mut file = open(&csv).unwrap();
        let whole =
            text[..end].lines().count() - usize::from(!text[..end].ends_with('\n') && end > 0);
        assert_eq!(file.passes, passes()[..whole.saturating_sub(1)], "cut at {end}");
        for (pass, result) in &passes()[file.known()..] {
            assert!((&mut file).keep(*pass, *result).is_continue());
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
    }
}

#[test]
fn a_changed_byte_is_never_taken_for_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("x.csv");
    let text = written(&csv);
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        fs::write(folder.path().join("x.passes"), &bytes).unwrap();
        // Without its line end, the last line is unfinished.
        if place == text.len() - 1 {
            assert_eq!(open(&csv).unwrap().passes, passes()[..4]);
            continue;
        }
        assert!(open(&csv).is_err(), "byte {place}");
        assert_eq!(fs::read(folder.path().join("x.passes")).unwrap(), bytes);
    }
}

#[test]
fn one_process_at_a_time_and_one_question() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("x.csv");
    let (mut one, mut other) = (open(&csv).unwrap(), open(&csv).unwrap());
    assert!((&mut one).keep(passes()[0].0, passes()[0].1).is_continue());
    assert!((&mut other).keep(passes()[1].0, passes()[1].1).is_break());
    assert!(matches!(other.failure(), Some(PassFileError::Locked(_))));
    assert!(matches!(open(&csv), Err(PassFileError::Locked(_))));
    drop(one);
    let closed = PassFile::open(&csv, "8x16".parse().unwrap(), Goal::Closed);
    assert!(matches!(closed, Err(PassFileError::Foreign { .. })));
    assert!((&mut other).keep(passes()[1].0, passes()[1].1).is_break());
    // As a crash leaves it.
    std::mem::forget(crate::files::atomic::AtomicFile::create(&csv).unwrap());
    open(&csv).unwrap().remove().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
