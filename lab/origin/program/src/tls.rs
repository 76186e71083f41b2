//! TLS of both transports: version 1.3. Full handshakes alone, so that every load pays for one, unless tickets are asked for;
//! with them early data, where that is asked for too.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring::Ticketer;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{Acceptor, ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::server::TlsStream;
use tokio_rustls::{LazyConfigAcceptor, StartHandshake};
use towline_process::hybrid_key_share::X25519_MLKEM768;

use crate::config::{CertificateFiles, Config, KeyExchange, Protocol};
use crate::early::EarlyTls;
use crate::failure::Failure;
use crate::sessions;

/// The head of a request with large cookies; what browsers and servers usually allow.
const EARLY_BYTES: u32 = 16_384;

impl Protocol {
    fn alpn(self) -> &'static [u8] {
        match self {
            Self::Http1 => b"http/1.1",
            Self::Http2 => b"h2",
            Self::Http3 => b"h3",
        }
    }
}

/// The configuration that offers those of the protocols, the first one preferred.
pub fn server_config(
    config: &Config,
    protocols: &[Protocol],
    certificates: Certificates,
) -> Result<ServerConfig, Failure> {
    let mut tls = ServerConfig::builder_with_provider(provider(config.key_exchange))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(|error| Failure::config(&config.cert_file, error))?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(certificates));
    tls.send_tls13_tickets = 0;
    if config.session_tickets {
        // One for this connection's successor, and one more as OpenSSL has it.
        tls.send_tls13_tickets = 2;
    }
    tls.session_storage = Arc::new(NoServerSessionStorage {});
    if config.session_tickets && config.follows_connections() {
        tls.session_storage = sessions::kept();
    } else if config.session_tickets {
        tls.ticketer = Ticketer::new().map_err(|error| Failure::config(&config.cert_file, error))?;
    }
    if config.early_data {
        // QUIC takes no other value for a yes (RFC 9001, 4.6.1).
        tls.max_early_data_size = if protocols.contains(&Protocol::Http3) { u32::MAX } else { EARLY_BYTES };
        tls.send_half_rtt_data = true;
    }
    tls.alpn_protocols = config
        .alpn
        .iter()
        .filter(|protocol| protocols.contains(protocol))
        .map(|protocol| protocol.alpn().to_vec())
        .collect();
    Ok(tls)
}

/// A group that is asked for is the only one, so that a client without it fails instead of taking another.
fn provider(key_exchange: Option<KeyExchange>) -> Arc<CryptoProvider> {
    let mut provider = ring::default_provider();
    match key_exchange {
        None => {}
        Some(KeyExchange::X25519) => provider.kx_groups = vec![ring::kx_group::X25519],
        Some(KeyExchange::X25519MlKem768) => provider.kx_groups = vec![X25519_MLKEM768],
    }
    Arc::new(provider)
}

/// Says what hosts speak over TCP, which a client names before it is known what is spoken. A host may speak one thing at one
/// address or port and another at another. The name of a host that is an address is empty: no client names it.
pub struct TlsOverTcp {
    all: Arc<ServerConfig>,
    by_host: HashMap<(SocketAddr, String), Arc<ServerConfig>>,
}

impl TlsOverTcp {
    pub fn new(config: &Config, certificates: &Certificates) -> Result<Self, Failure> {
        let all = server_config(config, &[Protocol::Http1, Protocol::Http2], certificates.clone())?;
        let mut by_host = HashMap::new();
        for host in &config.hosts {
            let Some(at) = host.https_socket(config) else { continue };
            if host.alpn.is_none() && !host.is_address() {
                continue;
            }
            let mut tls = all.clone();
            if let Some(protocols) = &host.alpn {
                tls.alpn_protocols.retain(|offered| protocols.iter().any(|each| each.alpn() == offered));
            }
            let name = if host.is_address() { String::new() } else { host.name.to_ascii_lowercase() };
            tls.cert_resolver = Arc::new(certificates.at(config, at));
            by_host.insert((at, name), Arc::new(tls));
        }
        Ok(Self { all: Arc::new(all), by_host })
    }

    /// `at` is where the client found us.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
        at: SocketAddr,
    ) -> io::Result<TlsStream<S>> {
        let (start, config) = self.start(stream, at).await?;
        start.into_stream(config).await
    }

    /// The same where the handshake may still be under way when the first request is read.
    pub async fn accept_early<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
        at: SocketAddr,
    ) -> io::Result<EarlyTls<S>> {
        let (start, config) = self.start(stream, at).await?;
        EarlyTls::new(start.accepted, config, start.io)
    }

    async fn start<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
        at: SocketAddr,
    ) -> io::Result<(StartHandshake<S>, Arc<ServerConfig>)> {
        let start = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        let name = start.client_hello().server_name().map(str::to_ascii_lowercase).unwrap_or_default();
        let config = self.by_host.get(&(at, name)).unwrap_or(&self.all);
        Ok((start, Arc::clone(config)))
    }
}

/// Choices by the name that the client asks for; all others get the one of all.
#[derive(Clone, Debug)]
pub struct Certificates {
    all: Arc<CertifiedKey>,
    by_host: Arc<HashMap<String, Arc<CertifiedKey>>>,
}

impl Certificates {
    pub fn read(config: &Config) -> Result<Self, Failure> {
        let provider = provider(config.key_exchange);
        let mut known: HashMap<CertificateFiles, Arc<CertifiedKey>> = HashMap::new();
        let mut by_host = HashMap::new();
        for host in &config.hosts {
            let Some(files) = &host.certificate else { continue };
            let key = match known.get(files) {
                Some(key) => Arc::clone(key),
                None => Arc::clone(known.entry(files.clone()).or_insert(read_key(files, &provider)?)),
            };
            by_host.insert(host.name.to_ascii_lowercase(), key);
        }
        Ok(Self { all: read_key(&config.certificate(), &provider)?, by_host: Arc::new(by_host) })
    }

    /// Returns those of one socket: who names no host there asks for the host that is an address, where one is there.
    pub fn at(&self, config: &Config, at: SocketAddr) -> Self {
        let nameless =
            config.hosts.iter().find(|host| host.is_address() && host.https_socket(config) == Some(at));
        let key = nameless.and_then(|host| self.by_host.get(&host.name.to_ascii_lowercase()));
        Self { all: Arc::clone(key.unwrap_or(&self.all)), by_host: Arc::clone(&self.by_host) }
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello) -> Option<Arc<CertifiedKey>> {
        let name = hello.server_name().map(str::to_ascii_lowercase);
        Some(Arc::clone(name.and_then(|name| self.by_host.get(&name)).unwrap_or(&self.all)))
    }
}

fn read_key(files: &CertificateFiles, provider: &CryptoProvider) -> Result<Arc<CertifiedKey>, Failure> {
    let pem = |file: &Path, error: rustls::pki_types::pem::Error| Failure::input(file, error);
    let chain = CertificateDer::pem_file_iter(&files.cert_file)
        .and_then(|certificates| certificates.collect::<Result<Vec<_>, _>>())
        .map_err(|error| pem(&files.cert_file, error))?;
    let key = PrivateKeyDer::from_pem_file(&files.key_file).map_err(|error| pem(&files.key_file, error))?;
    let certified = CertifiedKey::from_der(chain, key, provider)
        .map_err(|error| Failure::config(&files.cert_file, error))?;
    Ok(Arc::new(certified))
}
