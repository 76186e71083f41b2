//! TLS of both transports: version 1.3 with full handshakes alone, so that every load pays for one.

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::NoServerSessionStorage;

use crate::config::{Config, Protocol};
use crate::failure::Failure;

impl Protocol {
    fn alpn(self) -> &'static [u8] {
        match self {
            Self::Http1 => b"http/1.1",
            Self::Http2 => b"h2",
            Self::Http3 => b"h3",
        }
    }
}

/// The configuration that offers those of the protocols that the order offers, the first one preferred.
pub fn server_config(config: &Config, protocols: &[Protocol]) -> Result<ServerConfig, Failure> {
    let pem = |file: &Path, error: rustls::pki_types::pem::Error| Failure::input(file, error);
    let chain = CertificateDer::pem_file_iter(&config.cert_file)
        .and_then(|certificates| certificates.collect::<Result<Vec<_>, _>>())
        .map_err(|error| pem(&config.cert_file, error))?;
    let key = PrivateKeyDer::from_pem_file(&config.key_file).map_err(|error| pem(&config.key_file, error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut tls = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
        .map_err(|error| Failure::config(&config.cert_file, error))?;
    tls.send_tls13_tickets = 0;
    tls.session_storage = Arc::new(NoServerSessionStorage {});
    tls.alpn_protocols = config
        .alpn
        .iter()
        .filter(|protocol| protocols.contains(protocol))
        .map(|protocol| protocol.alpn().to_vec())
        .collect();
    Ok(tls)
}
