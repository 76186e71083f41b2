import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import type { SampleArtifacts } from '../../../model/artifacts.ts'
import { packet, TCP, trace } from './hand-made-trace.ts'
import { type EntryFacts, NOTHING, withHar } from './observed.ts'

function measured(artifacts: SampleArtifacts, name: string): { value: number | null; note: string | null } {
  const found = computeAll(artifacts).find((metric) => metric.name === name)
  assert.ok(found !== undefined, `no metric ${name}`)
  return { value: found.value, note: found.note }
}

function metricOf(entries: readonly EntryFacts[], name: string): number | null {
  return measured(withHar(entries), name).value
}

const PAGE: readonly EntryFacts[] = [
  { url: 'https://a.test/', address: '192.0.2.1', transferBytes: 1_000 },
  { url: 'https://a.test:8443/x', address: '192.0.2.1', transferBytes: 0 },
  { url: 'https://A.test/y', httpVersion: 'http/1.1', address: '192.0.2.2', transferBytes: 24 },
  { url: 'https://cdn.test/z', httpVersion: 'h3', address: '2001:db8::1', transferBytes: 500 },
  { url: 'https://gone.test/', httpVersion: '', status: 0, transferBytes: 0 },
]

test('requests are counted with those that failed, and these also on their own', () => {
  assert.equal(metricOf(PAGE, 'requests'), 5)
  assert.equal(metricOf(PAGE, 'failed_requests'), 1)
  assert.equal(metricOf(PAGE.slice(0, 4), 'failed_requests'), 0)
  assert.equal(metricOf([{ status: 404 }], 'failed_requests'), 0, 'an error status is an answer')
})

test('domains are host names without ports, servers are addresses', () => {
  assert.equal(metricOf(PAGE, 'domains'), 3)
  assert.equal(metricOf(PAGE, 'servers'), 3)
  assert.equal(metricOf([{}, { address: '' }], 'servers'), null, 'no entry has an address')
})

test('bytes are those of all responses; null where the browser does not tell one of them', () => {
  assert.deepEqual(measured(withHar(PAGE), 'har_bytes'), {
    value: 1_524,
    note: 'without 1 that got no response',
  })
  assert.deepEqual(measured(withHar(PAGE.slice(0, 2)), 'har_bytes'), { value: 1_000, note: null })
  assert.equal(metricOf([{}, { transferBytes: -1 }], 'har_bytes'), null)
  assert.deepEqual(measured(withHar([{ transferBytes: 1_000 }, { transferBytes: -1 }]), 'har_bytes'), {
    value: null,
    note: 'the browser does not tell the size of 1 of its responses',
  })
})

test('requests are null where the packets carried more than the browser reported', () => {
  const counted = (...requests: number[]) => ({
    ...withHar(PAGE),
    packets: trace([packet(0)], { connections: requests.map((count) => ({ ...TCP, requests: count })) }),
  })
  assert.deepEqual(measured(counted(4, 3), 'requests'), {
    value: null,
    note: 'the browser reported 5, but the packets carried 7',
  })
  // What failed may never have been sent.
  assert.equal(measured(counted(2, 2), 'requests').value, 5)
  const older = { ...withHar(PAGE), packets: trace([packet(0)], { connections: [TCP] }) }
  assert.deepEqual(
    measured(older, 'requests'),
    { value: 5, note: null },
    'traces of before they were counted',
  )
})

test('the packets are asked as well: bytes are null where framing does not explain the difference', () => {
  const carrying = (payloadBytes: number) => ({
    ...withHar([{ transferBytes: 80_000 }]),
    packets: trace([packet(0, { response: true, payloadBytes }), packet(1, { payloadBytes: 5_000 })]),
  })
  assert.deepEqual(measured(carrying(84_000), 'har_bytes'), { value: 80_000, note: null })
  assert.deepEqual(measured(carrying(170_000), 'har_bytes'), {
    value: null,
    note: 'the browser counted 80000 bytes, but the packets carried 170000 bytes of responses, 90000 more',
  })
  assert.match(measured(carrying(10_000), 'har_bytes').note ?? '', /70000 fewer$/)
})

