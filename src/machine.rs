//! What is to be known of the machine: which program runs on what, and when.

use std::io;
use std::time::SystemTime;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sysinfo::{
    CpuRefreshKind, MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System,
};

/// The program and the machine, as sidecars record them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of knightsweep.
    pub version: String,
    /// Git commit of the build, with `-dirty` if files had changed; missing outside a checkout.
    pub git_commit: Option<String>,
    /// The compiler, as `rustc --version` prints it.
    pub compiler: String,
    /// The platform that it was built for.
    pub target: String,
    /// Model of the processor; missing if it is unknown.
    pub cpu: Option<String>,
    /// Processors that this process may use.
    pub cores: usize,
}

impl Provenance {
    /// This program on this machine.
    pub fn current() -> Provenance {
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            git_commit: option_env!("KNIGHTSWEEP_GIT_COMMIT").map(str::to_owned),
            compiler: env!("KNIGHTSWEEP_COMPILER").to_owned(),
            target: env!("KNIGHTSWEEP_TARGET").to_owned(),
            cpu: cpu_model(),
            cores: available_cores(),
        }
    }
}

/// Processors that this process may use; 1 if that is unknown.
pub fn available_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

fn cpu_model() -> Option<String> {
    let wanted = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let system = System::new_with_specifics(wanted).ok()?;
    let model = system.cpus().first()?.brand().trim();
    Some(model.to_owned()).filter(|model| !model.is_empty())
}

/// This machine's name; missing if it is unknown.
pub fn host_name() -> Option<String> {
    System::host_name().ok()
}

/// The bytes of memory that this machine has, or those that the control groups of this process (of
/// a container, or of a job of a cluster) leave it; missing if they are unknown.
pub fn memory() -> Option<usize> {
    let wanted = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let mut system = System::new_with_specifics(wanted).ok()?;
    let of_groups = sysinfo::get_current_pid().ok().and_then(|own| {
        let (only_own, facts) = (ProcessesToUpdate::Some(&[own]), ProcessRefreshKind::nothing());
        system.refresh_processes_specifics(only_own, false, facts);
        system.process(own)?.cgroup_limits()
    });
    let most = of_groups.map_or(u64::MAX, |limits| limits.total_memory);
    usize::try_from(system.total_memory().min(most)).ok().filter(|&bytes| bytes > 0)
}

/// The time, for work that begins.
///
/// # Errors
/// If the clock is beyond the years that a sidecar can hold. Nothing is lost yet, so the user can
/// set it first.
pub fn now() -> io::Result<Timestamp> {
    Timestamp::try_from(SystemTime::now())
        .map_err(|_| io::Error::other("the clock of this machine is not within the years to 9999"))
}

/// The time, for work that began at a good one: if the clock has jumped beyond the years that a
/// sidecar can hold, the last moment of them. The results are worth more than the time.
pub(crate) fn now_or_last() -> Timestamp {
    now().unwrap_or(Timestamp::MAX)
}
