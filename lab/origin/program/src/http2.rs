//! HTTP/2 over TLS. hyper serves it too, but has no way to send a 103 before the response.

use std::future::poll_fn;
use std::sync::Arc;

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::{Request, Response};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;

use crate::answer::Answers;
use crate::hints::SendHints;
use crate::opening::Opening;
use crate::outflow::{Counted, Outflow};
use crate::paced::{Cut, Paced};
use crate::request_body::Hashing;
use crate::via::Via;

/// Limits a request's head: what HTTP/1.1 takes too, since a page's cookies can be more than the default of 16 KiB.
const MAX_HEAD_BYTES: u32 = 400 * 1024;
/// A client may send this before it hears more, of a stream and of all: hyper's default.
const WINDOW_BYTES: u32 = 1024 * 1024;

pub async fn serve<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    via: Via,
    answers: Arc<Answers>,
    opening: Option<Arc<Opening>>,
    max_concurrent_streams: u32,
) -> Result<(), h2::Error> {
    let stream = Counted::new(stream);
    let outflow = stream.outflow();
    let mut connection = h2::server::Builder::new()
        .initial_window_size(WINDOW_BYTES)
        .initial_connection_window_size(WINDOW_BYTES)
        .max_concurrent_streams(max_concurrent_streams)
        .max_header_list_size(MAX_HEAD_BYTES)
        .handshake::<_, Bytes>(stream)
        .await?;
    // They end with the connection.
    let mut exchanges = JoinSet::new();
    while let Some(accepted) = connection.accept().await {
        while exchanges.try_join_next().is_some() {}
        let (request, reply) = accepted?;
        let (answers, outflow, opening) = (Arc::clone(&answers), Arc::clone(&outflow), opening.clone());
        // One that fails was reset by the client, or its connection is gone: the rest of the response is of no use.
        exchanges.spawn(async move { exchange(request, reply, via, &answers, opening, &outflow).await });
    }
    Ok(())
}

async fn exchange(
    request: Request<RecvStream>,
    mut reply: SendResponse<Bytes>,
    via: Via,
    answers: &Answers,
    opening: Option<Arc<Opening>>,
    outflow: &Arc<Outflow>,
) -> Result<(), h2::Error> {
    let (head, body) = request.into_parts();
    let hash = if answers.reads_requests() { hash(body).await? } else { None };
    let Ok(response) = answers.to(via, opening.as_deref(), &head, hash, &mut reply).await else {
        reply.send_reset(Reason::INTERNAL_ERROR);
        return Ok(());
    };
    let (head, body) = response.into_parts();
    let is_end = body.is_empty();
    let stream = reply.send_response(Response::from_parts(head, ()), is_end)?;
    if is_end { Ok(()) } else { send(body.over(outflow), stream).await }
}

async fn hash(mut body: RecvStream) -> Result<Option<String>, h2::Error> {
    let mut hashing = Hashing::new();
    while let Some(part) = body.data().await {
        let part = part?;
        let bytes = part.len();
        hashing.add(part);
        body.flow_control().release_capacity(bytes)?;
    }
    Ok(hashing.finish())
}

async fn send(mut body: Paced, mut stream: SendStream<Bytes>) -> Result<(), h2::Error> {
    while let Some(part) = body.next().await {
        let Ok(part): Result<Bytes, Cut> = part else {
            stream.send_reset(Reason::INTERNAL_ERROR);
            return Ok(());
        };
        // A part is handed over as soon as its first byte has a place in the client's window, as hyper does it.
        stream.reserve_capacity(1);
        while stream.capacity() == 0 {
            match poll_fn(|context| stream.poll_capacity(context)).await {
                Some(capacity) => capacity?,
                // The client has reset the stream.
                None => return Ok(()),
            };
        }
        let is_end = body.is_empty();
        stream.send_data(part, is_end)?;
        if is_end {
            return Ok(());
        }
    }
    stream.send_data(Bytes::new(), true)
}

impl SendHints for SendResponse<Bytes> {
    async fn send(&mut self, hints: Response<()>) {
        // A stream that is gone says so when the response is sent.
        let _ = self.send_informational(hints);
    }
}
