//! How many frames a connection has received.

use quinn_proto::FrameStats;

/// Of all kinds that quinn counts, which are all but PADDING.
pub fn frames(count: &FrameStats) -> u64 {
    count.acks
        + count.ack_frequency
        + count.crypto
        + count.connection_close
        + count.data_blocked
        + count.datagram
        + u64::from(count.handshake_done)
        + count.immediate_ack
        + count.max_data
        + count.max_stream_data
        + count.max_streams_bidi
        + count.max_streams_uni
        + count.new_connection_id
        + count.new_token
        + count.path_challenge
        + count.path_response
        + count.ping
        + count.reset_stream
        + count.retire_connection_id
        + count.stream_data_blocked
        + count.streams_blocked_bidi
        + count.streams_blocked_uni
        + count.stop_sending
        + count.stream
}
