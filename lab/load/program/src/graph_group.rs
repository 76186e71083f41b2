//! The connections of a load to one host, or to hosts that share them, and the requests that wait for one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use tokio::task::AbortHandle;

use crate::connection::Connection;
use crate::graph_request::Request;
use crate::host_connections::CONNECTIONS_PER_HOST;
use crate::order::Protocol;
use crate::target::Target;

pub struct Group {
    pub target: Arc<Target>,
    pub host: usize,
    /// The most urgent first, then the oldest.
    pub pending: BinaryHeap<Reverse<(u8, usize)>>,
    pub idle: Vec<PooledConnection>,
    /// Connection of HTTP/2 and HTTP/3, where it is open.
    pub shared: Option<PooledConnection>,
    pub opening: Vec<Opening>,
    /// Requests of HTTP/1.1 have a connection each.
    pub busy: usize,
    /// It has had a connection.
    pub was_open: bool,
}

/// A handshake that is under way.
pub struct Opening {
    pub number: usize,
    pub task: AbortHandle,
}

pub struct PooledConnection {
    pub connection: Connection,
    pub number: usize,
    pub was_used: bool,
}

impl Group {
    pub fn new(target: Arc<Target>, host: usize) -> Self {
        Self {
            target,
            host,
            pending: BinaryHeap::new(),
            idle: vec![],
            shared: None,
            opening: vec![],
            busy: 0,
            was_open: false,
        }
    }

    /// It has no connection, and opens none.
    pub fn is_empty(&self) -> bool {
        self.opening.is_empty() && self.busy == 0 && self.idle.is_empty() && self.shared.is_none()
    }

    /// Chromium knows it once it has a connection of HTTP/2 or HTTP/3.
    pub fn heeds_priorities(&self) -> bool {
        self.was_open && self.target.protocol != Protocol::H1
    }

    /// Requests that wait or are under way may have a connection more.
    pub fn has_room(&self) -> bool {
        self.busy + self.opening.len() < CONNECTIONS_PER_HOST
    }

    /// Whether it was still wanted: handshakes that were given up may have ended just before.
    pub fn end_opening(&mut self, number: usize) -> bool {
        let place = self.opening.iter().position(|opening| opening.number == number);
        place.map(|place| self.opening.swap_remove(place)).is_some()
    }

    /// Closes what is being opened, as Chromium does when a shared connection is there. Returns how many there were.
    pub fn give_up_opening(&mut self) -> usize {
        let given_up = std::mem::take(&mut self.opening);
        for Opening { task, .. } in &given_up {
            task.abort();
        }
        given_up.len()
    }

    pub fn queue(&mut self, request: &Request) {
        self.pending.push(Reverse((request.urgency, request.node)));
    }

    /// Says how many connections of a shared one may be opened at once. Before the first it is not known that the host speaks
    /// HTTP/2, and Chromium opens one for each request that waits, as over HTTP/1.1; HTTP/3 it asks for by name.
    pub fn most_opening(&self) -> usize {
        match self.target.protocol {
            Protocol::H2 if !self.was_open => self.pending.len().min(CONNECTIONS_PER_HOST),
            _ => 1,
        }
    }
}
