//! The socket of a connection.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use socket2::SockRef;
use tokio::net::UdpSocket;

/// Linux doubles it, and caps it at net.core.rmem_max, 208 KiB by default. That holds some 180 packets: a flood that comes while
/// this process waits for a processor is then still seen as one.
const RECEIVE_BUFFER_BYTES: usize = 256 * 1024;

/// Connected, so that ICMP errors are seen.
pub async fn connected(remote: SocketAddr) -> io::Result<UdpSocket> {
    let any: SocketAddr = match remote {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any).await?;
    SockRef::from(&socket).set_recv_buffer_size(RECEIVE_BUFFER_BYTES)?;
    socket.connect(remote).await?;
    Ok(socket)
}
