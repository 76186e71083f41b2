//! A tap interface of another network namespace, read and written without waiting.

use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;

pub struct Tap(File);

/// <linux/if_tun.h>, which the crate libc has for the ioctl alone.
const IFF_TAP: i16 = 0x0002;
const IFF_NO_PI: i16 = 0x1000;

impl Tap {
    /// Moves this thread into the namespace, where the interface must be.
    pub fn open(namespace: &str, interface: &str) -> io::Result<Self> {
        let home = File::open(format!("/run/netns/{namespace}"))?;
        // SAFETY: the descriptor is open until the call returns.
        check(unsafe { libc::setns(home.as_raw_fd(), libc::CLONE_NEWNET) })?;
        let file =
            OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open("/dev/net/tun")?;
        // SAFETY: a plain structure of integers and bytes.
        let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
        let name = CString::new(interface)?;
        for (to, from) in request.ifr_name.iter_mut().zip(name.as_bytes()) {
            *to = *from as libc::c_char;
        }
        request.ifr_ifru.ifru_flags = IFF_TAP | IFF_NO_PI;
        // SAFETY: the request lives until the call returns.
        check(unsafe { libc::ioctl(file.as_raw_fd(), libc::TUNSETIFF, &raw const request) })?;
        Ok(Self(file))
    }

    /// The bytes of the next frame; None where there is none now.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        // SAFETY: the buffer is as long as is said.
        let bytes = unsafe { libc::read(self.0.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len()) };
        if bytes >= 0 {
            return Ok(Some(bytes as usize));
        }
        let error = io::Error::last_os_error();
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(None),
            // Down, as it is until the namespace is configured.
            _ if error.raw_os_error() == Some(libc::EIO) => Ok(None),
            _ => Err(error),
        }
    }

    /// A frame that the interface cannot take now is lost, as on a line.
    pub fn write(&self, frame: &[u8]) -> io::Result<()> {
        // SAFETY: the frame is as long as is said.
        let bytes = unsafe { libc::write(self.0.as_raw_fd(), frame.as_ptr().cast(), frame.len()) };
        if bytes >= 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EAGAIN | libc::EINTR | libc::ENOBUFS | libc::EIO) => Ok(()),
            _ => Err(error),
        }
    }
}

impl AsRawFd for Tap {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

fn check(result: libc::c_int) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
