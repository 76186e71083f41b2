use std::time::{Duration, Instant};

use super::HyStart;

const PACKET: u64 = 1_000;

/// A path whose round trip the test sets: each round sends a window of packets and acknowledges them one by one.
struct Path {
    hystart: HyStart,
    now: Instant,
}

impl Path {
    fn new(packets: u64) -> Self {
        let now = Instant::now();
        Self { hystart: HyStart::new(now, packets * PACKET), now }
    }

    /// Sends so many packets, or as many as the window lets, and takes their answers until slow start is over.
    fn round(&mut self, rtt_ms: u64, most_packets: u64) -> bool {
        self.now += Duration::from_millis(1);
        let sent = self.now;
        let packets = (self.hystart.window() / PACKET).min(most_packets);
        let is_full = packets < most_packets;
        (0..packets).for_each(|_| self.hystart.on_sent(PACKET));
        self.now += Duration::from_millis(rtt_ms);
        (0..packets).rev().any(|left| {
            self.hystart.on_ack(self.now, sent, PACKET, is_full);
            self.hystart.on_end_acks(self.now, left * PACKET)
        })
    }

    fn packets(&self) -> u64 {
        self.hystart.window() / PACKET
    }
}

#[test]
fn doubles_while_round_trips_stay_as_they_are() {
    let mut path = Path::new(10);
    for packets in [20, 40, 80, 160] {
        assert!(!path.round(100, u64::MAX));
        assert_eq!(path.packets(), packets);
    }
}

#[test]
fn is_over_five_rounds_after_round_trips_have_grown_by_an_eighth() {
    let mut path = Path::new(10);
    path.round(100, u64::MAX);
    path.round(100, u64::MAX);
    assert_eq!(path.packets(), 40);
    let mut rounds = 0;
    while !path.round(113, u64::MAX) {
        rounds += 1;
        assert!(rounds < 10);
    }
    assert_eq!(rounds, 5);
    // Eight packets of the first round were acknowledged before it was known; from then on a quarter is added.
    assert_eq!(path.packets(), 138);
}

#[test]
fn a_growth_below_the_threshold_changes_nothing() {
    let mut path = Path::new(10);
    for rtt_ms in [100, 112, 120, 133] {
        assert!(!path.round(rtt_ms, u64::MAX));
    }
    assert_eq!(path.packets(), 160);
    // An eighth of 20 ms is less than 4 ms.
    let mut path = Path::new(10);
    for rtt_ms in [20, 23, 26] {
        path.round(rtt_ms, u64::MAX);
    }
    assert_eq!(path.packets(), 80);
}

#[test]
fn doubles_again_where_a_round_trip_had_grown_by_chance() {
    let mut path = Path::new(10);
    path.round(100, u64::MAX);
    path.round(120, u64::MAX);
    let cautious = path.packets();
    assert!((22..40).contains(&cautious), "{cautious}");
    path.round(100, u64::MAX);
    let doubled = path.packets();
    path.round(100, u64::MAX);
    assert_eq!(path.packets(), 2 * doubled);
}

#[test]
fn grows_while_half_of_the_window_is_used_and_not_while_less_is() {
    let mut path = Path::new(10);
    path.round(100, 7);
    assert_eq!(path.packets(), 14);
    path.round(100, 7);
    path.round(100, 7);
    assert_eq!(path.packets(), 14);
}

#[test]
fn few_answers_a_round_are_no_sample() {
    let mut path = Path::new(7);
    path.round(100, 7);
    path.round(300, 7);
    assert!(path.hystart.cautious.is_none());
}
