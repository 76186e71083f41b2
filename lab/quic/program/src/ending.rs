//! Says why a connection has ended, in the words of crawler/quic/close-failure.ts, which names it.

use quinn_proto::{ConnectionError, TransportError, TransportErrorCode};
use serde::Serialize;

use crate::verifier::Refusal;

/// CRYPTO_ERROR: 0x100 and a TLS alert (RFC 9000, 20.1).
const CRYPTO_ERROR: u64 = 0x100;

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    pub is_established: bool,
    pub is_heard: bool,
    /// The system's number of an error of the socket.
    pub errno: Option<i32>,
    /// Says which limit the peer went beyond.
    pub flood: Option<Flood>,
    /// The peer's error at the close.
    pub peer: Option<Close>,
    /// Our error at the close.
    pub local: Option<Close>,
    pub is_timed_out: bool,
    /// Says what was found wrong.
    pub said: Option<String>,
    /// Chain of a certificate that was refused: DER in hexadecimal digits, the server's own first.
    pub chain: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Flood {
    Bytes,
    Overhead,
    /// A limit of quinn's own on frames that it keeps.
    Frames,
    StrayDatagrams,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Close {
    pub is_app: bool,
    pub error_code: u64,
    /// Latin-1.
    pub reason: String,
}

impl Ending {
    pub fn of(error: ConnectionError, refusal: Option<Refusal>) -> Self {
        let latin1 = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect();
        let mut ending = Self::default();
        match error {
            ConnectionError::ApplicationClosed(close) => {
                ending.peer = Some(Close {
                    is_app: true,
                    error_code: close.error_code.into_inner(),
                    reason: latin1(&close.reason),
                });
            }
            ConnectionError::ConnectionClosed(close) => {
                ending.peer = Some(Close {
                    is_app: false,
                    error_code: close.error_code.into(),
                    reason: latin1(&close.reason),
                });
            }
            ConnectionError::TransportError(error) if is_limit(&error) => {
                ending.flood = Some(Flood::Frames);
                ending.said = Some(error.to_string());
            }
            ConnectionError::TransportError(error) => {
                let error_code = refusal.as_ref().map(|refusal| CRYPTO_ERROR + u64::from(refusal.alert));
                ending.local = Some(Close {
                    is_app: false,
                    error_code: error_code.unwrap_or(error.code.into()),
                    reason: String::new(),
                });
                ending.said = Some(error.to_string());
                ending.chain = refusal
                    .map(|refusal| refusal.chain.iter().map(|der| hex(der)).collect())
                    .unwrap_or_default();
            }
            ConnectionError::VersionMismatch => {
                ending.local = Some(Close { is_app: false, error_code: 0, reason: String::new() });
                ending.said = Some("UnknownVersion".to_string());
            }
            ConnectionError::TimedOut => ending.is_timed_out = true,
            // A stateless reset: the peer has forgotten the connection, and gives no reason.
            ConnectionError::Reset | ConnectionError::LocallyClosed | ConnectionError::CidsExhausted => {}
        }
        ending
    }

    pub fn by_socket(error: &std::io::Error) -> Self {
        let errno = error.raw_os_error();
        let said = errno.is_none().then(|| error.to_string());
        Self { errno, said, ..Self::default() }
    }

    pub fn by_flood(flood: Flood) -> Self {
        Self { flood: Some(flood), ..Self::default() }
    }

    pub fn unknown(said: String) -> Self {
        Self { said: Some(said), ..Self::default() }
    }
}

/// Whether quinn closes since the peer has it keep too much, and not for a breach of the protocol.
fn is_limit(error: &TransportError) -> bool {
    match error.code {
        // A stream's bytes in too many pieces are one to quinn.
        TransportErrorCode::INTERNAL_ERROR | TransportErrorCode::CRYPTO_BUFFER_EXCEEDED => true,
        TransportErrorCode::CONNECTION_ID_LIMIT_ERROR => error.reason == "queued too many retired CIDs",
        _ => false,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
