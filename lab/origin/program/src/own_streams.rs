//! Streams that the server opens itself. The first is HTTP/3's control stream (RFC 9114, 6.2.1), on which an ORIGIN frame may
//! follow the settings (RFC 9412); h3 sends none.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use h3::quic::{self, ConnectionErrorIncoming, StreamErrorIncoming, StreamId, WriteBuf};
use quinn::{SendStream, VarInt, WriteError};

pub type Polled<T> = Poll<Result<T, StreamErrorIncoming>>;

const ORIGIN: u8 = 0x0c;

/// The frame that names these hosts as origins of the connection. They are few: its length has two bytes at most.
pub fn origin_frame<'a>(hosts: impl Iterator<Item = &'a str>) -> Bytes {
    let mut entries = BytesMut::new();
    for host in hosts {
        let origin = format!("https://{host}");
        entries.put_u16(origin.len() as u16);
        entries.put_slice(origin.as_bytes());
    }
    let mut frame = BytesMut::new();
    frame.put_u8(ORIGIN);
    frame.put_u16(0x4000 | entries.len() as u16);
    frame.put(entries);
    frame.freeze()
}

type Opening = Pin<Box<dyn Future<Output = Result<SendStream, quinn::ConnectionError>> + Send + Sync>>;

pub struct OwnStreams {
    quic: quinn::Connection,
    opening: Option<Opening>,
    /// Goes behind what is first written to the first stream.
    frame: Bytes,
}

impl OwnStreams {
    pub fn new(quic: quinn::Connection, frame: Bytes) -> Self {
        Self { quic, opening: None, frame }
    }

    pub fn poll_open(&mut self, cx: &mut Context<'_>) -> Polled<OwnStream> {
        let quic = &self.quic;
        let opening = self.opening.get_or_insert_with(|| {
            let quic = quic.clone();
            Box::pin(async move { quic.open_uni().await })
        });
        let send = ready!(opening.as_mut().poll(cx));
        self.opening = None;
        Poll::Ready(match send {
            Ok(send) => Ok(OwnStream { send, writing: None, behind: std::mem::take(&mut self.frame) }),
            Err(error) => Err(StreamErrorIncoming::ConnectionErrorIncoming {
                connection_error: connection_error(error),
            }),
        })
    }
}

pub struct OwnStream {
    send: SendStream,
    writing: Option<WriteBuf<Bytes>>,
    behind: Bytes,
}

impl quic::SendStream<Bytes> for OwnStream {
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Polled<()> {
        let Some(data) = &mut self.writing else { return Poll::Ready(Ok(())) };
        while data.has_remaining() {
            let written = ready!(Pin::new(&mut self.send).poll_write(cx, data.chunk()));
            data.advance(written.map_err(write_error)?);
        }
        while self.behind.has_remaining() {
            let written = ready!(Pin::new(&mut self.send).poll_write(cx, &self.behind));
            self.behind.advance(written.map_err(write_error)?);
        }
        self.writing = None;
        Poll::Ready(Ok(()))
    }

    fn send_data<T: Into<WriteBuf<Bytes>>>(&mut self, data: T) -> Result<(), StreamErrorIncoming> {
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

/// Both have 62 bits (RFC 9000, 2.1).
pub fn stream_id(id: quinn::StreamId) -> StreamId {
    h3::quic::StreamId::try_from(u64::from(VarInt::from(id))).expect("a stream's number has 62 bits")
}

pub fn write_error(error: WriteError) -> StreamErrorIncoming {
    match error {
        WriteError::Stopped(code) => StreamErrorIncoming::StreamTerminated { error_code: code.into_inner() },
        WriteError::ConnectionLost(error) => {
            StreamErrorIncoming::ConnectionErrorIncoming { connection_error: connection_error(error) }
        }
        error => StreamErrorIncoming::Unknown(Box::new(error)),
    }
}

pub fn connection_error(error: quinn::ConnectionError) -> ConnectionErrorIncoming {
    match error {
        quinn::ConnectionError::ApplicationClosed(close) => {
            ConnectionErrorIncoming::ApplicationClose { error_code: close.error_code.into() }
        }
        quinn::ConnectionError::TimedOut => ConnectionErrorIncoming::Timeout,
        error => ConnectionErrorIncoming::Undefined(Arc::new(error)),
    }
}
