//! A socket of its own for each QUIC connection, as a browser has, that costs no more than a few packets of memory.

use std::io::{self, IoSliceMut};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::os::fd::AsRawFd;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use quinn::udp::{RecvMeta, Transmit};
use quinn::{AsyncUdpSocket, Endpoint, EndpointConfig, Runtime, TokioRuntime, UdpPoller};
use quinn_proto::RandomConnectionIdGenerator;

pub fn endpoint(target: SocketAddr) -> io::Result<Endpoint> {
    let any: SocketAddr = match target {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any)?;
    let fd = socket.as_raw_fd();
    let runtime = Arc::new(TokioRuntime);
    let inner = runtime.wrap_udp_socket(socket)?;
    take_packets_one_by_one(fd)?;
    let mut config = EndpointConfig::default();
    // Browsers do the same: a connection that has its socket for itself needs none, and each packet has room for 8 bytes more.
    config.cid_generator(|| Box::new(RandomConnectionIdGenerator::new(0)));
    Endpoint::new_with_abstract_socket(config, None, Arc::new(OneByOne(inner)), runtime)
}

/// quinn asks the kernel to join packets, and has room for 64 of them in each of its 32 buffers: 3 MB a connection.
fn take_packets_one_by_one(fd: i32) -> io::Result<()> {
    let off: libc::c_int = 0;
    let size = size_of_val(&off) as libc::socklen_t;
    // SAFETY: `fd` is open, and `off` has `size` bytes.
    let status = unsafe { libc::setsockopt(fd, libc::SOL_UDP, libc::UDP_GRO, (&raw const off).cast(), size) };
    // A kernel that does not know it does not join any.
    if status == 0 || io::Error::last_os_error().raw_os_error() == Some(libc::ENOPROTOOPT) {
        return Ok(());
    }
    Err(io::Error::last_os_error())
}

#[derive(Debug)]
struct OneByOne(Arc<dyn AsyncUdpSocket>);

impl AsyncUdpSocket for OneByOne {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        Arc::clone(&self.0).create_io_poller()
    }

    fn try_send(&self, transmit: &Transmit) -> io::Result<()> {
        self.0.try_send(transmit)
    }

    fn poll_recv(
        &self,
        context: &mut Context,
        buffers: &mut [IoSliceMut<'_>],
        meta: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        self.0.poll_recv(context, buffers, meta)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }

    fn max_transmit_segments(&self) -> usize {
        1
    }

    fn max_receive_segments(&self) -> usize {
        1
    }

    fn may_fragment(&self) -> bool {
        self.0.may_fragment()
    }
}
