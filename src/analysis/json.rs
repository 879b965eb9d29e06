//! Whole numbers in JSON: numbers as far as every reader has them exactly, texts beyond.

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
pub fn exact_integers(json: &str) -> String {
    let mut exact = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(start) = rest.find(|c: char| "\"-".contains(c) || c.is_ascii_digit()) {
        let (before, from_token) = rest.split_at(start);
        let is_part = |c: char| "+-.eE".contains(c) || c.is_ascii_digit();
        let end = match from_token.starts_with('"') {
            true => end_of_string(from_token),
            false => from_token.find(|c| !is_part(c)).unwrap_or(from_token.len()),
        };
        let (token, behind) = from_token.split_at(end);
        let quote = if is_beyond(token) { "\"" } else { "" };
        exact.extend([before, quote, token, quote]);
        rest = behind;
    }
    exact + rest
}

/// Whether a number or string of JSON is a whole number beyond [`MOST_EXACT`].
fn is_beyond(token: &str) -> bool {
    let digits = token.trim_start_matches('-');
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse().map_or(true, |number: u128| number > MOST_EXACT)
}

/// The place after the string with which a text begins.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text[1..].find(|c| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 2)
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
        assert_eq!(exact_integers(small), small);
    }
}
