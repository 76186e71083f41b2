//! A QUIC connection for h3 that ends where a peer has h3 keep more than any frame needs (`frame_limit`): h3 0.0.8 keeps
//! what has come of a frame, however long it is to be.

use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use h3::error::Code;
use h3::quic::{self, ConnectionErrorIncoming, StreamErrorIncoming, StreamId, WriteBuf};
use quinn::VarInt;

use crate::frame_limit::FrameLimit;

type Polled<T> = Poll<Result<T, StreamErrorIncoming>>;

/// `inner` is what opens streams: h3-quinn's connection, or its `OpenStreams`.
pub struct Bounded<C> {
    inner: C,
    quic: quinn::Connection,
}

pub type Connection = Bounded<h3_quinn::Connection>;
pub type OpenStreams = Bounded<h3_quinn::OpenStreams>;
pub type BidiStream<B> = Stream<h3_quinn::BidiStream<B>>;

impl Connection {
    pub fn new(quic: quinn::Connection) -> Self {
        Self { inner: h3_quinn::Connection::new(quic.clone()), quic }
    }

    /// The same limit for a request's stream that was accepted elsewhere.
    pub fn request_stream<S>(&self, inner: S) -> Stream<S> {
        self.stream(inner, FrameLimit::of_requests())
    }
}

impl<C: Clone> Clone for Bounded<C> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), quic: self.quic.clone() }
    }
}

impl<C> Bounded<C> {
    fn stream<S>(&self, inner: S, limit: FrameLimit) -> Stream<S> {
        Stream { inner, limit, quic: self.quic.clone() }
    }
}

impl<B: Buf> quic::Connection<B> for Connection {
    type RecvStream = Stream<h3_quinn::RecvStream>;
    type OpenStreams = OpenStreams;

    fn poll_accept_recv(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Self::RecvStream, ConnectionErrorIncoming>> {
        let stream = quic::Connection::<B>::poll_accept_recv(&mut self.inner, cx);
        stream.map_ok(|stream| self.stream(stream, FrameLimit::of_unidirectional()))
    }

    fn poll_accept_bidi(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Self::BidiStream, ConnectionErrorIncoming>> {
        let stream = self.inner.poll_accept_bidi(cx);
        stream.map_ok(|stream| self.stream(stream, FrameLimit::of_requests()))
    }

    fn opener(&self) -> OpenStreams {
        Bounded { inner: quic::Connection::<B>::opener(&self.inner), quic: self.quic.clone() }
    }
}

impl<B, C> quic::OpenStreams<B> for Bounded<C>
where
    B: Buf,
    C: quic::OpenStreams<B>,
    C::BidiStream: quic::RecvStream<Buf = Bytes>,
{
    type BidiStream = Stream<C::BidiStream>;
    type SendStream = C::SendStream;

    fn poll_open_bidi(&mut self, cx: &mut Context<'_>) -> Polled<Self::BidiStream> {
        let stream = self.inner.poll_open_bidi(cx);
        stream.map_ok(|stream| self.stream(stream, FrameLimit::of_requests()))
    }

    fn poll_open_send(&mut self, cx: &mut Context<'_>) -> Polled<Self::SendStream> {
        self.inner.poll_open_send(cx)
    }

    fn close(&mut self, code: Code, reason: &[u8]) {
        self.inner.close(code, reason);
    }
}

/// A stream whose frames are followed while they come.
pub struct Stream<S> {
    inner: S,
    limit: FrameLimit,
    quic: quinn::Connection,
}

impl<S: quic::RecvStream<Buf = Bytes>> quic::RecvStream for Stream<S> {
    type Buf = Bytes;

    fn poll_data(&mut self, cx: &mut Context<'_>) -> Polled<Option<Bytes>> {
        let data = self.inner.poll_data(cx);
        if let Poll::Ready(Ok(Some(bytes))) = &data {
            if self.limit.take(bytes).is_err() {
                let code = Code::H3_EXCESSIVE_LOAD;
                self.quic.close(VarInt::from_u64(code.value()).unwrap_or_default(), b"a frame is too long");
                let connection_error =
                    ConnectionErrorIncoming::InternalError("a frame is too long".to_string());
                return Poll::Ready(Err(StreamErrorIncoming::ConnectionErrorIncoming { connection_error }));
            }
        }
        data
    }

    fn stop_sending(&mut self, error_code: u64) {
        self.inner.stop_sending(error_code);
    }

    fn recv_id(&self) -> StreamId {
        self.inner.recv_id()
    }
}

impl<B: Buf, S: quic::SendStream<B>> quic::SendStream<B> for Stream<S> {
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Polled<()> {
        self.inner.poll_ready(cx)
    }

    fn send_data<T: Into<WriteBuf<B>>>(&mut self, data: T) -> Result<(), StreamErrorIncoming> {
        self.inner.send_data(data)
    }

    fn poll_finish(&mut self, cx: &mut Context<'_>) -> Polled<()> {
        self.inner.poll_finish(cx)
    }

    fn reset(&mut self, reset_code: u64) {
        self.inner.reset(reset_code);
    }

    fn send_id(&self) -> StreamId {
        self.inner.send_id()
    }
}
