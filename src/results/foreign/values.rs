//! Values as other programs write them.

use std::borrow::Cow;

use crate::results::resaved::Separator;

/// What is wrong with a row.
pub(super) struct Fault {
    pub(super) text: String,
    /// Whether a number lost its last digits.
    pub(super) is_inexact: bool,
}

/// A field as this program writes its value, if it is one of its values.
pub(super) fn normalized<'a>(
    column: &str,
    field: &'a str,
    separator: Separator,
) -> Result<Cow<'a, str>, Fault> {
    let field = field.trim();
    if ["nan", "na", "null", "none", "<na>"].contains(&&*field.to_ascii_lowercase())
        && column != "outcome"
    {
        return Ok("".into());
    }
    match column {
        "success" | "closed" | "heavy_tailed" => Ok(match &*field.to_ascii_lowercase() {
            "true" | "1" | "1.0" => "true".into(),
            "false" | "0" | "0.0" => "false".into(),
            _ => field.into(),
        }),
        "rule" | "goal" | "engine" | "outcome" | "tour" => Ok(field.into()),
        "checks_estimate" | "checks_low" | "checks_high" | "effective_samples" => {
            let number = unambiguous(field, separator).map_err(|why| fault(column, field, why))?;
            Ok(with_point(number, separator))
        }
        "wall_s" | "cpu_s" => {
            let number = with_point(field, separator);
            match number.parse::<f64>() {
                Ok(seconds) if !(0.0..MOST_SECONDS).contains(&seconds) => {
                    Err(fault(column, field, "expected seconds, such as 0.5"))
                }
                _ => Ok(number),
            }
        }
        _ => unambiguous(field, separator)
            .and_then(|number| whole(with_point(number, separator)))
            .map_err(|why| fault(column, field, why)),
    }
}

fn fault(column: &str, field: &str, why: &str) -> Fault {
    let start: String = field.chars().take(60).collect();
    let is_inexact = [INEXACT, ROUNDED, GROUPED].contains(&why);
    Fault { text: format!("{column} is `{start}`, {why}"), is_inexact }
}

/// A number with a decimal point. Where no commas separate columns, one may be in numbers.
fn with_point(field: &str, separator: Separator) -> Cow<'_, str> {
    match separator {
        Separator::Comma => field.into(),
        Separator::Semicolon | Separator::Tab => field.replace(',', ".").into(),
    }
}

/// A number in which a point or a comma can have one meaning only.
fn unambiguous(field: &str, separator: Separator) -> Result<&str, &'static str> {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    match field.split_once(['.', ',']) {
        Some((thousands, rest))
            if separator != Separator::Comma
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

/// More seconds than any clock has.
const MOST_SECONDS: f64 = 1e18;

/// Why a float is refused.
pub(super) const INEXACT: &str = "a float that has lost digits; read and write the column as text, as with \
                       dtype={\"checks\": str} in pandas";

/// Why a number such as `6.71E+07` is refused: spreadsheets write it for 67,108,864.
pub(super) const ROUNDED: &str = "a number that a spreadsheet has rounded; open the original there with this \
                       column as text";

/// Why a number such as `1.234` is refused where no commas separate columns.
pub(super) const GROUPED: &str = "which may be a number with decimals or one with a separator of thousands; \
                       give the column a number format without either, and save the file again";

/// A whole number that was perhaps written as a float, with its digits.
fn whole(field: Cow<'_, str>) -> Result<Cow<'_, str>, &'static str> {
    /// Floats have all whole numbers below this.
    const EXACT: f64 = (1u64 << 53) as f64;
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(field);
    }
    let is_float =
        field.starts_with(|c: char| c.is_ascii_digit()) && field.contains(['.', 'e', 'E']);
    match field.parse::<f64>() {
        Ok(number) if is_float && number.is_finite() && number.fract() == 0.0 => {
            if number >= EXACT {
                Err(INEXACT)
            } else if field.contains('E') {
                // Other programs write a small `e`, and all digits.
                Err(ROUNDED)
            } else {
                Ok(format!("{number:.0}").into())
            }
        }
        _ => Err("expected a whole number"),
    }
}
