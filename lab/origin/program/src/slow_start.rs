//! Congestion control of quinn's with a slow start of our own before it.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use quinn::congestion::{Controller, ControllerFactory, CubicConfig, NewRenoConfig};
use quinn_proto::RttEstimator;

use crate::hystart::HyStart;

/// Says what follows slow start.
#[derive(Clone, Copy)]
pub enum Then {
    Cubic,
    Reno,
}

impl Then {
    /// One congestion event leaves this share of a window: quinn's `BETA_CUBIC`, and `loss_reduction_factor` of NewReno.
    fn kept_share(self) -> f64 {
        match self {
            Self::Cubic => 0.7,
            Self::Reno => 0.5,
        }
    }

    fn beginning_with(self, window: u64, now: Instant, mtu: u16) -> Box<dyn Controller> {
        match self {
            Self::Cubic => {
                let mut cubic = CubicConfig::default();
                cubic.initial_window(window);
                Arc::new(cubic).build(now, mtu)
            }
            Self::Reno => {
                let mut reno = NewRenoConfig::default();
                reno.initial_window(window);
                Arc::new(reno).build(now, mtu)
            }
        }
    }
}

pub struct SlowStartConfig {
    pub initial_window: u64,
    pub then: Then,
}

impl ControllerFactory for SlowStartConfig {
    fn build(self: Arc<Self>, now: Instant, mtu: u16) -> Box<dyn Controller> {
        Box::new(SlowStart {
            hystart: HyStart::new(now, self.initial_window),
            initial_window: self.initial_window,
            then: self.then,
            built: now,
            newest_acknowledged: now,
            mtu,
            after: None,
        })
    }
}

struct SlowStart {
    hystart: HyStart,
    initial_window: u64,
    then: Then,
    built: Instant,
    /// Moment when the newest packet that is acknowledged was sent.
    newest_acknowledged: Instant,
    mtu: u16,
    after: Option<Box<dyn Controller>>,
}

impl SlowStart {
    /// Goes on with the window as it is, and nothing lost: a larger one after one congestion event. As that event counts as of
    /// the newest packet that has arrived, a loss of what is in flight counts as well.
    fn end(&self) -> Box<dyn Controller> {
        let at = self.newest_acknowledged;
        let window = (self.hystart.window() as f64 / self.then.kept_share()).ceil() as u64;
        let mut after = self.then.beginning_with(window, self.built, self.mtu);
        after.on_congestion_event(at, at, false, 0);
        after
    }
}

impl Controller for SlowStart {
    fn on_sent(&mut self, now: Instant, bytes: u64, last_packet_number: u64) {
        match &mut self.after {
            Some(after) => after.on_sent(now, bytes, last_packet_number),
            None => self.hystart.on_sent(bytes),
        }
    }

    fn on_ack(&mut self, now: Instant, sent: Instant, bytes: u64, app_limited: bool, rtt: &RttEstimator) {
        match &mut self.after {
            Some(after) => after.on_ack(now, sent, bytes, app_limited, rtt),
            None => {
                self.newest_acknowledged = self.newest_acknowledged.max(sent);
                self.hystart.on_ack(now, sent, bytes, !app_limited);
            }
        }
    }

    fn on_end_acks(&mut self, now: Instant, in_flight: u64, app_limited: bool, largest: Option<u64>) {
        match &mut self.after {
            Some(after) => after.on_end_acks(now, in_flight, app_limited, largest),
            None if self.hystart.on_end_acks(now, in_flight) => self.after = Some(self.end()),
            None => {}
        }
    }

    fn on_congestion_event(&mut self, now: Instant, sent: Instant, is_persistent: bool, lost_bytes: u64) {
        self.after
            .get_or_insert_with(|| self.then.beginning_with(self.hystart.window(), self.built, self.mtu))
            .on_congestion_event(now, sent, is_persistent, lost_bytes);
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.mtu = new_mtu;
        if let Some(after) = &mut self.after {
            after.on_mtu_update(new_mtu);
        }
    }

    fn window(&self) -> u64 {
        self.after.as_ref().map_or(self.hystart.window(), |after| after.window())
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(Self {
            hystart: self.hystart.clone(),
            after: self.after.as_ref().map(|after| after.clone_box()),
            ..*self
        })
    }

    fn initial_window(&self) -> u64 {
        self.initial_window
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

#[cfg(test)]
mod simulated_path;
#[cfg(test)]
mod tests;
