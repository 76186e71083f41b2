export type Unit = 'ms' | 'bytes' | 'count' | 'fraction' | 'ratio'

export interface MetricTerm {
  readonly unit: Unit
  readonly label: string
  /** Metrics that a page offers first: times of a whole load, the smaller the faster. */
  readonly main?: true
}

/** Every metric of a sample; crawler/metrics computes them (a test compares the names). */
export const METRICS = {
  plt_ms: { unit: 'ms', label: 'Page load time', main: true },
  ttfb_ms: { unit: 'ms', label: 'Time to first byte', main: true },
  dcl_ms: { unit: 'ms', label: 'Document parsed', main: true },
  fcp_ms: { unit: 'ms', label: 'First contentful paint', main: true },
  lcp_ms: { unit: 'ms', label: 'Largest contentful paint', main: true },
  document_dns_ms: { unit: 'ms', label: 'Document: DNS' },
  document_connect_ms: { unit: 'ms', label: 'Document: TCP handshake' },
  document_handshake_ms: { unit: 'ms', label: 'Document: connection set-up' },
  document_wait_ms: { unit: 'ms', label: 'Document: wait' },
  document_receive_ms: { unit: 'ms', label: 'Document: receive' },
  tow_ms: { unit: 'ms', label: 'Time on wire', main: true },
  setup_ms: { unit: 'ms', label: 'Connection set-up', main: true },
  tow_setup_ms: { unit: 'ms', label: 'Time on wire with set-up', main: true },
  packets: { unit: 'count', label: 'Packets' },
  bytes_up: { unit: 'bytes', label: 'Bytes sent' },
  bytes_down: { unit: 'bytes', label: 'Bytes received' },
  retransmissions: { unit: 'count', label: 'Retransmissions' },
  handshakes: { unit: 'count', label: 'Handshakes' },
  rtt_min_ms: { unit: 'ms', label: 'Shortest round trip' },
  rtt_median_ms: { unit: 'ms', label: 'Median round trip' },
  rtt_max_ms: { unit: 'ms', label: 'Longest round trip' },
  initial_window: { unit: 'count', label: 'Initial window (segments)' },
  first_flight_packets: { unit: 'count', label: 'First flight (packets)' },
  first_flight_bytes: { unit: 'bytes', label: 'First flight (bytes)' },
  first_flight_growth: { unit: 'ratio', label: 'Growth to the second flight' },
  first_flight_spread: { unit: 'ratio', label: 'Spread of the first flight' },
  first_flight_burst_share: { unit: 'fraction', label: 'Share of the first flight within 1 ms' },
  packets_per_ack: { unit: 'ratio', label: 'Packets of data per ACK of the client' },
  handshake_bytes_down: { unit: 'bytes', label: 'Handshake of the server' },
  handshake_amplification: { unit: 'ratio', label: 'Amplification before validation' },
  handshake_rounds: { unit: 'ratio', label: 'Round trips of the set-up' },
  datagram_bytes_largest: { unit: 'bytes', label: 'Largest datagram' },
  datagram_bytes_mode: { unit: 'bytes', label: 'Most frequent datagram with data' },
  qpack_table_bytes: { unit: 'bytes', label: 'QPACK table of the server' },
  response_header_bytes: { unit: 'bytes', label: 'Header section of a response' },
  priority_order_share: { unit: 'fraction', label: 'Share of bytes in order of priority' },
  turn_share: { unit: 'fraction', label: 'Share of packets in turn' },
  answer_wait_ms: { unit: 'ms', label: 'Wait of the server for an answer' },
  body_wait_ms: { unit: 'ms', label: 'Wait of the server for a body' },
  decrypted_share: { unit: 'fraction', label: 'Share of bytes decrypted' },
  'phase_ms.blocked': { unit: 'ms', label: 'Blocked' },
  'phase_ms.dns': { unit: 'ms', label: 'DNS' },
  'phase_ms.connect': { unit: 'ms', label: 'Connect (TLS included)' },
  'phase_ms.ssl': { unit: 'ms', label: 'TLS or QUIC handshake' },
  'phase_ms.send': { unit: 'ms', label: 'Send' },
  'phase_ms.wait': { unit: 'ms', label: 'Wait' },
  'phase_ms.receive': { unit: 'ms', label: 'Receive' },
  requests: { unit: 'count', label: 'Requests' },
  failed_requests: { unit: 'count', label: 'Failed requests' },
  domains: { unit: 'count', label: 'Host names' },
  servers: { unit: 'count', label: 'Server addresses' },
  share_top1: { unit: 'fraction', label: 'Share of the top host' },
  share_top2: { unit: 'fraction', label: 'Share of the top 2 hosts' },
  share_top3: { unit: 'fraction', label: 'Share of the top 3 hosts' },
  share_top4: { unit: 'fraction', label: 'Share of the top 4 hosts' },
  share_top5: { unit: 'fraction', label: 'Share of the top 5 hosts' },
  share_h1: { unit: 'fraction', label: 'Share of HTTP/1.x' },
  share_h2: { unit: 'fraction', label: 'Share of HTTP/2' },
  share_h3: { unit: 'fraction', label: 'Share of HTTP/3' },
  har_bytes: { unit: 'bytes', label: 'Transferred bytes' },
  connections: { unit: 'count', label: 'Connections' },
  differing_answer_share: { unit: 'fraction', label: 'Share of answers that differ in the round' },
  replay_hits: { unit: 'count', label: 'Replay: hits' },
  replay_misses: { unit: 'count', label: 'Replay: misses' },
  replay_spares: { unit: 'count', label: 'Replay: spares' },
  replay_miss_share: { unit: 'fraction', label: 'Replay: share of misses' },
  'replay_rungs.url': { unit: 'count', label: 'Replay: same URL' },
  'replay_rungs.query': { unit: 'count', label: 'Replay: similar query' },
  'replay_rungs.path': { unit: 'count', label: 'Replay: similar path' },
  'replay_rungs.body': { unit: 'count', label: 'Replay: other request body' },
  'replay_rungs.preflight': { unit: 'count', label: 'Replay: preflight not recorded' },
  replay_byte_share: { unit: 'fraction', label: 'Replay: share of bytes' },
  replay_server_error_ms: { unit: 'ms', label: 'Replay: error of the server’s waits' },
  replay_waited_ms: { unit: 'ms', label: 'Replay: wait for the first byte' },
  replay_live_waited_ms: { unit: 'ms', label: 'Replay: the same wait live' },
  replay_received_ms: { unit: 'ms', label: 'Replay: time of receiving' },
  replay_live_received_ms: { unit: 'ms', label: 'Replay: the same time live' },
  path_network_share: { unit: 'fraction', label: 'Critical path: network' },
  path_compute_share: { unit: 'fraction', label: 'Critical path: computation' },
} as const satisfies Readonly<Record<string, MetricTerm>>

export type MetricName = keyof typeof METRICS

export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]]

/** What a comparison is about where nothing else is asked for: the papers' time, else the browser's. */
export const DEFAULT_METRIC = 'plt_ms' satisfies MetricName
