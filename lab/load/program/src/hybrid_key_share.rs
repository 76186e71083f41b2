//! The key share X25519MLKEM768 (draft-ietf-tls-ecdhe-mlkem), which browsers offer first; rustls has none with ring. Its 1,216
//! bytes make a ClientHello as long as a browser's: two packets instead of one.

use ml_kem::{Decapsulate, DecapsulationKey, Kem, KeyExport, MlKem768};
use rustls::crypto::ring::kx_group::X25519;
use rustls::crypto::{ActiveKeyExchange, CryptoProvider, SharedSecret, SupportedKxGroup, ring};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved, ProtocolVersion};

/// Bytes of what a server answers to the first half.
const CIPHERTEXT_BYTES: usize = 1_088;

/// That of ring, with X25519MLKEM768 before its own groups.
pub fn browser_like_provider() -> CryptoProvider {
    let mut provider = ring::default_provider();
    provider.kx_groups.insert(0, &X25519MlKem768);
    provider
}

#[derive(Debug)]
struct X25519MlKem768;

struct Offer {
    ml_kem: DecapsulationKey<MlKem768>,
    x25519: Box<dyn ActiveKeyExchange>,
    /// Both public keys, that of ML-KEM first.
    share: Vec<u8>,
}

impl SupportedKxGroup for X25519MlKem768 {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let (ml_kem, public) = MlKem768::generate_keypair();
        let x25519 = X25519.start()?;
        let share = [&public.to_bytes()[..], x25519.pub_key()].concat();
        Ok(Box::new(Offer { ml_kem, x25519, share }))
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        NamedGroup::X25519MLKEM768
    }

    fn usable_for_version(&self, version: ProtocolVersion) -> bool {
        version == ProtocolVersion::TLSv1_3
    }
}

impl ActiveKeyExchange for Offer {
    fn complete(self: Box<Self>, peer_share: &[u8]) -> Result<SharedSecret, Error> {
        let wrong = || Error::from(PeerMisbehaved::InvalidKeyShare);
        let (ciphertext, x25519) = peer_share.split_at_checked(CIPHERTEXT_BYTES).ok_or_else(wrong)?;
        let first = self.ml_kem.decapsulate_slice(ciphertext).map_err(|_| wrong())?;
        let second = self.x25519.complete(x25519)?;
        Ok([&first[..], second.secret_bytes()].concat().into())
    }

    /// The second half, offered beside it for servers that know no ML-KEM.
    fn hybrid_component(&self) -> Option<(NamedGroup, &[u8])> {
        Some((self.x25519.group(), self.x25519.pub_key()))
    }

    fn complete_hybrid_component(self: Box<Self>, peer_share: &[u8]) -> Result<SharedSecret, Error> {
        self.x25519.complete(peer_share)
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn group(&self) -> NamedGroup {
        NamedGroup::X25519MLKEM768
    }
}
