//! Writing pictures.

use std::path::Path;

use knightsweep::pictures::{Caption, Picture};

use super::failure;
use super::files::{self, Target};

/// Where a picture goes: a .svg or .png file, or `-` for SVG on standard output.
///
/// # Errors
/// Those of [`Target::new`], and a usage error if this program cannot write PNG.
pub fn target(out: &Path) -> anyhow::Result<Target> {
    if !cfg!(feature = "png") && files::ending(out) == "png" {
        let advice = "write .svg, or build it with `--features png`";
        return Err(failure::usage(format!("this knightsweep was built without PNG: {advice}")));
    }
    Target::new(out, "picture", &["svg", "png"])
}

/// Writes a picture, and gives the file that it went to.
pub fn write<'a>(
    target: &'a Target,
    picture: &Picture,
    caption: &Caption,
) -> anyhow::Result<Option<&'a Path>> {
    let svg = picture.standalone(caption);
    #[cfg(feature = "png")]
    if let Target::File { name, .. } = target
        && files::ending(name) == "png"
    {
        /// Pixels to a unit of SVG: sharp on screens of two pixels to a point, and in print.
        const PIXELS: f32 = 2.0;
        return target.write(&knightsweep::pictures::export::png::render(&svg, PIXELS)?);
    }
    target.write(svg.as_bytes())
}
