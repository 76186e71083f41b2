//! The window that QUIC's congestion control begins with: asked of the controller itself, for what was configured is one
//! thing, and what a library makes of it another.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quinn::congestion::{Controller, ControllerFactory};
use serde::Serialize;

use crate::lines::say;

/// Builds the controllers of another factory: one line for the first of them, and again where one begins otherwise.
pub struct WindowSeen {
    inner: Arc<dyn ControllerFactory + Send + Sync>,
    known: Mutex<HashSet<QuicAccepted>>,
}

impl WindowSeen {
    pub fn new(inner: Arc<dyn ControllerFactory + Send + Sync>) -> Self {
        Self { inner, known: Mutex::default() }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
struct QuicAccepted {
    initial_window_bytes: u64,
    datagram_bytes: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    quic_accepted: QuicAccepted,
}

impl ControllerFactory for WindowSeen {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        let controller = Arc::clone(&self.inner).build(now, current_mtu);
        let seen = QuicAccepted { initial_window_bytes: controller.window(), datagram_bytes: current_mtu };
        let is_new = self.known.lock().is_ok_and(|mut known| known.insert(seen.clone()));
        let said = if is_new { say(&Line { quic_accepted: seen }) } else { Ok(()) };
        if let Err(error) = said {
            eprintln!("towline-origin: {error}");
        }
        controller
    }
}
