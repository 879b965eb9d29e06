//! Reads a whole text, up to a size limit.

use std::io::{self, Read};

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

/// Reads everything as UTF-8.
///
/// # Errors
/// As [`read`], and `InvalidData` for other bytes.
pub fn read_to_string(reader: impl Read) -> io::Result<String> {
    text_up_to(reader, MOST_BYTES)
}

/// The same with another limit, in bytes.
///
/// # Errors
/// As [`read_to_string`].
pub fn text_up_to(reader: impl Read, most: u64) -> io::Result<String> {
    String::from_utf8(read_up_to(reader, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use crate::files::capped_read::*;

    #[test]
    fn an_endless_text_is_refused_and_one_of_the_largest_size_is_not() {
        let most = read(io::repeat(b'1').take(MOST_BYTES)).unwrap();
        assert_eq!(most.len() as u64, MOST_BYTES);
        assert!(read(io::repeat(0)).is_err());
        assert!(read_to_string(&b"\xff"[..]).is_err());
        assert_eq!(read_to_string(&b"8x8"[..]).unwrap(), "8x8");
    }
}
