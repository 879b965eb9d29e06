//! Writing pictures.

use std::path::Path;

use knight_search::Board;
use knightsweep::pictures::{Caption, Picture};

use crate::cli::args::Common;
use crate::cli::ui::failure::refuse;
use crate::cli::ui::files::{self, Target};

/// Where a picture goes: a .svg file, or `-` for standard output.
///
/// # Errors
/// Those of [`Target::new`], and a usage error for a format that other programs make of SVG.
pub(crate) fn target(common: &Common, out: &Path) -> anyhow::Result<Target> {
    if let ending @ ("png" | "pdf") = &*files::ending(out) {
        refuse!(
            "pictures are SVG: name a .svg file, and convert it, such as with \
             `rsvg-convert -f {ending} -o x.{ending} x.svg`"
        );
    }
    Target::new(common, out, "picture", &["svg"])
}

/// Writes the picture of the tour that a command has found, with its board, if there is one.
pub(crate) fn write_tour(
    common: &Common,
    target: &Target,
    picture: Option<(Board, Picture)>,
) -> anyhow::Result<()> {
    let Some((board, picture)) = picture else {
        common.say("there is no tour to draw");
        return Ok(());
    };
    let title = format!("Knight's tour, {board}");
    let caption = Caption::of(&title, concat!("knightsweep ", env!("CARGO_PKG_VERSION")));
    target.write(picture.standalone(&caption).as_bytes()).map(drop)
}
