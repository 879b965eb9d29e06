//! What is wrong with a field that cannot be read, in words.

use std::fmt;

use csv::StringRecord;

use crate::results::record::Layout;
use crate::results::record::columns::{TIMES, fields};
use knight_search::{Board, Engine, Goal, MoveOrder, Outcome, Rule};

/// Names the first field that is not a value of its column; `None` if all are. `fields` are those
/// of [`Layout::fields`].
pub(crate) fn unreadable_field(fields: &StringRecord) -> Option<String> {
    Layout::FULL.columns().zip(fields).find_map(|(column, field)| {
        let values = Values::of(column);
        (!values.include(field)).then(|| fault(column, field, &values.to_string()))
    })
}

/// Names the first field that is not written as knightsweep writes its value.
pub(crate) fn differing_field(layout: Layout, found: &[u8], written: &[u8]) -> String {
    let pairs = layout.columns().zip(fields(found).zip(fields(written)));
    let text = |bytes| String::from_utf8_lossy(bytes);
    let mut faults =
        pairs.filter_map(|(column, ((place, found), (_, written)))| match TIMES.contains(&place) {
            true => (!is_time(found)).then(|| fault(column, &text(found), "seconds, such as 0.5")),
            false => (found != written)
                .then(|| fault(column, &text(found), &format!("`{}`", text(written)))),
        });
    faults.next().unwrap_or_default()
}

/// Whether a field is empty or a time as knightsweep writes it: digits, not more than a clock has.
pub(crate) fn is_time(field: &[u8]) -> bool {
    const MOST_CHARACTERS: usize = 30;
    let is_plain = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    field.len() <= MOST_CHARACTERS && field.iter().all(is_plain)
}

fn fault(column: &str, found: &str, expected: &str) -> String {
    const SHOWN: usize = 60;
    if found.is_empty() {
        return format!("{column} is missing, expected {expected}");
    }
    let shown: String = found.chars().take(SHOWN).collect();
    let more = if shown.len() < found.len() { "…" } else { "" };
    format!("{column} is `{shown}{more}`, expected {expected}")
}

/// The values of a column, for messages.
enum Values {
    /// Up to a largest one.
    Numbers(u128),
    OptionalNumbers(u128),
    /// Each of the eight digits once.
    Order,
    /// One of these words; the empty one for a missing value.
    Words(Vec<&'static str>),
    OptionalDecimals,
    Seconds,
    OptionalSeconds,
    Text,
}

impl Values {
    fn of(column: &str) -> Values {
        const MOST: u128 = u64::MAX as u128;
        match column {
            "job" => Values::Numbers(MOST),
            "mirror_of" | "seed" | "samples" => Values::OptionalNumbers(MOST),
            "rows" | "cols" | "start_row" | "start_col" => Values::Numbers(Board::MAX_SIDE.into()),
            "order" => Values::Order,
            "order_rank" => Values::Numbers(u128::from(MoveOrder::COUNT) - 1),
            "rule" => Values::Words(Rule::ALL.iter().map(|rule| rule.word()).collect()),
            "goal" => Values::Words(Goal::ALL.iter().map(|goal| goal.word()).collect()),
            "engine" => Values::Words(Engine::ALL.iter().map(|engine| engine.word()).collect()),
            "outcome" => Values::Words(Outcome::ALL.iter().map(|outcome| outcome.word()).collect()),
            "success" => Values::Words(vec!["true", "false"]),
            "closed" | "heavy_tailed" => Values::Words(vec!["true", "false", ""]),
            "budget" | "checks" | "nodes" | "checks_off_board" | "checks_visited" => {
                Values::OptionalNumbers(u128::MAX)
            }
            "checks_estimate" | "checks_low" | "checks_high" | "effective_samples" => {
                Values::OptionalDecimals
            }
            "wall_s" => Values::Seconds,
            "cpu_s" => Values::OptionalSeconds,
            _ => Values::Text,
        }
    }

    fn include(&self, text: &str) -> bool {
        let is_number = |most| text.parse::<u128>().is_ok_and(|number| number <= most);
        match self {
            Values::Numbers(most) => is_number(*most),
            Values::OptionalNumbers(most) => text.is_empty() || is_number(*most),
            Values::Order => text.parse::<MoveOrder>().is_ok(),
            Values::Words(words) => words.contains(&text),
            Values::Seconds => text.parse::<f64>().is_ok(),
            Values::OptionalSeconds | Values::OptionalDecimals => {
                text.is_empty() || text.parse::<f64>().is_ok()
            }
            Values::Text => true,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |most| match most {
            u128::MAX => "a whole number".to_owned(),
            most => format!("a whole number up to {most}"),
        };
        match self {
            Values::Numbers(most) => f.write_str(&number(*most)),
            Values::OptionalNumbers(most) => write!(f, "{}, or nothing", number(*most)),
            Values::Order => f.write_str("each of the digits 1 to 8 once"),
            Values::Words(words) => {
                let words = words.iter().map(|word| if word.is_empty() { "nothing" } else { word });
                write!(f, "one of: {}", words.collect::<Vec<_>>().join(", "))
            }
            Values::OptionalDecimals => f.write_str("a number such as 6.01432e21, or nothing"),
            Values::Seconds => f.write_str("a number of seconds"),
            Values::OptionalSeconds => f.write_str("a number of seconds, or nothing"),
            Values::Text => f.write_str("text"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::results::record::values::*;

    #[test]
    fn every_column_says_what_it_expects() {
        for column in Layout::FULL.columns().filter(|column| *column != "tour") {
            let values = Values::of(column);
            assert!(!matches!(values, Values::Text) && !values.include("x"), "{column}");
        }
    }
}
