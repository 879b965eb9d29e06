//! Texts that are UTF-8, or UTF-16 as some editors and shells of Windows save them, and wide signs.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The text of a file, without the mark of its encoding. What is not a letter in it becomes `�`.
///
/// ```
/// use knight_text::encoding::text;
///
/// assert_eq!(text(b"\xff\xfea\x008\x00"), "a8");
/// assert_eq!(text(b"\xef\xbb\xbfa8"), "a8");
/// ```
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    let Some(unit) = units_of_utf16(bytes) else {
        return String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    };
    let units: Vec<u16> = bytes.chunks_exact(2).map(|two| unit([two[0], two[1]])).collect();
    let mark = usize::from(units[0] == 0xfeff);
    Cow::Owned(String::from_utf16_lossy(&units[mark..]))
}

/// The text with signs of ASCII in the place of wide ones, which keyboards of Chinese and Japanese
/// write.
pub fn narrow(text: &str) -> Cow<'_, str> {
    const WIDE: RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
    const DISTANCE: u32 = 0xfee0;
    if !text.contains(|c| WIDE.contains(&c)) {
        return text.into();
    }
    let narrow = |c: char| match WIDE.contains(&c) {
        true => char::from_u32(u32::from(c) - DISTANCE).unwrap_or(c),
        false => c,
    };
    text.chars().map(narrow).collect()
}

/// Whether a file with this beginning is UTF-16.
pub fn is_utf16(beginning: &[u8]) -> bool {
    units_of_utf16(beginning).is_some()
}

/// How two bytes of UTF-16 are a number; `None` for other texts.
fn units_of_utf16(beginning: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    match *beginning {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        // Without a mark: a sign of ASCII beside a zero, twice.
        [one, 0, other, 0, ..] if one > 0 && other > 0 => Some(u16::from_le_bytes),
        [0, one, 0, other, ..] if one > 0 && other > 0 => Some(u16::from_be_bytes),
        _ => None,
    }
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
            little,
            big,
        ] {
            assert_eq!(text(&bytes), meant, "{bytes:?}");
        }
        assert_eq!(text(b"a\xff"), "a\u{fffd}");
        assert_eq!(text(b""), "");
        assert_eq!(narrow("１０，a８"), "10,a8");
    }
}
