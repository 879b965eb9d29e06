//! How much memory counting may use.

use knightsweep::search::parse_number;

/// A number of bytes with an optional suffix `k`, `M`, `G` or `T`.
pub fn parse(text: &str) -> Result<usize, String> {
    const LEAST: u128 = 1_000_000;
    let bytes = parse_number(text).ok();
    match bytes.and_then(|bytes| usize::try_from(bytes).ok()) {
        Some(bytes) if bytes as u128 >= LEAST => Ok(bytes),
        Some(_) => Err("give at least 1M".to_owned()),
        None => Err("write a number of bytes such as 500M or 8G".to_owned()),
    }
}

/// Half of the machine's memory in bytes; 2 GB where the system does not tell.
pub fn half_of_the_machine() -> usize {
    const UNKNOWN: usize = 2_000_000_000;
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes =
        total.and_then(|text| text.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    kibibytes.map_or(UNKNOWN, |kibibytes| kibibytes.saturating_mul(512))
}
