//! A body in its parts, with the waits that were recorded between them.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::Sleep;

pub struct Paced {
    /// Each with the wait before it.
    parts: VecDeque<(Duration, Bytes)>,
    waiting: Option<Pin<Box<Sleep>>>,
    left_bytes: u64,
    is_cut: bool,
    /// Whether the length is said beforehand.
    is_sized: bool,
}

/// The body ends here as it did when it was recorded: broken off.
#[derive(Debug)]
pub struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("broken off, as recorded")
    }
}

impl std::error::Error for Cut {}

impl From<Infallible> for Cut {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Paced {
    pub fn whole(body: Bytes) -> Self {
        Self::new(body, &[], false, true)
    }

    pub fn new(body: Bytes, pauses: &[(usize, Duration)], is_cut: bool, is_sized: bool) -> Self {
        let left_bytes = body.len() as u64;
        let mut parts = VecDeque::with_capacity(pauses.len() + 1);
        let mut rest = body;
        let (mut sent, mut wait) = (0, Duration::ZERO);
        for (bytes, pause) in pauses {
            let part = rest.split_to((bytes - sent).min(rest.len()));
            if !part.is_empty() {
                parts.push_back((wait, part));
                wait = Duration::ZERO;
            }
            wait += *pause;
            sent = *bytes;
        }
        if !rest.is_empty() || !wait.is_zero() {
            parts.push_back((wait, rest));
        }
        Self { parts, waiting: None, left_bytes, is_cut, is_sized }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && !self.is_cut
    }

    /// None at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes, Cut>> {
        poll_fn(|context| self.poll_part(context)).await
    }

    fn poll_part(&mut self, context: &mut Context) -> Poll<Option<Result<Bytes, Cut>>> {
        if let Some(waiting) = &mut self.waiting {
            if waiting.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.waiting = None;
        }
        match self.parts.front_mut() {
            Some((wait, _)) if !wait.is_zero() => {
                self.waiting = Some(Box::pin(tokio::time::sleep(std::mem::take(wait))));
                self.poll_part(context)
            }
            Some(_) => {
                let part = self.parts.pop_front().map(|(_, part)| part).unwrap_or_default();
                self.left_bytes -= part.len() as u64;
                Poll::Ready(Some(Ok(part)))
            }
            None if self.is_cut => {
                self.is_cut = false;
                Poll::Ready(Some(Err(Cut)))
            }
            None => Poll::Ready(None),
        }
    }
}

impl Body for Paced {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        self.get_mut().poll_part(context).map(|part| part.map(|part| part.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        self.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        match self.is_sized {
            true => SizeHint::with_exact(self.left_bytes),
            false => SizeHint::default(),
        }
    }
}
