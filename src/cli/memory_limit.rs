//! The memory limit of counts.

use knight_search::parse_number;
use knightsweep::machine::memory;
use knightsweep::system::address_space_limit;

/// A number of bytes, such as `8G`, `8GB` or `8GiB`: powers of 1,000, or of 1,024 with an `i`.
pub(super) fn parse(text: &str) -> Result<usize, String> {
    const LEAST: usize = 1_000_000;
    match bytes(text).and_then(|bytes| usize::try_from(bytes).ok()) {
        Some(bytes) if bytes >= LEAST => Ok(bytes),
        Some(_) => Err("give at least 1M".to_owned()),
        None => Err("write a number of bytes such as 500M, 8G or 8GiB".to_owned()),
    }
}

fn bytes(text: &str) -> Option<u128> {
    let text = text.replace(' ', "");
    let text = text.strip_suffix(['B', 'b']).unwrap_or(&text);
    let Some(binary) = text.strip_suffix('i') else { return parse_number(text).ok() };
    let power = ['k', 'm', 'g', 't'].iter().zip(1..).find_map(|(suffix, power)| {
        binary.to_ascii_lowercase().ends_with(*suffix).then_some(power)
    })?;
    Some(parse_number(binary).ok()?.checked_mul(1024_u128.pow(power))? / 1000_u128.pow(power))
}

/// Half of the memory that this process may use, in bytes: of the [memory] of the machine or its
/// control groups, or of `ulimit -v` if that is less. 2 GB if none is known.
pub(super) fn half_of_the_memory() -> usize {
    const UNKNOWN: usize = 4_000_000_000;
    memory().into_iter().chain(address_space_limit()).min().unwrap_or(UNKNOWN) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("8G", 8_000_000_000),
            ("8GB", 8_000_000_000),
            ("8 GB", 8_000_000_000),
            ("8GiB", 8_589_934_592),
            ("1.5Gi", 1_610_612_736),
            ("512MiB", 536_870_912),
            ("5000000", 5_000_000),
            ("5000000B", 5_000_000),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["-1", "8X", "GiB", "i", "B", "", "8iB", "8GiG"] {
            assert!(parse(text).unwrap_err().contains("such as 500M, 8G or 8GiB"), "{text}");
        }
        assert_eq!(parse("900kB"), Err("give at least 1M".to_owned()));
    }
}
