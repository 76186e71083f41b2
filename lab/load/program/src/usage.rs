//! Measures what this process costs its machine.

use std::fs;
use std::time::Duration;

/// Time of user and kernel, since it started.
pub fn cpu_time() -> Duration {
    // SAFETY: a plain structure of integers, which the kernel fills.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the structure lives until the call returns.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
    let duration = |time: libc::timeval| {
        Duration::new(time.tv_sec.unsigned_abs(), 1_000 * u32::try_from(time.tv_usec).unwrap_or(0))
    };
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

/// Its resident memory; None where the kernel does not say.
pub fn rss_bytes() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    // SAFETY: takes and gives an integer.
    let page_bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page_bytes).ok()?)
}
