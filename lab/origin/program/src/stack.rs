//! Speaks QUIC and HTTP/3 in a program whose other parts are shared.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::answer::Answers;
use crate::config::Config;
use crate::failure::Failure;
use crate::tls::Certificates;

pub struct Stack {
    /// Name of the program, which is also what it calls itself in `Server`.
    pub program: &'static str,
    pub version: &'static str,
    /// Libraries whose versions the program names.
    pub libraries: &'static [&'static str],
    /// Says how responses that are under way at the same time share a connection.
    pub scheduling: &'static str,
    /// The same where priorities are heeded; None: they never are.
    pub by_priority: Option<&'static str>,
    /// Payload of every full datagram of QUIC.
    pub datagram_bytes: u16,
    /// Listens at a socket of UDP; what is accepted is served by tasks of its own.
    pub listen: fn(&Config, &Certificates, SocketAddr, Arc<Answers>) -> Result<(), Failure>,
}
