//! Sockets are file descriptors, of which a process may have so many.

use towline_process::failure::Failure;

use crate::host_connections::CONNECTIONS_PER_HOST;
use crate::order::{Connections, Order, Protocol};

/// Standard streams, timers, files that are read now and then.
const OTHERS: u64 = 32;

/// Raises the limit to what the order needs; returns what it is then.
pub fn raise(order: &Order) -> Result<u64, Failure> {
    let per_host = if order.protocol == Protocol::H1 { CONNECTIONS_PER_HOST as u64 } else { 1 };
    // The next connection may be there while one is being closed.
    let turns = if order.connections == Connections::Kept { 1 } else { 2 };
    let users = u64::from(order.most_users());
    let needed = users * per_host * order.hosts.len() as u64 * turns + OTHERS;
    let (soft, hard) = limits();
    if soft >= needed {
        return Ok(soft);
    }
    // The upper limit is root's to raise.
    if !set(needed, hard.max(needed)) && !set(needed.min(hard), hard) {
        return Err(refused(users, needed, soft));
    }
    let (soft, _) = limits();
    if soft >= needed { Ok(soft) } else { Err(refused(users, needed, soft)) }
}

fn refused(users: u64, needed: u64, limit: u64) -> Failure {
    let why =
        format!("{users} users need {needed}, this process may have {limit} (ulimit -n): nothing was sent");
    Failure::unavailable("file descriptors", why)
}

fn limits() -> (u64, u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure lives until the call returns.
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    (limit.rlim_cur, limit.rlim_max)
}

fn set(soft: u64, hard: u64) -> bool {
    let limit = libc::rlimit { rlim_cur: soft, rlim_max: hard };
    // SAFETY: the structure lives until the call returns.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) == 0 }
}
