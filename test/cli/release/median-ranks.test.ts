import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { MEDIAN_RANKS } from '../../../cli/release/queries/query.ts'
import { medianRanks } from '../../../stats/median-ranks.ts'

test('queries and dashboard take the same ranks around a median, of few values and of many', async () => {
  const duckdb = await DuckDBInstance.create(':memory:')
  const connection = await duckdb.connect()
  try {
    const found = await connection.runAndReadAll(
      `${MEDIAN_RANKS} SELECT n, low_rank(n) AS low FROM (SELECT unnest(range(0, 300) || [3_000, 30_001]) AS n)`,
    )
    const rows = found.getRowObjectsJS()
    assert.equal(rows.length, 302)
    for (const { n, low } of rows)
      assert.equal(low === null ? null : Number(low), medianRanks(Number(n))?.low ?? null, `of ${n} values`)
  } finally {
    connection.closeSync()
    duckdb.closeSync()
  }
})
