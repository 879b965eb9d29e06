//! Reading sidecars of either kind.

use std::io;
use std::path::Path;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use crate::files::{capped_read, open};
use crate::results::error::StoreError;
use crate::results::sidecar::{AnySidecar, FORMAT, MOST_BYTES, Sidecar};

/// What is read of a sidecar first, to know what the rest must be.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    format: Option<&'a RawValue>,
    command: Option<IgnoredAny>,
    sealed: Option<IgnoredAny>,
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
        let not_a_sidecar = |error: serde_json::Error| {
            wrong(format!("this is not a sidecar of knightsweep: {error}"))
        };
        if text.trim().is_empty() {
            return Err(wrong("it is empty".to_owned()));
        }
        let head: Head = serde_json::from_str(&text).map_err(not_a_sidecar)?;
        let format: Option<u64> = head.format.and_then(|format| format.get().parse().ok());
        if let Some(found) = format.filter(|&format| format != u64::from(FORMAT)) {
            return Err(StoreError::Format { path: path.to_owned(), found, known: FORMAT });
        }
        let is_table = match head.kind.map(RawValue::get) {
            Some("\"table\"") => true,
            Some("\"results\"") => false,
            Some(other) => return Err(wrong(format!("its kind {other:.40} is unknown"))),
            // Sidecars of the first programs have no kind. Those of tables have no format.
            None => head.command.is_some() && head.sealed.is_some() && format.is_none(),
        };
        // As one type or the other from the beginning, so that nothing else takes memory.
        fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
            serde_json::from_str(text)
        }
        let sidecar = match is_table {
            true => parse(&text).map(AnySidecar::Table),
            false => parse(&text).map(AnySidecar::Results),
        };
        let sidecar = sidecar.map_err(not_a_sidecar)?;
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
    fn sidecars_of_both_kinds_are_read_with_and_without_the_key() {
        for (name, kind) in [("sealed", "results"), ("shard-1", "results"), ("count", "table")] {
            let file = format!("tests/data/format2/{name}.meta.json");
            let old = std::fs::read_to_string(file).unwrap();
            assert!(!old.contains("\"kind\""));
            let sidecar = read(&old).unwrap().unwrap();
            let new = sidecar.to_json();
            assert!(new.contains(&format!("\"kind\": \"{kind}\"")), "{new}");
            assert_eq!(read(&new).unwrap(), Some(sidecar));
        }
    }

    #[test]
    fn a_sidecar_is_read_up_to_the_size_to_which_it_is_written() {
        let path = Path::new("x.meta.json");
        assert!(check_size(MOST_BYTES, path).is_ok());
        let refused = check_size(MOST_BYTES + 1, path).unwrap_err().to_string();
        assert!(refused.contains("x.meta.json") && refused.contains("sample:N"), "{refused}");
        let old = std::fs::read_to_string("tests/data/format2/sealed.meta.json").unwrap();
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
            "{\"format\": 2, \"kind\": \"table\"}",
        ] {
            assert!(matches!(read(text), Err(StoreError::Sidecar { .. })), "{text}");
        }
        assert!(matches!(read("{\"format\": 3}"), Err(StoreError::Format { found: 3, .. })));
    }
}
