import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '../../../db/connection/database.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { type WindowCondition, writeWindowRun } from '../../server/lab/window-run.ts'
import { type WrittenCell, writeLabRun } from '../lab/lab-run-database.ts'
import { FIGURES } from './figures.ts'
import type { FoundRow } from './released.ts'
import { releasedAndServed } from './released-and-served.ts'
import { only } from './rows.ts'

/** The rows of queries about a lab run, each compared with what the dashboard shows of it. */
async function compared(
  write: (db: Database) => Promise<unknown>,
  names: readonly string[],
): Promise<readonly (readonly FoundRow[])[]> {
  await using database = await temporarySqlite()
  {
    await using db = await database.open()
    await write(db)
    await db.query("UPDATE lab_runs SET state = 'finished', finished_at = created_at")
    await db.query(
      "UPDATE campaigns SET state = 'finished', finished_at = created_at, claimed_by = NULL, lease_until = NULL",
    )
  }
  await using both = await releasedAndServed(database.url)
  const found: (readonly FoundRow[])[] = []
  for (const name of names) {
    const rows = await both.set.query(await readFile(join(both.set.folder, 'queries', `${name}.sql`), 'utf8'))
    await FIGURES[name]?.(rows, both.ask)
    found.push(rows)
  }
  return found
}

const graph = (page: string, rttMs: number, metrics: Readonly<Record<string, number>>): WrittenCell => ({
  factors: { page, rttMs },
  pltMs: { h1: [1_000, 1_000, 1_001, 1_000, null], h2: [500, 500, 500, 500, 500], h3: [400, 401, 403] },
  metrics,
})

test('distributions and shares over all loads are the dashboard’s, with what was left out', async () => {
  const [distribution = [], shares = []] = await compared(
    (db) =>
      writeLabRun(db, [
        graph('graph:modern', 20, { path_network_share: 0.7, path_compute_share: 0.2, retransmissions: 0 }),
        graph('graph:modern', 100, { path_network_share: 0.9, path_compute_share: 0.05, retransmissions: 7 }),
        graph('graph:flat-modern', 20, { path_network_share: 1, path_compute_share: 0, retransmissions: 3 }),
        graph('flat-blocking', 20, { path_network_share: 0.95, retransmissions: 2 }),
        // Loaded, but neither packets nor a path are known.
        graph('graph:blocking', 20, {}),
        { factors: { page: 'graph:blocking', rttMs: 100 } },
      ]),
    ['lab-distribution', 'path-shares'],
  )
  assert.equal(distribution.length, 3 * 201)
  assert.deepEqual(
    shares.map((row) => [row.arm, row.without_dependencies, row.n, row.left_out, row.network_low === null]),
    [
      ['h1', false, 8, 2 + 5, false],
      ['h2', false, 10, 5, false],
      ['h3', false, 6, 4 + 5, false],
      ['h1', true, 8, 2, false],
      ['h2', true, 10, 0, false],
      ['h3', true, 6, 4, false],
    ],
  )
})

test('an arm without a value has one row, which says what was left out', async () => {
  const [rows = []] = await compared(
    (db) => writeLabRun(db, [graph('graph:modern', 20, {})]),
    [...['lab-distribution', 'path-shares']],
  )
  assert.deepEqual(
    rows.map(({ arm, n, left_out, p }) => [arm, n, left_out, p]),
    [
      ['h1', 0, 5, null],
      ['h2', 0, 5, null],
      ['h3', 0, 5, null],
    ],
  )
})

const windowed = (initcwnd: number | null, change: Partial<WindowCondition> = {}): WindowCondition => ({
  ...{
    initcwnd,
    page: 'graph:single-25000',
    readBack: initcwnd === null ? null : { tcp: initcwnd, quic: initcwnd },
  },
  pltMs: { h2: 5_000 / (initcwnd ?? 10), h3: 4_000 / (initcwnd ?? 10) },
  wireLimitMs: { h2: 600, h3: 300 + 2_000 / (initcwnd ?? 10) },
  ...change,
})

test('gains of larger initial windows are the dashboard’s, only where the windows were read back', async () => {
  const other = { page: 'cablelabs-a', wireLimitMs: null }
  const [rows = []] = await compared(
    (db) =>
      writeWindowRun(db, [
        ...[
          windowed(10),
          windowed(3),
          windowed(32, { readBack: { tcp: 32, quic: 40 }, rounds: 6 }),
          windowed(null),
        ],
        ...[
          windowed(3, other),
          windowed(10, { ...other, readBack: null }),
          windowed(10, { page: 'single-400000' }),
        ],
        ...[windowed(3, { page: 'several' }), windowed(10, { page: 'several', pltMs: { h2: 400 } })],
      ]),
    ['initial-window'],
  )
  assert.deepEqual(
    rows.map((row) => [row.small_cell, row.large_cell, row.arm, row.file_bytes, row.is_read_back, row.n]),
    [
      [1, 0, 'h2', 25_000, true, 7],
      [1, 0, 'h3', 25_000, true, 7],
      [1, 2, 'h2', 25_000, true, 6],
      [1, 2, 'h3', 25_000, false, 6],
      [4, 5, 'h2', null, false, 7],
      [4, 5, 'h3', null, false, 7],
      [7, 8, 'h2', null, true, 7],
    ],
  )
  assert.equal(only(rows, { gain: null }).length, 3)
})

test('gains of CableLabs’ conditions make the tables that the dashboard shows', async () => {
  const cells = ['cablelabs-a', 'cablelabs-b', 'modern'].flatMap((page, index) =>
    [20, 100].flatMap((rttMs) =>
      [0, 0.07].flatMap((lossFraction) =>
        [3, 10].map((initcwnd): WrittenCell => {
          const ms = 1_000 + rttMs * (index + 2) + 3_000 * lossFraction
          return {
            factors: {
              page,
              rttMs,
              lossFraction,
              initcwnd,
              downMbps: 20,
              upMbps: 2,
              ...(index === 2 && { shards: 2 }),
            },
            pltMs: {
              h1: [ms, ms + 1, ms + 3].map((value) => value / Math.log(initcwnd)),
              ...(page !== 'modern' && {
                h2: [ms, ms + 2, ms + 7].map((value) => value / 2.1 / Math.log(initcwnd)),
              }),
            },
          }
        }),
      ),
    ),
  )
  const [rows = []] = await compared(
    // A window that the tables do not have, and a condition a second time.
    (db) =>
      writeLabRun(db, [
        ...cells,
        { ...cells[0], factors: { ...cells[0]?.factors, initcwnd: 32 } },
        ...cells.slice(0, 1),
      ]),
    ['cablelabs'],
  )
  assert.deepEqual(
    [1, 2, 3].map((number) => only(rows, { case: number }).length),
    [8, 12, 8],
  )
})
