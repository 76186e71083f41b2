//! The streams of HTTP/3's requests on quinn, each with its place among the responses of the connection: h3-quinn hides
//! quinn's streams, and with them their priorities.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use h3::error::Code;
use h3::quic::{self, ConnectionErrorIncoming, StreamErrorIncoming, StreamId, WriteBuf};
use quinn::{ReadError, VarInt};
use towline_process::bounded_http3::{self, Stream};

use crate::own_streams::{OwnStream, OwnStreams, Polled, connection_error, stream_id, write_error};

type Streams = (quinn::SendStream, quinn::RecvStream);
type Accepting = Pin<Box<dyn Future<Output = Result<Streams, quinn::ConnectionError>> + Send + Sync>>;

/// A request brings no long bodies.
const READ_BYTES: usize = 4 * 1024;

/// Places by stream, higher ones first: known with the request, and taken when its response begins. quinn keeps what
/// waits to be sent where it was, so that a later change would be without effect.
#[derive(Clone, Default)]
pub struct Ranks(Arc<Mutex<HashMap<StreamId, i32>>>);

impl Ranks {
    pub fn set(&self, stream: StreamId, rank: i32) {
        self.with(|ranks| ranks.insert(stream, rank));
    }

    fn take(&self, stream: StreamId) -> Option<i32> {
        self.with(|ranks| ranks.remove(&stream))
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashMap<StreamId, i32>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Does the same as `bounded_http3::Connection`, but for the streams that the client opens for its requests.
pub struct Connection {
    inner: bounded_http3::Connection,
    quic: quinn::Connection,
    accepting: Accepting,
    ranks: Ranks,
    own: OwnStreams,
}

pub type RequestStream = Stream<Request<Bytes>>;

impl Connection {
    /// `frame` follows the settings.
    pub fn new(quic: quinn::Connection, ranks: Ranks, frame: Bytes) -> Self {
        let inner = bounded_http3::Connection::new(quic.clone());
        let own = OwnStreams::new(quic.clone(), frame);
        Self { inner, accepting: accept(quic.clone()), quic, ranks, own }
    }
}

fn accept(quic: quinn::Connection) -> Accepting {
    Box::pin(async move { quic.accept_bi().await })
}

impl quic::Connection<Bytes> for Connection {
    type RecvStream = Stream<h3_quinn::RecvStream>;
    type OpenStreams = Opener;

    fn poll_accept_recv(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Self::RecvStream, ConnectionErrorIncoming>> {
        quic::Connection::<Bytes>::poll_accept_recv(&mut self.inner, cx)
    }

    fn poll_accept_bidi(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<RequestStream, ConnectionErrorIncoming>> {
        let streams = ready!(self.accepting.as_mut().poll(cx));
        self.accepting = accept(self.quic.clone());
        Poll::Ready(match streams {
            Ok((send, recv)) => {
                let request = Request { send, recv, writing: None, ranks: Some(self.ranks.clone()) };
                Ok(self.inner.request_stream(request))
            }
            Err(error) => Err(connection_error(error)),
        })
    }

    fn opener(&self) -> Opener {
        Opener {
            inner: quic::Connection::<Bytes>::opener(&self.inner),
            own: OwnStreams::new(self.quic.clone(), Bytes::new()),
        }
    }
}

/// Opens what a server opens: streams of one direction.
pub struct Opener {
    inner: bounded_http3::OpenStreams,
    own: OwnStreams,
}

macro_rules! opens_streams {
    ($opener:ty) => {
        impl quic::OpenStreams<Bytes> for $opener {
            type BidiStream = RequestStream;
            type SendStream = OwnStream;

            fn poll_open_bidi(&mut self, _: &mut Context<'_>) -> Polled<RequestStream> {
                let why = "servers of HTTP/3 open no stream of both directions (RFC 9114, 6.1)".to_string();
                let connection_error = ConnectionErrorIncoming::InternalError(why);
                Poll::Ready(Err(StreamErrorIncoming::ConnectionErrorIncoming { connection_error }))
            }

            fn poll_open_send(&mut self, cx: &mut Context<'_>) -> Polled<Self::SendStream> {
                self.own.poll_open(cx)
            }

            fn close(&mut self, code: Code, reason: &[u8]) {
                quic::OpenStreams::<Bytes>::close(&mut self.inner, code, reason);
            }
        }
    };
}

opens_streams!(Connection);
opens_streams!(Opener);

/// A request and its response.
pub struct Request<B> {
    send: quinn::SendStream,
    recv: quinn::RecvStream,
    writing: Option<WriteBuf<B>>,
    /// Taken with the first bytes of the response.
    ranks: Option<Ranks>,
}

impl<B> quic::RecvStream for Request<B> {
    type Buf = Bytes;

    fn poll_data(&mut self, cx: &mut Context<'_>) -> Polled<Option<Bytes>> {
        let mut bytes = [0; READ_BYTES];
        let count = ready!(self.recv.poll_read(cx, &mut bytes)).map_err(read_error)?;
        // None: the end of the stream.
        Poll::Ready(Ok((count > 0).then(|| Bytes::copy_from_slice(&bytes[..count]))))
    }

    fn stop_sending(&mut self, error_code: u64) {
        // A stream that is closed has stopped.
        let _ = self.recv.stop(VarInt::from_u64(error_code).unwrap_or_default());
    }

    fn recv_id(&self) -> StreamId {
        stream_id(self.recv.id())
    }
}

impl<B: Buf> quic::SendStream<B> for Request<B> {
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Polled<()> {
        if let Some(data) = &mut self.writing {
            while data.has_remaining() {
                let written = ready!(Pin::new(&mut self.send).poll_write(cx, data.chunk()));
                data.advance(written.map_err(write_error)?);
            }
        }
        self.writing = None;
        Poll::Ready(Ok(()))
    }

    fn send_data<T: Into<WriteBuf<B>>>(&mut self, data: T) -> Result<(), StreamErrorIncoming> {
        if let Some(rank) = self.ranks.take().and_then(|ranks| ranks.take(stream_id(self.send.id()))) {
            // A stream that is closed sends nothing.
            let _ = self.send.set_priority(rank);
        }
        self.writing = Some(data.into());
        Ok(())
    }

    fn poll_finish(&mut self, _: &mut Context<'_>) -> Polled<()> {
        Poll::Ready(self.send.finish().map_err(|error| StreamErrorIncoming::Unknown(Box::new(error))))
    }

    fn reset(&mut self, reset_code: u64) {
        // A stream that is closed has ended.
        let _ = self.send.reset(VarInt::from_u64(reset_code).unwrap_or(VarInt::MAX));
    }

    fn send_id(&self) -> StreamId {
        stream_id(self.send.id())
    }
}

fn read_error(error: ReadError) -> StreamErrorIncoming {
    match error {
        ReadError::Reset(code) => StreamErrorIncoming::StreamTerminated { error_code: code.into_inner() },
        ReadError::ConnectionLost(error) => {
            StreamErrorIncoming::ConnectionErrorIncoming { connection_error: connection_error(error) }
        }
        error => StreamErrorIncoming::Unknown(Box::new(error)),
    }
}
