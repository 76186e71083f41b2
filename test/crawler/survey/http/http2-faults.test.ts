import { test } from 'node:test'
import { FLAG, frame, headerBlock, headers, TYPE, uint32 } from '../../../servers/h2-frames.ts'
import { assertFault, data, end, type Fault, OK, SETTINGS, write } from './ask-http2.ts'

const goaway = (code: number) => frame(TYPE.goaway, 0, 0, uint32(0, code))
const reset = (code: number) => frame(TYPE.reset, 0, 1, uint32(code))
const answer = (name: string, value: string) => headers(1, 0, headerBlock([[name, value]]))
/** `:status` with this value: a literal that names the static table's entry 8 (RFC 7541, 6.2.2). */
const statusBlock = (status: string) =>
  Buffer.concat([Buffer.of(0x08, status.length), Buffer.from(status, 'latin1')])
const FAULTS: readonly Fault[] = [
  ['answers in HTTP/1.1', 'h2_protocol_error', write('HTTP/1.1 400 Bad Request\r\n\r\n'), null],
  ['sends garbage', 'h2_protocol_error', write(Buffer.alloc(300, 0xab)), null],
  ['sends no SETTINGS first', 'h2_protocol_error', write(OK), null],
  [
    'sends headers that cannot be decoded',
    'h2_protocol_error',
    write(SETTINGS, headers(1, 1, Buffer.alloc(6, 0xff))),
    null,
  ],
  ['says that we broke the protocol', 'h2_protocol_error', end(SETTINGS, goaway(1)), null],
  ['sends GOAWAY at once', 'h2_goaway', end(SETTINGS, goaway(0)), null],
  ['sends GOAWAY and stays', 'h2_goaway', write(SETTINGS, goaway(0)), null],
  ['wants us to calm down', 'h2_goaway', end(SETTINGS, goaway(11)), null],
  ['refuses the stream', 'h2_stream_reset', write(SETTINGS, reset(7)), null],
  ['wants HTTP/1.1 for the stream', 'h2_stream_reset', write(SETTINGS, reset(13)), null],
  ['cancels the stream', 'h2_stream_reset', write(SETTINGS, reset(8)), null],
  ['resets the stream without an error', 'h2_stream_reset', write(SETTINGS, reset(0)), null],
  ['resets the stream within the body', 'h2_stream_reset', write(SETTINGS, OK, data('abc'), reset(2)), 200],
  ['has status 000', 'h2_protocol_error', write(SETTINGS, headers(1, 1, statusBlock('000'))), null],
  ['has status 099', 'h2_protocol_error', write(SETTINGS, headers(1, 1, statusBlock('099'))), null],
  [
    'has a status of four digits',
    'h2_protocol_error',
    write(SETTINGS, headers(1, 1, statusBlock('2000'))),
    null,
  ],
  ['has a status of letters', 'h2_protocol_error', write(SETTINGS, headers(1, 1, statusBlock('OK'))), null],
  ['pushes', 'h2_protocol_error', write(SETTINGS, frame(5, FLAG.endHeaders, 1, uint32(2))), null],
  ['sends a body before its response', 'h2_protocol_error', write(SETTINGS, data('abc')), null],
  [
    'answers on a stream of its own',
    'h2_protocol_error',
    write(SETTINGS, headers(2, 0, headerBlock())),
    null,
  ],
  ['answers what was not asked', 'h2_protocol_error', write(SETTINGS, headers(3, 0, headerBlock())), null],
  [
    'breaks into a header block',
    'h2_protocol_error',
    write(SETTINGS, frame(TYPE.headers, 0, 1, headerBlock()), SETTINGS),
    null,
  ],
  [
    'continues what has not begun',
    'h2_protocol_error',
    write(SETTINGS, frame(TYPE.continuation, 4, 1)),
    null,
  ],
  [
    'sends a frame that is too large',
    'h2_protocol_error',
    write(SETTINGS, frame(TYPE.data, 0, 1, Buffer.alloc(16_385))),
    null,
  ],
  ['sends a short PING', 'h2_protocol_error', write(SETTINGS, frame(TYPE.ping, 0, 0, uint32(0))), null],
  ['sends a header of HTTP/1.1', 'h2_protocol_error', write(SETTINGS, answer('connection', 'close')), null],
  [
    'sends more than its Content-Length',
    'h2_protocol_error',
    write(SETTINGS, answer('content-length', '2'), data('abc')),
    200,
  ],
  [
    'sends less than its Content-Length',
    'h2_protocol_error',
    write(SETTINGS, answer('content-length', '2'), data('a', FLAG.endStream)),
    200,
  ],
  ['closes at once', 'http_empty_reply', end(), null],
  ['closes after its SETTINGS', 'http_empty_reply', end(SETTINGS), null],
  ['resets the connection', 'http_empty_reply', (_, reset) => reset(), null],
  ['closes within the body', 'http_truncated', end(SETTINGS, OK, data('abc')), 200],
  [
    'sends GOAWAY within the body',
    'http_truncated',
    end(SETTINGS, OK, data('abc'), frame(TYPE.goaway, 0, 0, uint32(1, 2))),
    200,
  ],
  ['says no more than its SETTINGS', 'http_timeout', write(SETTINGS), null],
  ['says nothing', 'http_timeout', () => {}, null],
  ['stops within the body', 'http_body_timeout', write(SETTINGS, OK, data('abc')), 200],
]

for (const fault of FAULTS) test(`a server that ${fault[0]} is ${fault[1]}`, () => assertFault(fault))
