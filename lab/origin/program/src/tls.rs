//! TLS of both transports: version 1.3 with full handshakes alone, so that every load pays for one.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{Acceptor, ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;

use crate::config::{CertificateFiles, Config, Protocol};
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

/// The configuration that offers those of the protocols, the first one preferred.
pub fn server_config(config: &Config, protocols: &[Protocol]) -> Result<ServerConfig, Failure> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut tls = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(|error| Failure::config(&config.cert_file, error))?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(Certificates::read(config, &provider)?));
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

/// What hosts speak over TCP, which a client names before it is known what is spoken. A host may speak one thing at one
/// address and another at another.
pub struct TlsOverTcp {
    all: Arc<ServerConfig>,
    by_host: HashMap<(IpAddr, String), Arc<ServerConfig>>,
}

impl TlsOverTcp {
    pub fn read(config: &Config) -> Result<Self, Failure> {
        let all = server_config(config, &[Protocol::Http1, Protocol::Http2])?;
        let by_host = config
            .hosts
            .iter()
            .filter_map(|host| {
                let protocols: Vec<_> = host.alpn.as_ref()?.iter().map(|each| each.alpn().to_vec()).collect();
                let mut tls = all.clone();
                tls.alpn_protocols.retain(|offered| protocols.contains(offered));
                Some(((host.address, host.name.to_ascii_lowercase()), Arc::new(tls)))
            })
            .collect();
        Ok(Self { all: Arc::new(all), by_host })
    }

    /// `address` is where the client found us.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
        address: IpAddr,
    ) -> io::Result<TlsStream<S>> {
        let start = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        let name = start.client_hello().server_name().map(str::to_ascii_lowercase);
        let config = name.and_then(|name| self.by_host.get(&(address, name))).unwrap_or(&self.all);
        start.into_stream(Arc::clone(config)).await
    }
}

/// By the name that the client asks for; all others get the one of all.
#[derive(Debug)]
struct Certificates {
    all: Arc<CertifiedKey>,
    by_host: HashMap<String, Arc<CertifiedKey>>,
}

impl Certificates {
    fn read(config: &Config, provider: &CryptoProvider) -> Result<Self, Failure> {
        let mut known: HashMap<CertificateFiles, Arc<CertifiedKey>> = HashMap::new();
        let mut by_host = HashMap::new();
        for host in &config.hosts {
            let Some(files) = &host.certificate else { continue };
            let key = match known.get(files) {
                Some(key) => Arc::clone(key),
                None => Arc::clone(known.entry(files.clone()).or_insert(read_key(files, provider)?)),
            };
            by_host.insert(host.name.to_ascii_lowercase(), key);
        }
        Ok(Self { all: read_key(&config.certificate(), provider)?, by_host })
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
