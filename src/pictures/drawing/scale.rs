//! Scales and their ticks, and numbers in little room.

use crate::text::formatting::{self, grouped};

/// How an axis places values between its ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// Whether it is logarithmic; its ends are decimal logarithms then.
    pub is_log: bool,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A value that an axis names.
#[derive(Clone, PartialEq, Debug)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// Its text; empty if the value is only marked.
    pub label: String,
}

impl Scale {
    /// The logarithmic scale from 10^`low` to 10^`high`.
    pub const fn log(low: f64, high: f64) -> Scale {
        Scale { is_log: true, low, high }
    }

    /// The linear scale between these ends.
    pub const fn linear(low: f64, high: f64) -> Scale {
        Scale { is_log: false, low, high }
    }

    /// The logarithmic scale that holds these values and a little more; at least a factor of ten.
    pub fn tight(values: impl IntoIterator<Item = f64>) -> Scale {
        let (low, high) = extremes(values.into_iter().map(f64::log10)).unwrap_or((0.0, 1.0));
        let span = high - low;
        let room = (span * 0.03).max(0.5 - span / 2.0).max(0.1);
        Scale::log(low - room, high + room)
    }

    /// The scale of these bars, from none up, with room for a number above the highest one:
    /// logarithmic if half of the bars would not be seen beside it.
    pub fn of_counts(bars: impl Iterator<Item = u64>) -> Scale {
        /// A bar lower than this share of the highest one is a line.
        const VISIBLE: u64 = 50;
        let mut bars: Vec<u64> = bars.filter(|count| *count > 0).collect();
        bars.sort_unstable();
        let (middle, most) = (bars.get(bars.len() / 2), *bars.last().unwrap_or(&1));
        match middle.is_none_or(|middle| middle * VISIBLE >= most) {
            true => Scale::linear(0.0, 1.15 * most as f64),
            // A single one is above the lower end.
            false => Scale::log(-0.3, 1.15 * (most as f64).log10() + 0.06),
        }
    }

    /// Whole numbers with all their digits.
    pub fn whole_ticks(self) -> Vec<Tick> {
        let ticks = self.ticks(5).into_iter().filter(|tick| tick.value.fract() == 0.0);
        ticks.map(|tick| Tick { label: grouped(tick.value as u128), ..tick }).collect()
    }

    /// The values at the lower and the upper end.
    pub fn ends(self) -> (f64, f64) {
        let value = |end: f64| if self.is_log { 10f64.powf(end) } else { end };
        (value(self.low), value(self.high))
    }

    /// The place of a value: 0 at the lower end, 1 at the upper end.
    pub fn place(self, value: f64) -> f64 {
        let value = if self.is_log { value.log10() } else { value };
        (value - self.low) / (self.high - self.low)
    }

    /// About `most` round values at most.
    pub fn ticks(self, most: usize) -> Vec<Tick> {
        let ticks = if self.is_log { log_ticks } else { linear_ticks };
        ticks(self.low, self.high, most)
    }
}

/// The least and the largest of the finite values.
pub fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|v| v.is_finite()).fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// Powers of ten, and 2 and 5 times them if there is room.
fn log_ticks(low: f64, high: f64, most: usize) -> Vec<Tick> {
    const SLACK: f64 = 1e-9;
    let decades = (high.floor() - low.ceil()) as usize + 1;
    let least = decades.div_ceil(most.max(1));
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| *step >= least).unwrap_or(100) as i32;
    let steps: &[f64] = if high - low < 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let mut ticks = Vec::new();
    for power in low.floor() as i32..=high.ceil() as i32 {
        for &factor in steps {
            let value = factor * 10f64.powi(power);
            let within = (low - SLACK..=high + SLACK).contains(&value.log10());
            if within && power.rem_euclid(step) == 0 {
                let label = if factor == 1.0 && steps.len() == 1 {
                    power_of_ten(power)
                } else {
                    amount(value)
                };
                ticks.push(Tick { value, label });
            }
        }
    }
    ticks
}

