import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priorityOrderShare, turnShare } from '../../../crawler/metrics/response-order.ts'
import { answerWaitMs, bodyWaitMs } from '../../../crawler/metrics/response-waits.ts'
import type { TracedExchange, TracedPacket } from '../../../model/packet-trace.ts'
import { measure, packet, QUIC, trace } from './hand-made-trace.ts'

const RTT_MS = 50

const exchange = (urgency: number | null, requestedAtMs = RTT_MS): TracedExchange => ({
  ...{ requestedAtMs, acknowledgedAtMs: requestedAtMs + RTT_MS, urgency, incremental: null, headerBytes: 20 },
})
/** A handshake, then packets that carry these pieces, `[exchange, bytes]`, from 100 ms on. */
const connection = (
  exchanges: readonly TracedExchange[],
  pieces: readonly (readonly [number, number])[],
  { fromMs = 2 * RTT_MS, gapMs = 1 } = {},
) => {
  const data = pieces.map(
    ([which, bytes], index): TracedPacket =>
      packet(fromMs + index * gapMs, { response: true, payloadBytes: bytes + 30, parts: [[which, bytes]] }),
  )
  const hello = [packet(0, { up: true, payloadBytes: 1200 }), packet(RTT_MS, { payloadBytes: 1200 })]
  return trace([...hello, ...data], { connections: [{ ...QUIC, exchanges }] })
}
const valueOf = (metric: Parameters<typeof measure>[0], packets: ReturnType<typeof connection>) =>
  measure(metric, packets).value

test('bytes are in order where the most urgent response that is under way has them', () => {
  const exchanges = [exchange(5), exchange(1)]
  // The picture begins, the style sheet comes whole, then the rest of the picture.
  const honoured = [
    [0, 1000],
    [1, 1000],
    [1, 1000],
    [0, 1000],
  ] as const
  assert.equal(valueOf(priorityOrderShare, connection(exchanges, honoured)), 1)
  const inTurn = [
    [0, 1000],
    [1, 1000],
    [0, 1000],
    [1, 1000],
    [0, 1000],
  ] as const
  // Two of the style sheet and one of the picture came while both were under way.
  assert.equal(valueOf(priorityOrderShare, connection(exchanges, inTurn)), 2 / 3)
})

test('a response that has not begun holds nothing up, and one alone shows nothing', () => {
  const one = connection(
    [exchange(5), exchange(1)],
    [
      [0, 1000],
      [0, 1000],
      [1, 1000],
    ],
  )
  assert.equal(valueOf(priorityOrderShare, one), null)
})

test('nothing is said where a priority is unknown', () => {
  const pieces = [
    [0, 1000],
    [1, 1000],
    [0, 1000],
    [1, 1000],
  ] as const
  assert.match(
    measure(priorityOrderShare, connection([exchange(null), exchange(1)], pieces)).note ?? '',
    /unknown/,
  )
})

test('responses of one urgency come in turn, or one behind the other', () => {
  const exchanges = [exchange(3), exchange(3)]
  assert.equal(
    valueOf(
      turnShare,
      connection(exchanges, [
        [0, 9],
        [1, 9],
        [0, 9],
        [1, 9],
      ]),
    ),
    1,
  )
  assert.equal(
    valueOf(
      turnShare,
      connection(exchanges, [
        [0, 9],
        [0, 9],
        [1, 9],
        [1, 9],
      ]),
    ),
    null,
  )
  const oneTurn = [
    [0, 9],
    [1, 9],
    [1, 9],
    [1, 9],
    [0, 9],
  ] as const
  assert.equal(valueOf(turnShare, connection(exchanges, oneTurn)), 1 / 3)
})

test('an answer’s wait is what a request takes beyond the round trip', () => {
  assert.equal(
    valueOf(
      answerWaitMs,
      connection(
        [exchange(3)],
        [
          [0, 9],
          [0, 9],
        ],
        { fromMs: 120 },
      ),
    ),
    20,
  )
  assert.equal(
    valueOf(
      answerWaitMs,
      connection(
        [exchange(3)],
        [
          [0, 9],
          [0, 9],
        ],
      ),
    ),
    0,
  )
})

test('a request beside others shows no wait of its own', () => {
  const pieces = [
    [0, 9],
    [1, 9],
    [0, 9],
    [1, 9],
  ] as const
  const both = connection([exchange(3), exchange(3, RTT_MS + 1)], pieces, { fromMs: 110 })
  assert.equal(valueOf(answerWaitMs, both), 10)
})

test('a body’s wait is that behind a first packet that was not full', () => {
  assert.equal(
    valueOf(
      bodyWaitMs,
      connection(
        [exchange(3)],
        [
          [0, 70],
          [0, 1000],
        ],
        { gapMs: 20 },
      ),
    ),
    20,
  )
  assert.equal(
    valueOf(
      bodyWaitMs,
      connection(
        [exchange(3)],
        [
          [0, 1000],
          [0, 1000],
        ],
        { gapMs: 20 },
      ),
    ),
    0,
  )
  assert.equal(valueOf(bodyWaitMs, connection([exchange(3)], [[0, 1000]])), null)
})
