use super::{HandshakeSeen, Tickets};

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = (body.len() as u32).to_be_bytes();
    [&[kind], &length[1..], body].concat()
}

/// Early data of 2^32 - 1 bytes, as QUIC has it.
const TICKET: [u8; 23] =
    [0, 0, 0x1c, 0x20, 1, 2, 3, 4, 1, 9, 0, 1, 7, 0, 8, 0, 42, 0, 4, 0xff, 0xff, 0xff, 0xff];

#[test]
fn reads_parameters_certificates_and_tickets_however_they_are_cut() {
    let flight = [
        message(8, &[0, 16, 0, 16, 0, 1, 9, 0, 57, 0, 7, 0x04, 1, 5, 0x01, 2, 0x40, 9]),
        message(11, &[0, 0, 0, 17, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 4, 5, 0, 2, 0, 0]),
        message(20, &[0; 32]),
        message(4, &TICKET),
    ]
    .concat();
    for size in [1, 7, flight.len()] {
        let mut seen = HandshakeSeen::default();
        flight.chunks(size).for_each(|bytes| seen.take(bytes));
        assert_eq!(seen.parameter_order, ["initial_max_data", "max_idle_timeout"], "{size}");
        assert_eq!(seen.chain_bytes, Some(5));
        let once = Tickets { count: 1, lifetime_s: Some(7_200), max_early_data_bytes: Some(u32::MAX) };
        assert_eq!(seen.tickets, once);
        assert!(seen.rest.is_empty());
    }
}

#[test]
fn a_ticket_without_the_extension_lets_no_early_data() {
    let mut seen = HandshakeSeen::default();
    seen.take(&message(4, &[&TICKET[..13], &[0, 0]].concat()));
    assert_eq!(seen.tickets.max_early_data_bytes, Some(0));
}

#[test]
fn what_is_cut_short_within_a_message_is_passed_over() {
    let mut seen = HandshakeSeen::default();
    for kind in [4, 8, 11] {
        seen.take(&message(kind, &[0, 9]));
    }
    assert_eq!((seen.chain_bytes, seen.tickets.count, seen.parameter_order.len()), (None, 0, 0));
}
