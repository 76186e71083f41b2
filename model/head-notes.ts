/**
 * Faults of an HTTP/1.1 response's head that Chromium accepts, with what it does (net/http: http_stream_parser.cc,
 * http_response_headers.cc, http_util.cc). The list is closed.
 */
export const HEAD_NOTES = {
  status_line_case: '`HTTP` is not in capital letters (RFC 9112, 2.3): read without regard to case',
  status_line_offset: 'up to four bytes stand before `HTTP`: passed over',
  version: 'the version is neither 1.0 nor 1.1: read as the nearer one of them',
  status_missing: 'the status line has no status code: read as 200',
  bare_lf: 'a line ends with LF alone (RFC 9112, 2.2): read as a line',
  line_folding: 'a field is continued on another line (RFC 9112, 5.2): joined',
  space_before_colon: 'white space between field name and colon (RFC 9112, 5.1): left out',
  field_skipped: 'a line is no field (RFC 9110, 5.1): left out',
  content_length_repeated: 'Content-Length more than once, with one value (RFC 9110, 8.6): taken once',
  content_length_invalid:
    'Content-Length is no number (RFC 9110, 8.6): the body lasts until the connection ends',
} as const

export type HeadNote = keyof typeof HEAD_NOTES
