//! Opening a file that may be replaced while it is opened.

use std::fs::File;
use std::io::{ErrorKind, Seek};
use std::path::Path;

use crate::analysis::reading::JoinError;
use crate::files;
use crate::results::Paths;
use crate::results::sidecar::{AnySidecar, Sidecar};
use crate::system::is_pipe;

/// The sidecar of results if it can be read, or else why not; neither if there is none.
type ReadSidecar = (Option<Sidecar>, Option<String>);

/// The sidecar and the CSV of one moment, and whether the CSV was altered. A run may replace both
/// in between, so the sidecar is read again behind the CSV.
pub(super) fn open_both(csv: &Path) -> Result<(ReadSidecar, File, bool), JoinError> {
    /// Nobody replaces results that often while they are read.
    const MOST_TIMES: usize = 100;
    let mut sidecar = read_sidecar_of(csv)?;
    let mut times = 0;
    loop {
        times += 1;
        let opened = open(csv, sidecar.0.as_ref());
        let later = read_sidecar_of(csv)?;
        if later == sidecar || times == MOST_TIMES {
            let (file, is_altered) = opened?;
            return Ok((sidecar, file, is_altered));
        }
        sidecar = later;
    }
}

/// Whether a pipe has the name of a results file. To read it would be to wait for somebody who
/// writes to it. The pipes of a shell have other names.
pub fn is_pipe_named_csv(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "csv")
        && std::fs::metadata(path).is_ok_and(|there| is_pipe(there.file_type()))
}

/// Whether the sidecar of results says that all of their jobs have answers.
pub(super) fn has_answers_alone(csv: &Path) -> bool {
    let sidecar = read_sidecar_of(csv).ok().and_then(|(sidecar, _)| sidecar);
    sidecar.is_some_and(|sidecar| sidecar.sealed.is_some() && sidecar.results_sha256.is_some())
}

fn open(csv: &Path, sidecar: Option<&Sidecar>) -> Result<(File, bool), JoinError> {
    if is_pipe_named_csv(csv) {
        return Err(JoinError::Pipe);
    }
    let mut file = files::open::any(csv).map_err(|error| match error.kind() {
        ErrorKind::NotFound if csv == "-" => JoinError::StandardInput,
        _ => JoinError::Open(error),
    })?;
    let is_altered = match sidecar {
        Some(Sidecar { sealed: Some(seal), .. }) => {
            let holds = seal.holds_file(&file)?;
            file.rewind()?;
            !holds
        }
        // Nothing is known to be wrong. It may be a pipe.
        _ => false,
    };
    Ok((file, is_altered))
}

fn read_sidecar_of(csv: &Path) -> Result<ReadSidecar, JoinError> {
    let Ok(paths) = Paths::new(csv) else {
        return Ok((None, None));
    };
    match AnySidecar::read(&paths.sidecar) {
        Ok(Some(AnySidecar::Table(_))) => Err(JoinError::Table),
        Ok(Some(AnySidecar::Results(sidecar))) => Ok((Some(sidecar), None)),
        Ok(None) => Ok((None, None)),
        Err(error) => Ok((None, Some(error.to_string()))),
    }
}
