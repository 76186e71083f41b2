use super::{names_in_order, transport_parameters};

#[test]
fn what_the_peer_has_not_sent_has_the_default_of_the_rfc() {
    let named = transport_parameters(&[]).unwrap();
    assert_eq!(named["max_udp_payload_size"], 65527);
    assert_eq!(named["ack_delay_exponent"], 3);
    assert_eq!(named["disable_active_migration"], false);
    assert!(!named.contains_key("max_datagram_frame_size"));
}

#[test]
fn parameters_are_named_and_unknown_ones_passed_over() {
    let encoded = [0x01, 2, 0x75, 0x30, 0x0c, 0, 0x1b, 1, 9, 0x20, 1, 7, 0x02, 2, 0, 0];
    let named = transport_parameters(&encoded).unwrap();
    assert_eq!(named["max_idle_timeout"], 0x3530);
    assert_eq!(named["disable_active_migration"], true);
    assert_eq!(named["max_datagram_frame_size"], 7);
    assert_eq!(named.len(), 13);
}

#[test]
fn parameters_are_named_in_the_order_in_which_they_were_sent() {
    let encoded = [0x20, 1, 7, 0x1b, 1, 9, 0x02, 2, 0, 0, 0x0c, 0, 0x01, 2, 0x75, 0x30, 0x04, 9];
    let order = ["max_datagram_frame_size", "grease", "0x2", "disable_active_migration", "max_idle_timeout"];
    assert_eq!(names_in_order(&encoded), order);
}

#[test]
fn a_list_that_is_cut_short_is_none() {
    assert!(transport_parameters(&[0x01, 4, 0x80]).is_none());
}
