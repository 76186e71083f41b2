import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import { AT_ONCE_MS, hurried, surveyContext } from '../../../servers/survey-context.ts'
import { ask, drip, end, type Handle, write } from './ask-http1.ts'

const dripHeaders: Handle = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}
const interimForever: Handle = (socket) => {
  const more = () => {
    while (socket.writable && socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)));
  }
  socket.on('drain', more)
  more()
}
const resetWithin: Handle = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello')
  setTimeout(() => socket.resetAndDestroy(), 30)
}

for (const [what, failure, handle, status] of [
  ['says nothing', 'http_timeout', () => {}, null],
  ['sends its headers byte by byte', 'http_timeout', dripHeaders, null],
  ['closes without a word', 'http_empty_reply', end(''), null],
  ['resets without a word', 'http_empty_reply', (socket) => socket.resetAndDestroy(), null],
  ['closes within the headers', 'http_truncated', end('HTTP/1.1 200 OK\r\nServer: x'), null],
  [
    'closes before Content-Length',
    'http_truncated',
    end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello'),
    200,
  ],
  [
    'closes within the chunks',
    'http_truncated',
    end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    200,
  ],
  ['resets within the body', 'http_truncated', resetWithin, 200],
  [
    'stops within the body',
    'http_body_timeout',
    write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello'),
    200,
  ],
  ['sends its body byte by byte', 'http_body_timeout', drip, 200],
  ['has status 000', 'http_protocol_error', end('HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n'), null],
  ['has status 099', 'http_protocol_error', end('HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n'), null],
  ['has a status of four digits', 'http_protocol_error', end('HTTP/1.1 2000 OK\r\n\r\n'), null],
  ['speaks another protocol', 'http_protocol_error', write('SSH-2.0-OpenSSH_9.2\r\n'), null],
  [
    'sends two lengths that differ',
    'http_protocol_error',
    write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
    null,
  ],
  ['sends status 000', 'http_protocol_error', write('HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n'), null],
  [
    'sends chunk extensions without end',
    'http_protocol_error',
    write(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`1;${'x'.repeat(16_000)}\r\na\r\n`.repeat(9)}`,
    ),
    200,
  ],
  [
    'sends a bad chunk',
    'http_protocol_error',
    write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    200,
  ],
  [
    'switches protocols',
    'http_protocol_error',
    write('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    null,
  ],
  ['sends interim responses forever', 'http_protocol_error', interimForever, null],
  [
    'sends large interim responses, one after the other',
    'http_header_too_big',
    write(`HTTP/1.1 103 Early Hints\r\nLink: </${'a'.repeat(30_000)}>\r\n\r\n`.repeat(3)),
    null,
  ],
  [
    'sends a megabyte of headers',
    'http_header_too_big',
    write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1e6)}\r\n\r\n`),
    null,
  ],
  [
    'sends many small headers',
    'http_header_too_big',
    write(`HTTP/1.1 200 OK\r\n${'X: a\r\n'.repeat(60_000)}\r\n`),
    null,
  ],
] as readonly (readonly [string, FailureCode, Handle, number | null])[]) {
  test(`a server that ${what} is ${failure}, with what came before it`, async () => {
    const late = { http_timeout: 'httpHeadersMs', http_body_timeout: 'httpBodyMs' } as const
    const timeouts = failure in late ? hurried(late[failure as keyof typeof late]) : hurried()
    const { row, usable } = await ask(handle, ['/'], surveyContext({ timeouts }))
    assert.equal(row.failure, failure)
    assert.equal(row.result?.status ?? null, status)
    assert.equal(usable, false)
    assert.ok((row.durationMs ?? 0) < AT_ONCE_MS, `${row.durationMs} ms`)
  })
}
