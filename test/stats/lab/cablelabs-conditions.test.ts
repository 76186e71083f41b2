import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cablelabsConditions, type MeasuredCondition } from '../../../stats/lab/cablelabs-conditions.ts'
import { parseCablelabsCsv } from '../../../stats/lab/cablelabs-csv.ts'
import { cablelabsTables } from '../../../stats/lab/cablelabs-tables.ts'

const MEDIANS = join(import.meta.dirname, '../fixtures/cablelabs-2012-median-plt.csv')
const skip = existsSync(MEDIANS) ? false : 'the medians of CableLabs 2012 are not there'

const FACTORS = { page: 'cablelabs-b', shards: 2, downMbps: 10, upMbps: 1, rttMs: 20, lossFraction: 0.07 }

test('the report’s own medians, measured as cells of a lab, give its Tables 5 to 11', { skip }, () => {
  const printed = parseCablelabsCsv(readFileSync(MEDIANS, 'utf8')).find(({ client }) => client === 'win7')
  assert.equal(printed?.conditions.length, 72)
  const cells = printed.conditions.flatMap(
    ({ page, servers, lossPercent, httpsIw3Ms, spdyIw3Ms, httpsIw10Ms, spdyIw10Ms, ...link }) => {
      const factors = {
        page: `cablelabs-${page.toLowerCase()}`,
        shards: servers,
        lossFraction: lossPercent / 100,
      }
      const cell = (
        initcwnd: number,
        baselineMs: number | null,
        armMs: number | null,
      ): MeasuredCondition => ({
        factors: { ...factors, ...link, initcwnd },
        ...{ baselineMs, armMs },
      })
      return [cell(10, httpsIw10Ms, spdyIw10Ms), cell(3, httpsIw3Ms, spdyIw3Ms)]
    },
  )
  const { conditions, leftOut } = cablelabsConditions(cells)
  assert.equal(leftOut, 0)
  assert.deepEqual(cablelabsTables(conditions), cablelabsTables(printed.conditions))
})

test('initial windows of one condition come together, its page by its letter, its loss in percent', () => {
  const { conditions } = cablelabsConditions([
    { factors: { ...FACTORS, initcwnd: 3 }, baselineMs: 1000, armMs: 500 },
    { factors: { ...FACTORS, initcwnd: 10 }, baselineMs: 900, armMs: null },
  ])
  assert.deepEqual(conditions, [
    {
      ...{ page: 'B', servers: 2, downMbps: 10, upMbps: 1, rttMs: 20, lossPercent: 7 },
      ...{ httpsIw3Ms: 1000, spdyIw3Ms: 500, httpsIw10Ms: 900, spdyIw10Ms: null },
    },
  ])
})

test('pages of other names keep them, and are on one server where nothing else is said', () => {
  const { shards: _, ...factors } = FACTORS
  const { conditions } = cablelabsConditions([
    { factors: { ...factors, page: 'modern', initcwnd: 3 }, baselineMs: 1, armMs: 1 },
  ])
  assert.deepEqual(
    conditions.map(({ page, servers }) => [page, servers]),
    [['modern', 1]],
  )
})

test('what lacks a factor, has another window or is there already is counted as left out', () => {
  const measured = { baselineMs: 1, armMs: 1 }
  const { rttMs: _, ...withoutRtt } = FACTORS
  const { conditions, leftOut } = cablelabsConditions([
    { factors: { ...FACTORS, initcwnd: 3 }, ...measured },
    { factors: { ...FACTORS, initcwnd: 3, server: 'caddy' }, baselineMs: 2, armMs: 2 },
    { factors: { ...FACTORS, initcwnd: 16 }, ...measured },
    { factors: FACTORS, ...measured },
    { factors: { ...withoutRtt, initcwnd: 3 }, ...measured },
  ])
  assert.deepEqual([conditions.length, conditions[0]?.httpsIw3Ms, leftOut], [1, 1, 4])
})

test('a median of 0, as of retransmissions, makes no ratio and is left out of the tables', () => {
  const [pair] = cablelabsConditions([
    { factors: { ...FACTORS, initcwnd: 10 }, baselineMs: 0, armMs: 3 },
    { factors: { ...FACTORS, initcwnd: 3 }, baselineMs: 4, armMs: 0 },
  ]).conditions
  assert.equal(pair?.httpsIw10Ms, null)
  assert.equal(pair?.spdyIw10Ms, 3)
  assert.equal(pair?.spdyIw3Ms, null)
  assert.doesNotThrow(() => cablelabsTables(pair === undefined ? [] : [pair]))
})
