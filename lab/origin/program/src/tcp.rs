//! HTTP/1.1 and HTTP/2 over TCP.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use http::Response;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::answer::Answers;
use crate::config::Protocol;
use crate::early::EarlyTls;
use crate::failure::Failure;
use crate::hints::NoHints;
use crate::http2;
use crate::opening::Opening;
use crate::outflow::{Counted, Outflow};
use crate::paced::{Cut, Paced};
use crate::peers::Peers;
use crate::request_body::Hashing;
use crate::tls::TlsOverTcp;
use crate::via::{Transport, Via};

type Error = Box<dyn std::error::Error + Send + Sync>;

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

static CONNECTIONS: AtomicU64 = AtomicU64::new(0);

/// Numbers a connection over whatever transport.
pub fn next_connection() -> u64 {
    CONNECTIONS.fetch_add(1, Ordering::Relaxed)
}

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4_096;

#[derive(Clone)]
pub struct TcpServer {
    pub answers: Arc<Answers>,
    pub peers: Arc<Peers>,
    /// None: in the clear.
    pub tls: Option<Arc<TlsOverTcp>>,
    pub max_concurrent_streams: u32,
    /// Says how each connection over TLS is opened is followed, and told where it is said.
    pub follows_connections: bool,
    pub says_connections: bool,
}

pub fn listen(at: SocketAddr) -> Result<TcpListener, Failure> {
    let socket = if at.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
    socket
        .and_then(|socket| {
            socket.set_reuseaddr(true)?;
            socket.bind(at)?;
            socket.listen(BACKLOG)
        })
        .map_err(|error| Failure::unavailable(format_args!("tcp {at}"), error))
}

impl TcpServer {
    pub async fn serve(self, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let server = self.clone();
                    tokio::spawn(async move {
                        if let Err(error) = server.connection(stream, peer).await {
                            eprintln!("towline-origin: {peer}: {error}");
                        }
                    });
                }
                // The client is gone again, or the process has no file descriptor left: others go on.
                Err(error) => eprintln!("towline-origin: accept: {error}"),
            }
        }
    }

    async fn connection(self, stream: TcpStream, peer: SocketAddr) -> Result<(), Error> {
        stream.set_nodelay(true)?;
        // Nothing is sent yet: the window is still the initial one.
        self.peers.record(&stream, peer)?;
        let at = stream.local_addr()?;
        let via = Via { connection: next_connection(), at, transport: Transport::Clear };
        let Some(tls) = &self.tls else {
            return self.http1(stream, via, None).await;
        };
        let via = Via { transport: Transport::Tls, ..via };
        // A browser opens more connections than it uses.
        let unused = |error: &std::io::Error| error.kind() == ErrorKind::UnexpectedEof;
        if self.follows_connections {
            return match tls.accept_early(stream, at).await {
                Ok(stream) => self.followed(stream, via, peer).await,
                Err(error) if unused(&error) => Ok(()),
                Err(error) => Err(error.into()),
            };
        }
        let stream = match tls.accept(stream, at).await {
            Ok(stream) => stream,
            Err(error) if unused(&error) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        match stream.get_ref().1.alpn_protocol() {
            Some(b"h2") => {
                Ok(http2::serve(stream, via, self.answers, None, self.max_concurrent_streams).await?)
            }
            _ => self.http1(stream, via, None).await,
        }
    }

    async fn followed(self, stream: EarlyTls<TcpStream>, via: Via, peer: SocketAddr) -> Result<(), Error> {
        let is_http2 = stream.alpn_protocol() == Some(b"h2");
        let protocol = if is_http2 { Protocol::Http2 } else { Protocol::Http1 };
        let opening = Arc::new(Opening::new(peer, protocol, !self.says_connections));
        let stream = stream.watched_by(Arc::clone(&opening));
        if is_http2 {
            let streams = self.max_concurrent_streams;
            return Ok(http2::serve(stream, via, self.answers, Some(opening), streams).await?);
        }
        self.http1(stream, via, Some(opening)).await
    }

    async fn http1(self, stream: impl Stream, via: Via, opening: Option<Arc<Opening>>) -> Result<(), Error> {
        let stream = Counted::new(stream);
        let service = service(self.answers, via, opening, stream.outflow());
        let serving = http1::Builder::new()
            // An idle connection is kept until the client leaves.
            .header_read_timeout(None)
            .serve_connection(TokioIo::new(stream), service);
        match serving.await {
            Err(error) if is_cut(&error) => Ok(()),
            ended => Ok(ended?),
        }
    }
}

/// Whether the connection was to end so.
fn is_cut(error: &hyper::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<Cut>())
}

fn service(
    answers: Arc<Answers>,
    via: Via,
    opening: Option<Arc<Opening>>,
    outflow: Arc<Outflow>,
) -> impl HttpService<Incoming, ResBody = Paced, Error = Error, Future: Send> {
    service_fn(move |request: hyper::Request<Incoming>| {
        let (answers, outflow, opening) = (Arc::clone(&answers), Arc::clone(&outflow), opening.clone());
        async move {
            let (head, body) = request.into_parts();
            let hash = if answers.reads_requests() { hash(body).await? } else { None };
            // An error ends the connection.
            let response = answers.to(via, opening.as_deref(), &head, hash, &mut NoHints).await?;
            Ok::<Response<Paced>, Error>(response.map(|body| body.over(&outflow)))
        }
    })
}

async fn hash(mut body: Incoming) -> Result<Option<String>, hyper::Error> {
    let mut hashing = Hashing::new();
    while let Some(frame) = body.frame().await {
        if let Ok(part) = frame?.into_data() {
            hashing.add(part);
        }
    }
    Ok(hashing.finish())
}
