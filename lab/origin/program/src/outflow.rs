//! Whether what a connection was given to send has left this program.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

#[derive(Default)]
pub struct Outflow {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    flushes: u64,
    /// Something was written that is not flushed.
    is_pending: bool,
    waiting: Vec<Waker>,
}

impl Outflow {
    pub fn flushes(&self) -> u64 {
        self.with(|state| state.flushes)
    }

    /// Whether there was a flush after the one of that number, and nothing was written since; else wakes at the next one.
    pub fn is_flushed_since(&self, flushes: u64, context: &Context) -> bool {
        self.with(|state| {
            let is_flushed = state.flushes > flushes && !state.is_pending;
            if !is_flushed {
                state.waiting.push(context.waker().clone());
            }
            is_flushed
        })
    }

    fn flushed(&self) {
        let waiting = self.with(|state| {
            state.flushes += 1;
            state.is_pending = false;
            std::mem::take(&mut state.waiting)
        });
        waiting.into_iter().for_each(Waker::wake);
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub struct Counted<S> {
    stream: S,
    outflow: Arc<Outflow>,
}

impl<S> Counted<S> {
    pub fn new(stream: S) -> Self {
        Self { stream, outflow: Arc::default() }
    }

    pub fn outflow(&self) -> Arc<Outflow> {
        Arc::clone(&self.outflow)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.outflow.with(|state| state.is_pending = true);
        Pin::new(&mut this.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context,
        parts: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.outflow.with(|state| state.is_pending = true);
        Pin::new(&mut this.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flush = Pin::new(&mut this.stream).poll_flush(context);
        if matches!(flush, Poll::Ready(Ok(()))) {
            this.outflow.flushed();
        }
        flush
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
