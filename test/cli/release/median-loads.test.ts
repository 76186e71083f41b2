import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { leaveCampaign } from '../../../db/campaign/campaign-leases.ts'
import type { Answer } from '../../../server/contract/contract.ts'
import { claimed, heldCampaign, newSite, record } from '../../db/campaign/probing.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { writeReplayRun } from '../../server/replay/replay-run.ts'
import { FIGURES } from './figures.ts'
import { releasedAndServed } from './released-and-served.ts'

/** By round. h1 was captured in three of them; of h2's middle two the lower is there twice. */
const LOADS: Readonly<Record<string, readonly Readonly<Record<string, number>>[]>> = {
  h1: [
    { plt_ms: 900 },
    { plt_ms: 800, tow_setup_ms: 70 },
    { plt_ms: 700, tow_setup_ms: 90 },
    { plt_ms: 600, tow_setup_ms: 80 },
  ],
  h2: [{ plt_ms: 500 }, { plt_ms: 300, ttfb_ms: 20 }, { plt_ms: 300 }, { plt_ms: 400 }],
}

test('the load that stands for an arm is the one whose waterfall is shown', async () => {
  await using database = await temporarySqlite()
  {
    await using db = await database.open()
    const lease = await heldCampaign(db, { rounds: 4, sites: [newSite('a.test')] })
    for (let left = 8; left > 0; left -= 1) {
      const sample = await claimed(db, lease)
      const metrics = LOADS[sample.arm]?.[sample.round] ?? {}
      await record(db, lease, {
        sample,
        metrics: Object.entries(metrics).map(([name, value]) => ({ name, value, note: null })),
      })
    }
    await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z')
  }
  await using both = await releasedAndServed(database.url)
  const rows = await both.set.query(await readFile(join(both.set.folder, 'queries/median-loads.sql'), 'utf8'))
  assert.deepEqual(
    rows.map((row) => [row.arm, row.round, row.chosen_by, row.value, row.n, row.ttfb_ms, row.plt_ms]),
    [
      ['h1', 3, 'tow_setup_ms', 80, 3, null, 600],
      ['h2', 1, 'plt_ms', 300, 4, 20, 300],
    ],
  )
  await FIGURES['median-loads']?.(rows, both.ask)
})

test('replays have the facts of their recordings, and their fidelity is what the dashboard shows', async () => {
  await using database = await temporarySqlite()
  {
    await using db = await database.open()
    await writeReplayRun(db)
    await db.query("UPDATE lab_runs SET state = 'finished', finished_at = created_at")
    await db.query(
      "UPDATE campaigns SET state = 'finished', finished_at = created_at, claimed_by = NULL, lease_until = NULL",
    )
  }
  await using both = await releasedAndServed(database.url)
  const { set, ask } = both
  const sql = await readFile(join(set.folder, 'queries/replay.sql'), 'utf8')
  const rows = await set.query(sql)
  assert.ok(rows.length > 50)
  await FIGURES.replay?.(rows, ask)

  const recordings = await set.query("FROM 'parquet/recordings.parquet' ORDER BY page")
  const { runs } = await ask<Answer<'labRuns'>>('/lab/runs')
  const { recordings: shown } = await ask<Answer<'labReplay'>>(`/lab/runs/${runs[0]?.id}/replay`)
  assert.equal(shown.length, 2)
  assert.deepEqual(
    recordings.map(({ page, page_url, sha256, body_bytes, live_plt_ms }) => [
      ...[page, page_url, sha256, body_bytes, JSON.parse(String(live_plt_ms))],
    ]),
    shown.map(({ page, pageUrl, sha256, bodyBytes, livePltMs }) => [
      page,
      pageUrl,
      sha256,
      bodyBytes,
      livePltMs,
    ]),
  )
  // They have a table of their own.
  const [run] = await set.query("FROM 'parquet/lab_runs.parquet'")
  assert.doesNotMatch(String(run?.plan), /recordings/)
})
