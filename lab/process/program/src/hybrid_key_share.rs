//! The key share X25519MLKEM768 (draft-ietf-tls-ecdhe-mlkem), which browsers offer first; rustls has none with ring. Its 1,216
//! bytes make a ClientHello as long as a browser's: two packets instead of one.

use ml_kem::ml_kem_768::EncapsulationKey;
use ml_kem::{Decapsulate, DecapsulationKey, Encapsulate, Kem, KeyExport, MlKem768, TryKeyInit};
use rustls::crypto::ring::kx_group::X25519;
use rustls::crypto::{
    ActiveKeyExchange, CompletedKeyExchange, CryptoProvider, SharedSecret, SupportedKxGroup, ring,
};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved, ProtocolVersion};

/// Bytes of what a client sends as the first half.
const ENCAPSULATION_KEY_BYTES: usize = 1_184;
/// Bytes of what a server answers to it.
const CIPHERTEXT_BYTES: usize = 1_088;

/// That of ring, with X25519MLKEM768 before its own groups.
pub fn browser_like_provider() -> CryptoProvider {
    let mut provider = ring::default_provider();
    provider.kx_groups.insert(0, &X25519MlKem768);
    provider
}

/// A group that a server may be told to use.
pub static X25519_MLKEM768: &dyn SupportedKxGroup = &X25519MlKem768;

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

    /// The server's side: its answer depends on the client's key, so that both halves are made at once.
    fn start_and_complete(&self, peer_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let wrong = || Error::from(PeerMisbehaved::InvalidKeyShare);
        let (key, x25519) = peer_share.split_at_checked(ENCAPSULATION_KEY_BYTES).ok_or_else(wrong)?;
        let key = EncapsulationKey::new_from_slice(key).map_err(|_| wrong())?;
        let (ciphertext, first) = key.encapsulate();
        let second = X25519.start_and_complete(x25519)?;
        Ok(CompletedKeyExchange {
            group: self.name(),
            pub_key: [&ciphertext[..], &second.pub_key].concat(),
            secret: [&first[..], second.secret.secret_bytes()].concat().into(),
        })
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

#[cfg(test)]
mod tests;
