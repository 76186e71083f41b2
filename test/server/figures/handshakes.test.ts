import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAIN_HANDLERS } from '../../../server/routes/plain-figure.ts'
import { type WrittenCell, writeLabRun } from '../../cli/lab/lab-run-database.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const { earlyHints, handshakeCost, handshakeSteps, udpPrice } = PLAIN_HANDLERS
const ROUNDS = 8
const times = (ms: number): number[] => Array.from({ length: ROUNDS }, (_, round) => ms + round)

/** A chain whose handshakes took this many round trips. */
const chain = (chainBytes: number, ms: number, trips: number, keyExchange = 'x25519'): WrittenCell => ({
  factors: { page: 'modern', rttMs: 100, keyExchange, chainBytes },
  pltMs: { h2: times(ms) },
  metrics: {
    handshake_round_trips: trips,
    server_handshake_bytes: chainBytes + 400,
    server_first_flight_bytes: trips > 2 ? 14_400 : chainBytes + 400,
    client_first_flight_bytes: 1_900,
  },
})

const bench = opened(handlerBench)

test('handshakes are compared with the shortest of their condition, within rounds', async () => {
  const id = await writeLabRun(bench.writer, [
    chain(16_000, 1_100, 3),
    chain(1_000, 1_000, 2),
    chain(1_000, 1_010, 2, 'x25519mlkem768'),
    // Of another condition, in which nothing varies.
    {
      ...chain(1_000, 500, 2),
      factors: { page: 'empty', rttMs: 100, keyExchange: 'x25519', chainBytes: 1_000 },
    },
  ])
  const { rows } = await bench.answer('handshakeCost', handshakeCost, { id: String(id) })
  assert.deepEqual(
    rows.map(({ chainBytes, keyExchange, n, roundTrips, cost }) => [
      ...[chainBytes, keyExchange, n, roundTrips, cost],
    ]),
    [
      [1_000, 'x25519', ROUNDS, 2, null],
      [1_000, 'x25519mlkem768', ROUNDS, 2, { value: 10, low: 10, high: 10 }],
      [16_000, 'x25519', ROUNDS, 3, { value: 100, low: 100, high: 100 }],
    ],
  )
  assert.deepEqual(rows[0]?.condition, { page: 'modern', rttMs: 100 })
  assert.equal(rows[2]?.costShare?.value, 100 / 1_003.5)
})

test('the step of handshakes is where servers stopped, against the initial window', async () => {
  const id = await writeLabRun(bench.writer, [chain(4_000, 1, 2), chain(10_000, 1, 2), chain(16_000, 1, 3)])
  const { rows } = await bench.answer('handshakeSteps', handshakeSteps, { id: String(id) })
  assert.deepEqual(rows, [
    {
      condition: { page: 'modern', rttMs: 100 },
      arm: 'h2',
      n: 3 * ROUNDS,
      roundTrips: 2,
      mostBytes: 10_400,
      fewestBytes: 16_400,
      limitBytes: 14_400,
      otherwise: 0,
      expectedBytes: 14_480,
      offPackets: (14_400 - 14_480) / 1_448,
    },
  ])
})

test('the price of announcing HTTP/3 is what its loads take more than those of HTTP/2 behind the same path', async () => {
  const path = (udp: string, ms: number, metrics: Record<string, number>): WrittenCell => ({
    factors: { page: 'modern', udp },
    pltMs: { h2: times(1_000), 'h3-altsvc': times(ms) },
    metrics,
  })
  const id = await writeLabRun(bench.writer, [
    path('open', 900, { share_h3: 0.8 }),
    path('dropped', 1_300, { share_h3: 0, udp_packets_stopped: 4 }),
  ])
  const { rows } = await bench.answer('udpPrice', udpPrice, { id: String(id) })
  assert.deepEqual(
    rows.map(({ udp, arm, baseline, n, price, stopped, http3 }) => [
      ...[udp, arm, baseline, n, price?.value, stopped, http3],
    ]),
    [
      ['open', 'h3-altsvc', 'h2', ROUNDS, -100, null, 0.8],
      ['dropped', 'h3-altsvc', 'h2', ROUNDS, 300, 4, 0],
    ],
  )
})

test('a second visit behind a path is held against the cold loads of who hears nothing of HTTP/3', async () => {
  const id = await writeLabRun(bench.writer, [
    {
      factors: { page: 'modern', udp: 'dropped', visit: 'cold' },
      pltMs: { h2: times(1_000), 'h3-altsvc': times(1_300) },
    },
    {
      factors: { page: 'modern', udp: 'dropped', visit: 'alt-svc-second' },
      pltMs: { 'h3-altsvc': times(1_050) },
    },
  ])
  const { rows } = await bench.answer('udpPrice', udpPrice, { id: String(id) })
  assert.deepEqual(
    rows.map(({ visit, n, price }) => [visit, n, price?.value]),
    [
      ['cold', ROUNDS, 300],
      ['alt-svc-second', ROUNDS, 50],
    ],
  )
})

test('what Early Hints save is what loads without a 103 take more than those with one, of the same rounds', async () => {
  const level = (earlyHints: string, ms: number, metrics: Record<string, number>): WrittenCell => ({
    factors: { page: 'thinking-300', earlyHints },
    pltMs: { h2: times(ms) },
    metrics,
  })
  const id = await writeLabRun(bench.writer, [
    level('on', 700, { hinted_requests: 8 }),
    level('off', 1_000, {}),
  ])
  const { rows } = await bench.answer('earlyHints', earlyHints, { id: String(id) })
  assert.deepEqual(rows, [
    {
      ...{ condition: { page: 'thinking-300' }, arm: 'h2', n: ROUNDS, withoutMs: 1_003.5, withMs: 703.5 },
      ...{ saved: { value: 300, low: 300, high: 300 }, hinted: 8 },
    },
  ])
})

test('a run that varies none of it has no rows', async () => {
  const id = await writeLabRun(bench.writer, [{ factors: { page: 'modern' }, pltMs: { h1: [1], h2: [1] } }])
  for (const [name, handler] of [
    ['handshakeCost', handshakeCost],
    ['handshakeSteps', handshakeSteps],
    ['udpPrice', udpPrice],
    ['earlyHints', earlyHints],
  ] as const)
    assert.deepEqual((await bench.answer(name, handler as never, { id: String(id) })).rows, [])
})
