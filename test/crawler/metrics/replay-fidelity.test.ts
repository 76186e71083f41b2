import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from 'har-format'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { METRIC_GROUPS } from '../../../crawler/metrics/registry.ts'
import { fidelityOf } from '../../../crawler/metrics/replay-fidelity.ts'
import { waitsSeen } from '../../../crawler/metrics/waits-seen.ts'
import { setReplayMark, withReplayFacts } from '../../../har/replay-mark.ts'
import type { SampleArtifacts } from '../../../model/artifacts.ts'
import type { ReplayFacts } from '../../../model/recording/replay-facts.ts'
import { type EntryFacts, harEntry, NOTHING } from './observed.ts'

const FACTS: ReplayFacts = {
  answers: [
    { id: 0, thinkMs: 100, bodyBytes: 3_000 },
    { id: 1, thinkMs: 0, bodyBytes: 1_000 },
    { id: 4, thinkMs: null, bodyBytes: 0 },
    { id: 7, thinkMs: 50, bodyBytes: 6_000 },
  ],
  unanswered: ['https://gone.test/pixel?t=1', 'https://a.test/cut.js'],
}

interface Asked extends EntryFacts {
  readonly mark?: string
  readonly error?: string
  readonly initiator?: string
}

function entryOf({ mark, error, initiator, ...facts }: Asked): Entry {
  const entry = harEntry({ ...facts, ...(error !== undefined && mark === undefined ? { status: 0 } : {}) })
  if (mark !== undefined) setReplayMark(entry, mark)
  return Object.assign(entry, { _error: error, _initiator_type: initiator })
}

function fidelity(asked: readonly Asked[]) {
  return fidelityOf(asked.map(entryOf), FACTS)
}

function metricsOf(asked: readonly Asked[], facts: ReplayFacts = FACTS): Record<string, number | null> {
  const log = { version: '1.2', creator: { name: '', version: '' }, entries: asked.map(entryOf) }
  const artifacts: SampleArtifacts = { ...NOTHING, har: withReplayFacts({ log }, facts) }
  return Object.fromEntries(computeAll(artifacts).map(({ name, value }) => [name, value]))
}

test('hits are counted by their rung, misses and spares beside them', () => {
  const metrics = metricsOf([
    { mark: 'url 0' },
    { mark: 'query 1' },
    { mark: 'query 1' },
    { mark: 'path 1' },
    { mark: 'body 4' },
    { mark: 'preflight' },
    { mark: 'miss', status: 404 },
    { mark: 'miss 7', status: 404 },
  ])
  assert.deepEqual(
    Object.entries(metrics).filter(([name]) => /^replay_(hits|mis|spares|rungs)/.test(name)),
    [
      ['replay_hits', 6],
      ['replay_misses', 2],
      ['replay_spares', 1],
      ['replay_miss_share', 0.25],
      ['replay_rungs.url', 1],
      ['replay_rungs.query', 2],
      ['replay_rungs.path', 1],
      ['replay_rungs.body', 1],
      ['replay_rungs.preflight', 1],
    ],
  )
})

test('a miss names what comes nearest', () => {
  const { misses } = fidelity([
    { url: 'https://a.test/new.js', mark: 'miss 7', status: 404 },
    { url: 'https://a.test/other.js', mark: 'miss', status: 404 },
  ])
  assert.deepEqual(misses, [
    { url: 'https://a.test/new.js', nearest: 7 },
    { url: 'https://a.test/other.js', nearest: null },
  ])
})

test('no answer is a miss, of a host without an address and of one that was recorded', () => {
  const { misses, missFraction } = fidelity([
    { mark: 'url 0' },
    { url: 'https://new.test/', error: 'net::ERR_NAME_NOT_RESOLVED' },
    { url: 'https://a.test/1.js', error: 'net::ERR_CONNECTION_RESET' },
    { url: 'https://a.test/2.js', status: 200 },
  ])
  assert.equal(misses.length, 3)
  assert.equal(missFraction, 0.75)
})

test('what failed when it was recorded and fails again is none, also with another query', () => {
  const { misses, uncounted } = fidelity([
    { url: 'https://gone.test/pixel?t=1', error: 'net::ERR_NAME_NOT_RESOLVED' },
    { url: 'https://gone.test/pixel?t=2', error: 'net::ERR_NAME_NOT_RESOLVED' },
    { url: 'https://a.test/cut.js#x', error: 'net::ERR_CONNECTION_CLOSED' },
  ])
  assert.deepEqual(misses, [])
  assert.deepEqual(new Set(uncounted.map(({ why }) => why)), new Set(['failed as recorded']))
})

test('what failed when it was recorded and now gets a 404 is a miss', () => {
  assert.equal(fidelity([{ url: 'https://a.test/cut.js', mark: 'miss', status: 404 }]).misses.length, 1)
})

