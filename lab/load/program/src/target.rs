//! Says where a connection goes, and how long it may take to open.

use std::net::SocketAddr;
use std::time::Duration;

use crate::order::Protocol;

pub struct Target {
    pub protocol: Protocol,
    pub name: String,
    pub address: SocketAddr,
    /// Limits all handshakes together.
    pub limit: Duration,
}
