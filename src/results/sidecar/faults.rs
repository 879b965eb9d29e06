//! Contradictions in a sidecar, which show that it was edited.

use crate::results::error::StoreError;
use crate::results::paths::Paths;
use crate::results::sidecar::{Session, Sidecar};

/// The faults of the sidecar of a file for this many jobs, one sentence each.
pub(in crate::results) fn sidecar_faults(sidecar: &Sidecar, jobs: u64) -> Vec<String> {
    let mut faults = Vec::new();
    if sidecar.jobs != jobs {
        faults.push(format!("the sidecar names {} jobs, but there are {jobs}", sidecar.jobs));
    }
    for (number, session) in (1..).zip(&sidecar.sessions) {
        if let Some(fault) = session_fault(session, jobs) {
            faults.push(format!("the sidecar says that session {number} {fault}"));
        }
    }
    let last = sidecar.sessions.last().and_then(|session| session.rows_after);
    if let Some(rows) = last.filter(|rows| sidecar.sealed.is_some() && *rows < jobs) {
        faults.push(format!(
            "the sidecar says that the file is complete, and that it had {rows} of {jobs} rows then"
        ));
    }
    faults
}

impl Sidecar {
    /// Refuses the sidecar of a file for this many jobs if it has a fault.
    pub(in crate::results) fn check_faults(
        &self,
        paths: &Paths,
        jobs: u64,
    ) -> Result<(), StoreError> {
        match sidecar_faults(self, jobs).into_iter().next() {
            None => Ok(()),
            Some(why) => Err(StoreError::Sidecar { path: paths.sidecar.clone(), why }),
        }
    }
}

/// Why a session cannot have been as it is described.
pub(in crate::results) fn session_fault(session: &Session, jobs: u64) -> Option<String> {
    let Session { rows_before, rows_after, .. } = *session;
    let most = rows_after.unwrap_or(0).max(rows_before);
    if most > jobs {
        return Some(format!("had {most} rows, but there are {jobs} jobs"));
    }
    let after = rows_after.filter(|after| *after < rows_before)?;
    Some(format!("began with {rows_before} rows and ended with {after}"))
}
