use std::fs;

use crate::results::parts::*;
use crate::results::paths::Paths;

#[test]
fn what_is_kept_is_found_again_wherever_the_file_was_cut() {
    let board: Board = "8x16".parse().unwrap();
    let whole = |kind| Pass { board, start: None, kind };
    let from = |row, col| Pass { start: Some(Square { row, col }), ..whole(PassKind::Exact) };
    let modulo = whole(PassKind::Modulo(72_057_594_037_927_931));
    let passes = [
        (whole(PassKind::Bits), Some(266)),
        (modulo, Some(5)),
        (Pass { board: "8x15".parse().unwrap(), ..modulo }, Some(6)),
        (from(1, 12), None),
        (from(8, 8), Some(u128::MAX)),
    ];
    // In memory where that is possible: syncing files takes no time there.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.unwrap();
    let (csv, path) = (folder.path().join("x.csv"), folder.path().join("x.passes"));
    // Opens the file, adds the parts that it lacks, and gives how many it had.
    let completed = || {
        let table = FactFile::open(Paths::new(&csv).unwrap(), &[]).unwrap();
        let mut file = PassFile::open(table.of_parts().unwrap(), board, Goal::Open).unwrap();
        let known = file.known();
        assert_eq!(file.passes, passes[..known]);
        for (pass, result) in &passes[known..] {
            assert!((&mut file).keep(*pass, *result).is_continue());
            assert_eq!((&&mut file).find(*pass), Some(*result));
        }
        known
    };
    assert_eq!(completed(), 0);
    let text = fs::read_to_string(&path).unwrap();
    for end in 0..=text.len() {
        fs::write(&path, &text[..end]).unwrap();
        // A part counts without its line end too.
        let whole = text.match_indices('\n').skip(1).filter(|(at, _)| *at <= end).count();
        assert_eq!(completed(), whole, "cut at {end}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "cut at {end}");
    }
}
