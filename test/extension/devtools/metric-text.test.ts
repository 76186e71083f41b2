import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PANEL_GROUPS } from '../../../extension/devtools/measured-har.ts'
import { metricRows } from '../../../extension/devtools/metric-text.ts'
import { METRICS } from '../../../model/metrics.ts'

const rowOf = (metrics: Parameters<typeof metricRows>[0], name: string) =>
  metricRows(metrics)
    .flatMap(([, rows]) => rows)
    .find(({ metric }) => metric.name === name) ?? assert.fail(name)

test('every metric of the panel has a row in its group, with the words of the dashboard', () => {
  const rows = metricRows([])
  assert.deepEqual(
    rows.map(([title, group]) => [title, group.map(({ metric }) => metric.name)]),
    Object.entries(PANEL_GROUPS).map(([title, group]) => [title, group.map(({ name }) => name)]),
  )
  for (const { metric, label } of rows.flatMap(([, group]) => group))
    assert.equal(label, METRICS[metric.name].label)
})

test('a value has its unit: times, shares and counts', () => {
  const metrics = [
    { name: 'plt_ms', value: 812.7, note: null },
    { name: 'share_h3', value: 0.5, note: null },
    { name: 'requests', value: 1_234, note: null },
  ]
  assert.deepEqual(
    metrics.map(({ name }) => rowOf(metrics, name).value),
    ['813 ms', '50.0 %', '1,234'],
  )
})

test('without a value the note says why; without a note nothing is known', () => {
  const metrics = [{ name: 'plt_ms', value: null, note: 'no load event' }]
  assert.deepEqual([rowOf(metrics, 'plt_ms').value, rowOf(metrics, 'plt_ms').note], ['–', 'no load event'])
  assert.deepEqual([rowOf(metrics, 'requests').value, rowOf(metrics, 'requests').note], ['unknown', null])
})

test('0 is a value', () =>
  assert.equal(rowOf([{ name: 'share_h3', value: 0, note: null }], 'share_h3').value, '0 %'))
