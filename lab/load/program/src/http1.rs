//! HTTP/1.1: one fetch at a time.

use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{Builder, Connection};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};

use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};
use crate::over_tcp::{head_fault, receive};

/// rustls holds what is read later.
const READ_BYTES: usize = 4 * 1024;

/// TLS over TCP, or TCP alone.
trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<Of: AsyncRead + AsyncWrite + Send + Unpin> Duplex for Of {}

type Stream = Box<dyn Duplex>;

/// Is a stream between fetches and no more: a connection of hyper has buffers and a queue of 30 kB, and thousands
/// of users who think have six each.
pub struct Http1 {
    /// None during a fetch, and after one that the connection ended with.
    stream: Option<Stream>,
}

impl Http1 {
    pub fn new(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) -> Self {
        Self { stream: Some(Box::new(stream)) }
    }

    pub async fn fetch(&mut self, fetch: &Fetch, progress: &mut impl Progress) -> Result<u64, Fault> {
        let stream = self.stream.take().ok_or(Fault::unanswered(Kind::HttpEmptyReply))?;
        // Boxed, as a fetch of another protocol, which has room for this one, is small.
        let (stream, result) = Box::pin(exchange(stream, fetch, progress)).await;
        self.stream = stream;
        result
    }

    pub fn close(self) {
        if let Some(mut stream) = self.stream {
            // A server that is gone need not be told.
            tokio::spawn(async move { stream.shutdown().await });
        }
    }
}

/// The stream comes back where it can serve further requests.
async fn exchange(
    stream: Stream,
    fetch: &Fetch,
    progress: &mut impl Progress,
) -> (Option<Stream>, Result<u64, Fault>) {
    let (mut sender, connection) =
        match Builder::new().read_buf_exact_size(Some(READ_BYTES)).handshake(TokioIo::new(stream)).await {
            Ok(opened) => opened,
            Err(error) => return (None, Err(head_fault(&error))),
        };
    let mut connection = Some(connection);
    let request = sender.send_request(fetch.request(Full::new(fetch.body.clone())));
    let mut answer =
        pin!(async { receive(fetch, request.await.map_err(|error| head_fault(&error))?, progress).await });
    let result = poll_fn(|context| {
        advance(&mut connection, context);
        answer.as_mut().poll(context)
    })
    .await;
    poll_fn(|context| {
        advance(&mut connection, context);
        Poll::Ready(())
    })
    .await;
    let parts = connection.map(Connection::into_parts);
    // Bytes that a server sends unasked belong to no request.
    let unspoilt = parts.filter(|parts| parts.read_buf.is_empty());
    (unspoilt.map(|parts| parts.io.into_inner()), result)
}

/// Moves what can be moved now. A connection that has ended is given up, so that who waits for its answer hears of it.
fn advance(connection: &mut Option<Connection<TokioIo<Stream>, Full<Bytes>>>, context: &mut Context<'_>) {
    if connection.as_mut().is_some_and(|open| open.poll_without_shutdown(context).is_ready()) {
        *connection = None;
    }
}
