//! Events that the tasks of a load send its loop, each with the moment at which it happened.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

use crate::connection::Opened;
use crate::failures::{Fault, Kind};
use crate::fetch::{Fetch, Progress};
use crate::graph_group::PooledConnection;
use crate::graph_request::Request;

pub type Events = UnboundedSender<Event>;

pub struct Event {
    pub at: Instant,
    pub what: What,
}

pub enum What {
    LookedUp {
        number: usize,
        result: Result<(), Kind>,
    },
    Opened {
        group: usize,
        number: usize,
        result: Result<Opened, Kind>,
    },
    /// The first connection of a group takes long to open.
    SlowConnect {
        group: usize,
    },
    Sent {
        node: usize,
        number: usize,
    },
    Head {
        node: usize,
    },
    /// Says that so many bytes of the body are there, for which something waits.
    Bytes {
        node: usize,
        bytes: u64,
    },
    Ended(Ended),
}

pub struct Ended {
    pub node: usize,
    /// Connection of HTTP/1.1: nobody else has it.
    pub pooled: Option<PooledConnection>,
    pub number: usize,
    pub was_used: bool,
    pub result: Result<u64, Fault>,
}

/// Reports the events of one fetch to the loop.
pub struct FetchEvents {
    events: Events,
    node: usize,
    number: usize,
    was_used: bool,
    /// Sorted with the next last.
    thresholds: Vec<u64>,
    seen: u64,
}

impl FetchEvents {
    pub fn new(events: Events, request: &Request, number: usize, was_used: bool) -> Self {
        let thresholds = request.thresholds.iter().rev().copied().collect();
        Self { events, node: request.node, number, was_used, thresholds, seen: 0 }
    }

    pub async fn fetch(mut self, mut pooled: PooledConnection, fetch: Arc<Fetch>, is_given_back: bool) {
        let Self { node, number, was_used, .. } = self;
        self.send(What::Sent { node, number });
        let result = pooled.connection.fetch(&fetch, &mut self).await;
        let pooled = is_given_back.then_some(pooled);
        self.send(What::Ended(Ended { node, pooled, number, was_used, result }));
    }

    fn send(&self, what: What) {
        // Nobody listens once the load has ended.
        let _ = self.events.send(Event { at: Instant::now(), what });
    }
}

impl Progress for FetchEvents {
    fn head(&mut self) {
        self.send(What::Head { node: self.node });
    }

    fn body(&mut self, bytes: u64) {
        self.seen += bytes;
        let mut reached = None;
        while let Some(next) = self.thresholds.last().copied().filter(|next| *next <= self.seen) {
            self.thresholds.pop();
            reached = Some(next);
        }
        if let Some(bytes) = reached {
            self.send(What::Bytes { node: self.node, bytes });
        }
    }
}
