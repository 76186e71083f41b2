//! What the program tells of itself on standard output, a line of JSON each; lab/origin/facts.ts reads them.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::Serialize;
use towline_process::real_time::is_real_time;

use crate::config::{Config, CongestionControl, Protocol};
use crate::quic::{DATAGRAM_BYTES, window_bytes};
use crate::versions::library_versions;

/// h2 and quinn both send a piece of each stream in turn.
const IN_TURN: &str = "round robin over streams, priorities ignored";
const BY_PRIORITY: &str = "h2: round robin over streams, priorities ignored; h3: RFC 9218, changes of priority ignored";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    ready: bool,
    program: &'static str,
    version: &'static str,
    libraries: BTreeMap<&'static str, String>,
    addresses: Vec<IpAddr>,
    http_port: u16,
    https_port: u16,
    alpn: Vec<Protocol>,
    files: usize,
    size_bytes: usize,
    max_concurrent_streams: u32,
    scheduling: &'static str,
    /// It runs before all others of the machine.
    real_time: bool,
    tls: TlsFacts,
    quic: Option<QuicFacts>,
}

/// What is held in memory.
pub struct Served {
    /// Files or recorded answers.
    pub files: usize,
    pub size_bytes: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TlsFacts {
    version: &'static str,
    session_tickets: bool,
    early_data: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct QuicFacts {
    initial_window_packets: u32,
    initial_window_bytes: u64,
    congestion_control: CongestionControl,
    datagram_bytes: u16,
    segmentation_offload: bool,
}

impl Facts {
    pub fn new(config: &Config, served: &Served) -> Self {
        Self {
            ready: true,
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            libraries: library_versions(),
            addresses: config.addresses(),
            http_port: config.http_port,
            https_port: config.https_port,
            alpn: config.alpn.clone(),
            files: served.files,
            size_bytes: served.size_bytes,
            max_concurrent_streams: config.streams(),
            scheduling: if config.priorities { BY_PRIORITY } else { IN_TURN },
            real_time: is_real_time(),
            tls: TlsFacts { version: "1.3", session_tickets: config.session_tickets, early_data: false },
            quic: config.offers(Protocol::Http3).then(|| QuicFacts {
                initial_window_packets: config.window_packets(),
                initial_window_bytes: window_bytes(config),
                congestion_control: config.congestion_control(),
                datagram_bytes: DATAGRAM_BYTES,
                segmentation_offload: false,
            }),
        }
    }
}
