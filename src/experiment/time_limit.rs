//! Time limits of jobs, in words.

use std::time::Duration;

use jiff::SignedDuration;

use crate::experiment::ExperimentFault;

/// Reads a time limit, such as `60s`, `1h30m` or a number of seconds; `none` for no limit.
///
/// # Errors
/// [`ExperimentFault::Malformed`].
pub fn parse(text: &str) -> Result<Option<Duration>, ExperimentFault> {
    let text = text.trim();
    if text == "none" {
        return Ok(None);
    }
    let seconds =
        || text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let in_units = || {
        // `1h30` is 1h30m.
        let minutes = text.ends_with(|last: char| last.is_ascii_digit()) && text.contains('h');
        let text = if minutes { format!("{text}m") } else { text.to_owned() };
        let duration: SignedDuration = text.parse().ok()?;
        duration.try_into().ok()
    };
    let limit: Option<Duration> = seconds().or_else(in_units);
    let limit = limit.filter(|limit| !limit.is_zero());
    const WANTED: &str = "a time limit; write a time such as 60s, 5m or 1h30m, or none";
    limit.map(Some).ok_or_else(|| ExperimentFault::malformed(text, WANTED))
}

#[cfg(test)]
mod tests {
    use crate::experiment::time_limit::*;

    #[test]
    fn time_limits_are_read_as_people_write_them() {
        for (text, seconds) in [
            ("60s", 60.0),
            ("60", 60.0),
            ("0.5", 0.5),
            ("0.5s", 0.5),
            ("500ms", 0.5),
            ("2m", 120.0),
            ("1h30m", 5400.0),
            ("1h 30m", 5400.0),
            ("1h30", 5400.0),
            ("10 minutes", 600.0),
            ("24h", 86_400.0),
        ] {
            let limit = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(limit, Some(Duration::from_secs_f64(seconds)), "{text}");
        }
        assert_eq!(parse("none").unwrap(), None);
    }
}
