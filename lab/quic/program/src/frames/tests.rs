use super::{Command, Report, Request, next_request};
use bytes::{Bytes, BytesMut};

fn frame(kind: u8, connection: u8, rest: &[u8]) -> Vec<u8> {
    let length = (5 + rest.len()) as u32;
    [&length.to_be_bytes()[..], &[kind, 0, 0, 0, connection], rest].concat()
}

#[test]
fn requests_are_read_byte_for_byte_and_one_after_the_other() {
    let sent = [0, 0, 0, 0, 0, 0, 0, 4, 1, b'a', b'b'];
    let both = [frame(2, 7, &sent), frame(5, 7, &[0, 0, 0, 0, 0, 0, 1, 0])].concat();
    let mut input = BytesMut::new();
    let mut found = Vec::new();
    for byte in both {
        input.extend_from_slice(&[byte]);
        found.extend(next_request(&mut input).unwrap());
    }
    let bytes = Bytes::from_static(b"ab");
    assert_eq!(
        found,
        [
            Request::Of(7, Command::Send { stream: 4, fin: true, bytes }),
            Request::Of(7, Command::Close { code: 0x100 })
        ]
    );
}

#[test]
fn a_frame_that_is_cut_short_unknown_or_without_measure_is_an_error() {
    for bad in [frame(3, 1, &[0; 15]), frame(9, 1, &[]), frame(1, 1, b"{}"), vec![0xff; 4], vec![0; 4]] {
        assert!(next_request(&mut BytesMut::from(&bad[..])).is_err(), "{bad:?}");
    }
}

#[test]
fn reports_begin_with_their_length_kind_and_connection() {
    let heard = Report::Heard { after_us: 258, is_repeated: true }.encode(3);
    assert_eq!(heard[..], [0, 0, 0, 14, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 1, 2, 1]);
    let stream = Report::Stream { stream: 4, fin: false, bytes: b"x" }.encode(3);
    assert_eq!(stream[..], [0, 0, 0, 15, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0, b'x']);
}
