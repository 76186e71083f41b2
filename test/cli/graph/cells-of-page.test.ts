import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { cellsOfPage } from '../../../cli/graph/cells-of-page.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { writeLabRun } from '../lab/lab-run-database.ts'
import { temporaryFolder } from '../towline.ts'

const cell = (factors: Record<string, string | number>, downMbps: number | null) => ({
  factors,
  configuredLink: { rttMs: 10, downMbps },
  pltMs: { h2: [100] },
})

test('the cells of a page over other links come slowest first, those of another page or server do not', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'cells.db') })
  const labRunId = await writeLabRun(db, [
    cell({ page: 'a', profile: 'fibre', server: 'towline' }, 50),
    cell({ page: 'a', profile: 'cable', server: 'towline' }, 5),
    cell({ page: 'a', profile: 'none', server: 'towline' }, null),
    cell({ page: 'a', profile: '3g', server: 'towline', initcwnd: 32 }, 1.6),
    cell({ page: 'b', profile: '3g', server: 'towline' }, 1.6),
    cell({ page: 'a', profile: '3g', server: 'nginx' }, 1.6),
    { factors: { page: 'a', profile: 'dsl', server: 'towline' }, configuredLink: { downMbps: 1 } },
  ])
  const [own] = await labCells(db, labRunId)
  const found = await cellsOfPage(db, own?.campaignId ?? 0)
  assert.deepEqual(
    found.map((each) => each.cell),
    [3, 1, 2],
  )
})

test('no more than eight links are looked at, and a live campaign has none', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'cells.db') })
  const labRunId = await writeLabRun(
    db,
    Array.from({ length: 12 }, (_, n) => cell({ page: 'a', rttMs: n }, 12 - n)),
  )
  const [own] = await labCells(db, labRunId)
  assert.deepEqual(
    (await cellsOfPage(db, own?.campaignId ?? 0)).map((each) => each.cell),
    [11, 10, 9, 8, 7, 6, 5, 4],
  )
  assert.deepEqual(await cellsOfPage(db, 1_000), [])
})
