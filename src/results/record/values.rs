//! Values of columns: how they are written and read.

use std::fmt::Display;
use std::io::Write;

use knight_search::estimates::Precision;
use knight_search::{Engine, Goal, MoveOrder, Outcome, Rule};

/// How the values of a column are written and read. A type of values has one way; a number may have
/// another one, which is a type of its own.
pub trait FieldValue<T = Self>: Sized {
    /// What it is, for documents and messages.
    const KIND: FieldKind;

    /// Appends the text of a value.
    fn write(value: &T, out: &mut Vec<u8>);

    /// The value of a text; `None` for any other.
    fn read(text: &str) -> Option<T>;
}

/// What the values of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// A whole number, at most this one.
    Whole(u128),
    /// A number such as `6.01432e21`.
    Decimal,
    /// Seconds with nine decimals.
    Seconds,
    /// `true` or `false`.
    Truth,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Other text.
    Text,
}

impl FieldKind {
    /// In words.
    pub fn describe(self) -> String {
        let kind = match self {
            FieldKind::Whole(_) => "whole number",
            FieldKind::Decimal => "number",
            FieldKind::Seconds => "seconds",
            FieldKind::Truth => "true or false",
            FieldKind::Word(words) => return format!("one of: {}", words.join(", ")),
            FieldKind::Text => "text",
        };
        kind.to_owned()
    }

    /// Whether a value, as this program writes it, can begin with this text.
    pub(super) fn may_begin_with(self, text: &str) -> bool {
        let all = |is: fn(u8) -> bool| text.bytes().all(is);
        match self {
            FieldKind::Whole(_) => all(|byte| byte.is_ascii_digit()),
            FieldKind::Decimal | FieldKind::Seconds => {
                all(|b| b.is_ascii_digit() || b".e-".contains(&b))
            }
            FieldKind::Truth => ["true", "false"].iter().any(|truth| truth.starts_with(text)),
            FieldKind::Word(_) => all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            FieldKind::Text => all(|byte| byte.is_ascii_alphanumeric() || b".%-".contains(&byte)),
        }
    }
}

macro_rules! whole {
    ($($type:ty),+) => {$(
        impl FieldValue for $type {
            const KIND: FieldKind = FieldKind::Whole(<$type>::MAX as u128);

            fn write(value: &$type, out: &mut Vec<u8>) {
                out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes());
            }

            fn read(text: &str) -> Option<$type> {
                // `+7` is a number to the library.
                text.starts_with(|c: char| c.is_ascii_digit()).then(|| text.parse().ok())?
            }
        }
    )+};
}
whole!(u16, u64, u128);

macro_rules! word {
    ($($type:ty),+) => {$(
        impl FieldValue for $type {
            const KIND: FieldKind = FieldKind::Word(<$type>::WORDS);

            fn write(value: &$type, out: &mut Vec<u8>) {
                out.extend_from_slice(value.word().as_bytes());
            }

            fn read(text: &str) -> Option<$type> {
                <$type>::ALL.iter().copied().find(|value| value.word() == text)
            }
        }
    )+};
}
word!(Rule, Goal, Engine, Outcome);

impl FieldValue for bool {
    const KIND: FieldKind = FieldKind::Truth;

    fn write(value: &bool, out: &mut Vec<u8>) {
        out.extend_from_slice(if *value { b"true" } else { b"false" });
    }

    fn read(text: &str) -> Option<bool> {
        text.parse().ok()
    }
}

impl FieldValue for MoveOrder {
    const KIND: FieldKind = FieldKind::Text;

    fn write(value: &MoveOrder, out: &mut Vec<u8>) {
        out.extend(value.moves().map(|mv| b'0' + mv.number()));
    }

    fn read(text: &str) -> Option<MoveOrder> {
        let is_digits = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        is_digits.then(|| text.parse().ok())?
    }
}

impl FieldValue for Precision {
    const KIND: FieldKind = FieldKind::Text;

    fn write(value: &Precision, out: &mut Vec<u8>) {
        write_display(value, out);
    }

    fn read(text: &str) -> Option<Precision> {
        text.parse().ok()
    }
}

