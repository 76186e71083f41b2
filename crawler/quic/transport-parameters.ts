import type { Stats } from './quiche-binding.ts'

/**
 * The peer's transport parameters by their names in RFC 9000, 18.2 and RFC 9221, 3: times in milliseconds, sizes in
 * bytes. One that the peer has not sent has the RFC's default here, for quiche does not tell the two apart;
 * max_datagram_frame_size is left out where it was not sent.
 */
export function transportParameters(stats: Stats): Record<string, number | boolean> {
  return {
    max_idle_timeout: stats.peerMaxIdleTimeout,
    max_udp_payload_size: stats.peerMaxUdpPayloadSize,
    initial_max_data: stats.peerInitialMaxData,
    initial_max_stream_data_bidi_local: stats.peerInitialMaxStreamDataBidiLocal,
    initial_max_stream_data_bidi_remote: stats.peerInitialMaxStreamDataBidiRemote,
    initial_max_stream_data_uni: stats.peerInitialMaxStreamDataUni,
    initial_max_streams_bidi: stats.peerInitialMaxStreamsBidi,
    initial_max_streams_uni: stats.peerInitialMaxStreamsUni,
    ack_delay_exponent: stats.peerAckDelayExponent,
    max_ack_delay: stats.peerMaxAckDelay,
    disable_active_migration: stats.peerDisableActiveMigration,
    active_connection_id_limit: stats.peerActiveConnIdLimit,
    ...(stats.peerMaxDatagramFrameSize === undefined
      ? {}
      : { max_datagram_frame_size: stats.peerMaxDatagramFrameSize }),
  }
}
