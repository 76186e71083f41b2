import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeAll } from '../../../crawler/metrics/compute.ts'
import type { Metric } from '../../../crawler/metrics/metric.ts'
import { COMPUTED_METRICS } from '../../../crawler/metrics/registry.ts'
import { METRIC_NAMES, METRICS } from '../../../model/metrics.ts'
import { NOTHING } from './observed.ts'

function metric(name: string, compute: Metric['compute']): Metric<string> {
  return { name, about: name, compute }
}

test('of nothing, every metric is null with a reason, and none is 0', () => {
  for (const { name, value, note } of computeAll(NOTHING)) {
    assert.equal(value, null, name)
    assert.ok(note !== null && note !== '', name)
  }
})

test('every metric is computed, once, in the order of the registry', () => {
  const names = computeAll(NOTHING).map(({ name }) => name)
  assert.deepEqual(
    names,
    COMPUTED_METRICS.map(({ name }) => name),
  )
  assert.equal(new Set(names).size, names.length)
})

test('every metric of the model is computed, in the order in which tables and files show them', () => {
  assert.deepEqual(
    COMPUTED_METRICS.map(({ name }) => name),
    METRIC_NAMES,
  )
})

test('every metric has its unit in its name, where that has one, and a definition', () => {
  for (const { name, about } of COMPUTED_METRICS) {
    const { unit } = METRICS[name]
    if (unit === 'ms') assert.match(name, /_ms(\.|$)/)
    if (unit === 'fraction') assert.match(name, /(^|_)share(_|$)/)
    if (unit === 'bytes') assert.match(name, /bytes/)
    assert.ok(about.length > 5, name)
  }
})

test('a metric that fails is null with its error as note, and ends nothing', () => {
  const failing = metric('failing', () => {
    throw new TypeError('no such thing')
  })
  const good = metric('good', () => ({ value: 1, note: 'so it is' }))
  assert.deepEqual(computeAll(NOTHING, [failing, good]), [
    { name: 'failing', value: null, note: 'failed: no such thing' },
    { name: 'good', value: 1, note: 'so it is' },
  ])
})

test('a metric that comes to what no metric can be is null and says what it was', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    const [computed] = computeAll(NOTHING, [metric('odd', () => value)])
    assert.deepEqual(computed, { name: 'odd', value: null, note: `came to ${value}` })
  }
  assert.equal(computeAll(NOTHING, [metric('none', () => 0)])[0]?.value, 0)
})
