//! TLS over TCP.

use rustls::HandshakeKind;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::connection::Target;
use crate::failures::{Kind, connect_kind};
use crate::tls::Tls;

pub struct Secured {
    pub stream: TlsStream<TcpStream>,
    /// An earlier TLS session was.
    pub is_resumed: bool,
    /// When TCP's handshake was over.
    pub connected: Instant,
}

pub async fn open_tls(target: &Target, tls: &Tls) -> Result<Secured, Kind> {
    let deadline = Instant::now() + target.limit;
    let stream = timeout_at(deadline, TcpStream::connect(target.address))
        .await
        .map_err(|_| Kind::TcpTimeout)?
        .map_err(|error| connect_kind(&error))?;
    let connected = Instant::now();
    stream.set_nodelay(true).map_err(|_| Kind::ConnectionReset)?;
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
