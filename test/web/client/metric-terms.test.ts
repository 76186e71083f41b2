import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRICS } from '../../../model/metrics.ts'
import { CHOSEN_METRICS, changeWords, metricWords } from '../../../web/client/metric-terms.ts'

test('metrics to choose from are times, and begin a sentence’s middle in lower case', () => {
  assert.equal(CHOSEN_METRICS[0], 'plt_ms')
  for (const name of CHOSEN_METRICS) assert.equal(METRICS[name].unit, 'ms')
  assert.equal(metricWords('ttfb_ms'), 'time to first byte')
})

test('only times of a whole load are faster; bytes are fewer and shares smaller', () => {
  assert.deepEqual(changeWords('plt_ms'), { less: 'faster', more: 'slower' })
  assert.deepEqual(changeWords('rtt_min_ms'), { less: 'shorter', more: 'longer' })
  for (const name of ['bytes_down', 'retransmissions', 'connections'] as const)
    assert.deepEqual(changeWords(name), { less: 'fewer', more: 'more' })
  for (const name of ['share_top1', 'initial_window'] as const)
    assert.deepEqual(changeWords(name), { less: 'smaller', more: 'larger' })
})
