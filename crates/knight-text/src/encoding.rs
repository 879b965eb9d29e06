//! Texts that are UTF-8, or UTF-16 as some editors and shells of Windows save them.

use std::borrow::Cow;

/// The text of a file, without the mark of its encoding. What is not a letter in it becomes `�`.
///
/// ```
/// use knight_text::encoding::text;
///
/// assert_eq!(text(b"\xff\xfea\x008\x00"), "a8");
/// assert_eq!(text(b"\xef\xbb\xbfa8"), "a8");
/// ```
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    let unit = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
    };
    let units: Vec<u16> = bytes[2..].as_chunks().0.iter().copied().map(unit).collect();
    String::from_utf16_lossy(&units).into()
}

/// Whether a file with this beginning is UTF-16: it has its mark.
pub fn is_utf16(beginning: &[u8]) -> bool {
    matches!(beginning, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

#[cfg(test)]
mod tests {
    use crate::encoding::*;

    #[test]
    fn texts_of_each_encoding_are_the_same() {
        let meant = "1 → 2\r\n";
        let units = |order: fn(u16) -> [u8; 2]| meant.encode_utf16().flat_map(order).collect();
        let [little, big]: [Vec<u8>; 2] = [units(u16::to_le_bytes), units(u16::to_be_bytes)];
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            meant.into(),
            marked(b"\xef\xbb\xbf", meant.as_bytes()),
            marked(b"\xff\xfe", &little),
            marked(b"\xfe\xff", &big),
        ] {
            assert_eq!(text(&bytes), meant, "{bytes:?}");
        }
        assert_eq!(text(b"a\xff"), "a\u{fffd}");
        assert_eq!(text(b""), "");
    }
}
