//! Opens files that must be regular: never waits for a pipe, and never reads a device. Which file a
//! name leads to. Reads whole texts, up to a size limit.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::system::{FileId, Links, open_at_once};

/// Opens a regular file for reading. Links are followed.
///
/// # Errors
/// Those of opening, and `InvalidInput` for everything that is not a regular file.
pub fn regular(path: &Path) -> io::Result<File> {
    regular_with(path, OpenOptions::new().read(true), Links::Follow)
}

/// Opens a file of any kind for reading, pipes too.
///
/// # Errors
/// Those of opening, and `IsADirectory`, which Windows does not tell from a lack of rights.
pub fn any(path: &Path) -> io::Result<File> {
    if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) }
}

/// Opens a regular file that exists.
///
/// # Errors
/// As [`regular`].
pub fn regular_with(path: &Path, options: &OpenOptions, links: Links) -> io::Result<File> {
    // Opening a device may already do something, so it is looked at first.
    check_regular(&match links {
        Links::Follow => fs::metadata(path)?,
        Links::Refuse => fs::symlink_metadata(path)?,
    })?;
    let file = open_at_once(path, options, links)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file, or creates it. Links are refused.
///
/// # Errors
/// As [`regular`], and those of creating a file.
pub fn regular_or_new(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match regular_with(path, options, Links::Refuse) {
        // Another process may create it in the meantime, or something else.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let file = open_at_once(path, options.clone().create(true), Links::Refuse)?;
            check_regular(&file.metadata()?)?;
            Ok(file)
        }
        opened => opened,
    }
}

/// Whether an open file still has this name. With [`Links::Refuse`] a link to it does not count.
///
/// # Errors
/// Those of looking at them. A name that nothing has is not an error.
pub fn is_at(file: &File, path: &Path, links: Links) -> io::Result<bool> {
    let opened = FileId::of(file)?;
    match FileId::at(path, links) {
        Ok(there) => Ok(opened == there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn check_regular(there: &Metadata) -> io::Result<()> {
    let why = if there.is_file() {
        return Ok(());
    } else if there.is_symlink() {
        "it is a link, and links are not followed here"
    } else if there.is_dir() {
        "it is a folder"
    } else {
        "it is not a regular file"
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, why))
}

/// The most bytes of a text: several times the tour of the largest board.
pub const MOST_BYTES: u64 = 64 << 20;

/// Reads everything.
///
/// # Errors
/// Those of the reader, and `FileTooLarge` beyond [`MOST_BYTES`].
pub fn read(reader: impl Read) -> io::Result<Vec<u8>> {
    read_up_to(reader, MOST_BYTES)
}

fn read_up_to(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("it is larger than {} MiB, the limit for such files", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// The first line, or as many bytes of a longer one.
///
/// # Errors
/// Those of the reader.
pub fn first_line(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    BufReader::new(reader.take(most)).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// The text of a reader, which may have at most this many bytes.
///
/// # Errors
/// Those of reading, and `InvalidData` for more bytes and for what is not UTF-8.
pub fn text_up_to(reader: impl Read, most: u64) -> io::Result<String> {
    String::from_utf8(read_up_to(reader, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use crate::files::open::*;

    #[test]
    fn an_endless_text_is_refused_and_one_of_the_largest_size_is_not() {
        let most = read(io::repeat(b'1').take(MOST_BYTES)).unwrap();
        assert_eq!(most.len() as u64, MOST_BYTES);
        assert!(read(io::repeat(0)).is_err());
        assert!(text_up_to(&b"\xff"[..], 9).is_err());
        assert_eq!(text_up_to(&b"8x8"[..], 9).unwrap(), "8x8");
    }
}
