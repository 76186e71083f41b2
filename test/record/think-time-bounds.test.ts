import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, ExchangeTiming } from '../../model/recording/exchange.ts'
import type { RecordedLoad } from '../../model/recording/load.ts'
import { addBounds } from '../../record/think-time-bounds.ts'
import { sampleExchange } from './sample-recording.ts'

const LOADS: RecordedLoad[] = (['bodies', 'times', 'times', 'http1'] as const).map((purpose, ordinal) => ({
  ...{ ordinal, purpose, startedAt: null, failure: null, metrics: {} },
}))

const took = (load: number, thinkMs: number, underWay: number, serverMs?: number): ExchangeTiming => ({
  ...{ load, thinkMs, underWay, startedMs: 0, firstByteMs: thinkMs, receiveMs: 0 },
  ...{ protocol: 'h2', connection: '1' },
  ...(serverMs !== undefined && { serverMs }),
})

function boundsOf(timings: readonly (readonly ExchangeTiming[])[], loads = LOADS): Exchange['bound'][] {
  const exchanges = timings.map((own, id) => sampleExchange(id, { timings: [...own] }))
  addBounds(exchanges, loads)
  return exchanges.map(({ bound }) => bound)
}

test('a think time of many requests is bounded by what its own request took while few were under way', () => {
  const [bound] = boundsOf([[took(0, 900, 200), took(1, 240, 200), took(2, 180, 200), took(3, 34, 6)]])
  assert.deepEqual(bound, { ms: 34, by: 'request' })
  const [queued] = boundsOf([[took(1, 240, 7), took(3, 90, 6, 35)]])
  assert.deepEqual(queued, { ms: 35, by: 'request' }, 'without the link’s queue')
})

test('else by the longest wait of any request to its host while few were', () => {
  const bounds = boundsOf([[took(1, 60, 1), took(2, 45, 2)], [took(1, 240, 200)], [took(2, 20, 6)]])
  assert.deepEqual(bounds, [undefined, { ms: 60, by: 'host' }, undefined])
})

test('what no load shows cannot be told apart, and is marked', () => {
  assert.deepEqual(boundsOf([[took(1, 240, 200)], [took(1, 100, 150)]]), [null, null])
  // The load for bodies was disturbed, and one that failed shows nothing.
  const failed = LOADS.map((load) => ({
    ...load,
    failure: load.ordinal === 3 ? { code: 'x', detail: null } : null,
  }))
  assert.deepEqual(boundsOf([[took(0, 20, 1), took(1, 240, 200), took(3, 1, 1)]], failed), [null])
})

test('where few were under way in all loads for times, or nobody knows, there is nothing to bound', () => {
  const { underWay: _, ...unknown } = took(1, 240, 1)
  assert.deepEqual(boundsOf([[took(0, 900, 200), took(1, 30, 6), took(2, 30, 1)], [unknown]]), [
    undefined,
    undefined,
  ])
})
