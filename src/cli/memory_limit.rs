//! The memory limit of counts.

use std::path::Path;

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

/// Half of the memory that this process may use, in bytes. The least of these counts: the memory of
/// the machine, the limits of its control groups (of a container, for example), and `ulimit -v`. 2
/// GB if none is known.
pub(super) fn half_of_the_memory() -> usize {
    const UNKNOWN: usize = 4_000_000_000;
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = limit_of_groups(Path::new("/sys/fs/cgroup"), &groups);
    memory().into_iter().chain(limit).chain(address_space_limit()).min().unwrap_or(UNKNOWN) / 2
}

/// The lowest limit of the control groups in `/proc/self/cgroup`, of either version, and of their
/// parents.
fn limit_of_groups(root: &Path, groups: &str) -> Option<usize> {
    let limits = groups.lines().filter_map(|line| {
        let (controllers, group) = line.split_once(':')?.1.split_once(':')?;
        let (hierarchy, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            "memory" => (root.join("memory"), "memory.limit_in_bytes"),
            _ => return None,
        };
        let group = Path::new(group.trim_start_matches('/'));
        let limits = group.ancestors().filter_map(|group| {
            // The limit may be the word `max`, and a path of another namespace has no file.
            let text = std::fs::read_to_string(hierarchy.join(group).join(file)).ok()?;
            text.trim().parse().ok()
        });
        limits.min()
    });
    limits.min()
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

    #[test]
    fn the_lowest_limit_of_the_groups_above_counts() {
        let folder = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let file = folder.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        };
        let limit = |groups: &str| limit_of_groups(folder.path(), groups);
        assert_eq!(limit("0::/jobs/one\n"), None);
        write("jobs/one/memory.max", "max\n");
        assert_eq!(limit("0::/jobs/one\n"), None);
        write("jobs/memory.max", "5000000\n");
        assert_eq!(limit("0::/jobs/one\n"), Some(5_000_000));
        write("memory.max", "4000000\n");
        assert_eq!(limit("0::/jobs/one\n"), Some(4_000_000));
        assert_eq!(limit("0::/\n"), Some(4_000_000));
        write("memory/docker/memory.limit_in_bytes", "3000000\n");
        let first_version = "9:cpu,cpuacct:/docker\n5:memory:/docker\n";
        assert_eq!(limit(first_version), Some(3_000_000));
        assert_eq!(limit("of no known form\n\n"), None);
    }
}
