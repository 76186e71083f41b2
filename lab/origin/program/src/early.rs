//! TLS over TCP whose client may send a request with its first flight, and has the answer before its handshake is over
//! (RFC 8446, 2.3): tokio-rustls hands no early data to a server.

use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};

use rustls::server::Accepted;
use rustls::{HandshakeKind, ServerConfig, ServerConnection};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::opening::Opening;

pub struct EarlyTls<S> {
    tls: ServerConnection,
    stream: S,
    opening: Option<Arc<Opening>>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> EarlyTls<S> {
    pub fn new(accepted: Accepted, config: Arc<ServerConfig>, stream: S) -> io::Result<Self> {
        let invalid = |error| io::Error::new(ErrorKind::InvalidData, error);
        let mut tls = accepted.into_connection(config).map_err(|(error, _)| invalid(error))?;
        // Bytes that came with the first message have been read from the stream, and wait here.
        tls.process_new_packets().map_err(invalid)?;
        Ok(Self { tls, stream, opening: None })
    }

    pub fn alpn_protocol(&self) -> Option<&[u8]> {
        self.tls.alpn_protocol()
    }

    /// Has `opening` follow this connection.
    pub fn watched_by(mut self, opening: Arc<Opening>) -> Self {
        self.opening = Some(opening);
        self.note();
        self
    }

    fn note(&self) {
        let Some(opening) = &self.opening else { return };
        let is_resumed = self.tls.handshake_kind() == Some(HandshakeKind::Resumed);
        opening.is_resumed.store(is_resumed, Ordering::Release);
        opening.is_done.store(!self.tls.is_handshaking(), Ordering::Release);
    }

    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut Blocking { stream: &mut self.stream, cx }) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Poll::Pending,
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Takes what has been decrypted; None: nothing yet.
    fn take_plaintext(&mut self, buffer: &mut [u8]) -> Option<io::Result<usize>> {
        if let Some(mut early) = self.tls.early_data() {
            match early.read(buffer) {
                Ok(0) => {}
                read => return Some(read),
            }
        }
        match self.tls.reader().read(buffer) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            read => Some(read),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for EarlyTls<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            // The handshake's bytes go out whether or not anybody writes.
            if let Poll::Ready(Err(error)) = this.poll_send(cx) {
                return Poll::Ready(Err(error));
            }
            if let Some(read) = this.take_plaintext(buffer.initialize_unfilled()) {
                buffer.advance(read?);
                return Poll::Ready(Ok(()));
            }
            match this.tls.read_tls(&mut Blocking { stream: &mut this.stream, cx }) {
                Ok(0) => return Poll::Ready(Ok(())),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Poll::Pending,
                Err(error) => return Poll::Ready(Err(error)),
            }
            this.tls.process_new_packets().map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
            this.note();
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for EarlyTls<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        // No more is taken before the last part is on its way: a client that reads slowly is to be felt.
        ready!(this.poll_send(cx))?;
        let written = this.tls.writer().write(data)?;
        if let Poll::Ready(Err(error)) = this.poll_send(cx) {
            return Poll::Ready(Err(error));
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_send(cx))?;
        Pin::new(&mut this.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.tls.send_close_notify();
        ready!(this.poll_send(cx))?;
        Pin::new(&mut this.stream).poll_shutdown(cx)
    }
}

/// A stream as rustls reads and writes it.
struct Blocking<'a, 'b, S> {
    stream: &'a mut S,
    cx: &'a mut Context<'b>,
}

impl<S: AsyncRead + Unpin> Read for Blocking<'_, '_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut buffer = ReadBuf::new(buffer);
        match Pin::new(&mut *self.stream).poll_read(self.cx, &mut buffer) {
            Poll::Ready(read) => read.map(|()| buffer.filled().len()),
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl<S: AsyncWrite + Unpin> Write for Blocking<'_, '_, S> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        match Pin::new(&mut *self.stream).poll_write(self.cx, data) {
            Poll::Ready(written) => written,
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }

    /// All that rustls has at once: a packet for each record of a handshake would use up the initial window.
    fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        match Pin::new(&mut *self.stream).poll_write_vectored(self.cx, parts) {
            Poll::Ready(written) => written,
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
