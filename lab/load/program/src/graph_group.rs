//! The connections of a load to one host, or to hosts that share them, and the requests that wait for one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use crate::connection::{Connection, Target};
use crate::graph_sockets::Request;
use crate::host_connections::CONNECTIONS_PER_HOST;
use crate::order::Protocol;

pub struct Group {
    pub target: Arc<Target>,
    pub host: usize,
    /// The most urgent first, then the oldest.
    pub pending: BinaryHeap<Reverse<(u8, usize)>>,
    pub idle: Vec<Held>,
    /// Of HTTP/2 and HTTP/3, where it is open.
    pub shared: Option<Held>,
    pub opening: usize,
    /// Requests of HTTP/1.1 have a connection each.
    pub busy: usize,
    /// It has had a connection.
    pub was_open: bool,
}

pub struct Held {
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
            opening: 0,
            busy: 0,
            was_open: false,
        }
    }

    /// It has no connection, and opens none.
    pub fn is_empty(&self) -> bool {
        self.opening + self.busy + self.idle.len() == 0 && self.shared.is_none()
    }

    pub fn queue(&mut self, request: &Request) {
        self.pending.push(Reverse((request.urgency, request.node)));
    }

    /// Of a shared connection, how many may be opened at once. Before the first it is not known that the host speaks HTTP/2, and
    /// Chromium opens one for each request that waits, as over HTTP/1.1; HTTP/3 it asks for by name.
    pub fn most_opening(&self) -> usize {
        match self.target.protocol {
            Protocol::H2 if !self.was_open => self.pending.len().min(CONNECTIONS_PER_HOST),
            _ => 1,
        }
    }
}
