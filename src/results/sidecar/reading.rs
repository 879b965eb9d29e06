//! Reading sidecars of either kind.

use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::files::{capped_read, open};
use crate::results::error::StoreError;
use crate::results::sidecar::{AnySidecar, FORMAT, MOST_BYTES, Sidecar};

/// What is read of a sidecar first, to know whether the rest can be read.
#[derive(Deserialize)]
struct Head {
    format: Option<u64>,
}

impl AnySidecar {
    /// Reads a sidecar; `None` if the file does not exist.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read, has another format or was edited.
    pub fn read(path: &Path) -> Result<Option<AnySidecar>, StoreError> {
        let opened = open::regular(path);
        let text = match opened.and_then(|file| capped_read::text_up_to(file, MOST_BYTES)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io("read", path)(error)),
        };
        let wrong = |why: String| StoreError::Sidecar { path: path.to_owned(), why };
        if text.trim().is_empty() {
            return Err(wrong("it is empty".to_owned()));
        }
        let format = serde_json::from_str(&text).ok().and_then(|head: Head| head.format);
        if let Some(found) = format.filter(|&format| format != u64::from(FORMAT)) {
            return Err(StoreError::Format { path: path.to_owned(), found, known: FORMAT });
        }
        let sidecar: AnySidecar = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("this is not a sidecar of knightsweep: {error}")))?;
        if let AnySidecar::Results(Sidecar { experiment, experiment_hash, .. }) = &sidecar
            && experiment.hash() != *experiment_hash
        {
            return Err(wrong("the experiment in it was edited: its hash is another".to_owned()));
        }
        Ok(Some(sidecar))
    }
}

/// Reads the sidecar of results; `None` if the file does not exist.
///
/// # Errors
/// As [`AnySidecar::read`]; also if the sidecar belongs to a table.
pub fn read_sidecar(path: &Path) -> Result<Option<Sidecar>, StoreError> {
    match AnySidecar::read(path)? {
        None => Ok(None),
        Some(AnySidecar::Results(sidecar)) => Ok(Some(sidecar)),
        Some(AnySidecar::Table(_)) => Err(StoreError::unusable(
            path,
            "it belongs to a table, such as best-order writes, and not to results of run or sweep",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::results::sidecar::reading::*;
    use crate::results::sidecar::{MOST_BYTES, check_size};

    fn read(text: &str) -> Result<Option<AnySidecar>, StoreError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.meta.json");
        std::fs::write(&path, text).unwrap();
        AnySidecar::read(&path)
    }

    #[test]
    fn sidecars_of_both_kinds_are_read_as_they_are_written() {
        for name in ["sealed", "shard-1", "count"] {
            let file = format!("tests/data/format3/{name}.meta.json");
            let sidecar = read(&std::fs::read_to_string(file).unwrap()).unwrap();
            assert_eq!(read(&sidecar.as_ref().unwrap().to_json()).unwrap(), sidecar);
        }
    }

    #[test]
    fn a_sidecar_is_read_up_to_the_size_to_which_it_is_written() {
        let path = Path::new("x.meta.json");
        assert!(check_size(MOST_BYTES, path).is_ok());
        let refused = check_size(MOST_BYTES + 1, path).unwrap_err().to_string();
        assert!(refused.contains("x.meta.json") && refused.contains("sample:N"), "{refused}");
        let old = std::fs::read_to_string("tests/data/format3/sealed.meta.json").unwrap();
        let notes = format!("\"notes\": \"{}\"", "x".repeat(65 << 20));
        let large = old.replacen("\"notes\": null", &notes, 1);
        assert!(large.len() > 65 << 20);
        assert!(matches!(read(&large), Ok(Some(AnySidecar::Results(_)))));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{}",
            "{\"kind\": [1]}",
            "[]",
            "{\"kind\": \"picture\"}",
            "{\"format\": 3, \"kind\": \"table\"}",
        ] {
            assert!(matches!(read(text), Err(StoreError::Sidecar { .. })), "{text}");
        }
        for format in [2, 4] {
            let other = read(&format!("{{\"format\": {format}}}"));
            assert!(matches!(other, Err(StoreError::Format { found, .. }) if found == format));
        }
    }
}
