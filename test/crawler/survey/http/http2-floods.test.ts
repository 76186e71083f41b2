import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { LIMITS } from '../../../../crawler/network/limits.ts'
import type { Http2Result, OperationRow } from '../../../../model/operation.ts'
import { FLAG, frame, headerBlock, headers, TYPE, uint32 } from '../../../servers/h2-frames.ts'
import { serveTls } from '../../../servers/stream.ts'
import { askPort, assertFault, data, type Fault, OK, pair, SETTINGS, trusting, write } from './ask-http2.ts'

const endlessly = (first: Buffer, repeated: Buffer) => (socket: TLSSocket) => {
  socket.write(first)
  const many = Buffer.concat(Array<Buffer>(500).fill(repeated))
  const more = () => {
    while (socket.writable && socket.write(many));
  }
  socket.on('drain', more)
  more()
}
const slowly = (repeated: Buffer, everyMs: number) => (socket: TLSSocket) => {
  const timer = setInterval(() => socket.write(repeated), everyMs)
  socket.on('close', () => clearInterval(timer))
}
const bigBlock = (fields: number) =>
  headerBlock(Array.from({ length: fields }, (_, i) => [`x-${i}`, 'a'.repeat(16_000)]))
const interim = frame(
  TYPE.headers,
  FLAG.endHeaders,
  1,
  Buffer.concat([Buffer.of(0x08, 3), Buffer.from('103')]),
)

const FLOODS: readonly Fault[] = [
  ['sends SETTINGS endlessly', 'h2_flood', endlessly(SETTINGS, SETTINGS), null],
  [
    'sends one SETTINGS after the other',
    'h2_flood',
    slowly(Buffer.concat(Array<Buffer>(40).fill(SETTINGS)), 10),
    null,
  ],
  ['sends PING endlessly', 'h2_flood', endlessly(SETTINGS, frame(TYPE.ping, 0, 0, Buffer.alloc(8))), null],
  ['sends interim responses endlessly', 'h2_flood', endlessly(SETTINGS, interim), null],
  [
    'sends WINDOW_UPDATE endlessly',
    'h2_flood',
    endlessly(SETTINGS, frame(TYPE.windowUpdate, 0, 0, uint32(1))),
    null,
  ],
  ['sends a megabyte of headers', 'http_header_too_big', write(SETTINGS, headers(1, 1, bigBlock(64))), null],
  ['sends headers of 100 KB', 'http_header_too_big', write(SETTINGS, headers(1, 1, bigBlock(6))), null],
  [
    'sends a header block in endless pieces',
    'http_header_too_big',
    write(
      SETTINGS,
      frame(TYPE.headers, 0, 1, headerBlock()),
      ...Array<Buffer>(100).fill(frame(TYPE.continuation, 0, 1)),
    ),
    null,
  ],
  [
    'sends unknown frames endlessly',
    'h2_flood',
    endlessly(SETTINGS, frame(0xfa, 0, 0, Buffer.alloc(9))),
    null,
  ],
  ['sends empty DATA endlessly', 'h2_flood', endlessly(Buffer.concat([SETTINGS, OK]), data('')), 200],
  [
    'sends padding endlessly',
    'h2_flood',
    endlessly(
      Buffer.concat([SETTINGS, OK]),
      frame(TYPE.data, FLAG.padded, 1, Buffer.concat([Buffer.of(15), Buffer.alloc(16)])),
    ),
    200,
  ],
  [
    'sends a body byte by byte',
    'h2_flood',
    endlessly(Buffer.concat([SETTINGS, OK]), Buffer.concat(Array<Buffer>(1_000).fill(data('x')))),
    200,
  ],
]

for (const fault of FLOODS) test(`a server that ${fault[0]} is ${fault[1]}`, () => assertFault(fault))

/** A server that answers robots.txt whole, and then sends what `after` says instead of the page, for as long as it is read. */
async function afterRobots(after: Buffer) {
  let sentBytes = 0
  const whole = headers(1, FLAG.endStream, headerBlock())
  await using server = await serveTls({ ...pair(), ALPNProtocols: ['h2'] }, (socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([SETTINGS, whole]))
      socket.once('data', () => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write(after)) sentBytes += after.byteLength
        }
        socket.on('drain', pour)
        pour()
      })
    })
  })
  const { rows, usable } = await askPort(server.port, ['/robots.txt', '/'], trusting())
  return { row: rows[1] as OperationRow<Http2Result>, usable, sentBytes }
}

test('frames of a stream that is over count like any other', async () => {
  const kinds = {
    DATA: frame(TYPE.data, 0, 1, Buffer.alloc(16_384)),
    'empty DATA': frame(TYPE.data, 0, 1),
    HEADERS: headers(1, 0, headerBlock()),
    'HEADERS that end the stream again': headers(1, FLAG.endStream, headerBlock()),
  }
  for (const [kind, bytes] of Object.entries(kinds)) {
    const many = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / bytes.byteLength)).fill(bytes))
    const { row, usable, sentBytes } = await afterRobots(many)
    assert.deepEqual([row.failure, usable], ['h2_flood', false], kind)
    // What was sent beyond it stands in buffers of the system.
    assert.ok(sentBytes < LIMITS.connectionBytes + 32 * 2 ** 20, `${kind}: ${sentBytes} bytes`)
  }
})

test('a robots.txt without an end is capped, and what follows its cap counts', async () => {
  const chunk = frame(TYPE.data, 0, 1, Buffer.alloc(16_384, 'Allow: /\n'))
  await using server = await serveTls({ ...pair(), ALPNProtocols: ['h2'] }, (socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([SETTINGS, OK]))
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', pour)
      socket.resume()
      pour()
    })
  })
  const { rows, usable } = await askPort(server.port, ['/robots.txt', '/'], trusting())
  assert.deepEqual(
    rows.map(({ failure, result }) => [failure, result?.bodyBytes ?? null, result?.bodyCapped]),
    [
      [null, LIMITS.robotsBytes, true],
      ['h2_flood', null, false],
    ],
  )
  assert.equal(rows[0]?.result?.text?.length, LIMITS.robotsBytes)
  assert.equal(usable, false)
})
