//! Tables with a row for each start square, which `plot` draws as heat maps.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use knightsweep::files::open;
use knightsweep::pictures::heatmap::of_table;
use knightsweep::text::shown::shown;

/// The content of the only file, if it is such a table. Pipes hold results.
///
/// # Errors
/// Those of reading the table.
pub fn read(files: &[PathBuf]) -> anyhow::Result<Option<Vec<u8>>> {
    match files {
        [file] if is_by_start(file) => {
            let read = open::regular(file).and_then(open::read);
            Ok(Some(read.with_context(|| shown(file))?))
        }
        _ => Ok(None),
    }
}

/// Whether the first line of a regular file is the header of such a table.
fn is_by_start(file: &Path) -> bool {
    /// More bytes than any header has.
    const LONGEST: u64 = 1 << 16;
    let is_regular = fs::metadata(file).is_ok_and(|metadata| metadata.is_file());
    let first = |file| {
        let mut bytes = Vec::new();
        let file = std::io::Read::take(file, LONGEST);
        let read =
            std::io::BufRead::read_until(&mut std::io::BufReader::new(file), b'\n', &mut bytes);
        read.ok().map(|_| String::from_utf8_lossy(&bytes).into_owned())
    };
    let header = is_regular.then(|| open::regular(file).ok()).flatten().and_then(first);
    header
        .is_some_and(|line| of_table::is_by_start(&line.trim_end().split(',').collect::<Vec<_>>()))
}
