import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import { toInterval } from '../../../server/comparisons/interval.ts'
import { SortedSeriesCache } from '../../../server/comparisons/sorted-series.ts'
import { opened } from '../../opened.ts'
import { valuesOf } from '../app/expected.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

const key = (site: number) => ({ campaignId: bench.fixture.campaignId, site, metric: 'plt_ms' }) as const

test('values are sorted once while their series stays', async () => {
  const cache = new SortedSeriesCache(bench.context.db)
  const first = await cache.read(key(0))
  const values = valuesOf(bench.fixture.samples, 0, 'h1', 'plt_ms').toSorted((a, b) => a - b)
  assert.deepEqual([...(first[0]?.sorted ?? [])], values)
  assert.equal(await cache.read(key(0)), first)
  assert.equal(cache.sizeBytes, 8 * (11 + 10 + 10))
})

test('values that have changed are read again', async () => {
  const cache = new SortedSeriesCache(bench.context.db)
  const first = await cache.read(key(2))
  const sample = bench.fixture.samples.find(({ site, arm }) => site === 2 && arm === 'h1')
  const metrics = [{ name: 'plt_ms', value: 1, note: null }]
  await replaceMetrics(bench.writer, bench.fixture.campaignId, [{ sampleId: sample?.id ?? 0, metrics }])
  const second = await cache.read(key(2))
  assert.notEqual(second, first)
  assert.equal(second[0]?.sorted[0], 1)
})

test('what was asked for first is dropped where the next would be too much', async () => {
  const cache = new SortedSeriesCache(bench.context.db, { limitBytes: 8 * 62 })
  const [first, second] = [await cache.read(key(0)), await cache.read(key(1))]
  await cache.read(key(2))
  assert.ok(cache.sizeBytes <= 8 * 62)
  assert.equal(await cache.read(key(1)), second)
  assert.notEqual(await cache.read(key(0)), first)
})

test('of more values than are held quantiles are those of their neighbours, and n and mean are of all', async () => {
  const cache = new SortedSeriesCache(bench.context.db, { mostValues: 4 })
  const [first] = await cache.read(key(0))
  const values = valuesOf(bench.fixture.samples, 0, 'h1', 'plt_ms').toSorted((a, b) => a - b)
  assert.equal(values.length, 11)
  assert.deepEqual([...(first?.sorted ?? [])], [values[0], values[3], values[7], values[10]])
  assert.equal(first?.n, 11)
  assert.equal(first?.mean, values.reduce((sum, value) => sum + value, 0) / 11)
})

test('limits are an interval, and none is null', () => {
  assert.deepEqual(toInterval([1, 2]), { low: 1, high: 2 })
  assert.equal(toInterval(undefined), null)
})
