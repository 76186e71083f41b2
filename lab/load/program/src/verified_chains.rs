//! Certificate chains that were verified once are not verified again, as Chromium does (its CachingCertVerifier).
//! The signature of each handshake is.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::VerifierBuilderError;
use rustls::{DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

/// A page has a few hosts; a server that shows ever new certificates must not grow this.
const MOST_CHAINS: usize = 64;

#[derive(Debug)]
pub struct VerifiedChains {
    verifier: Arc<WebPkiServerVerifier>,
    verified: Mutex<Vec<Verified>>,
}

#[derive(Debug)]
struct Verified {
    server: ServerName<'static>,
    /// The server's own certificate first.
    chain: Vec<CertificateDer<'static>>,
}

impl Verified {
    fn is(&self, server: &ServerName<'_>, end: &CertificateDer<'_>, rest: &[CertificateDer<'_>]) -> bool {
        self.server == *server
            && self.chain.split_first().is_some_and(|(first, others)| first == end && others == rest)
    }
}

impl VerifiedChains {
    /// Fails where `roots` has no certificate.
    pub fn new(
        roots: RootCertStore,
        provider: &Arc<CryptoProvider>,
    ) -> Result<Arc<Self>, VerifierBuilderError> {
        let verifier =
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider)).build()?;
        Ok(Arc::new(Self { verifier, verified: Mutex::default() }))
    }
}

impl ServerCertVerifier for VerifiedChains {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        rest: &[CertificateDer<'_>],
        server: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let mut verified = self.verified.lock().unwrap_or_else(PoisonError::into_inner);
        if verified.iter().any(|known| known.is(server, end, rest)) {
            return Ok(ServerCertVerified::assertion());
        }
        let valid = self.verifier.verify_server_cert(end, rest, server, ocsp, now)?;
        if verified.len() < MOST_CHAINS {
            let chain = std::iter::once(end).chain(rest).map(|certificate| certificate.clone().into_owned());
            verified.push(Verified { server: server.to_owned(), chain: chain.collect() });
        }
        Ok(valid)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verifier.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.verifier.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.verifier.supported_verify_schemes()
    }
}