test('shares by protocol are of the answered requests and know every name of a protocol', () => {
  assert.deepEqual(
    ['share_h1', 'share_h2', 'share_h3'].map((name) => metricOf(PAGE, name)),
    [0.25, 0.5, 0.25],
  )
  const named = ['HTTP/1.0', 'HTTP/2.0', 'http/2', 'HTTP/3', 'spdy', 'h3-29', 'h2', 'http/1.1']
  const entries = named.map((httpVersion) => ({ httpVersion }))
  assert.deepEqual(
    ['share_h1', 'share_h2', 'share_h3'].map((name) => metricOf(entries, name)),
    [0.25, 0.375, 0.125],
  )
  assert.equal(metricOf([{ status: 0, httpVersion: '' }], 'share_h2'), null)
})

test('the top hosts’ shares are those worked out by hand, and 1 where there are no more hosts', () => {
  const hosts = ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'd', 'e', 'f'].map((host) => ({
    url: `https://${host}.test/`,
  }))
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((count) => metricOf(hosts, `share_top${count}`)),
    [0.4, 0.6, 0.7, 0.8, 0.9],
  )
  assert.equal(metricOf(hosts.slice(0, 5), 'share_top2'), 1)
  assert.equal(metricOf(hosts.slice(0, 5), 'share_top5'), 1)
})

test('the top hosts’ shares never fall, and no order of requests changes them', () => {
  const pages = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1 })
  fc.assert(
    fc.property(pages, (names) => {
      const hosts = names.map((host) => ({ url: `https://${host}.test/` }))
      const shares = (of: readonly EntryFacts[]) =>
        [1, 2, 3, 4, 5].map((n) => metricOf(of, `share_top${n}`) ?? -1)
      const forward = shares(hosts)
      assert.deepEqual(forward, shares(hosts.toReversed()))
      assert.deepEqual(
        forward,
        forward.toSorted((a, b) => a - b),
      )
      assert.ok(forward.every((share) => share > 0 && share <= 1))
    }),
  )
})

test('phases are sums over the requests that went through them', () => {
  const entries: EntryFacts[] = [
    { timings: { blocked: 2, dns: 20, connect: 90, ssl: 60, send: 0.5, wait: 100, receive: 5 } },
    { timings: { blocked: 3, dns: -1, connect: -1, ssl: -1, send: 0, wait: 50, receive: 7.5 } },
  ]
  const phases = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive']
  assert.deepEqual(
    phases.map((phase) => metricOf(entries, `phase_ms.${phase}`)),
    [5, 20, 90, 60, 0.5, 150, 12.5],
  )
})

test('a phase that no request went through is null, one of no length is 0', () => {
  assert.equal(metricOf([{}, {}], 'phase_ms.connect'), null)
  assert.equal(metricOf([{}, { timings: { connect: 0 } }], 'phase_ms.connect'), 0)
})

test('requests that the browser has no timings of do not count as phases of no length', () => {
  const untimed = { timings: { blocked: -1, send: 0, wait: 0, receive: 0 } }
  for (const phase of ['blocked', 'send', 'wait', 'receive'])
    assert.equal(metricOf([untimed], `phase_ms.${phase}`), null, phase)
  assert.equal(metricOf([untimed, {}], 'phase_ms.wait'), 10)
})

test('connections are those that carried requests', () => {
  const connection = {
    id: '1',
    protocol: 'h2',
    remoteAddress: '192.0.2.1',
    remotePort: 443,
    hosts: ['a.test'],
    requests: 3,
    connectMs: null,
    sslMs: null,
  }
  const two = { ...NOTHING, connections: [connection, { ...connection, id: '2' }] }
  assert.equal(measured(two, 'connections').value, 2)
  assert.equal(measured({ ...NOTHING, connections: [] }, 'connections').value, 0)
  assert.equal(measured(NOTHING, 'connections').value, null)
})

test('without a HAR, or with an empty one, every metric of it is null and says why', () => {
  const names = /^(requests|failed_requests|domains|servers|har_bytes|share_|phase_ms)/
  for (const artifacts of [NOTHING, withHar([])]) {
    const metrics = computeAll(artifacts).filter(({ name }) => names.test(name))
    assert.equal(metrics.length, 20)
    for (const { name, value, note } of metrics) {
      assert.equal(value, null, name)
      assert.match(note ?? '', /^no /, name)
    }
  }
})
