//! The round trip of a server's address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// Side that a frame comes from.
#[derive(Clone, Copy)]
pub enum Side {
    Client,
    Server,
}

pub struct RoundTrips {
    /// Delays by the last two bytes of an address, so that neighbours differ.
    all: Vec<Duration>,
    special: HashMap<IpAddr, Duration>,
}

const ETHERNET_BYTES: usize = 14;

impl RoundTrips {
    pub fn parse(all: &str, special: &[String]) -> Option<Self> {
        let all: Vec<Duration> = all.split(',').map(half).collect::<Option<_>>()?;
        let special = special
            .iter()
            .map(|text| {
                let (address, ms) = text.split_once('=')?;
                Some((address.parse().ok()?, half(ms)?))
            })
            .collect::<Option<_>>()?;
        Some(Self { all, special })
    }

    /// Returns half the round trip of the server that the frame goes to or comes from; none for what is no IP.
    pub fn half(&self, frame: &[u8], from: Side) -> Duration {
        let Some(address) = server_address(frame, from) else { return Duration::ZERO };
        if let Some(special) = self.special.get(&address) {
            return *special;
        }
        let last = match address {
            IpAddr::V4(address) => u16::from_be_bytes([address.octets()[2], address.octets()[3]]),
            IpAddr::V6(address) => u16::from_be_bytes([address.octets()[14], address.octets()[15]]),
        };
        self.all[usize::from(last) % self.all.len()]
    }
}

fn half(ms: &str) -> Option<Duration> {
    let ms: f64 = ms.parse().ok()?;
    (ms > 0.0 && ms < 60_000.0).then(|| Duration::from_secs_f64(ms / 2_000.0))
}

fn server_address(frame: &[u8], from: Side) -> Option<IpAddr> {
    let packet = frame.get(ETHERNET_BYTES..)?;
    match packet.first()? >> 4 {
        4 => {
            let at = if matches!(from, Side::Client) { 16 } else { 12 };
            let bytes: [u8; 4] = packet.get(at..at + 4)?.try_into().ok()?;
            Some(IpAddr::V4(Ipv4Addr::from(bytes)))
        }
        6 => {
            let at = if matches!(from, Side::Client) { 24 } else { 8 };
            let bytes: [u8; 16] = packet.get(at..at + 16)?.try_into().ok()?;
            Some(IpAddr::V6(Ipv6Addr::from(bytes)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{RoundTrips, Side};
    use std::time::Duration;

    fn frame(source: [u8; 4], destination: [u8; 4]) -> Vec<u8> {
        let mut frame = vec![0; 14 + 20];
        frame[14] = 0x45;
        frame[26..30].copy_from_slice(&source);
        frame[30..34].copy_from_slice(&destination);
        frame
    }

    #[test]
    fn both_ways_have_half_the_round_trip_of_the_servers_address() {
        let trips = RoundTrips::parse("20,40", &["10.0.0.4=10".to_owned()]).expect("a table");
        let ms = Duration::from_millis;
        assert_eq!(trips.half(&frame([10, 0, 0, 1], [10, 0, 0, 3]), Side::Client), ms(20));
        assert_eq!(trips.half(&frame([10, 0, 0, 3], [10, 0, 0, 1]), Side::Server), ms(20));
        assert_eq!(trips.half(&frame([10, 0, 0, 1], [10, 0, 0, 2]), Side::Client), ms(10));
        assert_eq!(trips.half(&frame([10, 0, 0, 1], [10, 0, 0, 4]), Side::Client), ms(5));
        assert_eq!(trips.half(&[0; 20], Side::Client), Duration::ZERO);
    }

    #[test]
    fn a_table_that_says_no_time_is_refused() {
        for (all, special) in
            [("", "10.0.0.1=1"), ("20,x", "10.0.0.1=1"), ("0", "10.0.0.1=1"), ("20", "10.0.0.1")]
        {
            assert!(RoundTrips::parse(all, &[special.to_owned()]).is_none(), "{all} {special}");
        }
    }
}
