//! The time that a browser takes to check certificates: each host's once, one after the other.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::precise_timer::PreciseTimer;

pub struct Certificates {
    each: Duration,
    state: Mutex<State>,
}

struct State {
    /// Moment when the last that was begun is checked.
    free: Instant,
    /// Moments by the group of hosts that share connections.
    checked: Vec<Option<Instant>>,
}

impl Certificates {
    pub fn new(groups: usize, each: Duration) -> Self {
        Self { each, state: Mutex::new(State { free: Instant::now(), checked: vec![None; groups] }) }
    }

    /// Returns when the group's is checked; it is begun with the first handshake.
    pub async fn check(&self, group: usize) -> io::Result<()> {
        let rest = self.due(group).saturating_duration_since(Instant::now());
        if rest.is_zero() { Ok(()) } else { PreciseTimer::new()?.sleep(rest).await }
    }

    fn due(&self, group: usize) -> Instant {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(checked) = state.checked[group] {
            return checked;
        }
        let checked = state.free.max(Instant::now()) + self.each;
        state.free = checked;
        state.checked[group] = Some(checked);
        checked
    }
}