impl FieldValue for f64 {
    const KIND: FieldKind = FieldKind::Decimal;

    fn write(value: &f64, out: &mut Vec<u8>) {
        write_display(value, out);
    }

    fn read(text: &str) -> Option<f64> {
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        text.parse().ok().filter(|number: &f64| is_number && number.is_finite())
    }
}

impl FieldValue for String {
    const KIND: FieldKind = FieldKind::Text;

    fn write(value: &String, out: &mut Vec<u8>) {
        out.extend_from_slice(value.as_bytes());
    }

    fn read(text: &str) -> Option<String> {
        Some(text.to_owned())
    }
}

/// A missing value is an empty text.
impl<T: FieldValue> FieldValue for Option<T> {
    const KIND: FieldKind = T::KIND;

    fn write(value: &Option<T>, out: &mut Vec<u8>) {
        if let Some(value) = value {
            T::write(value, out);
        }
    }

    fn read(text: &str) -> Option<Option<T>> {
        if text.is_empty() { Some(None) } else { T::read(text).map(Some) }
    }
}

/// How a number of seconds is written.
pub(super) struct Seconds;

impl FieldValue<Option<f64>> for Seconds {
    const KIND: FieldKind = FieldKind::Seconds;

    fn write(value: &Option<f64>, out: &mut Vec<u8>) {
        let Some(seconds) = value else { return };
        // The fraction alone keeps its bits, so this is exact up to the 97 days beyond which
        // nanoseconds have no float.
        let fraction = ((seconds - seconds.trunc()) * 1e9).round() as u64;
        let nanoseconds = seconds.trunc() as u64 * 1_000_000_000 + fraction;
        u64::write(&(nanoseconds / 1_000_000_000), out);
        out.push(b'.');
        let mut digits = *b"000000000";
        let mut rest = nanoseconds % 1_000_000_000;
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        out.extend_from_slice(&digits);
    }

    fn read(text: &str) -> Option<Option<f64>> {
        /// More than any clock has measured, and with every nanosecond.
        const MOST: f64 = 1e9;
        // Spreadsheets of many countries write `"0,000124785"`.
        let value = <Option<f64>>::read(&text.replacen(',', ".", 1));
        value.filter(|value| value.is_none_or(|seconds| seconds < MOST))
    }
}

/// How an estimate is written: `6.01432e21`, which every program reads.
pub(super) struct Scientific;

impl FieldValue<Option<f64>> for Scientific {
    const KIND: FieldKind = FieldKind::Decimal;

    fn write(value: &Option<f64>, out: &mut Vec<u8>) {
        if let Some(number) = value {
            write!(out, "{number:e}").expect("writing to memory does not fail");
        }
    }

    fn read(text: &str) -> Option<Option<f64>> {
        <Option<f64>>::read(text)
    }
}

fn write_display(value: &impl Display, out: &mut Vec<u8>) {
    write!(out, "{value}").expect("writing to memory does not fail");
}

/// Whether another program writes a missing value so. No word is missing anywhere.
pub(crate) fn is_missing(kind: FieldKind, field: &str) -> bool {
    let missing = ["nan", "na", "null", "none", "<na>"];
    !matches!(kind, FieldKind::Word(_)) && missing.contains(&&*field.to_ascii_lowercase())
}

/// A field as this program writes its value, where another program may have written the value in
/// its own way: `True`, `70624.0`, `1.2e-05`.
pub(super) fn canonical(kind: FieldKind, field: &str) -> String {
    /// Floats have all whole numbers below this.
    const EXACT: f64 = (1u64 << 53) as f64;
    let field = field.trim();
    let float =
        || field.parse().ok().filter(|n: &f64| n.fract() == 0.0 && (0.0..EXACT).contains(n));
    match kind {
        _ if is_missing(kind, field) => String::new(),
        FieldKind::Truth => field.to_ascii_lowercase(),
        // The digits of a move order are a text.
        FieldKind::Whole(_) | FieldKind::Text if field.contains(['.', 'e']) => {
            float().map_or(field.to_owned(), |number| format!("{number:.0}"))
        }
        _ => field.to_owned(),
    }
}

#[cfg(test)]
mod tests;
