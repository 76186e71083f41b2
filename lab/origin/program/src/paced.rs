//! A body in its parts, with the waits that were recorded between them.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use serde::Deserialize;
use tokio::time::Sleep;

use crate::outflow::Outflow;

pub struct Paced {
    /// Each with the wait before it; none of them is empty.
    parts: VecDeque<(Duration, Bytes)>,
    /// Behind the last part.
    last_wait: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    left_bytes: u64,
    ending: Ending,
    /// Whether the length is said beforehand.
    is_sized: bool,
    /// Bytes that must have been written before the body breaks off, where this is not seen to elsewhere.
    outflow: Option<Arc<Outflow>>,
    /// Flushes of `outflow` when the last part was handed over.
    flushes: Option<u64>,
}

/// Says what comes behind the last byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    Whole,
    /// The connection or stream breaks off.
    Broken,
    /// Nothing: the client ends it.
    Open,
}

/// The exchange ends here as it did when it was recorded: broken off.
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
        Self::new(body, &[], Ending::Whole, true)
    }

    pub fn new(body: Bytes, pauses: &[(usize, Duration)], ending: Ending, is_sized: bool) -> Self {
        let left_bytes = body.len() as u64;
        let mut parts = VecDeque::with_capacity(pauses.len() + 2);
        let mut rest = body;
        let (mut sent, mut wait) = (0, Duration::ZERO);
        let mut add = |wait: &mut Duration, part: Bytes| {
            if !part.is_empty() {
                parts.push_back((std::mem::take(wait), part));
            }
        };
        for (bytes, pause) in pauses {
            add(&mut wait, rest.split_to((bytes - sent).min(rest.len())));
            wait += *pause;
            sent = *bytes;
        }
        if ending == Ending::Broken && rest.len() > 1 {
            // The last byte by itself: HTTP/2 takes it only once all before it has a place in the client's window.
            add(&mut wait, rest.split_to(rest.len() - 1));
        }
        add(&mut wait, rest);
        let (waiting, outflow, flushes) = (None, None, None);
        Self { parts, last_wait: wait, waiting, left_bytes, ending, is_sized, outflow, flushes }
    }

    /// Breaks off only when all before is written.
    pub fn over(self, outflow: &Arc<Outflow>) -> Self {
        Self { outflow: Some(Arc::clone(outflow)), ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.last_wait.is_zero() && self.ending == Ending::Whole
    }

    /// None at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes, Cut>> {
        poll_fn(|context| self.poll_part(context)).await
    }

    fn poll_part(&mut self, context: &mut Context) -> Poll<Option<Result<Bytes, Cut>>> {
        loop {
            if let Some(waiting) = &mut self.waiting {
                if waiting.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                self.waiting = None;
            }
            if self.parts.is_empty() && !self.is_written(context) {
                return Poll::Pending;
            }
            let wait = self.parts.front_mut().map_or(&mut self.last_wait, |(wait, _)| wait);
            if !wait.is_zero() {
                self.waiting = Some(Box::pin(tokio::time::sleep(std::mem::take(wait))));
                continue;
            }
            if let Some((_, part)) = self.parts.pop_front() {
                self.left_bytes -= part.len() as u64;
                return Poll::Ready(Some(Ok(part)));
            }
            return match self.ending {
                Ending::Whole => Poll::Ready(None),
                Ending::Broken => {
                    self.ending = Ending::Whole;
                    Poll::Ready(Some(Err(Cut)))
                }
                // The server of the connection sees the client leave.
                Ending::Open => Poll::Pending,
            };
        }
    }

    /// Whether the last part has left this program, where that matters.
    fn is_written(&mut self, context: &mut Context) -> bool {
        let Some(outflow) = self.outflow.as_ref().filter(|_| self.ending == Ending::Broken) else {
            return true;
        };
        let flushes = *self.flushes.get_or_insert_with(|| outflow.flushes());
        outflow.is_flushed_since(flushes, context)
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
