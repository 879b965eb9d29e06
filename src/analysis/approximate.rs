//! Estimated numbers in words.

use crate::results::record::Record;
use crate::text::formatting::{counted, grouped, percent};
use knight_search::estimates::Precision;

/// What to say of an estimate with a heavy tail.
pub const HEAVY_TAILED: &str = "a few samples decide this estimate, so its interval is not to be \
                                trusted; try another seed or a smaller --precision";

/// A number with this many significant digits: `6.01·10^21`, or `4,153` below a million.
pub fn approximate(number: f64, digits: usize) -> String {
    let scientific = format!("{number:.*e}", digits.saturating_sub(1));
    match scientific.split_once('e') {
        Some((digits, exponent)) if number.abs() >= 1e6 => format!("{digits}·10^{exponent}"),
        _ => grouped(number.round() as u128),
    }
}

/// The estimate of a record in words: `about 6.01·10^21 checks = 8^24.12 (95 %: 5.98·10^21 to
/// 6.05·10^21), 12,345 samples`. `None` for a record without one.
pub fn described(record: &Record) -> Option<String> {
    let interval = (record.checks_low?, record.checks_high?);
    let value = record.checks_estimate?;
    let power = if value > 0.0 { format!(" = 8^{:.2}", value.log(8.0)) } else { String::new() };
    let name = plural(value, "check") + &power;
    Some(of_name(value, interval, record.samples?, &name))
}

/// An estimate in words, as [`described`] has it, of what `unit` names in the singular.
pub fn in_words(value: f64, interval: (f64, f64), samples: u64, unit: &str) -> String {
    of_name(value, interval, samples, &plural(value, unit))
}

fn plural(value: f64, unit: &str) -> String {
    if value == 1.0 { unit.to_owned() } else { format!("{unit}s") }
}

fn of_name(value: f64, (low, high): (f64, f64), samples: u64, name: &str) -> String {
    let digits = digits_worth_saying(value, (high - low) / 2.0);
    let [about, low, high] = [value, low, high].map(|number| approximate(number, digits));
    match samples {
        0 => format!("{about} {name}, rounded; nothing had to be sampled"),
        _ => {
            format!("about {about} {name} (95 %: {low} to {high}), {}", counted(samples, "sample"))
        }
    }
}

/// How precise an estimate is so far: `± 3.1 % so far, aim 1 %`.
pub fn precision_so_far(reached: f64, wanted: Precision) -> String {
    let reached = match reached {
        // Beyond 100 % as well.
        0.1.. => format!("{:.0} %", 100.0 * reached),
        _ => percent(reached),
    };
    format!("± {reached} so far, aim {}", wanted.to_string().replace('%', " %"))
}

/// Three, or as many as show two digits of the half width of the interval.
fn digits_worth_saying(value: f64, half_width: f64) -> usize {
    const STORED: usize = 7;
    match half_width > 0.0 {
        true => ((value / half_width).log10().floor().max(0.0) as usize + 2).clamp(3, STORED),
        false => STORED,
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::approximate::*;

    #[test]
    fn the_precision_so_far_has_two_digits_and_the_aim_those_given() {
        let in_words = |reached, wanted: &str| precision_so_far(reached, wanted.parse().unwrap());
        assert_eq!(in_words(0.03141, "1%"), "± 3.1 % so far, aim 1 %");
        assert_eq!(in_words(0.00581, "0.25%"), "± 0.58 % so far, aim 0.25 %");
        assert_eq!(in_words(1.5432, "2%"), "± 154 % so far, aim 2 %");
    }
}
