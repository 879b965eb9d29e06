//! Whole numbers in JSON: numbers as far as every reader has them exactly, texts beyond.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// The largest whole number that JSON has as a number, 2^53. Many readers keep numbers as floats,
/// which have all whole numbers up to here and then only some.
pub const MOST_EXACT: u128 = 1 << 53;

/// A value as JSON in one line, with whole numbers beyond [`MOST_EXACT`] as texts.
///
/// ```
/// use knightsweep::analysis::json::exact;
///
/// let json = r#"["18446744073709551616",7,0.5]"#;
/// assert_eq!(exact(&(1_u128 << 64, 7, 0.5))?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// Those of [`serde_json::to_string`].
pub fn exact(value: &impl Serialize) -> serde_json::Result<String> {
    let mut json = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut json, Exact))?;
    Ok(String::from_utf8_lossy(&json).into_owned())
}

/// Writes numbers that may be so large as texts if they are.
struct Exact;

impl Formatter for Exact {
    fn write_u64<W: Write + ?Sized>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        self.write_u128(writer, value.into())
    }

    fn write_u128<W: Write + ?Sized>(&mut self, writer: &mut W, value: u128) -> io::Result<()> {
        self.write_raw_fragment(writer, &value.to_string())
    }

    /// A number that is kept as its digits.
    fn write_raw_fragment<W: Write + ?Sized>(&mut self, to: &mut W, json: &str) -> io::Result<()> {
        let is_whole = json.bytes().all(|byte| byte.is_ascii_digit());
        match is_whole && json.parse().map_or(true, |number: u128| number > MOST_EXACT) {
            true => write!(to, "\"{json}\""),
            false => to.write_all(json.as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use serde_json::value::RawValue;

    use crate::analysis::json::*;

    #[test]
    fn only_whole_numbers_beyond_2_to_53_become_texts() {
        let most = 1_u64 << 53;
        let json = exact(&(most, most + 1, u128::MAX, 0.5, "9007199254740993 \" 7")).unwrap();
        let shown = concat!(
            r#"[9007199254740992,"9007199254740993","340282366920938463463374607431768211455","#,
            r#"0.5,"9007199254740993 \" 7"]"#
        );
        assert_eq!(json, shown);
        let long = "9".repeat(50);
        for (kept, shown) in [("7", "7"), (&long, &format!("\"{long}\"")), ("1e300", "1e300")] {
            let kept: &RawValue = serde_json::from_str(kept).unwrap();
            assert_eq!(exact(&kept).unwrap(), shown);
        }
        let small = r#"{"a":[1,2.5,"x"],"b":null}"#;
        assert_eq!(exact(&serde_json::from_str::<Value>(small).unwrap()).unwrap(), small);
    }
}
