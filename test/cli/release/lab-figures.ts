import assert from 'node:assert/strict'
import type { Answer } from '../../../server/contract/contract.ts'
import type { Ask } from './asking.ts'
import type { FoundRow } from './released.ts'
import { assertEach, assertNear, type Compare, one, only, pick } from './rows.ts'

export async function newestLabRun(ask: Ask): Promise<string> {
  const { labRun } = await ask<Answer<'defaults'>>('/defaults')
  return `/lab/runs/${labRun.id}`
}

/** `page A`, `loss 1 rate 10`: the rows of CableLabs' tables that a condition is in, and the columns. */
function placesOf(row: FoundRow, isByPage: boolean): readonly [rows: string[], columns: string[]] {
  const values = (name: string, value: unknown): string[] => [`${name} ${value}`, `${name} all`]
  const [, letter] = /^cablelabs-([a-c])$/.exec(String(row.page)) ?? []
  if (isByPage) return [values('page', letter?.toUpperCase() ?? row.page), values('servers', row.shards)]
  const losses = values('loss', Number((100 * Number(row.loss_fraction)).toPrecision(12)))
  const rates = values('rate', row.down_mbps)
  return [losses.flatMap((loss) => rates.map((rate) => `${loss} ${rate}`)), values('rtt', row.rtt_ms)]
}

/** By the name of the query: figures over the loads and conditions of a lab run. */
export const LAB_FIGURES: Readonly<Record<string, Compare>> = {
  'lab-distribution': async (rows, ask) => {
    const run = await newestLabRun(ask)
    const { p, rows: arms } = await ask<Answer<'labCdf'>>(`${run}/cdf?metric=retransmissions`)
    assert.deepEqual([...new Set(rows.map((row) => row.arm))].sort(), arms.map(({ arm }) => arm).sort())
    for (const { arm, conditions, n, leftOut, mean, zeroShare, band, values } of arms) {
      const curve = only(rows, { arm })
      assert.deepEqual(
        curve.map((row) => [row.p, row.value]),
        n === 0 ? [[null, null]] : values.map((value, index) => [p[index], value]),
      )
      const columns = [
        'conditions',
        'n',
        'left_out',
        'mean',
        'zero_share',
        'zero_share_low',
        'zero_share_high',
      ]
      assert.deepEqual(pick(curve[0] ?? {}, columns), [
        ...[conditions, n, leftOut, mean],
        ...[zeroShare?.value ?? null, zeroShare?.low ?? null, zeroShare?.high ?? null],
      ])
      if (band === null) assert.equal(curve[0]?.band, null)
      else assertNear(curve[0]?.band, band)
    }
  },
  'path-shares': async (rows, ask) => {
    const answer = await ask<Answer<'labShares'>>(`${await newestLabRun(ask)}/shares`)
    assert.equal(rows.length, answer.rows.length)
    assertEach(rows, answer.rows, {
      by: ['arm', 'without_dependencies'],
      same: [
        ...['conditions', 'n', 'left_out', 'network', 'network_low', 'network_high'],
        ...['compute', 'compute_low', 'compute_high'],
      ],
    })
  },
  'initial-window': async (rows, ask) => {
    const answer = await ask<Answer<'labInitialWindow'>>(`${await newestLabRun(ask)}/initial-window`)
    const shown = answer.rows.filter(({ n }) => n > 0)
    assert.equal(rows.length, shown.length)
    assertEach(rows, shown, {
      by: ['small_cell', 'large_cell', 'arm'],
      same: [
        ...['file_bytes', 'small_window', 'large_window', 'small_read_back', 'large_read_back'],
        ...['is_read_back', 'n', 'small_median_ms', 'large_median_ms', 'gain', 'expected_gain'],
      ],
    })
    for (const { smallCell, largeCell, arm, factors } of shown) {
      const found = one(rows, { small_cell: smallCell, large_cell: largeCell, arm })
      assert.deepEqual(JSON.parse(String(found.factors)), factors)
    }
  },
  cablelabs: async (rows, ask) => {
    const answer = await ask<Answer<'cablelabs'>>(`${await newestLabRun(ask)}/cablelabs?arm=h2&baseline=h1`)
    if (answer.tables.length === 0) assert.deepEqual(rows, [])
    for (const { table, cells } of answer.tables) {
      // Tables 5, 7 and 9 are by page and servers, 6, 8 and 10 by link: two a case.
      const ofCase = only(rows, { case: Math.floor((table - 3) / 2) })
      for (const { row, column, n, best, worst, mean, atLeastOne, atLeastTwo } of cells) {
        const gains = ofCase
          .filter((each) => {
            const [names, columns] = placesOf(each, table % 2 === 1)
            return names.includes(row) && columns.includes(column)
          })
          .map(({ gain }) => Number(gain))
        const least = (limit: number): number => gains.filter((gain) => gain >= limit).length
        assert.deepEqual([gains.length, least(1), least(2)], [n, atLeastOne, atLeastTwo])
        if (mean === null) continue
        assert.deepEqual([Math.max(...gains), Math.min(...gains)], [best, worst])
        assertNear(gains.reduce((sum, gain) => sum + gain, 0) / n, mean)
      }
    }
  },
}
