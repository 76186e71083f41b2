import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Answer } from '../../../server/contract/contract.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { writeReplayRun } from '../../server/replay/replay-run.ts'
import { FIGURES } from './figures.ts'
import { releasedAndServed } from './released-and-served.ts'

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