test('an answer that the page may not read, or that broke off, is a hit', () => {
  const { hits, misses } = fidelity([
    { mark: 'url 0', status: 0, error: 'net::ERR_FAILED' },
    { mark: 'url 1', error: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' },
  ])
  assert.equal(hits.url, 2)
  assert.deepEqual(misses, [])
})

test('what was given up, never sent, not told of, or asked for by the browser itself does not count', () => {
  const { hits, misses, uncounted, missFraction } = fidelity([
    { url: 'https://a.test/late', error: 'unfinished' },
    { url: 'https://a.test/left', error: 'net::ERR_ABORTED' },
    { url: 'https://b.test/forbidden', error: 'net::ERR_BLOCKED_BY_CSP' },
    { url: 'https://a.test/service.js', error: 'unreported' },
    { url: 'https://a.test/favicon.ico', mark: 'miss', status: 404, initiator: 'other' },
    { url: 'https://a.test/favicon.ico', mark: 'miss', status: 404, initiator: 'parser' },
  ])
  assert.deepEqual(
    uncounted.map(({ why }) => why),
    ['given up', 'given up', 'not sent', 'unreported', 'icon'],
  )
  assert.equal(misses.length, 1)
  assert.equal(missFraction, 1)
  assert.equal(hits.url, 0)
})

test('the share of bytes counts each answer once', () => {
  assert.equal(metricsOf([{ mark: 'url 0' }, { mark: 'url 0' }, { mark: 'url 1' }]).replay_byte_share, 0.4)
  assert.equal(metricsOf([{ mark: 'url 0' }], { ...FACTS, answers: [] }).replay_byte_share, null)
})

test('the server’s error is by what it says that it held answers back', () => {
  const metrics = metricsOf([
    // 4 ms late, 0.5 ms, none is recorded, 3 ms early.
    { mark: 'url 0 104.000' },
    { mark: 'query 1 0.500' },
    { mark: 'url 4 500.000' },
    { mark: 'url 7 47.000' },
    { mark: 'miss 7', status: 404 },
  ])
  assert.equal(metrics.replay_server_error_ms, 3)
  assert.equal(metrics.replay_hits, 4)
  assert.equal(metricsOf([{ mark: 'url 0' }]).replay_server_error_ms, null)
})

test('what exchanges waited and received stands beside what they did live, means over the same exchanges', () => {
  const live = (id: number, waitedMs: number, receivedMs: number) => ({
    ...{ id, thinkMs: 0, bodyBytes: 1 },
    live: { waitedMs, receivedMs },
  })
  const facts = {
    answers: [live(0, 100, 1_050), live(1, 50, 0), { id: 2, thinkMs: 0, bodyBytes: 1 }],
    unanswered: [],
  }
  const metrics = metricsOf(
    [
      { mark: 'url 0', timings: { send: 0, wait: 104, receive: 20 } },
      { mark: 'url 1', timings: { send: 0, wait: 48, receive: 2 } },
      // Nobody knows what it took live.
      { mark: 'url 2', timings: { send: 0, wait: 900, receive: 900 } },
      { mark: 'miss', status: 404, timings: { send: 0, wait: 900, receive: 900 } },
    ],
    facts,
  )
  assert.deepEqual(
    [
      metrics.replay_waited_ms,
      metrics.replay_live_waited_ms,
      metrics.replay_received_ms,
      metrics.replay_live_received_ms,
    ],
    [76, 75, 11, 525],
  )
  assert.equal(
    metricsOf([{ mark: 'url 0', timings: { send: 0, wait: 1, receive: 1 } }]).replay_waited_ms,
    null,
  )
})

test('a wait seen is the time to first byte less the shortest round trip of the address, where its handshake is seen', () => {
  const seen = (linkMbps: number | null, asked: readonly Asked[]) =>
    [...waitsSeen({ ...fidelity(asked), linkMbps }).values()].map(({ leastMs, mostMs }) => [leastMs, mostMs])
  const at = (id: number, wait: number, more: Partial<Asked> = {}, timings = {}): Asked => ({
    ...{ mark: `url ${id}`, address: '10.0.0.1', timings: { send: 0, wait, receive: 0, ...timings } },
    ...more,
  })
  assert.deepEqual(seen(null, [at(0, 124, {}, { blocked: 1, connect: 50, ssl: 30 }), at(1, 20)]), [
    [104, 104],
    [0, 0],
  ])
  // The rest of a handshake that was under way already is no round trip.
  assert.deepEqual(seen(null, [at(0, 120), at(7, 70, {}, { blocked: 0, connect: 11, ssl: 10 })]), [])
  // 12 Mbit/s pass 1,380 bytes in a millisecond: the second waits 10 ms in the queue.
  const burst = (id: number, wait: number): Asked =>
    at(
      id,
      wait,
      { transferBytes: 13_800, address: `10.0.0.${id}`, connection: String(id) },
      { blocked: 1, connect: 50, ssl: 30 },
    )
  assert.deepEqual(seen(12, [burst(1, 50), burst(7, 60)]), [
    [20, 30],
    [20, 40],
  ])
})

test('a load that replays nothing has none of these, and no rows for them', () => {
  const [entry] = [harEntry()]
  const har = { log: { version: '1.2', creator: { name: '', version: '' }, entries: [entry] } }
  const replay = computeAll({ ...NOTHING, har }).filter(({ name }) => name.startsWith('replay_'))
  assert.equal(replay.length, METRIC_GROUPS['How faithful a replay was'].length)
  for (const { value, note } of replay) assert.deepEqual([value, note], [null, 'the page is no recording'])
})
