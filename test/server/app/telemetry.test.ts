import assert from 'node:assert/strict'
import { test } from 'node:test'
import { telemetry } from '../../../server/app/telemetry.ts'
import type { SortedSeriesCache } from '../../../server/comparisons/sorted-series.ts'

test('refused connections are counted by their limit', async () => {
  const { registry, refused } = telemetry(() => 0, { sizeBytes: 12 } as SortedSeriesCache)
  refused('pipelined')
  refused('pipelined')
  const text = await registry.metrics()
  assert.match(text, /towline_connections_refused_total\{limit="pipelined"\} 2/)
  assert.match(text, /towline_sorted_series_bytes 12/)
})
