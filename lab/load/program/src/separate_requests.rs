//! Each request of HTTP/2 in a write of its own, and so in a packet, as Chromium's `SpdySession` has it: a server answers the first
//! before it has read the next, where it would share its window among all that come at once.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// RFC 9113, 3.4 and 4.1.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const FRAME_HEADER: usize = 9;
const HEADERS: u8 = 1;

pub struct SeparateRequests<S> {
    stream: S,
    /// The part of the frame that was begun that is not written yet.
    rest: usize,
}

impl<S> SeparateRequests<S> {
    pub fn new(stream: S) -> Self {
        Self { stream, rest: 0 }
    }

    /// Says where frames of `bytes` end, the rest of the one that was begun first. The last may be beyond them.
    fn ends<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = (usize, bool)> + use<'a, S> {
        let mut next = self.rest;
        let mut is_first = next > 0;
        std::iter::from_fn(move || {
            if std::mem::take(&mut is_first) {
                return Some((next, false));
            }
            let frame = bytes.get(next..)?;
            if frame.starts_with(PREFACE) {
                next += PREFACE.len();
                return Some((next, false));
            }
            let header = frame.get(..FRAME_HEADER)?;
            let length = u32::from_be_bytes([0, header[0], header[1], header[2]]);
            next += FRAME_HEADER + usize::try_from(length).ok()?;
            Some((next, header[3] == HEADERS))
        })
    }

    /// Up to where they are written at once: the next request begins there.
    fn at_once(&self, bytes: &[u8]) -> usize {
        let mut end = 0;
        for (next, is_request) in self.ends(bytes) {
            if is_request && end > 0 {
                return end.min(bytes.len());
            }
            end = next;
        }
        bytes.len()
    }

    fn note_written(&mut self, bytes: &[u8], written: usize) {
        let end = self.ends(bytes).map(|(end, _)| end).find(|end| *end >= written);
        self.rest = end.map_or(0, |end| end - written);
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for SeparateRequests<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let end = this.at_once(bytes);
        let written = ready!(Pin::new(&mut this.stream).poll_write(context, &bytes[..end]))?;
        this.note_written(bytes, written);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for SeparateRequests<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}
