//! Writing pictures and pages.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use knightsweep::analysis::plot::picture::MARK;
use knightsweep::analysis::plot::{Caption, Picture};

use super::failure;

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
    /// The file that was asked for; `-` is standard output.
    ///
    /// # Errors
    /// A usage error unless it ends in .svg or .png.
    pub fn new(out: &Path) -> anyhow::Result<Target> {
        if out == Path::new("-") {
            return Ok(Target::Stdout);
        }
        let ending = out.extension().and_then(|ending| ending.to_str());
        match ending {
            Some("svg") => Ok(Target::File(out.to_owned())),
            Some("png") if cfg!(feature = "png") => Ok(Target::File(out.to_owned())),
            Some("png") => Err(failure::usage(
                "this knightsweep was built without PNG; write .svg".to_owned(),
            )),
            _ => Err(failure::usage(format!(
                "{}: a picture ends in .svg or .png",
                out.display()
            ))),
        }
    }

    /// The file that is meant where none is named. There may be something else of that name, which is not ours to
    /// replace.
    ///
    /// # Errors
    /// A usage error if there is.
    pub fn unnamed(out: PathBuf) -> anyhow::Result<Target> {
        check_ours(&out)?;
        Ok(Target::File(out))
    }

    /// Writes the picture, and gives the file that it went to.
    pub fn write(&self, picture: &Picture, caption: &Caption) -> anyhow::Result<Option<&Path>> {
        let svg = picture.standalone(caption);
        match self {
            Target::Stdout => {
                super::print(&svg)?;
                Ok(None)
            }
            Target::File(path) => {
                replace(path, &encoded(path, svg)?)?;
                Ok(Some(path))
            }
        }
    }
}

#[cfg(feature = "png")]
fn encoded(path: &Path, svg: String) -> anyhow::Result<Vec<u8>> {
    if path.extension().is_some_and(|ending| ending == "png") {
        Ok(knightsweep::analysis::plot::png::render(&svg, PIXELS)?)
    } else {
        Ok(svg.into_bytes())
    }
}

#[cfg(not(feature = "png"))]
fn encoded(_: &Path, svg: String) -> anyhow::Result<Vec<u8>> {
    Ok(svg.into_bytes())
}

/// Refuses to replace a file that is not a picture or page of ours.
///
/// # Errors
/// A usage error that says to name a file.
pub fn check_ours(out: &Path) -> anyhow::Result<()> {
    let mut beginning = Vec::new();
    let read = File::open(out).and_then(|file| file.take(4096).read_to_end(&mut beginning));
    match read {
        Ok(_) if String::from_utf8_lossy(&beginning).contains(MARK) => Ok(()),
        Ok(_) => {
            let out = out.display();
            Err(failure::usage(format!(
                "{out} is there and not from knightsweep; name a file with --out"
            )))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failure::usage(format!(
            "cannot read {}: {error}",
            out.display()
        ))),
    }
}

/// Writes a file in one step, so that nobody sees half of it.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let is_special = fs::metadata(path).is_ok_and(|there| !there.is_file());
    let write = || -> io::Result<()> {
        if is_special {
            return fs::write(path, content);
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        // Made and written as plain files, whose errors do not name the temporary one.
        let mut file = tempfile::Builder::new()
            .prefix(".knightsweep-")
            .make_in(folder.unwrap_or(Path::new(".")), |path| {
                File::create_new(path)
            })?;
        file.as_file_mut().write_all(content)?;
        file.persist(&path)?;
        Ok(())
    };
    write().map_err(|error| {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                anyhow::anyhow!("cannot write {path}: {error}; make room, or name a file elsewhere")
            }
            _ => failure::usage(format!("cannot write {path}: {error}")),
        }
    })
}
