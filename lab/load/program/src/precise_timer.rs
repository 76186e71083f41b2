//! A timer of the kernel's: tokio's counts in milliseconds, which add up along a chain.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::Duration;

use tokio::io::unix::AsyncFd;

pub struct PreciseTimer(AsyncFd<OwnedFd>);

impl PreciseTimer {
    pub fn new() -> io::Result<Self> {
        // SAFETY: takes and gives integers.
        let fd =
            unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, libc::TFD_NONBLOCK | libc::TFD_CLOEXEC) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it is open, and nobody else has it.
        let owned = unsafe { OwnedFd::from_raw_fd(fd) };
        // SAFETY: what owns it gives it to nobody, and has the same one until it is dropped.
        Ok(Self(unsafe { AsyncFd::register(owned) }?))
    }

    /// Returns after that time. Dropped before, it leaves nothing behind.
    pub async fn sleep(&self, time: Duration) -> io::Result<()> {
        self.set(time)?;
        loop {
            let mut guard = self.0.readable().await?;
            let result = guard.try_io(|fd| {
                let mut expirations = [0u8; 8];
                // SAFETY: `expirations` has the eight bytes that the kernel writes.
                let read = unsafe { libc::read(fd.as_raw_fd(), expirations.as_mut_ptr().cast(), 8) };
                if read < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
            });
            if let Ok(result) = result {
                return result;
            }
        }
    }

    fn set(&self, time: Duration) -> io::Result<()> {
        let zero = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let value = libc::timespec {
            tv_sec: libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX),
            // 0 would mean never.
            tv_nsec: libc::c_long::from(time.subsec_nanos().max(u32::from(time.as_secs() == 0)) as i32),
        };
        let setting = libc::itimerspec { it_interval: zero, it_value: value };
        // SAFETY: the structure lives until the call returns.
        let status = unsafe {
            libc::timerfd_settime(self.0.get_ref().as_raw_fd(), 0, &raw const setting, std::ptr::null_mut())
        };
        if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}
