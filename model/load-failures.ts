/**
 * Closed list of failures under load (lab/load/program/src/failures.rs). Names that failure-codes.ts has too mean the same. An
 * error is counted for each request that failed, and for each connection that failed with no request waiting.
 */
export const LOAD_FAILURES = {
  name_unresolved: 'of a graph: the resolver did not answer, or not with the address that the host has',
  tcp_refused: 'the connection was refused (RST to our SYN)',
  tcp_timeout: 'no answer to our SYN within the time limit',
  tcp_unreachable: 'host or network unreachable (ICMP or no route)',
  client_limit: 'the client had no socket, port or memory left: says nothing about the server',
  tls_timeout: 'TCP was connected, and the TLS handshake did not end within the time limit',
  tls_failed:
    'the TLS handshake failed: an alert, a certificate that does not hold, a connection that was closed',
  alpn_mismatch: 'the server chose another protocol, or none',
  quic_timeout: 'no end of the QUIC handshake within the time limit',
  quic_closed: 'the server closed the QUIC connection during the handshake',
  connection_reset: 'TCP was reset (RST), in a handshake or in an answer',
  connection_lost: 'the QUIC connection ended while an answer was awaited',
  stream_reset: 'the server reset the stream of HTTP/2 or HTTP/3',
  http_empty_reply: 'the connection was closed before the head of the answer',
  http_truncated: 'the body ended before its announced length, or with its connection',
  http_protocol_error: 'the answer breaks the protocol',
  wrong_status: 'a whole answer with another status than expected',
  wrong_length: 'a whole answer of the right status with a body of another length than expected',
  page_timeout: 'the page did not end within its time limit (counted once a page)',
} as const

export type LoadFailure = keyof typeof LOAD_FAILURES
