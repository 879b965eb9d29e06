//! Whole numbers in JSON: numbers as far as every reader has them exactly, texts beyond.

use std::borrow::Cow;

/// The largest whole number that JSON has as a number, 2^53. Many readers keep numbers as floats,
/// which have all whole numbers up to here and then only some.
pub const MOST_EXACT: u128 = 1 << 53;

/// This JSON with whole numbers beyond [`MOST_EXACT`] as texts.
///
/// ```
/// use knightsweep::analysis::json::exact_integers;
///
/// let json = r#"{"checks": 18446744073709551616, "nodes": 7, "share": 1e30}"#;
/// let exact = r#"{"checks": "18446744073709551616", "nodes": 7, "share": 1e30}"#;
/// assert_eq!(exact_integers(json), exact);
/// ```
pub fn exact_integers(json: &str) -> Cow<'_, str> {
    let mut exact = String::new();
    let mut copied = 0;
    for (start, number) in numbers(json) {
        let digits = number.trim_start_matches('-');
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_whole && digits.parse().map_or(true, |number: u128| number > MOST_EXACT) {
            exact += &json[copied..start];
            exact += &format!("\"{number}\"");
            copied = start + number.len();
        }
    }
    if copied == 0 { Cow::Borrowed(json) } else { Cow::Owned(exact + &json[copied..]) }
}

/// The numbers of a JSON text outside of its strings, with their places.
fn numbers(json: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = json.as_bytes();
    let mut place = 0;
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(place) {
            match byte {
                b'"' => place = end_of_string(bytes, place),
                b'-' | b'0'..=b'9' => {
                    let is_part = |byte: &u8| b"+-.eE".contains(byte) || byte.is_ascii_digit();
                    let length = bytes[place..].iter().take_while(|byte| is_part(byte)).count();
                    let start = place;
                    place += length;
                    return Some((start, &json[start..place]));
                }
                _ => place += 1,
            }
        }
        None
    })
}

/// The place after the string that begins here.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut place = start + 1;
    while let Some(&byte) = bytes.get(place) {
        place += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use crate::analysis::json::*;

    #[test]
    fn only_whole_numbers_beyond_2_to_53_become_texts() {
        let json = r#"[9007199254740992,9007199254740993,-9007199254740993,0.5,1e300,"9007199254740993 \" 99999999999999999",[],{"a":340282366920938463463374607431768211456}]"#;
        let exact = r#"[9007199254740992,"9007199254740993","-9007199254740993",0.5,1e300,"9007199254740993 \" 99999999999999999",[],{"a":"340282366920938463463374607431768211456"}]"#;
        assert_eq!(exact_integers(json), exact);
        let small = r#"{"a": [1, 2.5, "x"]}"#;
        assert!(matches!(exact_integers(small), Cow::Borrowed(same) if same == small));
    }
}
