//! Numbers, times and foreign texts as people read them.

use std::borrow::Cow;
use std::time::Duration;

use knight_count::tour_counts::BigUint;
use knight_search::MoveOrder;

/// A text that controls neither a terminal nor the direction of writing: characters that would are
/// written as `\u{1b}`. Line ends and tabs stay.
///
/// ```
/// use knightsweep::text::formatting::printable;
///
/// assert_eq!(printable("red: \u{1b}[31m"), r"red: \u{1b}[31m");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, |c| c.escape_unicode().to_string())
}

/// JSON with the same values, in which [`printable`] would change nothing.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    // JSON has such characters only in its strings, and all of them have four digits.
    replaced(json, |c| format!("\\u{:04x}", u32::from(c)))
}

fn replaced(text: &str, replacement: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_control(c) { printable += &replacement(c) } else { printable.push(c) }
    }
    Cow::Owned(printable)
}

/// Whether a character controls a terminal, the direction of writing (`Bidi_Control` of Unicode),
/// or lines in a way of its own.
fn is_control(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A whole number that is not negative.
pub trait Whole: ToString {}

macro_rules! whole {
    ($($number:ty),+) => { $(impl Whole for $number {})+ };
}

whole!(u8, u16, u32, u64, u128, usize, &BigUint);

/// A whole number with commas between groups of three digits.
pub fn grouped(number: impl Whole) -> String {
    let digits = number.to_string();
    joined(digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy), ",")
}

/// A rate or a large count with three digits and a suffix, or with an exponent: `812M`, `1.35G`,
/// `1.07·10^22`.
pub fn short(number: f64) -> String {
    if number >= 9.995e17 {
        return format!("{number:.2e}").replace('e', "·10^");
    }
    let (scaled, suffix) = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
        .into_iter()
        .find(|(unit, _)| number >= *unit)
        .map_or((number, ""), |(unit, suffix)| (number / unit, suffix));
    let decimals = match scaled {
        _ if suffix.is_empty() => 0,
        s if s < 9.995 => 2,
        s if s < 99.95 => 1,
        _ => 0,
    };
    format!("{scaled:.decimals$}{suffix}")
}

/// A share in percent, with one decimal or as many as tell it from 0 % and from 100 %: `12.5 %`,
/// `0.0031 %`. Only nothing is `0 %`, and only everything is `100 %`, up to what rounding adds to
/// the ends of an interval.
pub fn percent(share: f64) -> String {
    const ROUNDING: f64 = 1e-12;
    if let Some(whole) = [0.0, 1.0].into_iter().find(|whole| (whole - share).abs() < ROUNDING) {
        return format!("{} %", 100.0 * whole);
    }
    let percent = share * 100.0;
    let least = percent.min(100.0 - percent);
    if least <= 0.0 {
        return format!("{percent} %");
    }
    let decimals = (1.0 - least.log10().floor()).clamp(1.0, 12.0) as usize;
    format!("{percent:.decimals$} %")
}

/// A time in its two largest units: `3d 4h`, `2m 05s`, `1.2 s`, `35 µs`.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match seconds {
        86_400.. => format!("{days}d {hours}h"),
        3600.. => format!("{hours}h {minutes:02}m"),
        60.. => format!("{minutes}m {:02}s", seconds % 60),
        _ => match duration.as_secs_f64() {
            s if s >= 1.0 => format!("{s:.1} s"),
            s if s >= 1e-3 => format!("{:.0} ms", s * 1e3),
            s if s >= 1e-6 => format!("{:.0} µs", s * 1e6),
            s => format!("{:.0} ns", s * 1e9),
        },
    }
}

/// A time of any length in seconds: from a year on, in years with three digits, which
/// are `3.17·10^24 years` from 10^9 on.
pub fn long_time(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    match seconds / YEAR {
        years if years < 1.0 => time(Duration::from_secs_f64(seconds)),
        years if years < 9.995 => format!("{years:.2} years"),
        years if years < 99.95 => format!("{years:.1} years"),
        years @ 1e9.. => format!("{} years", format!("{years:.2e}").replace('e', "·10^")),
        years => {
            let unit = 10f64.powf((years.log10() - 2.0).floor());
            format!("{} years", grouped(((years / unit).round() * unit) as u128))
        }
    }
}

/// A size in bytes: `1.5 GB`.
pub fn bytes(count: u64) -> String {
    match short(count as f64) {
        text if text.ends_with(|c: char| c.is_ascii_digit()) => format!("{text} bytes"),
        text => format!("{} {}B", &text[..text.len() - 1], &text[text.len() - 1..]),
    }
}

/// Texts, with something between each two.
pub fn joined<T: ToString>(texts: impl IntoIterator<Item = T>, between: &str) -> String {
    texts.into_iter().map(|text| text.to_string()).collect::<Vec<_>>().join(between)
}

/// The first of some names, and how many more there are: `5x5, 6x6 and 3 more`.
pub fn listed(names: impl IntoIterator<Item: ToString>, most: usize) -> String {
    let mut names = names.into_iter();
    joined(names.by_ref().take(most), ", ") + &and_more(names.count())
}

