import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { QUERIES } from '../../../cli/release/queries/queries.ts'
import { MEDIAN_RANKS } from '../../../cli/release/queries/query.ts'
import { medianRanks } from '../../../stats/median-ranks.ts'
import { ANSWERED, endpointOf } from './answered.ts'
import type { Ask } from './asking.ts'
import { FIGURES } from './figures.ts'
import type { Released } from './released.ts'
import { releasedDemo } from './released-and-served.ts'

const resources = new AsyncDisposableStack()
let set: Released
let ask: Ask

before(async () => {
  const demo = resources.use(await releasedDemo())
  set = demo.set
  ask = demo.ask
})
after(() => resources.disposeAsync())

test('every query is compared with the dashboard', () => {
  assert.deepEqual(Object.keys(FIGURES).sort(), QUERIES.map(({ name }) => name).sort())
})

for (const { name, figure } of QUERIES)
  test(`queries/${name}.sql gives what the dashboard shows, to the last digit (${figure})`, async () => {
    const rows = await set.query(await readFile(join(set.folder, 'queries', `${name}.sql`), 'utf8'))
    const asked = new Set<string | null>()
    await FIGURES[name]?.(rows, (path) => {
      asked.add(endpointOf(path))
      return ask(path)
    })
    for (const [endpoint, { queries }] of Object.entries(ANSWERED))
      if (queries.includes(name)) assert.ok(asked.has(endpoint), `it is not compared with ${endpoint}`)
  })

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
