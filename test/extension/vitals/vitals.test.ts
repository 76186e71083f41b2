import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { interaction } from '../../../extension/vitals/interaction.ts'
import { largestPaintMs } from '../../../extension/vitals/largest-paint.ts'
import { layoutShift, MOST_SHIFTS } from '../../../extension/vitals/layout-shift.ts'
import type { PageVitals } from '../../../extension/vitals/page-vitals.ts'

const NONE: PageVitals = {
  firstHiddenMs: null,
  largestPaints: [],
  layoutShifts: [],
  events: [],
  interactions: 0,
}

const paints = (...times: readonly number[]) => times.map((startTime) => ({ startTime }))
const shift = (startTime: number, value: number, hadRecentInput = false) => ({
  startTime,
  value,
  hadRecentInput,
})
const event = (interactionId: number, duration: number) => ({ interactionId, duration })

describe('LCP', () => {
  const cases: readonly (readonly [string, Partial<PageVitals>, number | null])[] = [
    ['is the last of the largest paints', { largestPaints: paints(120, 480) }, 480],
    [
      'leaves out what was painted after the page was hidden',
      { largestPaints: paints(120, 480), firstHiddenMs: 300 },
      120,
    ],
    ['is unknown of a page that was hidden before', { largestPaints: paints(120), firstHiddenMs: 0 }, null],
    ['is unknown where nothing was painted', {}, null],
    ['is unknown where the browser does not measure it', { largestPaints: null }, null],
  ]
  for (const [title, vitals, ms] of cases)
    test(title, () => assert.equal(largestPaintMs({ ...NONE, ...vitals }), ms))
})

describe('CLS', () => {
  const cases: readonly (readonly [string, PageVitals['layoutShifts'], number | null])[] = [
    ['is 0 where nothing moved', [], 0],
    ['adds up shifts less than a second apart', [shift(0, 0.25), shift(900, 0.5)], 0.75],
    [
      'is the largest window, not the sum of all',
      [shift(0, 0.25), shift(1_000, 0.5), shift(3_000, 0.125)],
      0.5,
    ],
    ['ends a window after five seconds', Array.from({ length: 12 }, (_, i) => shift(i * 500, 0.125)), 1.25],
    ['leaves out what followed an input', [shift(0, 0.25), shift(100, 0.5, true)], 0.25],
    [
      'is unknown where entries were lost',
      Array.from({ length: MOST_SHIFTS }, (_, i) => shift(i, 0.01)),
      null,
    ],
    ['is unknown where the browser does not measure it', null, null],
  ]
  for (const [title, layoutShifts, value] of cases)
    test(title, () => assert.equal(layoutShift({ ...NONE, layoutShifts }), value))
})

describe('INP', () => {
  const many = Array.from({ length: 60 }, (_, i) => event(i + 1, 200 + i))
  const cases: readonly (readonly [string, Partial<PageVitals>, ReturnType<typeof interaction>])[] = [
    ['is none before the first input', {}, { kind: 'none_yet' }],
    [
      'is the longest event of the slowest interaction',
      { events: [event(1, 112), event(1, 160), event(2, 120)], interactions: 2 },
      { kind: 'measured', ms: 160 },
    ],
    [
      'is below what is buffered where no event was long enough',
      { events: [event(1, 24)], interactions: 1 },
      { kind: 'shorter', thanMs: 104 },
    ],
    [
      'leaves one of fifty out',
      { events: [event(1, 400), event(2, 160)], interactions: 50 },
      { kind: 'measured', ms: 160 },
    ],
    [
      'is below what is buffered where the one that counts is',
      { events: [event(1, 400)], interactions: 50 },
      { kind: 'shorter', thanMs: 104 },
    ],
    [
      'does not count events that are no interactions',
      { events: [event(0, 500)], interactions: 0 },
      { kind: 'none_yet' },
    ],
    [
      'is unknown without a count of many interactions',
      { events: many, interactions: null },
      { kind: 'unknown' },
    ],
    [
      'counts a few interactions itself',
      { events: many.slice(0, 3), interactions: null },
      { kind: 'measured', ms: 202 },
    ],
    [
      'is unknown without ids of interactions',
      { events: [event(0, 40)], interactions: null },
      { kind: 'unknown' },
    ],
    [
      'is unknown where entries were lost',
      { events: Array.from({ length: 150 }, () => event(1, 120)), interactions: 1 },
      { kind: 'unknown' },
    ],
    ['is unknown where the browser does not measure it', { events: null }, { kind: 'unknown' }],
  ]
  for (const [title, vitals, expected] of cases)
    test(title, () => assert.deepEqual(interaction({ ...NONE, ...vitals }), expected))
})
