//! The figures of the paper that show tours.

use std::path::Path;

use knight_search::Square;
use knightsweep::pictures::tour::{self, FIRST};
use knightsweep::pictures::{Caption, Style};
use knightsweep::results::record::Record;
use knightsweep::text::shown;

use crate::cli::args::Common;
use crate::cli::ui::{Target, picture_file};

/// The corner of the paper's own search.
const FIRST_CORNER: Square = Square { row: 1, col: 1 };

/// The file of each figure, its caption in the paper, and whether it has the solutions from the
/// first corner or those from the others.
const FIGURES: [(&str, &str, bool); 2] = [
    ("paper-fig6.svg", "Fig. 6. Two possible solutions", true),
    ("paper-fig7.svg", "Fig. 7. Six more possible solutions, one from each corner", false),
];

/// Where the figures go in this folder.
///
/// # Errors
/// If a file of another program has the name of a figure, or none can be written there.
pub(super) fn targets(common: &Common, folder: &Path) -> anyhow::Result<[Target; 2]> {
    let [sixth, seventh] =
        FIGURES.map(|(file, ..)| picture_file::target(common, &folder.join(file)));
    Ok([sixth?, seventh?])
}

/// Draws the figures of these corner solutions, each of which is checked to be a tour.
pub(super) fn write(
    common: &Common,
    targets: &[Target; 2],
    corners: &[Record],
) -> anyhow::Result<()> {
    for (target, (_, title, is_first)) in targets.iter().zip(FIGURES) {
        let is_in = |record: &&Record| (record.start() == FIRST_CORNER) == is_first;
        let records: Vec<&Record> = corners.iter().filter(is_in).collect();
        let picture = tour::of_records(&records, FIRST, &Style::default())?;
        let svg = picture.standalone(&Caption::of(title, "paper-corners.csv"));
        if let Some(path) = target.write(svg.as_bytes())? {
            common.say(&format!("{}: {title}", shown(path)));
        }
    }
    Ok(())
}
