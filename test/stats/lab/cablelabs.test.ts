import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseCablelabsCsv } from '../../../stats/lab/cablelabs-csv.ts'
import { type CablelabsCondition, cablelabsTables } from '../../../stats/lab/cablelabs-tables.ts'

// Medians of Appendix A and Tables 5–10 of CableLabs, Analysis of Google SPDY and TCP initcwnd (2012).
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures', name), 'utf8')
const conditions =
  parseCablelabsCsv(fixture('cablelabs-2012-median-plt.csv')).find(({ client }) => client === 'win7')
    ?.conditions ?? []
const paper = cablelabsTables(conditions)

const CONDITION: CablelabsCondition = {
  page: 'A',
  servers: 1,
  downMbps: 10,
  upMbps: 1,
  rttMs: 20,
  lossPercent: 0,
  httpsIw3Ms: 1_000,
  spdyIw3Ms: 500,
  httpsIw10Ms: 800,
  spdyIw10Ms: 250,
}

test('the medians give every cell of CableLabs’ Tables 5 to 10, and no others', () => {
  assert.equal(conditions.length, 72)
  const [, ...printed] = fixture('cablelabs-2012-tables.csv').trim().split('\n')
  assert.equal(printed.length, 129)
  const found = paper?.tables.flatMap(({ table, case: { number }, cells }) =>
    cells.map(({ row, column, gains }) =>
      [
        ...[table, number, row, column],
        ...[gains?.best.gain, gains?.mean, gains?.worst.gain].map((gain) => gain?.toFixed(1)),
      ].join(','),
    ),
  )
  assert.deepEqual(found, printed)
})

test('the medians give CableLabs’ Table 11', () => {
  const found = paper?.summary.map(({ all: { gains, leftOut }, pagesABWithoutLoss, case: { number } }) => [
    ...[number, gains?.n, leftOut],
    ...[gains?.best.gain, gains?.mean, gains?.worst.gain].map((gain) => gain?.toFixed(1)),
    ...[gains?.atLeastOne, gains?.atLeastTwo, pagesABWithoutLoss.gains?.mean.toFixed(1)],
  ])
  assert.deepEqual(found, [
    [1, 72, 0, '4.1', '1.2', '0.3', 40, 8, '1.8'],
    [2, 72, 0, '1.5', '1.1', '0.9', 58, 0, '1.0'],
    [3, 72, 0, '4.7', '1.4', '0.3', 44, 14, '2.1'],
  ])
})

test('the best condition of the paper is found: page A, one server, 10 Mbit/s, 100 ms, no loss', () => {
  for (const { case: of, all } of paper?.summary ?? []) {
    if (of.number === 2) continue
    const condition = all.gains?.best.condition
    assert.ok(condition)
    const { page, servers, downMbps, rttMs, lossPercent } = condition
    assert.deepEqual([page, servers, downMbps, rttMs, lossPercent], ['A', 1, 10, 100, 0])
  }
})

test('the geometric mean is below the arithmetic one, which a few large gains lift', () => {
  const gains = paper?.summary[0]?.all.gains
  assert.equal(gains?.mean.toFixed(3), '1.204')
  assert.equal(gains?.geometricMean.toFixed(3), '1.034')
})

test('rows and columns are the values that occur, numbers in their order, and all of them together', () => {
  const tables = cablelabsTables([
    { ...CONDITION, servers: 16, rttMs: 100 },
    { ...CONDITION, servers: 4, rttMs: 20, page: 'news' },
  ])
  assert.deepEqual(tables?.tables[0]?.columns, ['servers 4', 'servers 16', 'servers all'])
  assert.deepEqual(tables?.tables[0]?.rows, ['page A', 'page news', 'page all'])
  assert.deepEqual(tables?.tables[1]?.rows, [
    'loss 0 rate 10',
    'loss 0 rate all',
    'loss all rate 10',
    'loss all rate all',
  ])
})

test('a condition without one of the two medians is counted and left out, of that case alone', () => {
  const tables = cablelabsTables([CONDITION, { ...CONDITION, servers: 2, spdyIw3Ms: null }])
  const [first, second, third] = tables?.summary.map(({ all }) => all) ?? []
  assert.deepEqual([first?.gains?.n, first?.leftOut, first?.gains?.mean], [1, 1, 2])
  assert.deepEqual([second?.gains?.n, second?.leftOut], [2, 0])
  assert.deepEqual([third?.gains?.n, third?.leftOut], [2, 0])
  const empty = tables?.tables[0]?.cells.find(({ row, column }) => row === 'page A' && column === 'servers 2')
  assert.deepEqual(empty, { row: 'page A', column: 'servers 2', leftOut: 1, gains: null })
})

test('no conditions have no tables; without pages A and B there is no average of them', () => {
  assert.equal(cablelabsTables([]), undefined)
  const tables = cablelabsTables([{ ...CONDITION, page: 'C' }])
  assert.equal(tables?.summary[0]?.pagesABWithoutLoss.gains, null)
})
