//! A connection to a host, and the fetches over it. Dropped while it is in use, it breaks off; `close` ends it in order.

use tokio::time::Instant;

use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};
use crate::http1::Http1;
use crate::http2::Http2;
use crate::http3::Http3;
use crate::order::Protocol;
use crate::target::Target;
use crate::tcp::{Secured, open_tcp, open_tls};
use crate::tls::Tls;

pub enum Connection {
    Http1(Http1),
    Http2(Http2),
    Http3(Http3),
}

pub struct Opened {
    pub connection: Connection,
    /// None where it cannot be known.
    pub is_resumed: Option<bool>,
    /// Moment when TCP's handshake was over; None of QUIC, which has one handshake for all.
    pub tcp_connected: Option<Instant>,
}

impl Connection {
    /// `on_slow` is called where TCP's handshake is slow (`open_tls`), and `secured` waited for when TLS's or QUIC's is over.
    pub async fn open(
        target: &Target,
        tls: &Tls,
        on_slow: impl FnOnce(),
        secured: impl Future<Output = Result<(), Kind>>,
    ) -> Result<Opened, Kind> {
        if target.protocol == Protocol::H3 {
            let connection = Self::Http3(Http3::open(target, tls).await?);
            secured.await?;
            return Ok(Opened { connection, is_resumed: None, tcp_connected: None });
        }
        let Secured { stream, is_resumed, connected } = open_tls(target, tls, on_slow).await?;
        secured.await?;
        let connection = match target.protocol {
            Protocol::H1 => Self::Http1(Http1::new(stream)),
            _ => Self::Http2(Http2::open(stream).await?),
        };
        Ok(Opened { connection, is_resumed: Some(is_resumed), tcp_connected: Some(connected) })
    }

    /// HTTP/1.1 in clear text.
    pub async fn open_clear(target: &Target) -> Result<Self, Kind> {
        let stream = open_tcp(target, Instant::now() + target.limit, || {}).await?;
        Ok(Self::Http1(Http1::new(stream)))
    }

    /// Bytes of the answer's body, which is as it should be. Of HTTP/1.1 one fetch at a time.
    pub async fn fetch(&mut self, fetch: &Fetch, progress: &mut impl Progress) -> Result<u64, Fault> {
        match self {
            Self::Http1(connection) => connection.fetch(fetch, progress).await,
            Self::Http2(connection) => connection.fetch(fetch, progress).await,
            Self::Http3(connection) => connection.fetch(fetch, progress).await,
        }
    }

    pub fn protocol(&self) -> Protocol {
        match self {
            Self::Http1(_) => Protocol::H1,
            Self::Http2(_) => Protocol::H2,
            Self::Http3(_) => Protocol::H3,
        }
    }

    /// The same connection for a fetch beside others; None: it takes one at a time.
    pub fn share(&self) -> Option<Self> {
        match self {
            Self::Http1(_) => None,
            Self::Http2(connection) => Some(Self::Http2(connection.share())),
            Self::Http3(connection) => Some(Self::Http3(connection.share())),
        }
    }

    pub fn close(self) {
        match self {
            Self::Http1(connection) => connection.close(),
            Self::Http2(connection) => connection.close(),
            Self::Http3(connection) => connection.close(),
        }
    }
}
