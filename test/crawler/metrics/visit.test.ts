import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry, Har } from 'har-format'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { metricsOfLoad } from '../../../crawler/metrics/registry.ts'
import { judgeExpectations } from '../../../crawler/probe/load/expectations.ts'
import { expectedVisit } from '../../../crawler/probe/load/expected-visit.ts'
import type { PageTimings, ServedConnection } from '../../../model/artifacts.ts'

const connection = (changes: Partial<ServedConnection>): ServedConnection => ({
  ...{ client: '198.18.0.1:4242', protocol: 'h2', resumed: false, earlyData: false },
  ...changes,
})
const entry = (httpVersion: string, fromCache?: 'disk'): Entry =>
  ({
    serverIPAddress: '198.18.0.2',
    response: { status: 200, httpVersion },
    ...(fromCache && { _fromCache: fromCache }),
  }) as Entry

function found(served: readonly ServedConnection[], entries: readonly Entry[]) {
  const timings = { served } as unknown as PageTimings
  const har = { log: { entries } } as unknown as Har
  const artifacts = { timings, har, connections: null, packets: null }
  const metrics = computeAll(artifacts, metricsOfLoad(artifacts, false)).filter(({ name }) =>
    name.startsWith('visit_'),
  )
  return { artifacts, metrics, values: metrics.map(({ value }) => value) }
}

test('a visit is read from the connections that the server tells of, and from the browser’s HAR', () => {
  const { values } = found(
    [connection({ resumed: true, earlyData: true }), connection({ protocol: 'h3' })],
    [entry('h2'), entry('h3', 'disk')],
  )
  assert.deepEqual(values, [1, 0.5, 1, 2, 0.5])
})

test('without a connection nothing is known of sessions; a load that nobody asks of has no such metric', () => {
  assert.deepEqual(found([], [entry('h3', 'disk')]).values, [null, null, null, 3, 1])
  const none = { timings: null, har: null, connections: null, packets: null }
  assert.equal(
    metricsOfLoad(none, false).some(({ name }) => name.startsWith('visit_')),
    false,
  )
})

test('requests of a 103 are counted, of any load that has one, and are none of HTTP/1.1', () => {
  const hinted = { response: { status: 200, httpVersion: 'h2', _fromEarlyHints: true } } as Entry
  const load = (entries: readonly Entry[]) => {
    const har = { log: { entries } } as unknown as Har
    const artifacts = { timings: null, har, connections: null, packets: null }
    const metrics = computeAll(artifacts, metricsOfLoad(artifacts, false))
    const judged = judgeExpectations({ state: 'valid' }, { earlyHints: true }, artifacts, metrics)
    return [metrics.find(({ name }) => name === 'hinted_requests')?.value, judged.state]
  }
  assert.deepEqual(load([entry('h2'), hinted]), [1, 'valid'])
  assert.deepEqual(load([entry('h2')]), [undefined, 'invalid'])
  assert.deepEqual(load([entry('http/1.1')]), [undefined, 'valid'])
})

test('a load that shows another visit than its cell asks for is invalid, and says in what', () => {
  const { artifacts, metrics } = found([connection({ resumed: true })], [entry('h2')])
  const judged = (visit: 'resumed' | 'zero-rtt' | 'warm-cache') =>
    judgeExpectations({ state: 'valid' }, { visit }, artifacts, metrics)
  assert.deepEqual(judged('resumed'), { state: 'valid' })
  assert.deepEqual(judged('zero-rtt'), {
    ...{ state: 'invalid', reason: 'wrong_visit', detail: 'visit_early_data is 0, not 1' },
  })
  assert.equal(judged('warm-cache').state, 'invalid')
  const byTcp = found([connection({})], [entry('h2')])
  const second = (udp?: 'dropped') =>
    judgeExpectations(
      { state: 'valid' },
      { visit: 'alt-svc-second', ...(udp && { udp }) },
      byTcp.artifacts,
      byTcp.metrics,
      [expectedVisit],
    ).state
  // Where UDP is dropped a browser that knows of HTTP/3 comes by TCP all the same.
  assert.deepEqual([second(), second('dropped')], ['invalid', 'valid'])
})
