//! HTTP/3: all fetches at once, within the server's limit of streams.

use std::sync::Arc;

use bytes::{Buf, Bytes};
use h3::client::SendRequest;
use h3::error::{ConnectionError, StreamError};
use quinn::VarInt;
use tokio::time::timeout;
use towline_process::bounded_http3::{Connection, OpenStreams};
use towline_process::frame_limit::LONGEST_BYTES;

use crate::answer_check::check;
use crate::driver::Driver;
use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};
use crate::target::Target;
use crate::tls::Tls;
use crate::udp::endpoint;

/// RFC 9114, 8.1.
const H3_NO_ERROR: VarInt = VarInt::from_u32(0x100);
/// no_application_protocol (RFC 7301, 3.2) as a code of QUIC (RFC 9001, 4.8).
const NO_ALPN: u64 = 0x100 + 120;

pub struct Http3 {
    sender: SendRequest<OpenStreams, Bytes>,
    shared: Arc<Shared>,
}

struct Shared {
    quic: quinn::Connection,
    _driver: Driver,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.quic.close(H3_NO_ERROR, b"");
    }
}

impl Http3 {
    pub async fn open(target: &Target, tls: &Tls) -> Result<Self, Kind> {
        timeout(target.limit, Self::handshake(target, tls)).await.unwrap_or(Err(Kind::QuicTimeout))
    }

    async fn handshake(target: &Target, tls: &Tls) -> Result<Self, Kind> {
        let config = tls.over_quic.clone().ok_or(Kind::TlsFailed)?;
        let endpoint = endpoint(target.address).map_err(|_| Kind::ClientLimit)?;
        let quic = endpoint
            .connect_with(config, target.address, &target.name)
            .map_err(|_| Kind::ClientLimit)?
            .await
            .map_err(|error| handshake_kind(&error))?;
        let (mut connection, sender) = h3::client::builder()
            .send_grease(false)
            .max_field_section_size(LONGEST_BYTES)
            .build(Connection::new(quic.clone()))
            .await
            .map_err(|_| Kind::QuicClosed)?;
        let driver = Driver::new(tokio::spawn(async move {
            // The fetch says what goes wrong.
            let _ = connection.wait_idle().await;
        }));
        Ok(Self { sender, shared: Arc::new(Shared { quic, _driver: driver }) })
    }

    pub async fn fetch(&mut self, fetch: &Fetch, progress: &mut impl Progress) -> Result<u64, Fault> {
        let unanswered = |error: StreamError| Fault { is_unanswered: true, ..fault(&error) };
        let mut stream = self.sender.send_request(fetch.request(())).await.map_err(unanswered)?;
        // A server may answer before the request has ended, and stop reading.
        if !fetch.body.is_empty() {
            let _ = stream.send_data(fetch.body.clone()).await;
        }
        let _ = stream.finish().await;
        let response = stream.recv_response().await.map_err(|error| match fault(&error).kind {
            kind @ (Kind::ConnectionLost | Kind::HttpEmptyReply) => Fault::unanswered(kind),
            kind => Fault::in_answer(kind),
        })?;
        progress.head();
        let mut body_bytes = 0;
        while let Some(part) = stream.recv_data().await.map_err(|error| fault(&error))? {
            progress.body(part.remaining() as u64);
            body_bytes += part.remaining() as u64;
        }
        check(fetch, response.status().as_u16(), response.headers(), body_bytes)?;
        Ok(body_bytes)
    }

    pub fn share(&self) -> Self {
        Self { sender: self.sender.clone(), shared: Arc::clone(&self.shared) }
    }

    pub fn close(self) {
        self.shared.quic.close(H3_NO_ERROR, b"");
    }
}

fn fault(error: &StreamError) -> Fault {
    let kind = match error {
        StreamError::RemoteTerminate { .. } => Kind::StreamReset,
        StreamError::RemoteClosing { .. } => Kind::HttpEmptyReply,
        StreamError::ConnectionError { 0: ConnectionError::Local { .. }, .. } => Kind::HttpProtocolError,
        StreamError::ConnectionError { .. } => Kind::ConnectionLost,
        _ => Kind::HttpProtocolError,
    };
    // The other streams of the connection go on.
    let is_connection_usable = kind == Kind::StreamReset;
    Fault { is_connection_usable, ..Fault::in_answer(kind) }
}

fn handshake_kind(error: &quinn::ConnectionError) -> Kind {
    let code = match error {
        quinn::ConnectionError::TimedOut => return Kind::QuicTimeout,
        quinn::ConnectionError::TransportError(error) => u64::from(error.code),
        quinn::ConnectionError::ConnectionClosed(close) => u64::from(close.error_code),
        _ => return Kind::QuicClosed,
    };
    match code {
        NO_ALPN => Kind::AlpnMismatch,
        // CRYPTO_ERROR, RFC 9000, 20.1.
        0x100..=0x1ff => Kind::TlsFailed,
        _ => Kind::QuicClosed,
    }
}
