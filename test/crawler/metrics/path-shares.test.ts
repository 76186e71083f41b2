import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import { LIVE_METRICS, metricsOfLoad } from '../../../crawler/metrics/registry.ts'
import type { PageTimings } from '../../../model/artifacts.ts'
import { NOTHING, PAGE } from './observed.ts'

const GRAPH: PageTimings = {
  ...PAGE,
  navigation: { startTime: 0, loadEventStart: 400 },
  path: { networkMs: 300, computeMs: 60 },
}

const sharesOf = (timings: PageTimings | null) =>
  computeAll({ ...NOTHING, timings })
    .filter(({ name }) => name.startsWith('path_'))
    .map(({ value, note }) => [value, note])

test('network and computation are shares of the page load time', () => {
  assert.deepEqual(sharesOf(GRAPH), [
    [0.75, null],
    [0.15, null],
  ])
})

test('of a browser’s load, and of one that was not over, they are unknown', () => {
  for (const timings of [PAGE, null])
    assert.deepEqual(
      sharesOf(timings),
      Array.from({ length: 2 }, () => [null, 'no graph was loaded']),
    )
  const [network] = sharesOf({ ...GRAPH, navigation: { startTime: 0, loadEventStart: 0 } })
  assert.deepEqual(network, [null, 'no loadEventStart'])
})

test('only a load of a graph has rows for them', () => {
  assert.equal(metricsOfLoad({ timings: PAGE, har: null }, false).length, LIVE_METRICS.length)
  assert.equal(metricsOfLoad({ timings: GRAPH, har: null }, false).length, LIVE_METRICS.length + 2)
})
