//! The program's own facts on standard output, a line of JSON each; lab/origin/facts.ts reads them.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::Serialize;
use towline_process::real_time::is_real_time;

use crate::answer::Served;
use crate::config::{Config, CongestionControl, KeyExchange, Protocol};
use crate::stack::Stack;
use crate::versions::library_versions;

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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TlsFacts {
    version: &'static str,
    session_tickets: bool,
    early_data: bool,
    /// The only group that is agreed to; none: what the client and ring have in common.
    key_exchange: Option<KeyExchange>,
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
    pub fn new(config: &Config, served: &Served, stack: &Stack) -> Self {
        Self {
            ready: true,
            program: stack.program,
            version: stack.version,
            libraries: library_versions(stack.libraries),
            addresses: config.addresses(),
            http_port: config.http_port,
            https_port: config.https_port,
            alpn: config.alpn.clone(),
            files: served.files,
            size_bytes: served.size_bytes,
            max_concurrent_streams: config.streams(),
            scheduling: match stack.by_priority {
                Some(words) if config.priorities => words,
                _ => stack.scheduling,
            },
            real_time: is_real_time(),
            tls: TlsFacts {
                version: "1.3",
                session_tickets: config.session_tickets,
                early_data: config.early_data,
                key_exchange: config.key_exchange,
            },
            quic: config.offers(Protocol::Http3).then(|| QuicFacts {
                initial_window_packets: config.window_packets(),
                initial_window_bytes: config.window_bytes(stack.datagram_bytes),
                congestion_control: config.congestion_control(),
                datagram_bytes: stack.datagram_bytes,
                segmentation_offload: false,
            }),
        }
    }
}
