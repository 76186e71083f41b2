import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionLanes } from '../../../web/charts/connection-lanes.ts'
import { numberedRequests, type WaterfallRequest } from '../../../web/charts/waterfall-load.ts'
import { load, PHASES, REUSED, request } from './waterfall-loads.ts'

const lanesOf = (...requests: readonly Partial<WaterfallRequest>[]) =>
  connectionLanes(numberedRequests(load('h2', requests.map(request))))

test('connections come by their first requests, what has none last', () => {
  const lanes = lanesOf({ connection: null }, { connection: '9' }, { connection: '4' }, { connection: '9' })
  assert.deepEqual(
    lanes.map(({ number, id, requests }) => [number, id, requests.map((one) => one.request.number)]),
    [
      [1, '9', [2, 4]],
      [2, '4', [3]],
      [3, null, [1]],
    ],
  )
})

test('a connection has all its hosts and protocols, known ones alone', () => {
  const [lane] = lanesOf(
    { url: 'https://a.test/', protocol: 'h2' },
    { url: 'https://b.test/', protocol: 'h2' },
    { url: 'https://a.test/1', protocol: null },
  )
  assert.deepEqual(lane?.hosts, ['a.test', 'b.test'])
  assert.deepEqual(lane?.protocols, ['h2'])
})

test('a request is sent when waiting and set-up are over', () => {
  const [lane] = lanesOf({ startMs: 100, phases: PHASES }, { startMs: 100, phases: REUSED })
  assert.deepEqual(
    lane?.requests.map(({ request, sentMs }) => [request.number, sentMs]),
    [
      [2, 102],
      [1, 152],
    ],
  )
})

test('requests under way at the same time stand in different slots, later ones where there is room again', () => {
  const at = (startMs: number) => ({ startMs, phases: REUSED })
  // Each takes 93 ms, of which 2 before it is sent.
  const [lane] = lanesOf(at(0), at(10), at(91), at(150))
  assert.deepEqual(
    lane?.requests.map(({ slot }) => slot),
    [0, 1, 0, 1],
  )
  assert.equal(lane?.slots, 2)
})

test('starts of whole milliseconds do not make two requests of HTTP/1.1 look simultaneous', () => {
  const [lane] = lanesOf({ startMs: 0, phases: REUSED }, { startMs: 90.5, phases: REUSED })
  assert.equal(lane?.slots, 1)
})

test('no requests, no connections', () => {
  assert.deepEqual(lanesOf(), [])
})
