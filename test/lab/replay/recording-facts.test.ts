import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../lab/replay/recording-facts.ts'
import { RECORDING_FACTS } from '../../../model/recording/facts.ts'
import { madeRecording } from './made-recording.ts'

const SHA256 = '0'.repeat(64)

test('the facts of a recording count what its replay can give, and keep no query of the page', () => {
  const made = madeRecording(
    [
      { url: 'https://a.test/?session=1' },
      { url: 'https://gone.test/', status: null, failure: 'net::ERR_NAME_NOT_RESOLVED' },
    ],
    [
      { host: 'a.test', scheme: 'http', port: 80, protocol: 'http/1.1' },
      { host: 'a.test', address: '192.0.2.1', protocol: 'h2' },
      { host: 'gone.test', address: null, protocol: null },
    ],
  )
  const facts = factsOf(
    {
      ...made,
      pageUrl: 'https://a.test/?session=1',
      notReplayed: ['WebSocket', 'WebSocket', 'ServiceWorker'].map((kind) => ({
        ...{ kind, url: 'wss://a.test/', why: 'none' },
      })),
    },
    SHA256,
  )
  assert.equal(facts.pageUrl, 'https://a.test/')
  assert.equal(facts.lookUps, 'none')
  assert.deepEqual([facts.answers, facts.leftOut, facts.sha256], [1, 1, SHA256])
  assert.deepEqual(
    facts.hosts.map(({ name, address, protocol }) => [name, address, protocol]),
    [
      ['a.test', '192.0.2.1', 'h2'],
      ['gone.test', null, null],
    ],
  )
  assert.deepEqual(facts.notReplayed, [
    { kind: 'WebSocket', count: 2 },
    { kind: 'ServiceWorker', count: 1 },
  ])
  assert.deepEqual(RECORDING_FACTS.parse(JSON.parse(JSON.stringify(facts))), facts)
})

test('live times are those of loads for times that succeeded; the round trip is their median', () => {
  const made = madeRecording([{ url: 'https://a.test/' }], [{ host: 'a.test' }])
  const load = (ordinal: number, purpose: 'bodies' | 'times', pltMs: number | null, failed = false) => ({
    ...{ ordinal, purpose, startedAt: null, metrics: { plt_ms: pltMs } },
    failure: failed ? { code: 'page_timeout', detail: null } : null,
  })
  const hostLoad = (number: number, roundTripMs: number | null) => ({
    ...{ load: number, address: null, protocol: null, connections: null },
    ...{ dnsMs: null, connectMs: null, tlsMs: null, roundTripMs },
  })
  const facts = factsOf(
    {
      ...made,
      loads: [
        load(0, 'bodies', 900),
        load(1, 'times', 500),
        load(2, 'times', null),
        load(3, 'times', 700, true),
        load(4, 'times', 520),
      ],
      hosts: made.hosts.map((host) => ({
        ...host,
        loads: [hostLoad(0, 9), hostLoad(1, 20), hostLoad(2, 22), hostLoad(3, null), hostLoad(4, 30)],
      })),
    },
    SHA256,
  )
  assert.deepEqual(facts.livePltMs, [500, 520])
  assert.equal(facts.hosts[0]?.roundTripMs, 22)
})

test('facts say how many think times are bounded, by what, and how many cannot be told apart from queues', () => {
  const exchanges = [{ ms: 30, by: 'request' }, { ms: 40, by: 'host' }, null, undefined] as const
  const made = madeRecording(
    exchanges.map((bound, id) => ({ url: `https://a.test/${id}`, ...(bound !== undefined && { bound }) })),
    [{ host: 'a.test' }],
  )
  const loads = made.loads.map((each) =>
    each.ordinal === 2 ? { ...each, purpose: 'http1' as const, metrics: { plt_ms: 700 } } : each,
  )
  const facts = factsOf({ ...made, loads }, SHA256)
  assert.deepEqual(facts.thinkTimes, { byRequest: 1, byHost: 1, unknown: 1 })
  assert.deepEqual([facts.livePltMs, facts.http1PltMs], [[], [700]])
})

test('a recording that shows a look-up has its names asked of a resolver', () => {
  const made = madeRecording([{ url: 'https://a.test/' }], [{ host: 'a.test' }])
  const load = { load: 1, address: null, protocol: null, connections: null }
  const times = { dnsMs: 41, connectMs: null, tlsMs: null, roundTripMs: 40 }
  const hosts = made.hosts.map((host) => ({ ...host, loads: [{ ...load, ...times }] }))
  assert.equal(factsOf({ ...made, hosts }, SHA256).lookUps, 'by resolver')
})

test('facts of a run from before there were look-ups say that there are none', () => {
  const { lookUps: _, ...before } = factsOf(
    madeRecording([{ url: 'https://a.test/' }], [{ host: 'a.test' }]),
    SHA256,
  )
  assert.equal(RECORDING_FACTS.parse(before).lookUps, 'none')
})
