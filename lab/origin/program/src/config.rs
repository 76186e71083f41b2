//! The order: one JSON file, written by lab/origin/towline.ts.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::order_file::read_order;

/// RFC 9113, 6.5.2 recommends no less; quinn's own default too.
const DEFAULT_STREAMS: u32 = 100;
/// RFC 9002, 7.2, and what TCP has since RFC 6928.
const DEFAULT_WINDOW_PACKETS: u32 = 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// Document roots: `www/<host>/<path>`.
    pub www: PathBuf,
    /// Answers of a recorded page (replay.rs), which are then served in place of files.
    #[serde(default)]
    pub replay: Option<PathBuf>,
    pub hosts: Vec<HostAddress>,
    /// PEM.
    pub cert_file: PathBuf,
    pub key_file: PathBuf,
    pub http_port: u16,
    /// TCP and UDP.
    pub https_port: u16,
    /// `host/path` to milliseconds before the answer.
    pub think: HashMap<String, u64>,
    /// `host/path` to the `Link` of a 103 that is sent at once, before that wait.
    #[serde(default)]
    pub hints: HashMap<String, String>,
    pub max_concurrent_streams: Option<u32>,
    pub cache_control: Option<String>,
    pub alt_svc: bool,
    pub alpn: Vec<Protocol>,
    /// Clients may take up earlier TLS sessions.
    pub session_tickets: bool,
    /// The only group that is agreed to; default: what the client and ring have in common.
    #[serde(default)]
    pub key_exchange: Option<KeyExchange>,
    /// Requests may come with the first flight of sessions that are taken up again.
    #[serde(default)]
    pub early_data: bool,
    /// Says of each connection how it was opened, once it has carried a request.
    #[serde(default)]
    pub connections_said: bool,
    pub quic_initial_window_packets: Option<u32>,
    pub quic_congestion_control: Option<CongestionControl>,
    /// Says how QUIC's window begins to grow.
    #[serde(default)]
    pub slow_start: SlowStart,
    /// HTTP/3 sends responses in the order that clients ask for (RFC 9218).
    #[serde(default)]
    pub priorities: bool,
    /// HTTP/3 names all hosts as origins of each connection (RFC 9412).
    #[serde(default)]
    pub origin_frame: bool,
    /// End of a file's name without the dot to its type.
    pub content_types: HashMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostAddress {
    /// Written as in a URL: IPv6 in brackets.
    pub name: String,
    pub address: IpAddr,
    /// Ports where it is found there; default: on the ports of all.
    #[serde(default)]
    pub ports: Option<Ports>,
    /// Protocols of this host over TCP at this address; default: all that is offered.
    #[serde(default)]
    pub alpn: Option<Vec<Protocol>>,
    /// PEM; default: the certificate of all.
    #[serde(default)]
    pub certificate: Option<CertificateFiles>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ports {
    /// None: nothing in clear text.
    pub http: Option<u16>,
    /// TCP and UDP; none: nothing over TLS.
    pub https: Option<u16>,
}

#[derive(Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CertificateFiles {
    pub cert_file: PathBuf,
    pub key_file: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Protocol {
    #[serde(rename = "http/1.1")]
    Http1,
    #[serde(rename = "h2")]
    Http2,
    #[serde(rename = "h3")]
    Http3,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CongestionControl {
    Cubic,
    Reno,
    Bbr,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlowStart {
    /// The library's own: until a packet is lost.
    #[default]
    Classic,
    HyStart,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyExchange {
    X25519,
    X25519MlKem768,
}

impl Config {
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let text = read_order(file)?;
        let config: Self = serde_json::from_str(&text).map_err(|error| Failure::config(file, error))?;
        if config.hosts.is_empty() {
            return Err(Failure::config(file, "no hosts"));
        }
        if config.max_concurrent_streams == Some(0) {
            return Err(Failure::config(file, "a limit of 0 streams lets no request through"));
        }
        if config.quic_initial_window_packets == Some(0) {
            return Err(Failure::config(file, "an initial window of 0 packets lets nothing through"));
        }
        if config.slow_start == SlowStart::HyStart
            && matches!(config.congestion_control(), CongestionControl::Bbr)
        {
            return Err(Failure::config(file, "BBR has a start of its own, without HyStart"));
        }
        if config.early_data && !config.session_tickets {
            return Err(Failure::config(file, "early data needs session tickets"));
        }
        Ok(config)
    }

    /// Each connection is followed: what it resumes, and what comes before its handshake is over.
    pub fn follows_connections(&self) -> bool {
        self.early_data || self.connections_said
    }

    /// Certificate of names that say nothing of it, and of clients that name no host.
    pub fn certificate(&self) -> CertificateFiles {
        CertificateFiles { cert_file: self.cert_file.clone(), key_file: self.key_file.clone() }
    }

    pub fn offers(&self, protocol: Protocol) -> bool {
        self.alpn.contains(&protocol)
    }

    pub fn streams(&self) -> u32 {
        self.max_concurrent_streams.unwrap_or(DEFAULT_STREAMS)
    }

    pub fn window_packets(&self) -> u32 {
        self.quic_initial_window_packets.unwrap_or(DEFAULT_WINDOW_PACKETS)
    }

    pub fn window_bytes(&self, datagram_bytes: u16) -> u64 {
        u64::from(self.window_packets()) * u64::from(datagram_bytes)
    }

    pub fn congestion_control(&self) -> CongestionControl {
        self.quic_congestion_control.unwrap_or(CongestionControl::Cubic)
    }

    /// Each address once, in the order of the hosts.
    pub fn addresses(&self) -> Vec<IpAddr> {
        each_once(self.hosts.iter().map(|host| host.address))
    }

    /// Sockets where clear text is spoken.
    pub fn http_sockets(&self) -> Vec<SocketAddr> {
        each_once(self.hosts.iter().filter_map(|host| host.http_socket(self)))
    }

    /// Sockets where TLS is spoken, over TCP and QUIC.
    pub fn https_sockets(&self) -> Vec<SocketAddr> {
        each_once(self.hosts.iter().filter_map(|host| host.https_socket(self)))
    }
}

impl HostAddress {
    fn http_socket(&self, config: &Config) -> Option<SocketAddr> {
        let port = self.ports.map_or(Some(config.http_port), |ports| ports.http)?;
        Some(SocketAddr::new(self.address, port))
    }

    pub fn https_socket(&self, config: &Config) -> Option<SocketAddr> {
        let port = self.ports.map_or(Some(config.https_port), |ports| ports.https)?;
        Some(SocketAddr::new(self.address, port))
    }

    /// Its name is an address: no client names it in its handshake (RFC 6066, 3).
    pub fn is_address(&self) -> bool {
        self.name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
    }
}

/// Keeps the order of their first places.
fn each_once<Value: PartialEq>(values: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut known = Vec::new();
    for value in values {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    known
}
