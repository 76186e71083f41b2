//! Says how connections are made: TLS 1.3 with `h3` alone, and the limits on what a peer may have us keep.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use quinn_proto::crypto::rustls::QuicClientConfig;
use quinn_proto::{EndpointConfig, RandomConnectionIdGenerator, TransportConfig, VarInt};
use rustls::client::{Resumption, WebPkiServerVerifier};
use rustls::crypto::CryptoProvider;
use rustls::crypto::ring::cipher_suite::{
    TLS13_AES_128_GCM_SHA256, TLS13_AES_256_GCM_SHA384, TLS13_CHACHA20_POLY1305_SHA256,
};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore, SupportedCipherSuite};

use crate::frames::Open;
use crate::listening::{Listening, Seen};
use crate::verifier::RecordingVerifier;

/// Length of those of crawler/quic/quiche-client.ts: what is counted of a packet's header depends on it.
const CONNECTION_ID_BYTES: usize = 16;
/// Ordered as BoringSSL does, and so Chromium and quiche; rustls would offer AES-256 first.
static CIPHER_SUITES: [SupportedCipherSuite; 3] =
    [TLS13_AES_128_GCM_SHA256, TLS13_AES_256_GCM_SHA384, TLS13_CHACHA20_POLY1305_SHA256];
/// QUIC version 1 alone.
const VERSIONS: [u32; 1] = [1];
/// Size for CRYPTO frames out of order. More than `Traffic` lets through, so that one rule ends all floods.
const CRYPTO_BUFFER_BYTES: usize = 192 * 1024;

pub struct Shared {
    pub endpoint: Arc<EndpointConfig>,
    provider: Arc<CryptoProvider>,
    verifier: Arc<WebPkiServerVerifier>,
}

impl Shared {
    /// `pem`: what is trusted. What webpki cannot read is passed over, as BoringSSL does; it fails where nothing is left.
    pub fn new(pem: &[u8]) -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(CertificateDer::pem_slice_iter(pem).filter_map(Result::ok));
        let provider =
            Arc::new(CryptoProvider { cipher_suites: CIPHER_SUITES.to_vec(), ..default_provider() });
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
            .build()
            .map_err(|error| format!("the roots: {error}"))?;
        let mut endpoint = EndpointConfig::default();
        endpoint
            .cid_generator(|| Box::new(RandomConnectionIdGenerator::new(CONNECTION_ID_BYTES)))
            .supported_versions(VERSIONS.to_vec())
            .grease_quic_bit(false);
        Ok(Self { endpoint: Arc::new(endpoint), provider, verifier })
    }

    /// Configures one connection, with the verifier that says why its certificate was refused, and what its handshake shows.
    pub fn client(
        &self,
        open: &Open,
    ) -> io::Result<(quinn_proto::ClientConfig, Arc<RecordingVerifier>, Seen)> {
        let verifier = Arc::new(RecordingVerifier::new(Arc::clone(&self.verifier)));
        let mut tls = ClientConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&[&rustls::version::TLS13])
            .map_err(io::Error::other)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::clone(&verifier) as _)
            .with_no_client_auth();
        tls.alpn_protocols = vec![b"h3".to_vec()];
        tls.resumption = Resumption::disabled();
        let crypto = QuicClientConfig::try_from(Arc::new(tls)).map_err(io::Error::other)?;
        let seen = Seen::default();
        let listening = Listening { config: Arc::new(crypto), seen: seen.clone() };
        let mut config = quinn_proto::ClientConfig::new(Arc::new(listening));
        config.transport_config(Arc::new(transport(open)?));
        Ok((config, verifier, seen))
    }
}

fn transport(open: &Open) -> io::Result<TransportConfig> {
    let idle = Duration::from_millis(open.idle_ms.into());
    let mut transport = TransportConfig::default();
    transport
        .stream_receive_window(VarInt::from_u32(open.window_bytes))
        .receive_window(VarInt::from_u32(open.window_bytes))
        // Servers open no bidirectional streams in HTTP/3 (RFC 9114, 6.1).
        .max_concurrent_bidi_streams(VarInt::from_u32(0))
        .max_concurrent_uni_streams(VarInt::from_u32(open.peer_streams))
        .max_idle_timeout(Some(idle.try_into().map_err(io::Error::other)?))
        .crypto_buffer_size(CRYPTO_BUFFER_BYTES)
        .datagram_receive_buffer_size(None)
        .mtu_discovery_config(None)
        .enable_segmentation_offload(false);
    Ok(transport)
}
