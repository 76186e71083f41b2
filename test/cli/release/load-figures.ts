import assert from 'node:assert/strict'
import { flatColumns } from '../../../figures/flat-columns.ts'
import { loadIntervals } from '../../../figures/load-intervals.ts'
import type { Answer } from '../../../server/contract/contract.ts'
import type { Ask } from './asking.ts'
import { type Compare, one, pick } from './rows.ts'

// The query gives no errors.
const { errors: _errors, ...columns } = loadIntervals.columns
const INTERVAL_COLUMNS = flatColumns(columns, [])

async function newestLoadRun(ask: Ask): Promise<string> {
  const { loadRun } = await ask<Answer<'defaults'>>('/defaults')
  return `/load/runs/${loadRun.id}`
}

/** Sums of squares are added up in another order. */
function assertSlope(actual: unknown, expected: number | null | undefined): void {
  if (expected == null || actual === null) assert.equal(actual, expected)
  else
    assert.ok(
      Math.abs(Number(actual) - expected) <= 1e-9 * Math.abs(expected) + 1e-9,
      `${actual}, ${expected}`,
    )
}

/** By the name of the query. */
export const LOAD_FIGURES: Readonly<Record<string, Compare>> = {
  'load-intervals': async (rows, ask) => {
    const answer = await ask<Answer<'loadIntervals'>>(`${await newestLoadRun(ask)}/intervals`)
    assert.ok(answer.rows.length > 10)
    assert.deepEqual(
      rows.map((row) =>
        pick(
          row,
          INTERVAL_COLUMNS.map(({ name }) => name),
        ),
      ),
      answer.rows.map((row) => INTERVAL_COLUMNS.map(({ cellOf }) => cellOf(row))),
    )
  },
  'load-figures': async (rows, ask) => {
    const { loads } = await ask<Answer<'loadRun'>>(await newestLoadRun(ask))
    assert.equal(rows.length, loads.length)
    for (const { load, server, arm, figures } of loads) {
      const row = one(rows, { load })
      assert.deepEqual(
        pick(row, [
          ...['server', 'arm', 'highest_pages_per_s', 'sla_users', 'client_busy', 'cpu_ms_per_page'],
          ...['cost_to_ms', 'cost_users', 'cost_end'],
        ]),
        [
          ...[server, arm, figures?.highestPagesPerS?.value, figures?.slaUsers?.value],
          ...[figures?.clientBusy, figures?.cpuMsPerPage],
          ...[figures?.costTime.toMs, figures?.costTime.users, figures?.costTime.end],
        ],
      )
      assertSlope(row.memory_bytes_per_user, figures?.memoryBytesPerUser)
      assertSlope(row.sockets_per_user, figures?.socketsPerUser)
    }
  },
}
