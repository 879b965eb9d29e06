//! A folder for the tables of counts that do not fit the memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use knight_search::walks::{SpillFile, SpillSpace};
use knightsweep::text::shown;

use crate::cli::ui::output;

/// Makes files without a name in a folder: nothing is left there, whatever happens.
#[derive(Clone, Debug)]
pub(super) struct ScratchFolder(PathBuf);

#[derive(Debug)]
struct ScratchFile {
    folder: PathBuf,
    file: Mutex<File>,
}

/// The folder of --scratch, made if it is not there.
pub(super) fn parse(text: &str) -> Result<ScratchFolder, String> {
    let folder = PathBuf::from(text);
    match std::fs::create_dir_all(&folder).and_then(|()| tempfile::tempfile_in(&folder)) {
        Ok(_) => Ok(ScratchFolder(folder)),
        Err(error) => Err(format!("no files can be made there: {error}")),
    }
}

/// Says why something went wrong in a folder: the count ends without a reason.
fn said<T>(folder: &Path, result: io::Result<T>) -> io::Result<T> {
    if let Err(error) = &result {
        output::say(&format!("--scratch {}: {error}", shown(folder)));
    }
    result
}

impl SpillSpace for ScratchFolder {
    fn file(&self) -> io::Result<Box<dyn SpillFile>> {
        let file = said(&self.0, tempfile::tempfile_in(&self.0))?;
        Ok(Box::new(ScratchFile { folder: self.0.clone(), file: Mutex::new(file) }))
    }
}

impl ScratchFile {
    fn at(&self, at: u64, act: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        // Each use begins with a seek, so a panic elsewhere cannot have left a wrong place.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        said(&self.folder, file.seek(SeekFrom::Start(at)).and_then(|_| act(&mut file)))
    }
}

impl SpillFile for ScratchFile {
    fn write(&self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.at(at, |file| file.write_all(bytes))
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.at(at, |file| file.read_exact(bytes))
    }
}
