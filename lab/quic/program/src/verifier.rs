//! Certificates are judged by webpki, and what is wrong with one is kept: the peer gets one alert for several reasons.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, DigitallySignedStruct, Error, SignatureScheme};

/// Alerts (RFC 8446, 6.2) as BoringSSL raises them, which certificate-failure.ts reads.
const BAD_CERTIFICATE: u8 = 42;
const CERTIFICATE_EXPIRED: u8 = 45;
const UNKNOWN_CA: u8 = 48;

#[derive(Clone, Debug)]
pub struct Refusal {
    pub alert: u8,
    /// DER, the server's own certificate first.
    pub chain: Vec<Vec<u8>>,
}

#[derive(Debug)]
pub struct RecordingVerifier {
    verifier: Arc<WebPkiServerVerifier>,
    refusal: Mutex<Option<Refusal>>,
}

impl RecordingVerifier {
    pub fn new(verifier: Arc<WebPkiServerVerifier>) -> Self {
        Self { verifier, refusal: Mutex::default() }
    }

    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ServerCertVerifier for RecordingVerifier {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        rest: &[CertificateDer<'_>],
        server: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let judge = |now| self.verifier.verify_server_cert(end, rest, server, ocsp, now);
        let result = judge(now);
        if let Err(error) = &result {
            // webpki looks at dates before it looks for an issuer; OpenSSL, and so the rows over TCP, the other way round.
            let in_time = match error {
                Error::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. }) => {
                    Some(*not_after)
                }
                Error::InvalidCertificate(CertificateError::NotValidYetContext { not_before, .. }) => {
                    Some(*not_before)
                }
                _ => None,
            };
            let alert_in_time = in_time.and_then(|time| judge(time).err()).map(|error| alert_of(&error));
            let alert = alert_in_time.filter(|alert| *alert == UNKNOWN_CA).unwrap_or(alert_of(error));
            let chain = std::iter::once(end).chain(rest).map(|certificate| certificate.to_vec()).collect();
            *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(Refusal { alert, chain });
        }
        result
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

fn alert_of(error: &Error) -> u8 {
    use CertificateError as Bad;
    match error {
        Error::InvalidCertificate(
            Bad::Expired | Bad::ExpiredContext { .. } | Bad::NotValidYet | Bad::NotValidYetContext { .. },
        ) => CERTIFICATE_EXPIRED,
        Error::InvalidCertificate(Bad::NotValidForName | Bad::NotValidForNameContext { .. }) => {
            BAD_CERTIFICATE
        }
        // No issuer, one of the same name and another key, a certificate of an authority as that of a server: a chain that
        // does not end in trust.
        _ => UNKNOWN_CA,
    }
}
