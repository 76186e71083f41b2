//! The kernel's settings of accepted connections: route and machine set it, so it is read back.

use std::collections::HashSet;
use std::io;
use std::mem;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsRawFd, RawFd};
use std::sync::Mutex;

use serde::Serialize;
use tokio::net::TcpStream;

use crate::lines::say;

/// Longest name of a congestion control (TCP_CA_NAME_MAX of linux/tcp.h).
const NAME_BYTES: usize = 16;

/// One line of facts for each client address, and again where something is other than before.
#[derive(Default)]
pub struct Peers {
    known: Mutex<HashSet<Accepted>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
struct Accepted {
    client: IpAddr,
    congestion_control: String,
    initial_window_packets: u32,
    segment_bytes: u32,
}

#[derive(Serialize)]
struct Line {
    accepted: Accepted,
}

impl Peers {
    pub fn record(&self, stream: &TcpStream, peer: SocketAddr) -> io::Result<()> {
        let fd = stream.as_raw_fd();
        let info = tcp_info(fd)?;
        let accepted = Accepted {
            client: peer.ip(),
            congestion_control: congestion_control(fd)?,
            initial_window_packets: info.tcpi_snd_cwnd,
            segment_bytes: info.tcpi_snd_mss,
        };
        let is_new = self.known.lock().is_ok_and(|mut known| known.insert(accepted.clone()));
        if is_new { say(&Line { accepted }) } else { Ok(()) }
    }
}

fn congestion_control(fd: RawFd) -> io::Result<String> {
    let mut name = [0u8; NAME_BYTES];
    let length = option(fd, libc::TCP_CONGESTION, name.as_mut_ptr().cast(), NAME_BYTES)?;
    let name = &name[..length];
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(length);
    Ok(String::from_utf8_lossy(&name[..end]).into_owned())
}

fn tcp_info(fd: RawFd) -> io::Result<libc::tcp_info> {
    // SAFETY: a plain structure of integers, for which zeros are valid.
    let mut info: libc::tcp_info = unsafe { mem::zeroed() };
    let size = mem::size_of::<libc::tcp_info>();
    option(fd, libc::TCP_INFO, (&raw mut info).cast(), size)?;
    Ok(info)
}

/// Reads an option of TCP into `value`; returns how many bytes there are.
fn option(fd: RawFd, name: i32, value: *mut libc::c_void, size: usize) -> io::Result<usize> {
    let mut length = size as libc::socklen_t;
    // SAFETY: `value` has room for `size` bytes, which the kernel is told.
    let status = unsafe { libc::getsockopt(fd, libc::IPPROTO_TCP, name, value, &mut length) };
    if status == 0 { Ok(length as usize) } else { Err(io::Error::last_os_error()) }
}
