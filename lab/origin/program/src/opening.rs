//! Says how a connection was opened: whether it resumed a session, and whether a request came in its first flight. One line
//! each, where that is asked for, before the answer to its first request.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use http::{Method, StatusCode};
use serde::Serialize;

use crate::config::Protocol;
use crate::lines::say;

pub struct Opening {
    pub client: SocketAddr,
    pub protocol: Protocol,
    pub is_resumed: AtomicBool,
    /// The client's handshake is over: nothing is early data any more.
    pub is_done: AtomicBool,
    is_said: AtomicBool,
}

#[derive(Serialize)]
struct Line {
    connection: Facts,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts {
    client: SocketAddr,
    protocol: Protocol,
    resumed: bool,
    early_data: bool,
}

impl Opening {
    /// `is_said`: nobody asks for a line.
    pub fn new(client: SocketAddr, protocol: Protocol, is_said: bool) -> Self {
        Self {
            client,
            protocol,
            is_resumed: AtomicBool::new(false),
            is_done: AtomicBool::new(false),
            is_said: AtomicBool::new(is_said),
        }
    }

    /// Must be called with each request, before it is answered. An error: it must not be answered as early data, since it could
    /// be a copy of one that was (RFC 8470, 5.2).
    pub fn admit(&self, method: &Method) -> Result<(), StatusCode> {
        let is_early = !self.is_done.load(Ordering::Acquire);
        if !self.is_said.swap(true, Ordering::AcqRel) {
            // A broken pipe ends the process elsewhere.
            let _: io::Result<()> = say(&Line {
                connection: Facts {
                    client: self.client,
                    protocol: self.protocol,
                    resumed: self.is_resumed.load(Ordering::Acquire),
                    early_data: is_early,
                },
            });
        }
        if is_early && !method.is_safe() { Err(StatusCode::TOO_EARLY) } else { Ok(()) }
    }
}
