//! quinn keeps to itself what a handshake shows, but hands its TLS session the messages in clear: a session around it reads them.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quinn_proto::crypto::{
    ClientConfig, ExportKeyingMaterialError, HeaderKey, KeyPair, Keys, PacketKey, Session,
};
use quinn_proto::transport_parameters::TransportParameters;
use quinn_proto::{ConnectError, ConnectionId, Side, TransportError};

use crate::handshake_seen::HandshakeSeen;

/// A configuration whose sessions are listened to; it is of one connection.
pub struct Listening {
    pub config: Arc<dyn ClientConfig>,
    pub seen: Seen,
}

/// Shared by a connection and its session.
#[derive(Clone, Default)]
pub struct Seen(Arc<Mutex<HandshakeSeen>>);

impl Seen {
    pub fn get(&self) -> MutexGuard<'_, HandshakeSeen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientConfig for Listening {
    fn start_session(
        self: Arc<Self>,
        version: u32,
        server_name: &str,
        params: &TransportParameters,
    ) -> Result<Box<dyn Session>, ConnectError> {
        let session = Arc::clone(&self.config).start_session(version, server_name, params)?;
        Ok(Box::new(ListenedTo { session, seen: self.seen.clone() }))
    }
}

struct ListenedTo {
    session: Box<dyn Session>,
    seen: Seen,
}

impl Session for ListenedTo {
    fn read_handshake(&mut self, buf: &[u8]) -> Result<bool, TransportError> {
        let result = self.session.read_handshake(buf)?;
        self.seen.get().take(buf);
        Ok(result)
    }

    fn initial_keys(&self, dst_cid: &ConnectionId, side: Side) -> Keys {
        self.session.initial_keys(dst_cid, side)
    }

    fn handshake_data(&self) -> Option<Box<dyn Any>> {
        self.session.handshake_data()
    }

    fn peer_identity(&self) -> Option<Box<dyn Any>> {
        self.session.peer_identity()
    }

    fn early_crypto(&self) -> Option<(Box<dyn HeaderKey>, Box<dyn PacketKey>)> {
        self.session.early_crypto()
    }

    fn early_data_accepted(&self) -> Option<bool> {
        self.session.early_data_accepted()
    }

    fn is_handshaking(&self) -> bool {
        self.session.is_handshaking()
    }

    fn transport_parameters(&self) -> Result<Option<TransportParameters>, TransportError> {
        self.session.transport_parameters()
    }

    fn write_handshake(&mut self, buf: &mut Vec<u8>) -> Option<Keys> {
        self.session.write_handshake(buf)
    }

    fn next_1rtt_keys(&mut self) -> Option<KeyPair<Box<dyn PacketKey>>> {
        self.session.next_1rtt_keys()
    }

    fn is_valid_retry(&self, orig_dst_cid: &ConnectionId, header: &[u8], payload: &[u8]) -> bool {
        self.session.is_valid_retry(orig_dst_cid, header, payload)
    }

    fn export_keying_material(
        &self,
        output: &mut [u8],
        label: &[u8],
        context: &[u8],
    ) -> Result<(), ExportKeyingMaterialError> {
        self.session.export_keying_material(output, label, context)
    }
}
