//! The UDP socket of one connection.

use std::cell::RefCell;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use bytes::BytesMut;
use socket2::SockRef;
use tokio::net::UdpSocket;

const LARGEST_DATAGRAM: usize = 64 * 1024;
thread_local! {
    static DATAGRAM: RefCell<Box<[u8]>> = RefCell::new(vec![0; LARGEST_DATAGRAM].into_boxed_slice());
}
/// Linux doubles it, and caps it at net.core.rmem_max, 208 KiB by default. That holds some 180 packets: a flood that comes while
/// this process waits for a processor is then still seen as one.
const RECEIVE_BUFFER_BYTES: usize = 256 * 1024;

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

/// A datagram that has come; none where none is there.
pub fn receive(socket: &UdpSocket) -> io::Result<Option<BytesMut>> {
    let datagram = DATAGRAM
        .with_borrow_mut(|buffer| socket.try_recv(buffer).map(|length| BytesMut::from(&buffer[..length])));
    match datagram {
        Ok(datagram) => Ok(Some(datagram)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}
