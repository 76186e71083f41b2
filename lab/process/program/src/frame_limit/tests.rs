use super::*;

const HEADERS: u8 = 0x1;
/// 2^40 as eight bytes.
const TEBIBYTE: [u8; 8] = [0xc0, 0, 1, 0, 0, 0, 0, 0];
/// 256 KiB as four bytes.
const LONGEST: [u8; 4] = [0x80, 4, 0, 0];

/// Whole, and byte by byte.
fn takes(limit: fn() -> FrameLimit, bytes: &[u8]) -> Result<(), TooLong> {
    let mut by_byte = limit();
    let one_by_one: Result<(), TooLong> =
        bytes.iter().try_for_each(|byte| by_byte.take(std::slice::from_ref(byte)));
    assert_eq!(limit().take(bytes), one_by_one);
    one_by_one
}

#[test]
fn a_frame_that_is_read_as_a_whole_has_a_longest_length() {
    let headers = |length: &[u8]| [&[HEADERS], length].concat();
    assert_eq!(takes(FrameLimit::of_requests, &headers(&LONGEST)), Ok(()));
    assert_eq!(takes(FrameLimit::of_requests, &headers(&[0x80, 4, 0, 1])), Err(TooLong));
    assert_eq!(takes(FrameLimit::of_requests, &headers(&TEBIBYTE)), Err(TooLong));
}

#[test]
fn data_may_be_as_long_as_it_says() {
    assert_eq!(takes(FrameLimit::of_requests, &[&[0][..], &TEBIBYTE].concat()), Ok(()));
}

#[test]
fn frames_after_others_are_found_by_their_lengths() {
    let frames = [&[HEADERS, 2, 9, 9, 0x21, 0, 0, 1, 9, HEADERS][..], &TEBIBYTE].concat();
    assert_eq!(takes(FrameLimit::of_requests, &frames[..9]), Ok(()));
    assert_eq!(takes(FrameLimit::of_requests, &frames), Err(TooLong));
}

#[test]
fn of_unidirectional_streams_the_control_stream_alone_has_frames() {
    assert_eq!(takes(FrameLimit::of_unidirectional, &[&[0, 4][..], &TEBIBYTE].concat()), Err(TooLong));
    assert_eq!(takes(FrameLimit::of_unidirectional, &[&[2, 4][..], &TEBIBYTE].concat()), Ok(()));
}
