import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from 'har-format'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { METRIC_GROUPS } from '../../../crawler/metrics/registry.ts'
import { fidelityOf } from '../../../crawler/metrics/replay-fidelity.ts'
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

test('the think time seen is the time to first byte less the shortest round trip of the address', () => {
  const waited = (mark: string, address: string, wait: number, timings = {}): Asked => ({
    mark,
    address,
    timings: { send: 0, wait, ...timings },
  })
  const { replay_think_error_ms: errorMs } = metricsOf([
    // TCP's handshake takes 20 ms: 104 - 100, 0 - 0, none is recorded, 57 - 50.
    waited('url 0', '10.0.0.1', 124, { connect: 50, ssl: 30 }),
    waited('url 1', '10.0.0.1', 20),
    waited('url 4', '10.0.0.1', 500),
    // QUIC's handshake is one: 30 ms.
    waited('url 7', '10.0.0.2', 87, { connect: 30, ssl: 30 }),
  ])
  assert.equal(errorMs, 4)
})

test('the rest of a handshake that was under way already is no round trip', () => {
  const { replay_think_error_ms: errorMs } = metricsOf([
    { mark: 'url 0', address: '10.0.0.1', timings: { send: 0, wait: 120, connect: 40, ssl: 20 } },
    { mark: 'url 7', address: '10.0.0.1', timings: { send: 0, wait: 70, blocked: 0, connect: 11, ssl: 10 } },
  ])
  assert.equal(errorMs, 0)
})

test('where no handshake is seen, responses that all think do not pass for round trips', () => {
  const { replay_think_error_ms: errorMs } = metricsOf([
    { mark: 'url 0', address: '10.0.0.1', timings: { send: 0, wait: 120 } },
    { mark: 'url 7', address: '10.0.0.1', timings: { send: 0, wait: 70, blocked: 0, connect: 11, ssl: 10 } },
  ])
  assert.equal(errorMs, null)
})

test('over a link of a known rate, what its queue adds to a think time is no error', () => {
  // 12 Mbit/s pass 1,380 bytes of responses in a millisecond. Both are asked for at once, and thought about for 20 ms.
  const burst = (
    connection: string,
    wait: number,
    thinkMs: number,
  ): [Asked, ReplayFacts['answers'][number]] => {
    const id = Number(connection)
    const timings = { blocked: 1, connect: 50, ssl: 30, send: 0, wait, receive: 0 }
    const bytes = { transferBytes: 13_800, address: `10.0.0.${connection}`, connection }
    return [
      { mark: `url ${id}`, timings, ...bytes },
      { id, thinkMs, bodyBytes: 13_500 },
    ]
  }
  const errorOf = (linkMbps: number | null, ...all: ReturnType<typeof burst>[]) =>
    metricsOf(
      all.map(([asked]) => asked),
      { answers: all.map(([, answer]) => answer), unanswered: [], linkMbps },
    ).replay_think_error_ms
  const told = [burst('1', 50, 20), burst('2', 60, 20)]
  assert.equal(errorOf(12, ...told), 0)
  // Handshakes take 20 ms: 30 and 40 ms were seen.
  assert.equal(errorOf(null, ...told), 15)
  // The queue explains 20 ms of 40, not more, and never that an answer came early.
  assert.equal(errorOf(12, burst('1', 50, 20), burst('2', 60, 10)), 5)
  assert.equal(errorOf(12, burst('1', 50, 33), burst('2', 60, 47)), 5)
})

test('without timings or recorded think times the error is unknown', () => {
  const untimed = { send: 0, wait: 0, receive: 0 }
  assert.equal(
    metricsOf([{ mark: 'url 0', address: '10.0.0.1', timings: untimed }]).replay_think_error_ms,
    null,
  )
  assert.equal(metricsOf([{ mark: 'url 4', address: '10.0.0.1' }]).replay_think_error_ms, null)
})

test('a load that replays nothing has none of these, and no rows for them', () => {
  const [entry] = [harEntry()]
  const har = { log: { version: '1.2', creator: { name: '', version: '' }, entries: [entry] } }
  const replay = computeAll({ ...NOTHING, har }).filter(({ name }) => name.startsWith('replay_'))
  assert.equal(replay.length, METRIC_GROUPS['How faithful a replay was'].length)
  for (const { value, note } of replay) assert.deepEqual([value, note], [null, 'the page is no recording'])
})