fn linear_ticks(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let rough = (high - low) / most.max(1) as f64;
    let unit = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * unit)
        .into_iter()
        .find(|step| *step >= rough)
        .unwrap_or(unit * 10.0);
    let (first, last) = ((low / step).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last)
        .map(|i| {
            let value = i as f64 * step;
            Tick { value, label: amount(value) }
        })
        .collect()
}

/// `10⁶`; 1 and 10 as they are.
fn power_of_ten(power: i32) -> String {
    match power {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => format!("10{}", superscript(&power.to_string())),
    }
}

/// The digits and the minus sign of a text as superscripts.
fn superscript(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => digit.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(digit),
        })
        .collect()
}

/// A number in few characters: `0.05`, `292,100`, and from a million on with two digits and a power
/// of ten: `6.6·10⁷`.
pub fn amount(value: f64) -> String {
    match value.abs() {
        _ if value < 0.0 => format!("-{}", amount(-value)),
        size if size >= 1e6 => {
            let written = format!("{value:.1e}");
            let (digits, power) = written.split_once('e').unwrap_or((&written, "0"));
            let is_round = written.parse() == Ok(value);
            let digits = if is_round { digits.trim_end_matches(".0") } else { digits };
            format!("{digits}·10{}", superscript(power))
        }
        size if size >= 1000.0 => grouped(value.round() as u128),
        size if size >= 1e-3 || size == 0.0 => {
            format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => format!("{value:.0e}"),
    }
}

/// A share as [`formatting::percent`] has it, without the blank: `5.1%`.
pub fn percent(share: f64) -> String {
    formatting::percent(share).replace(' ', "")
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::scale::*;

    fn labels(scale: Scale, most: usize) -> Vec<String> {
        scale.ticks(most).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn scales_hold_their_values() {
        assert_eq!(Scale::log(4.0, 8.0).place(1e6), 0.5);
        assert_eq!(Scale::linear(5.0, 9.0).place(6.0), 0.25);
        assert!((0.0..0.5).contains(&Scale::tight([3.0, 9.0]).place(3.0)));
    }

    #[test]
    fn counts_are_logarithmic_where_one_dwarfs_the_others() {
        let of_counts = |bars: &[u64]| Scale::of_counts(bars.iter().copied());
        assert_eq!(of_counts(&[0, 10, 40, 100]), Scale::linear(0.0, 1.15 * 100.0));
        let dwarfed = of_counts(&[3141, 5, 1, 0, 40, 50_000]);
        assert!(dwarfed.is_log && dwarfed.place(1.0) > 0.0, "{dwarfed:?}");
        assert!(dwarfed.place(50_000.0) < 1.0);
        assert_eq!(of_counts(&[0]), Scale::linear(0.0, 1.15));
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(labels(Scale::log(4.0, 8.0), 9), ["10⁴", "10⁵", "10⁶", "10⁷", "10⁸"]);
        assert_eq!(labels(Scale::log(0.0, 58.0), 8), ["1", "10¹⁰", "10²⁰", "10³⁰", "10⁴⁰", "10⁵⁰"]);
        assert_eq!(labels(Scale::log(6.9, 8.0), 9), ["1·10⁷", "2·10⁷", "5·10⁷", "1·10⁸"]);
        assert_eq!(labels(Scale::linear(0.0, 1.0), 5), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(labels(Scale::linear(0.0, 64.0), 7), ["0", "10", "20", "30", "40", "50", "60"]);
    }

    #[test]
    fn an_axis_without_room_has_few_ticks() {
        let log = Scale::log(4.0, 8.0);
        assert_eq!(labels(log, 0), ["10⁵"]);
    }

    #[test]
    fn amounts_are_short() {
        let amounts = [0.0, 0.05, 1.0, 640.0, 1000.0, 292_100.0, 66_005_601.0, 1e9, 1.25e21, -2e7];
        let expected =
            ["0", "0.05", "1", "640", "1,000", "292,100", "6.6·10⁷", "1·10⁹", "1.2·10²¹", "-2·10⁷"];
        assert_eq!(amounts.map(amount), expected);
    }
}
