//! TLS 1.3 as a user begins it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use quinn::crypto::rustls::QuicClientConfig;
use quinn::{TransportConfig, VarInt};
use rustls::client::Resumption;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, KeyLogFile, RootCertStore};
use towline_process::failure::Failure;
use towline_process::hybrid_key_share::browser_like_provider;

use crate::order::Protocol;
use crate::verified_chains::VerifiedChains;

/// Chromium 156 lets a server send this before it has read: of a stream, and of all of a connection.
pub const STREAM_WINDOW_BYTES: u32 = 6 * 1024 * 1024;
pub const CONNECTION_WINDOW_BYTES: u32 = 15 * 1024 * 1024;
/// A round trip before one was measured: Chromium 156 sends a lost first packet again after three of them, 300 ms, and
/// quinn by default after 1 s (RFC 9002, 6.2.2).
const INITIAL_RTT: Duration = Duration::from_millis(100);
/// Longer than any think time; a server that leaves earlier says so.
const QUIC_IDLE: Duration = Duration::from_secs(300);

/// The ClientHello of Chromium 156 takes 1,912 to 2,008 octets over TCP, ours without these 1,448: over a slow uplink that is seen. Lengths of
/// protocol names that no server knows, and so passes over (RFC 7301, 3.2).
const UNKNOWN_PROTOCOLS: [usize; 2] = [255, 240];

/// One for all users, but where each has tickets of their own.
#[derive(Clone)]
pub struct Tls {
    pub over_tcp: Arc<ClientConfig>,
    pub over_quic: Option<quinn::ClientConfig>,
    /// Sessions that a user may remember; None: none.
    sessions: Option<usize>,
}

impl Tls {
    /// `ca_file` is PEM; nothing else is trusted. Secrets go where SSLKEYLOGFILE says, if anywhere.
    pub fn new(ca_file: &Path, protocol: Protocol, sessions: Option<usize>) -> Result<Self, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::input(ca_file, error);
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_file_iter(ca_file).map_err(|error| failed(&error))? {
            let certificate = certificate.map_err(|error| failed(&error))?;
            roots.add(certificate).map_err(|error| failed(&error))?;
        }
        let provider = Arc::new(browser_like_provider());
        let verifier = VerifiedChains::new(roots, &provider).map_err(|error| failed(&error))?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&rustls::version::TLS13])
            .map_err(|error| failed(&error))?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        config.alpn_protocols = vec![protocol.alpn().to_vec()];
        // QUIC fills two datagrams with both.
        if protocol != Protocol::H3 {
            config.alpn_protocols.extend(UNKNOWN_PROTOCOLS.map(|length| vec![0x0a; length]));
        }
        config.resumption = Resumption::disabled();
        config.key_log = Arc::new(KeyLogFile::new());
        let mut tls = Self { over_tcp: Arc::new(config), over_quic: None, sessions };
        if protocol == Protocol::H3 {
            tls.over_quic = Some(quic_config(&tls.over_tcp)?);
        }
        Ok(tls)
    }

    pub fn for_user(&self) -> Self {
        let Some(sessions) = self.sessions else { return self.clone() };
        let mut config = ClientConfig::clone(&self.over_tcp);
        // rustls keeps eight tickets of a server, and counts in these.
        config.resumption = Resumption::in_memory_sessions(8 * sessions);
        let over_tcp = Arc::new(config);
        let over_quic = self.over_quic.as_ref().and_then(|_| quic_config(&over_tcp).ok());
        Self { over_tcp, over_quic, sessions: self.sessions }
    }
}

impl Protocol {
    pub fn alpn(self) -> &'static [u8] {
        match self {
            Self::H1 => b"http/1.1",
            Self::H2 => b"h2",
            Self::H3 => b"h3",
        }
    }
}

fn quic_config(tls: &Arc<ClientConfig>) -> Result<quinn::ClientConfig, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::unavailable("QUIC", error);
    let crypto = QuicClientConfig::try_from(Arc::clone(tls)).map_err(|error| failed(&error))?;
    let mut config = quinn::ClientConfig::new(Arc::new(crypto));
    let mut transport = TransportConfig::default();
    transport
        .initial_rtt(INITIAL_RTT)
        .stream_receive_window(VarInt::from_u32(STREAM_WINDOW_BYTES))
        .receive_window(VarInt::from_u32(CONNECTION_WINDOW_BYTES))
        .max_concurrent_bidi_streams(VarInt::from_u32(0))
        .max_idle_timeout(QUIC_IDLE.try_into().ok())
        .datagram_receive_buffer_size(None)
        .mtu_discovery_config(None)
        // A link must see every packet: offload hands it bursts as one.
        .enable_segmentation_offload(false);
    config.transport_config(Arc::new(transport));
    Ok(config)
}
