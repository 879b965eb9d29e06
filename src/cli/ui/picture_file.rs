//! Writing pictures.

use std::path::Path;

use knight_search::Board;
use knightsweep::pictures::{Caption, Picture};

use crate::cli::args::Common;
use crate::cli::ui::failure::{self, refuse};
use crate::cli::ui::files::{self, Target};
#[cfg(any(feature = "png", feature = "pdf"))]
use crate::cli::ui::output;

/// The formats of pictures: the ending of its files, which is also its feature, and whether this
/// program can write it.
const FORMATS: [(&str, bool); 3] =
    [("svg", true), ("png", cfg!(feature = "png")), ("pdf", cfg!(feature = "pdf"))];

fn endings(wanted: bool) -> Vec<&'static str> {
    let formats = FORMATS.into_iter().filter(|(_, is_built)| *is_built == wanted);
    formats.map(|(ending, _)| ending).collect()
}

/// The help of an option that draws the tour of a command.
pub(crate) fn tour_help() -> String {
    let [file, others] = [named(), not_built()];
    format!("Draw the tour to {file}, or - for SVG on standard output after the text{others}")
}

/// For help: `a .svg or .png file`, as far as this program can write them.
pub(crate) fn named() -> String {
    format!("a .{} file", endings(true).join(" or ."))
}

/// For help: what this program cannot write and how to get it, as a sentence behind others; empty
/// if there is nothing.
pub(crate) fn not_built() -> String {
    let missing = endings(false);
    if missing.is_empty() {
        return String::new();
    }
    format!(
        ". For .{} build knightsweep with `--features {}`",
        missing.join(" and ."),
        missing.join(",")
    )
}

/// Where a picture goes: a .svg, .png or .pdf file, or `-` for SVG on standard output.
///
/// # Errors
/// Those of [`Target::new`], and a usage error if this program cannot write the format.
pub(crate) fn target(common: &Common, out: &Path) -> anyhow::Result<Target> {
    let wanted = files::ending(out);
    if endings(false).contains(&&*wanted) {
        refuse!(
            "this knightsweep was built without {}: name a .svg file, which others convert, or build \
             it with `--features {wanted}`",
            wanted.to_uppercase()
        );
    }
    Target::new(common, out, "picture", &endings(true))
}

/// Refuses a file whose format has no pictures that move.
///
/// # Errors
/// A usage error.
pub(crate) fn check_can_move(out: &Path) -> anyhow::Result<()> {
    match files::ending(out).as_str() {
        ending @ ("png" | "pdf") => Err(failure::usage(format!(
            "--animate: a .{ending} file cannot move; name a .svg file, or leave out --animate"
        ))),
        _ => Ok(()),
    }
}

/// Writes a picture, and gives the file that it went to. `title` is that of a PDF.
pub(crate) fn write<'a>(
    target: &'a Target,
    svg: &str,
    title: &str,
) -> anyhow::Result<Option<&'a Path>> {
    let ending = match target {
        Target::File { name, .. } => files::ending(name),
        Target::Stdout => String::new(),
    };
    #[cfg(any(feature = "png", feature = "pdf"))]
    if ["png", "pdf"].contains(&ending.as_str()) {
        let missing = knightsweep::pictures::export::fonts::missing_characters(svg);
        if !missing.is_empty() {
            let missing: String = missing.into_iter().collect();
            output::say(&format!(
                "the font of pictures in .{ending} lacks these characters: {missing}; in .svg the \
                 fonts of the reader show them"
            ));
        }
    }
    match ending.as_str() {
        #[cfg(feature = "png")]
        "png" => {
            /// Pixels to a unit of SVG: 300 to the inch.
            const PIXELS: f32 = 300.0 / 96.0;
            target.write(&knightsweep::pictures::export::png::render(svg, PIXELS)?)
        }
        #[cfg(feature = "pdf")]
        "pdf" => target.write(&knightsweep::pictures::export::pdf::render(svg, title)?),
        _ => {
            let _ = title;
            target.write(svg.as_bytes())
        }
    }
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
    write(target, &picture.standalone(&caption), &picture.headline).map(drop)
}
