//! Writing pictures.

use std::path::{Path, PathBuf};

use clap::Args;
use knight_search::Board;
use knightsweep::pictures::{Caption, Picture};

use crate::cli::args::Common;
use crate::cli::ui::failure::refuse;
use crate::cli::ui::files::{self, Target};

/// Whether the tour that a command finds is drawn.
#[derive(Args)]
pub(crate) struct SvgArgs {
    /// Draw the tour to this file
    ///
    /// A .svg file, or - for standard output, after the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl SvgArgs {
    /// Whether a picture is wanted.
    pub(crate) fn is_given(&self) -> bool {
        self.svg.is_some()
    }

    /// Where the picture goes, if one is wanted.
    ///
    /// # Errors
    /// Those of [`target`], and a usage error if standard output `has_json` already.
    pub(crate) fn target(&self, common: &Common, has_json: bool) -> anyhow::Result<Option<Target>> {
        let Some(out) = &self.svg else { return Ok(None) };
        if has_json && out == Path::new("-") {
            refuse!("--svg -: standard output has the JSON; name a file for the picture");
        }
        target(common, out).map(Some)
    }
}

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
