//! Counts what a peer has sent on one connection, and what no stream accounts for (crawler/quic/quic-traffic.ts says the same).

use quinn_proto::FrameStats;

/// Short header with our connection id and a packet number, and the AEAD's tag (RFC 9000, 17.3.1; RFC 9001, 5.3).
const PACKET_BYTES: u64 = 37;

#[derive(Default)]
pub struct Traffic {
    /// Window of all streams: what the peer may send before what it has sent is read.
    window_bytes: u64,
    received_bytes: u64,
    /// Bytes of streams that have been read.
    pub delivered_bytes: u64,
    /// Streams that the peer was asked to stop, with a window of bytes under way.
    pub stopped: u64,
}

impl Traffic {
    pub fn new(window_bytes: u64) -> Self {
        Self { window_bytes, ..Self::default() }
    }

    /// A datagram was a packet of this connection.
    pub fn received(&mut self, datagram_bytes: usize) {
        self.received_bytes += (datagram_bytes as u64).saturating_sub(PACKET_BYTES);
    }

    /// Bytes that no stream accounts for. Before the handshake is done none can be a stream's.
    pub fn overhead_bytes(&self, is_established: bool) -> u64 {
        let waiting = if is_established { self.window_bytes * (1 + self.stopped) } else { 0 };
        // An eighth for frame headers, ACKs, and what was sent again though it had come.
        self.received_bytes.saturating_sub(waiting + self.delivered_bytes + self.delivered_bytes / 8)
    }
}

/// Counts all kinds that quinn counts, which are all but PADDING.
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

#[cfg(test)]
mod tests;
