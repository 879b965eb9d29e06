//! Writes the rows of some answers into a new file, in the order of the plan.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::files::atomic::AtomicFile;
use crate::files::hashing::hex;
use crate::results::answers::Answers;
use crate::results::error::{Action, StoreError};
use crate::results::fact_file::FactFile;
use crate::results::lines::RowFormat;
use crate::results::record::columns::fact_of;
use crate::results::sidecar::{Seal, Sidecar};

impl Answers {
    /// Whether a sidecar has the hash of the jobs and answers of a file, if it has one.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn have_hash_of(
        &mut self,
        sidecar: &Sidecar,
        csv: &Path,
    ) -> Result<bool, StoreError> {
        Ok(self.write_sorted(csv, io::sink())?.1 == sidecar.results_sha256)
    }

    /// Replaces a file by all rows, each read back and checked again; no row can be read back after
    /// that. Gives its seal, and the SHA-256 of the facts of the jobs that are to get rows: the
    /// same for every run of an experiment. It is missing if a job ran out of memory or time,
    /// because that depends on the machine.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub(super) fn replace(
        &mut self,
        file: &mut FactFile,
    ) -> Result<(Seal, Option<String>), StoreError> {
        let csv = file.path().to_owned();
        let mut sorted =
            AtomicFile::create(&csv, None).map_err(StoreError::io(Action::Write, &csv))?;
        let written = self.write_sorted(&csv, &mut sorted)?;
        // Windows does not replace a file that is open here.
        self.sources.clear();
        file.replace(sorted, Action::Write)?;
        Ok(written)
    }

    /// Writes a header and all rows, and gives the two hashes.
    ///
    /// # Errors
    /// Those of reading, and of writing to the new version of this file.
    fn write_sorted(
        &mut self,
        csv: &Path,
        out: impl Write,
    ) -> Result<(Seal, Option<String>), StoreError> {
        let failed = |error| StoreError::io(Action::Write, csv)(error);
        let format = RowFormat::results();
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let (mut whole, mut facts, mut bytes) = (Sha256::new(), Some(Sha256::new()), 0);
        let mut line = (format.header().to_owned() + "\n").into_bytes();
        let tours = self.plan.tours();
        let mut write = |line: &[u8]| {
            bytes += line.len() as u64;
            whole.update(line);
            out.write_all(line)
        };
        write(&line).map_err(failed)?;
        let mut from = 0;
        while let Some(job) = self.next_entry(from) {
            from = job + 1;
            let outcome = self.line(job, &mut line)?;
            if outcome.depends_on_machine() && self.is_for(job) {
                facts = None;
            } else if let Some(hasher) = facts.as_mut().filter(|_| self.is_for(job)) {
                hasher.update(fact_of(&line, tours));
                hasher.update(if tours { &b"\n"[..] } else { b",\n" });
            }
            write(&line).map_err(failed)?;
        }
        out.flush().map_err(failed)?;
        let seal = Seal::new(bytes, whole.finalize().into());
        Ok((seal, facts.map(|hasher| hex(&hasher.finalize()))))
    }
}
