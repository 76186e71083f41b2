//! Says how a request came: over which connection, to where, by which transport, and for which host.

use std::net::SocketAddr;

use http::header::HOST;
use http::request::Parts;

/// Identifies a connection.
#[derive(Clone, Copy)]
pub struct Via {
    /// No other connection of this process has it.
    pub connection: u64,
    pub at: SocketAddr,
    pub transport: Transport,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Clear,
    Tls,
    Quic,
}

/// The host that is asked for, and the port where one is named.
pub fn authority_of(request: &Parts) -> Option<(&str, Option<u16>)> {
    if let Some(host) = request.uri.host() {
        return Some((host, request.uri.port_u16()));
    }
    let authority = request.headers.get(HOST)?.to_str().ok()?;
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => Some((host, port.parse().ok())),
        _ => Some((authority, None)),
    }
}
