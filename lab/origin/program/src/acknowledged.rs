//! Whether a QUIC connection's packets have arrived: a stream that is reset takes with it what has not.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quinn::Connection;
use quinn::congestion::{Controller, ControllerFactory, ControllerMetrics};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

/// Limits a connection that is never at rest.
const LIMIT: Duration = Duration::from_secs(5);
/// The next packet is sent within it, paced or not.
const NEXT_PACKET: Duration = Duration::from_millis(10);
/// Margin beyond the round trips after which a lost packet is sent again (RFC 9002, 6.2.1).
const PROBE_MARGIN: Duration = Duration::from_millis(100);

/// Returns when nothing is in flight or waits to be sent; at the latest after `LIMIT`.
pub async fn all_acknowledged(connection: &Connection) {
    let Ok(watched) = connection.congestion_state().into_any().downcast::<Watched>() else { return };
    let flight = watched.flight;
    let landing = async {
        loop {
            sleep(NEXT_PACKET).await;
            if flight.bytes.load(Ordering::Relaxed) == 0 {
                return;
            }
            // Acknowledgements count as sent, and nobody acknowledges them: where there is no more than those, nothing follows.
            let probe = 3 * connection.rtt() + PROBE_MARGIN;
            if timeout(probe, flight.changed.notified()).await.is_err() {
                return;
            }
        }
    };
    let _ = timeout(LIMIT, landing).await;
}

#[derive(Default)]
struct Flight {
    bytes: AtomicU64,
    changed: Notify,
}

/// Builds the controllers of another factory, which are watched.
pub struct Watching(pub Arc<dyn ControllerFactory + Send + Sync>);

impl ControllerFactory for Watching {
    fn build(self: Arc<Self>, now: Instant, current_mtu: u16) -> Box<dyn Controller> {
        let inner = Arc::clone(&self.0).build(now, current_mtu);
        Box::new(Watched { inner, flight: Arc::default() })
    }
}

struct Watched {
    inner: Box<dyn Controller>,
    flight: Arc<Flight>,
}

impl Controller for Watched {
    fn on_sent(&mut self, now: Instant, bytes: u64, last_packet_number: u64) {
        self.flight.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.flight.changed.notify_waiters();
        self.inner.on_sent(now, bytes, last_packet_number);
    }

    fn on_ack(
        &mut self,
        now: Instant,
        sent: Instant,
        bytes: u64,
        app_limited: bool,
        rtt: &quinn_proto::RttEstimator,
    ) {
        self.inner.on_ack(now, sent, bytes, app_limited, rtt);
    }

    fn on_end_acks(&mut self, now: Instant, in_flight: u64, app_limited: bool, largest: Option<u64>) {
        self.flight.bytes.store(in_flight, Ordering::Relaxed);
        self.flight.changed.notify_waiters();
        self.inner.on_end_acks(now, in_flight, app_limited, largest);
    }

    fn on_congestion_event(&mut self, now: Instant, sent: Instant, is_persistent: bool, lost_bytes: u64) {
        self.inner.on_congestion_event(now, sent, is_persistent, lost_bytes);
    }

    fn on_mtu_update(&mut self, new_mtu: u16) {
        self.inner.on_mtu_update(new_mtu);
    }

    fn window(&self) -> u64 {
        self.inner.window()
    }

    fn metrics(&self) -> ControllerMetrics {
        self.inner.metrics()
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(Self { inner: self.inner.clone_box(), flight: Arc::clone(&self.flight) })
    }

    fn initial_window(&self) -> u64 {
        self.inner.initial_window()
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}
