//! Whether this process runs before all others of the machine.

/// Reads what the kernel says of the calling thread (sched(7)).
#[must_use]
pub fn is_real_time() -> bool {
    // SAFETY: takes and gives an integer.
    let policy = unsafe { libc::sched_getscheduler(0) };
    policy == libc::SCHED_RR || policy == libc::SCHED_FIFO
}