/// The first 20 of some lines, indented, and how many more there are, with a hint to see them.
/// Of `others` only the number is known.
pub fn first_lines(mut lines: impl Iterator<Item = String>, others: u64, hint: &str) -> String {
    const SHOWN: usize = 20;
    let shown = lines.by_ref().take(SHOWN).map(|line| format!("  {line}\n"));
    let mut text: String = shown.collect();
    // There may be millions, so those left out are counted and not kept.
    let left_out = lines.count() as u64 + others;
    if left_out > 0 {
        text += &format!(" {}{hint}\n", and_more(left_out as usize));
    }
    text
}

/// How many items a list leaves out: ` and 3 more`, or nothing.
pub fn and_more(left_out: usize) -> String {
    if left_out == 0 { String::new() } else { format!(" and {} more", grouped(left_out)) }
}

/// The digits of an order, and its name if it has one: `12345678 (fig2)`.
pub fn named_order(order: MoveOrder) -> String {
    order.name().map_or_else(|| order.to_string(), |name| format!("{order} ({name})"))
}

/// A count with its noun: `1 row`, `2 rows`.
pub fn counted(count: impl Whole, noun: &str) -> String {
    let count = grouped(count);
    let plural = match noun {
        _ if count == "1" => "",
        noun if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use crate::text::formatting::*;

    #[test]
    fn foreign_texts_control_nothing() {
        let text = "\u{1b}]0;x\u{7}\r\u{9b}1m \u{202e}vsc.x\u{2069}\u{7f}";
        let shown = r"\u{1b}]0;x\u{7}\u{d}\u{9b}1m \u{202e}vsc.x\u{2069}\u{7f}";
        assert_eq!(printable(text), shown);
        let plain = "Rössel, שח\n\t…";
        assert!(matches!(printable(plain), Cow::Borrowed(same) if same == plain));
        let json = serde_json::to_string(text).unwrap();
        let shown = printable_json(&json);
        assert_eq!(printable(&shown), shown);
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }

    #[test]
    fn digits_are_grouped_by_three() {
        let numbers = [0u32, 7, 123, 1234, 123_456, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "7", "123", "1,234", "123,456", "1,234,567"]);
    }

    #[test]
    fn numbers_keep_three_digits() {
        let numbers = [0.0, 999.0, 1000.0, 12_345.0, 999_900.0, 2.5e9, 7e15, 1.0673e22].map(short);
        assert_eq!(
            numbers,
            ["0", "999", "1.00k", "12.3k", "1000k", "2.50G", "7.00P", "1.07·10^22"]
        );
    }

    #[test]
    fn percentages_never_look_like_all_or_nothing() {
        let shares = [0.0, 0.125, 0.5, 1.0 / 30.0, 0.000_031, 0.999_97, 0.9998, 1.0].map(percent);
        let shown =
            ["0 %", "12.5 %", "50.0 %", "3.3 %", "0.0031 %", "99.9970 %", "99.980 %", "100 %"];
        assert_eq!(shares, shown);
        let rounded = [-3e-17, 3e-17, 1.0 - 3e-16, 1.0 + 3e-16].map(percent);
        assert_eq!(rounded, ["0 %", "0 %", "100 %", "100 %"]);
    }

    #[test]
    fn long_lists_show_their_first_lines() {
        let lines = |count: u32| (0..count).map(|i| i.to_string());
        assert_eq!(first_lines(lines(2), 0, "; more"), "  0\n  1\n");
        assert!(first_lines(lines(20), 0, "; more").ends_with("  19\n"));
        let text = first_lines(lines(12_300), 65, "; --json lists all");
        assert!(text.ends_with("  19\n  and 12,345 more; --json lists all\n"), "{text}");
    }

    #[test]
    fn lists_say_how_much_they_leave_out() {
        let names = ["5x5", "6x6", "7x7"].map(str::to_owned);
        assert_eq!(
            [listed(&names, 2), listed(&names, 3)],
            ["5x5, 6x6 and 1 more", "5x5, 6x6, 7x7"]
        );
        assert_eq!(
            [counted(1u64, "node"), counted(2_000u128, "search")],
            ["1 node", "2,000 searches"]
        );
    }

    #[test]
    fn times_keep_two_units() {
        let seconds = [0.000_035, 0.25, 1.24, 61.0, 3725.0, 273_600.0];
        let times = seconds.map(|s| time(Duration::from_secs_f64(s)));
        assert_eq!(times, ["35 µs", "250 ms", "1.2 s", "1m 01s", "1h 02m", "3d 4h"]);
        assert_eq!([bytes(12), bytes(1_500_000)], ["12 bytes", "1.50 MB"]);
    }

    #[test]
    fn long_times_are_in_years_with_three_digits() {
        let seconds = [57_635.9, 31_557_599.0, 31_557_600.0, 3.15e9, 1.4421e10, 6.01e15];
        let times =
            ["16h 00m", "365d 5h", "1.00 years", "99.8 years", "457 years", "190,000,000 years"];
        assert_eq!(seconds.map(long_time), times);
        assert_eq!(long_time(1e38 / 1e6), "3.17·10^24 years");
    }
}
