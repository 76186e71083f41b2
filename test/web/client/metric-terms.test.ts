import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRICS } from '../../../model/metrics.ts'
import { CHOSEN_METRICS, metricWords } from '../../../web/client/metric-terms.ts'

test('metrics to choose from are times, and begin a sentence’s middle in lower case', () => {
  assert.equal(CHOSEN_METRICS[0], 'plt_ms')
  for (const name of CHOSEN_METRICS) assert.equal(METRICS[name].unit, 'ms')
  assert.equal(metricWords('ttfb_ms'), 'time to first byte')
})
