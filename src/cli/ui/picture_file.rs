//! Writing pictures.

use std::path::Path;

use super::failure;
use super::files::{self, Target};

/// Where a picture goes: a .svg, .png or .pdf file, or `-` for SVG on standard output.
///
/// # Errors
/// Those of [`Target::new`], and a usage error if this program cannot write the format.
pub fn target(out: &Path) -> anyhow::Result<Target> {
    let formats = [("png", "PNG", cfg!(feature = "png")), ("pdf", "PDF", cfg!(feature = "pdf"))];
    let ending = files::ending(out);
    for (feature, name, _) in formats.into_iter().filter(|(.., can_write)| !can_write) {
        if ending == feature {
            return Err(failure::usage(format!(
                "this knightsweep was built without {name}: write .svg, or build it with \
                 `--features {feature}`"
            )));
        }
    }
    Target::new(out, "picture", &["svg", "png", "pdf"])
}

/// Writes a picture, and gives the file that it went to. `title` is that of a PDF.
pub fn write<'a>(target: &'a Target, svg: &str, title: &str) -> anyhow::Result<Option<&'a Path>> {
    let ending = match target {
        Target::File { name, .. } => files::ending(name),
        Target::Stdout => String::new(),
    };
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
