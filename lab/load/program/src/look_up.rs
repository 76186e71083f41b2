//! Asks the lab's resolver for a host's address, as a browser does before it connects to one that it does not know.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use simple_dns::rdata::RData;
use simple_dns::{CLASS, Name, Packet, PacketFlag, Question, SimpleDnsError, TYPE};
use tokio::net::UdpSocket;
use tokio::time::timeout;

use crate::failures::Kind;

/// Chromium asks again after a second (net/dns/public/dns_protocol.h); here twice as long after each time.
const FIRST_PATIENCE: Duration = Duration::from_secs(1);
const ATTEMPTS: u32 = 4;
/// Size of an answer without EDNS (RFC 1035, 4.2.1).
const MOST_BYTES: usize = 512;

/// IPv4 and IPv6 are asked for at once, each over a socket of its own, and both answers awaited. `expected` has to be in them.
pub async fn look_up(resolver: SocketAddr, name: &str, expected: IpAddr) -> Result<(), Kind> {
    let (ipv4, ipv6) = tokio::join!(ask(resolver, name, TYPE::A), ask(resolver, name, TYPE::AAAA));
    let found = [ipv4, ipv6].into_iter().flatten().flatten().any(|address| address == expected);
    if found { Ok(()) } else { Err(Kind::NameUnresolved) }
}

async fn ask(resolver: SocketAddr, name: &str, record: TYPE) -> io::Result<Vec<IpAddr>> {
    let query = query(name, record).map_err(io::Error::other)?;
    let any: IpAddr =
        if resolver.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = UdpSocket::bind((any, 0)).await?;
    socket.connect(resolver).await?;
    let mut answer = [0; MOST_BYTES];
    for attempt in 0..ATTEMPTS {
        socket.send(&query).await?;
        if let Ok(received) = timeout(FIRST_PATIENCE * (1 << attempt), socket.recv(&mut answer)).await {
            return addresses(&answer[..received?]).map_err(io::Error::other);
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

fn query(name: &str, record: TYPE) -> Result<Vec<u8>, SimpleDnsError> {
    // Nobody else is heard on this socket, so that the number tells nothing apart.
    let mut packet = Packet::new_query(1);
    packet.set_flags(PacketFlag::RECURSION_DESIRED);
    packet.questions.push(Question::new(Name::new(name)?, record.into(), CLASS::IN.into(), false));
    packet.build_bytes_vec()
}

/// Returns none for a name that the resolver does not know.
fn addresses(answer: &[u8]) -> Result<Vec<IpAddr>, SimpleDnsError> {
    let found = Packet::parse(answer)?.answers.into_iter().filter_map(|record| match record.rdata {
        RData::A(found) => Some(IpAddr::V4(found.address.into())),
        RData::AAAA(found) => Some(IpAddr::V6(found.address.into())),
        _ => None,
    });
    Ok(found.collect())
}
