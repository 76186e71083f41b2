//! HyStart++ (RFC 9406): leaves slow start where round trips grow, before packets are lost. Its window also grows while at least
//! half of it is used, as Linux's TCP has it (`tcp_is_cwnd_limited`); quinn's own grows only while all of it is.

use std::cmp::{max, min};
use std::time::{Duration, Instant};

/// RFC 9406, 4.3, as are the others.
const MIN_RTT_THRESHOLD: Duration = Duration::from_millis(4);
const MAX_RTT_THRESHOLD: Duration = Duration::from_millis(16);
const MIN_RTT_DIVISOR: u32 = 8;
const RTT_SAMPLES: u32 = 8;
const CAUTIOUS_GROWTH_DIVISOR: u64 = 4;
const CAUTIOUS_ROUNDS: u32 = 5;

/// Slow start of one connection: its window and what its rounds show.
#[derive(Clone)]
pub struct HyStart {
    window: u64,
    round: Round,
    last_round_rtt: Option<Duration>,
    cautious: Option<Cautious>,
    in_flight: u64,
    /// Counts of this round and of the one before.
    most_in_flight: [u64; 2],
    /// Acknowledgements that come together, not yet counted as a sample.
    batch: Option<Batch>,
}

/// It ends when a packet that was sent in it is acknowledged.
#[derive(Clone)]
struct Round {
    start: Instant,
    samples: u32,
    shortest_rtt: Option<Duration>,
}

/// Conservative slow start (CSS).
#[derive(Clone)]
struct Cautious {
    baseline_rtt: Duration,
    rounds: u32,
}

#[derive(Clone)]
struct Batch {
    rtt: Duration,
    newest_sent: Instant,
}

impl HyStart {
    pub fn new(now: Instant, window: u64) -> Self {
        Self {
            window,
            round: Round { start: now, samples: 0, shortest_rtt: None },
            last_round_rtt: None,
            cautious: None,
            in_flight: 0,
            most_in_flight: [0; 2],
            batch: None,
        }
    }

    pub fn window(&self) -> u64 {
        self.window
    }

    pub fn on_sent(&mut self, bytes: u64) {
        self.in_flight += bytes;
        self.most_in_flight[0] = max(self.most_in_flight[0], self.in_flight);
    }

    /// A packet is acknowledged; `is_full`: the window kept something back.
    pub fn on_ack(&mut self, now: Instant, sent: Instant, bytes: u64, is_full: bool) {
        let rtt = now.saturating_duration_since(sent);
        let batch = self.batch.get_or_insert(Batch { rtt, newest_sent: sent });
        batch.rtt = min(batch.rtt, rtt);
        batch.newest_sent = max(batch.newest_sent, sent);
        let most_in_flight = max(self.most_in_flight[0], self.most_in_flight[1]);
        if is_full || self.window < 2 * most_in_flight {
            self.window += if self.cautious.is_some() { bytes / CAUTIOUS_GROWTH_DIVISOR } else { bytes };
        }
    }

    /// All that came together is counted. Returns whether slow start is over.
    pub fn on_end_acks(&mut self, now: Instant, in_flight: u64) -> bool {
        self.in_flight = in_flight;
        let Some(Batch { rtt, newest_sent }) = self.batch.take() else { return false };
        self.round.samples += 1;
        let shortest_rtt = self.round.shortest_rtt.map_or(rtt, |known| min(known, rtt));
        self.round.shortest_rtt = Some(shortest_rtt);
        if self.round.samples >= RTT_SAMPLES {
            self.judge(shortest_rtt);
        }
        newest_sent > self.round.start && self.end_round(now)
    }

    fn judge(&mut self, shortest_rtt: Duration) {
        match (&self.cautious, self.last_round_rtt) {
            // It had grown by chance.
            (Some(cautious), _) if shortest_rtt < cautious.baseline_rtt => self.cautious = None,
            (None, Some(last)) if shortest_rtt >= last + threshold(last) => {
                self.cautious = Some(Cautious { baseline_rtt: shortest_rtt, rounds: 0 });
            }
            _ => {}
        }
    }

    /// Returns whether growth was cautious for long enough.
    fn end_round(&mut self, now: Instant) -> bool {
        self.last_round_rtt = self.round.shortest_rtt;
        self.round = Round { start: now, samples: 0, shortest_rtt: None };
        self.most_in_flight = [self.in_flight, self.most_in_flight[0]];
        self.cautious.as_mut().is_some_and(|cautious| {
            cautious.rounds += 1;
            cautious.rounds >= CAUTIOUS_ROUNDS
        })
    }
}

fn threshold(last: Duration) -> Duration {
    (last / MIN_RTT_DIVISOR).clamp(MIN_RTT_THRESHOLD, MAX_RTT_THRESHOLD)
}

#[cfg(test)]
mod tests;
