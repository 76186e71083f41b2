/**
 * The closed list of failure codes. A failure is a recorded result row, never an exception that ends a run.
 * Each code is produced by a real server or browser (test/end-to-end/survey/sandbox-truth.test.ts,
 * test/end-to-end/probe); what fits none is `unknown_failure` with its text, and is counted.
 */
export const FAILURES = {
  // dns
  dns_nxdomain: 'the name does not exist (RCODE 3)',
  dns_servfail: 'the resolver answered SERVFAIL (RCODE 2)',
  dns_refused: 'the resolver answered REFUSED (RCODE 5)',
  dns_timeout: 'no answer from any resolver within the time limit',
  dns_no_address: 'the name exists but has neither A nor AAAA',
  dns_cname_loop: 'the CNAME chain comes back to itself or is longer than the limit',
  dns_malformed: 'the answer could not be decoded',
  // policy: nothing was sent
  address_refused: 'the name resolves to a private, reserved or otherwise not global address',
  opted_out: 'the name or address is on the opt-out list',
  robots_disallowed: 'robots.txt disallows / for us (RFC 9309): no page was asked for',
  robots_unreachable:
    'robots.txt answered 5xx, or gave no whole answer: treated as disallowed for this run (RFC 9309, 2.3.1.4)',
  // tcp
  tcp_refused: 'the connection was refused (RST to our SYN)',
  tcp_timeout: 'no answer to our SYN within the time limit',
  tcp_unreachable: 'host or network unreachable (ICMP or no route)',
  tcp_outrun: 'given up while unanswered: another address of the host connected first (RFC 8305, 5)',
  // tls
  tls_timeout: 'the handshake did not end within the time limit',
  tls_closed: 'the peer closed or reset the connection during the handshake',
  tls_alert: 'the peer answered with a TLS alert',
  tls_client_cert: 'the peer demands a client certificate',
  tls_protocol_error: 'the peer did not speak TLS, or broke it',
  tls_cert_expired: 'the certificate has expired or is not yet valid',
  tls_cert_name: 'the certificate does not name this host',
  tls_cert_self_signed: 'the certificate is signed by itself',
  tls_cert_untrusted: 'the chain does not end in a trusted root',
  // any http version
  http_timeout: 'the response headers did not arrive within the time limit',
  http_body_timeout: 'the body neither ended nor reached the cap within the time limit',
  http_empty_reply: 'the connection was closed before a byte of the response',
  http_truncated: 'the connection was closed in the middle of the response',
  http_protocol_error: 'the response is not HTTP/1.1',
  http_header_too_big: 'the response headers are larger than the limit',
  // http/2
  h2_not_negotiated: 'ALPN did not choose h2',
  h2_goaway: 'the peer sent GOAWAY before it answered',
  h2_protocol_error: 'the peer broke HTTP/2 or HPACK, or said that we did',
  h2_stream_reset: 'the peer reset the stream (RST_STREAM)',
  h2_flood: 'the peer sent more frames that bring its response no further, or more bytes, than the limit',
  // http/3
  quic_unavailable:
    'nothing is known: towline has no QUIC client for this platform, or its QUIC program ended',
  quic_unanswered: 'no QUIC packet came back: silence within the time limit, or an ICMP error',
  quic_timeout:
    'no end of the QUIC handshake in time, though packets came (a browser does not say whether any did)',
  quic_version: 'the peer offers none of our QUIC versions (RFC 9000, 6)',
  quic_closed: 'the peer closed the QUIC connection during the handshake',
  quic_alpn: 'the peer speaks QUIC but not h3',
  quic_flood: 'the peer sent more outside of streams (frames that a client may have to keep) than the limit',
  h3_timeout: 'the handshake was done but no response came within the time limit',
  h3_protocol_error: 'the peer broke HTTP/3 or QPACK, or said that we did',
  h3_flood:
    'the peer sent more frames or datagrams that bring its response no further, or more bytes, than the limit',
  h3_closed: 'the peer closed the connection or the stream before the response was complete',
  // the way to the final origin
  redirect_loop: 'the redirect chain comes back to a URL it has visited',
  redirect_limit: 'the redirect chain is longer than the limit',
  redirect_invalid: 'the Location is not a URL that can be followed',
  redirect_too_long:
    'the Location is longer than 8,192 characters: not followed, since cut it is another URL',
  // the browser: how a page load ends
  page_dns: 'the browser could not resolve the name (it does not tell why)',
  page_timeout: 'the page did not fire its load event within the time limit',
  page_hung: 'the page did not answer any more: it is busy for good',
  page_download: 'the navigation became a download',
  page_no_content: 'the main document has no content (204, 205): no page was loaded',
  page_aborted: 'the navigation was aborted before a document was there',
  page_refresh_loop: 'the page sends itself or the visitor on again and again',
  page_too_many_requests: 'the page made more requests than the limit',
  page_too_big:
    'the page sent more bytes than the limit, decodes to more, or took more memory than the limit',
  quic_failed: 'QUIC failed before the response was complete (the browser does not tell how)',
  renderer_crashed: 'the process that renders the page crashed',
  browser_died: 'the browser ended in mid-load',
  browser_hung: 'the browser did not answer any more',
  browser_not_started: 'no browser could be started for the load',
  poison: 'not attempted again: this load or this site has ended the browser or the run twice',
  parked: 'not attempted: the site asked us to stay away (429, 403, 503) three times, or for long',
  // our own limits
  client_busy:
    'this machine had no file descriptor or memory left for a socket: nothing is known of the site',
  site_timeout: "the site's time limit as a whole was reached",
  not_reached: 'not attempted: an earlier operation on this origin failed (see its row)',
  unknown_failure: 'fits no other code; its text is stored and counted',
} as const

export type FailureCode = keyof typeof FAILURES

export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[]
