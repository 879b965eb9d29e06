//! Values of columns as other programs write them back.

use std::str::FromStr;

use crate::results::record::values::{FieldKind, is_missing};

/// What separates the columns of a file, as far as it changes how numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decimals {
    /// `0.5`; there are no commas.
    Point,
    /// `0,5` or `0.5`
    Comma,
}

/// What is expected in the place of a field that is not a value of its column; `None` if the column
/// says it.
type Expected = Option<&'static str>;

/// In the place of a float that has lost digits.
const INEXACT: Expected = Some(
    "all digits: it is a float that has lost some; read and write the column as text, as with \
     dtype={\"checks\": str} in pandas",
);

/// In the place of a number such as `6.71E+07`, which spreadsheets write for 67,108,864.
const ROUNDED: Expected = Some(
    "all digits: a spreadsheet has rounded it; open the original there with this column as text",
);

/// In the place of a number such as `1.234`, where the point may separate thousands.
const GROUPED: Expected = Some(
    "a number without a separator of thousands; give the column a number format without one, and \
     save the file again",
);

/// A field as this program writes its value, if another program may have written that one.
pub(super) fn normalized(
    column: &str,
    kind: FieldKind,
    field: &str,
    decimals: Decimals,
) -> Result<String, Expected> {
    let field = field.trim();
    let lower = field.to_ascii_lowercase();
    if is_missing(kind, field) {
        return Ok(String::new());
    }
    match kind {
        FieldKind::Truth => Ok(match &*lower {
            "1" | "1.0" => "true".to_owned(),
            "0" | "0.0" => "false".to_owned(),
            _ => lower,
        }),
        FieldKind::Decimal | FieldKind::Seconds => {
            Ok(unambiguous(field, kind, decimals)?.replace(',', "."))
        }
        FieldKind::Whole(_) => whole_number(field, kind, decimals),
        FieldKind::Text if column == "order" => whole_number(field, kind, decimals),
        FieldKind::Word(_) | FieldKind::Text => Ok(field.to_owned()),
    }
}

/// A number in which a point or a comma can have one meaning only.
fn unambiguous(field: &str, kind: FieldKind, decimals: Decimals) -> Result<&str, Expected> {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    match field.split_once(['.', ',']) {
        Some((thousands, rest))
            if decimals == Decimals::Comma
                && kind != FieldKind::Seconds
                && (1..=3).contains(&thousands.len())
                && rest.len() == 3
                && is_number(thousands)
                && is_number(rest) =>
        {
            Err(GROUPED)
        }
        _ => Ok(field),
    }
}

/// A whole number that was perhaps written as a float, with its digits.
fn whole_number(field: &str, kind: FieldKind, decimals: Decimals) -> Result<String, Expected> {
    /// Floats have all whole numbers below this.
    const EXACT: f64 = (1u64 << 53) as f64;
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(field.to_owned());
    }
    let number = unambiguous(field, kind, decimals)?.replace(',', ".");
    let is_float =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.contains(['.', 'e', 'E']);
    match f64::from_str(&number) {
        Ok(float) if is_float && float.is_finite() && float.fract() == 0.0 => {
            if float >= EXACT {
                Err(INEXACT)
            } else if number.contains('E') {
                // Other programs write a small `e`, and all digits.
                Err(ROUNDED)
            } else {
                Ok(format!("{float:.0}"))
            }
        }
        _ => Err(None),
    }
}

#[cfg(test)]
mod tests;
