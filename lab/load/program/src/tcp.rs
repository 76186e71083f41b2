//! TCP, and TLS over it.

use std::time::Duration;

use rustls::HandshakeKind;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::failures::{Kind, connect_kind};
use crate::target::Target;
use crate::tls::Tls;

pub struct Secured {
    pub stream: TlsStream<TcpStream>,
    /// An earlier TLS session was.
    pub is_resumed: bool,
    /// Moment when TCP's handshake was over.
    pub connected: Instant,
}

/// Chromium then opens a second connection beside the first one (net/socket/client_socket_pool.h, kMaxConnectRetryIntervalMs).
const SLOW_CONNECT: Duration = Duration::from_millis(250);

/// Ready to send at once. `on_slow` is called where TCP's handshake takes longer than 250 ms, at that moment.
pub async fn open_tcp(target: &Target, deadline: Instant, on_slow: impl FnOnce()) -> Result<TcpStream, Kind> {
    let slow_at = Instant::now() + SLOW_CONNECT;
    let connecting = TcpStream::connect(target.address);
    tokio::pin!(connecting);
    let quick = timeout_at(slow_at.min(deadline), &mut connecting).await;
    let connected = match quick {
        Ok(connected) => connected,
        Err(_) => {
            if slow_at < deadline {
                on_slow();
            }
            timeout_at(deadline, connecting).await.map_err(|_| Kind::TcpTimeout)?
        }
    };
    let stream = connected.map_err(|error| connect_kind(&error))?;
    stream.set_nodelay(true).map_err(|_| Kind::ConnectionReset)?;
    Ok(stream)
}

/// `on_slow` is that of TCP's handshake.
pub async fn open_tls(target: &Target, tls: &Tls, on_slow: impl FnOnce()) -> Result<Secured, Kind> {
    let deadline = Instant::now() + target.limit;
    let stream = open_tcp(target, deadline, on_slow).await?;
    let connected = Instant::now();
    let name = ServerName::try_from(target.name.clone()).map_err(|_| Kind::TlsFailed)?;
    let connecting = TlsConnector::from(std::sync::Arc::clone(&tls.over_tcp)).connect(name, stream);
    let stream =
        timeout_at(deadline, connecting).await.map_err(|_| Kind::TlsTimeout)?.map_err(|error| match error
            .raw_os_error()
        {
            Some(libc::ECONNRESET | libc::EPIPE) => Kind::ConnectionReset,
            _ => tls_kind(&error),
        })?;
    let session = &stream.get_ref().1;
    if session.alpn_protocol() != Some(target.protocol.alpn()) {
        return Err(Kind::AlpnMismatch);
    }
    let is_resumed = session.handshake_kind() == Some(HandshakeKind::Resumed);
    Ok(Secured { stream, is_resumed, connected })
}

fn tls_kind(error: &std::io::Error) -> Kind {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    match inner {
        Some(rustls::Error::AlertReceived(rustls::AlertDescription::NoApplicationProtocol)) => {
            Kind::AlpnMismatch
        }
        _ => Kind::TlsFailed,
    }
}
