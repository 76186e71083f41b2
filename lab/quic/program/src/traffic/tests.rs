use super::Traffic;

const WINDOW: u64 = 1_000;
const HEADER: usize = 37;

fn traffic(datagrams: usize, datagram_bytes: usize) -> Traffic {
    let mut all = Traffic::new(WINDOW);
    (0..datagrams).for_each(|_| all.received(datagram_bytes));
    all
}

#[test]
fn every_byte_beyond_packet_headers_is_overhead_before_the_handshake_is_done() {
    assert_eq!(traffic(3, HEADER + 100).overhead_bytes(false), 300);
    assert_eq!(traffic(3, 20).overhead_bytes(false), 0);
}

#[test]
fn a_window_of_bytes_may_wait_for_others_after_it() {
    assert_eq!(traffic(3, HEADER + 400).overhead_bytes(true), 1_200 - WINDOW);
}

#[test]
fn bytes_of_streams_and_an_eighth_of_them_are_no_overhead() {
    let mut all = traffic(10, HEADER + 1_000);
    all.delivered_bytes = 8_000;
    assert_eq!(all.overhead_bytes(true), 0);
    assert_eq!(all.overhead_bytes(false), 1_000);
}

#[test]
fn each_stream_that_was_stopped_may_have_had_a_window_of_bytes_under_way() {
    let mut all = traffic(4, HEADER + 1_000);
    all.stopped = 2;
    assert_eq!(all.overhead_bytes(true), 4_000 - 3 * WINDOW);
}
