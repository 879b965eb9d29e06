//! The figures of the paper that show tours.

use std::path::Path;

use knight_search::Square;
use knightsweep::pictures::tour::{self, FIRST};
use knightsweep::pictures::{Caption, Style};
use knightsweep::results::record::Record;
use knightsweep::text::shown;

use crate::cli::args::Common;
use crate::cli::ui::{Target, picture_file};

/// A figure with some of the corner solutions.
struct Figure {
    /// The name of its file.
    name: &'static str,
    /// Its caption in the paper.
    title: &'static str,
    /// Whether it has the solutions from this corner.
    has: fn(Square) -> bool,
}

/// The corner of the paper's own search.
const FIRST_CORNER: Square = Square { row: 1, col: 1 };

const FIGURES: [Figure; 2] = [
    Figure {
        name: "paper-fig6.svg",
        title: "Fig. 6. Two possible solutions",
        has: |start| start == FIRST_CORNER,
    },
    Figure {
        name: "paper-fig7.svg",
        title: "Fig. 7. Six more possible solutions, one from each corner",
        has: |start| start != FIRST_CORNER,
    },
];

/// The figures, and where they go.
pub(super) struct Figures(Vec<(&'static Figure, Target)>);

impl Figures {
    /// The figures in this folder.
    ///
    /// # Errors
    /// If a file of another program has the name of a figure, or none can be written there.
    pub(super) fn in_folder(common: &Common, folder: &Path) -> anyhow::Result<Figures> {
        let target = |figure: &'static Figure| {
            Ok((figure, picture_file::target(common, &folder.join(figure.name))?))
        };
        FIGURES.iter().map(target).collect::<anyhow::Result<_>>().map(Figures)
    }

    /// Draws the figures of these corner solutions, each of which is checked to be a tour.
    pub(super) fn write(&self, common: &Common, corners: &[Record]) -> anyhow::Result<()> {
        for (figure, target) in &self.0 {
            let is_in = |record: &&Record| (figure.has)(record.start());
            let records: Vec<&Record> = corners.iter().filter(is_in).collect();
            let picture = tour::of_records(&records, FIRST, &Style::default())?;
            let caption = Caption {
                title: Some(figure.title.to_owned()),
                source: Some("paper-corners.csv".to_owned()),
                has_headline: true,
                has_notes: true,
            };
            let svg = picture.standalone(&caption);
            if let Some(path) = picture_file::write(target, &svg, &picture.headline)? {
                common.say(&format!("{}: {}", shown(path), figure.title));
            }
        }
        Ok(())
    }
}
