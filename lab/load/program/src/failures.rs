//! The closed list of what may go wrong; model/load-failures.ts says what each one means.

use std::io;

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    NameUnresolved,
    TcpRefused,
    TcpTimeout,
    TcpUnreachable,
    ClientLimit,
    TlsTimeout,
    TlsFailed,
    AlpnMismatch,
    QuicTimeout,
    QuicClosed,
    ConnectionReset,
    ConnectionLost,
    StreamReset,
    HttpEmptyReply,
    HttpTruncated,
    HttpProtocolError,
    WrongStatus,
    WrongLength,
    PageTimeout,
}

/// Says why an answer did not come as it should have.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub kind: Kind,
    /// Nothing of an answer had come.
    pub is_unanswered: bool,
    /// The connection can serve further requests.
    pub is_connection_usable: bool,
}

impl Fault {
    pub fn unanswered(kind: Kind) -> Self {
        Self { kind, is_unanswered: true, is_connection_usable: false }
    }

    pub fn in_answer(kind: Kind) -> Self {
        Self { kind, is_unanswered: false, is_connection_usable: false }
    }

    /// A whole answer, which is another than it should be.
    pub fn other_answer(kind: Kind) -> Self {
        Self { kind, is_unanswered: false, is_connection_usable: true }
    }
}

/// Names why a TCP connection could not be opened.
pub fn connect_kind(error: &io::Error) -> Kind {
    match error.raw_os_error() {
        Some(libc::ECONNREFUSED) => Kind::TcpRefused,
        Some(libc::ECONNRESET) => Kind::ConnectionReset,
        Some(libc::ETIMEDOUT) => Kind::TcpTimeout,
        Some(libc::EMFILE | libc::ENFILE | libc::EADDRNOTAVAIL | libc::ENOBUFS | libc::ENOMEM) => {
            Kind::ClientLimit
        }
        _ => Kind::TcpUnreachable,
    }
}
