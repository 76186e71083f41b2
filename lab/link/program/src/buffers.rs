//! The buffers of the sockets that the library reads packets from. By default one holds some ninety full packets and drops what
//! comes faster than the library gets to run, which would be loss where the link's queue is not full. It has no setting for
//! that, and the kernel one for the whole machine alone.

use std::fs::read_dir;
use std::io::{Error, Result};
use std::os::fd::RawFd;

/// Some 3,600 full packets.
const BUFFER_BYTES: libc::c_int = 4 * 1024 * 1024;
/// One for each end.
const SOCKETS: usize = 2;

/// Widens those of this process; an error where they are not as many as a link has.
pub fn widen() -> Result<()> {
    let mut found = 0;
    for entry in read_dir("/proc/self/fd")? {
        let Some(fd) = entry?.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        if domain(fd) != Some(libc::AF_PACKET) {
            continue;
        }
        // In a user namespace only the second is allowed, which goes as far as net.core.rmem_max of the machine.
        if !is_set(fd, libc::SO_RCVBUFFORCE) && !is_set(fd, libc::SO_RCVBUF) {
            return Err(Error::last_os_error());
        }
        found += 1;
    }
    if found == SOCKETS {
        Ok(())
    } else {
        Err(Error::other(format!("{found} packet sockets in place of {SOCKETS}")))
    }
}

/// None: not a socket.
fn domain(fd: RawFd) -> Option<libc::c_int> {
    let mut domain: libc::c_int = 0;
    let mut bytes = size_of_val(&domain) as libc::socklen_t;
    // SAFETY: both values live until the call returns, and `bytes` is the size of what it may write.
    let result = unsafe {
        libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_DOMAIN, (&raw mut domain).cast(), &raw mut bytes)
    };
    (result == 0).then_some(domain)
}

fn is_set(fd: RawFd, option: libc::c_int) -> bool {
    let size = BUFFER_BYTES;
    let bytes = size_of_val(&size) as libc::socklen_t;
    // SAFETY: the value lives until the call returns, and `bytes` is its size.
    unsafe { libc::setsockopt(fd, libc::SOL_SOCKET, option, (&raw const size).cast(), bytes) == 0 }
}
