import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labArrangement, shownRows } from '../../../../web/views/lab/lab-arrangement.ts'
import { conditionWords, rowPage, variedFactors } from '../../../../web/views/lab/lab-factors.ts'
import { heatmapData } from '../../../../web/views/lab/lab-heatmap.ts'
import { labScale } from '../../../../web/views/lab/lab-scale.ts'
import { gainRow, QUICK } from './gain-rows.ts'

const COMPARED = { metric: 'plt_ms', arm: 'h2', baseline: 'h1' } as const
const arranged = (search = '', rows = QUICK) => labArrangement(new URLSearchParams(search), rows)
const drawn = (search = '', rows = QUICK) => {
  const arrangement = arranged(search, rows)
  const shown = shownRows(arrangement, rows)
  return heatmapData(shown, arrangement, labScale({ scale: 'ratio' }, COMPARED, shown))
}

test('what was varied is offered: factors that change together as one, pages and what was held not at all', () => {
  const factors = variedFactors(QUICK)
  assert.deepEqual(
    factors.map(({ label }) => label),
    ['round trip (ms), queue (packets)', 'loss'],
  )
  assert.deepEqual(
    factors.map(({ levels }) => levels.map(({ text }) => text)),
    [
      ['20, 64', '100, 256'],
      ['0 %', '1 %'],
    ],
  )
})

test('rates down and up are one choice', () => {
  const rows = [10, 20].map((downMbps) => gainRow({ page: 'a', downMbps, upMbps: downMbps / 10 }))
  const [rate] = variedFactors(rows)
  assert.deepEqual(
    [rate?.label, rate?.levels.map(({ words }) => words)],
    ['rate (Mbit/s)', ['10/1 Mbit/s', '20/2 Mbit/s']],
  )
})

test('figures of a profile are no choice beside it, also where two profiles share them', () => {
  const rows = [
    ['fibre', 10, 100],
    ['cable', 30, 20],
    ['mobile', 30, 9],
  ].map(([profile = '', rttMs = 0, downMbps = 0]) => gainRow({ page: 'a', profile, rttMs, downMbps }))
  assert.deepEqual(
    variedFactors(rows).map(({ label }) => label),
    ['profile'],
  )
})

test('the condition with the most levels stands across, and nothing is pooled', () => {
  const rows = [
    ...QUICK,
    gainRow({ page: 'objects-100x1000', rttMs: 20, queuePackets: 64, lossFraction: 0.02 }),
  ]
  assert.equal(arranged('', rows).x?.label, 'loss')
  const heatmap = drawn()
  assert.deepEqual(heatmap.columns, ['20, 64', '100, 256'])
  assert.deepEqual(
    heatmap.rows.map(({ group, label }) => [group, label]),
    [
      ['100 objects of 1 kB', 'no loss'],
      ['100 objects of 1 kB', '1 % loss'],
      ['10 objects of 100 kB', 'no loss'],
      ['10 objects of 100 kB', '1 % loss'],
    ],
  )
  assert.ok(heatmap.cells.every(({ conditions, interval }) => conditions === 1 && interval !== null))
})

test('the address says what stands across, and what is held at one level or put together', () => {
  assert.deepEqual(drawn('x=lossFraction').columns, ['0 %', '1 %'])
  const held = drawn('fixed.lossFraction=0.01')
  assert.deepEqual([held.rows.length, held.cells.length], [2, 4])
  const together = drawn('fixed.lossFraction=together')
  assert.deepEqual(
    together.cells.map(({ conditions, interval }) => [conditions, interval]),
    Array.from({ length: 4 }, () => [2, null]),
  )
  // What does not occur is passed over.
  for (const search of ['x=weather', 'fixed.lossFraction=0.5', 'fixed.weather=1'])
    assert.deepEqual(drawn(search), drawn(), search)
})

test('where rows would be too many, the last conditions are held at their first level', () => {
  const rows = ['a', 'b', 'c'].flatMap((page) =>
    [1, 2, 3, 4, 5].flatMap((shards) =>
      [10, 20, 30, 40].flatMap((rttMs) =>
        [3, 10, 16].map((initcwnd) => gainRow({ page, shards, rttMs, initcwnd })),
      ),
    ),
  )
  const { x, others } = arranged('', rows)
  assert.deepEqual(
    [x?.name, others.map(({ factor, held }) => [factor.name, held])],
    [
      'shards',
      [
        ['rttMs', 'each'],
        ['initcwnd', { level: '3' }],
      ],
    ],
  )
  assert.equal(drawn('', rows).rows.length, 12)
})

test('a run that varied nothing but pages has one column', () => {
  const rows = [gainRow({ page: 'a' }), gainRow({ page: 'b' })]
  assert.equal(arranged('', rows).x, null)
  const heatmap = drawn('', rows)
  assert.deepEqual(
    [heatmap.columns, heatmap.rows.map(({ group, label }) => [group, label])],
    [
      [''],
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
  )
})

test('pages and conditions have words', () => {
  assert.equal(rowPage(gainRow({ objects: 16, objectBytes: 10_000 })), '16 objects of 10 kB')
  assert.equal(rowPage(gainRow({ page: 'objects-1x500' })), '1 object of 500 B')
  assert.equal(rowPage(gainRow({ page: 'cablelabs-b' })), 'CableLabs B')
  assert.equal(rowPage(gainRow({ rttMs: 1 })), null)
  const [row] = QUICK
  assert.ok(row)
  assert.equal(conditionWords(row, variedFactors(QUICK)), '20 ms round trip, queue of 64, no loss')
})
