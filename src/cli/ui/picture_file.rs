//! Writing pictures.

use std::path::{Path, PathBuf};

use knightsweep::pictures::{Caption, Picture};

use super::output::print;
use super::{failure, files};

/// Pixels to a unit of SVG: sharp on screens of two pixels to a point, and in print.
#[cfg(feature = "png")]
const PIXELS: f32 = 2.0;

/// Where a picture goes.
pub enum Target {
    /// To standard output, as SVG.
    Stdout,
    /// To this file, whose ending says what it is.
    File(PathBuf),
}

impl Target {
    /// A file; `-` is standard output.
    ///
    /// # Errors
    /// A usage error unless the name ends in .svg or .png, the folder can be created, and the file
    /// does not exist or is replaceable.
    pub fn new(out: &Path) -> anyhow::Result<Target> {
        if out == Path::new("-") {
            return Ok(Target::Stdout);
        }
        match ending(out).as_str() {
            "svg" => {}
            "png" if cfg!(feature = "png") => {}
            "png" => {
                return Err(failure::usage(
                    "this knightsweep was built without PNG: write .svg, or build it with `--features png`"
                        .to_owned(),
                ));
            }
            _ => {
                return Err(failure::usage(format!(
                    "{}: the name of a picture must end in .svg or .png",
                    out.display()
                )));
            }
        }
        files::check_replaceable(out)?;
        files::make_folder(out)?;
        Ok(Target::File(out.to_owned()))
    }

    /// Writes the picture, and gives the file that it went to.
    pub fn write(&self, picture: &Picture, caption: &Caption) -> anyhow::Result<Option<&Path>> {
        let svg = picture.standalone(caption);
        match self {
            Target::Stdout => {
                print(&svg)?;
                Ok(None)
            }
            Target::File(path) => {
                files::replace(path, &encoded(path, svg)?)?;
                Ok(Some(path))
            }
        }
    }
}

/// What the name of a file ends in, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

#[cfg(feature = "png")]
fn encoded(path: &Path, svg: String) -> anyhow::Result<Vec<u8>> {
    if ending(path) == "png" {
        Ok(knightsweep::pictures::png::render(&svg, PIXELS)?)
    } else {
        Ok(svg.into_bytes())
    }
}

#[cfg(not(feature = "png"))]
fn encoded(_: &Path, svg: String) -> anyhow::Result<Vec<u8>> {
    Ok(svg.into_bytes())
}
