import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPage } from '../../../server/app/api-page.ts'
import { openApiDocument } from '../../../server/app/openapi.ts'
import { telemetry } from '../../../server/app/telemetry.ts'
import type { SortedSeriesCache } from '../../../server/comparisons/sorted-series.ts'
import { ENDPOINTS } from '../../../server/contract/contract.ts'

test('the page of the API has an article for each operation, and no script', () => {
  const page = apiPage(openApiDocument('1.2.3'))
  for (const name of Object.keys(ENDPOINTS)) assert.ok(page.includes(`<article id="${name}">`), name)
  assert.doesNotMatch(page, /<script|style=|javascript:/)
  assert.match(page, /<code>points<\/code><\/th><td>query<\/td><td>[^<]*; 2 to 1001/)
})

test('refused connections are counted by their limit', async () => {
  const { registry, refused } = telemetry(() => 0, { sizeBytes: 12 } as SortedSeriesCache)
  refused('pipelined')
  refused('pipelined')
  const text = await registry.metrics()
  assert.match(text, /towline_connections_refused_total\{limit="pipelined"\} 2/)
  assert.match(text, /towline_sorted_series_bytes 12/)
})
