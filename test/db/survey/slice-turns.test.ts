import assert from 'node:assert/strict'
import type { Database, Query } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { readCanaries, recordCanary } from '../../../db/survey/canaries.ts'
import { encodeFinishedSite } from '../../../db/survey/finished-sites.ts'
import { type CheckedCanary, claimSlice, cutSlices, saveSlice } from '../../../db/survey/survey-slices.ts'
import { surveyById } from '../../../db/survey/surveys.ts'
import { until } from '../../servers/until.ts'
import { factsOf, operationRows, surveyOf } from '../campaign/samples.ts'
import { onOwnPostgres } from '../postgres-server.ts'

const NOW = '2026-11-23T06:00:00.000Z'
const GOOD: CheckedCanary = { ok: true, failure: null, checkedAt: NOW }

/** Claims the sites of a slice; resolves to what records them as part of a transaction. */
async function claimed(
  db: Database,
  surveyId: number,
  ranks: readonly number[],
): Promise<(query: Query) => Promise<ReadonlySet<number>>> {
  const owner = `job|${ranks.join()}|0`
  await claimSlice(db, { surveyId, ranks }, { owner, leaseMs: 60_000, kin: owner })
  const sites = ranks.map((rank) => {
    const times = { surveyId, rank, visitedAt: NOW, durationMs: 1, block: null, h3Void: false, detail: null }
    return encodeFinishedSite({ ...times, facts: factsOf(rank) }, operationRows(`site${rank}.test`, 2))
  })
  const canaries = [GOOD, GOOD] as const
  const provenance = { toolVersion: '0.1.0', resolver: null, versions: {} }
  const results = { surveyId, owner, sites, recorded: [], earlier: [], canaries, provenance, finishedAt: NOW }
  return (query) => saveSlice(query, db, results)
}

onOwnPostgres(
  'slices of a survey write their sites beside each other, and take turns for the rest',
  async ({ url }) => {
    await using db = await openDatabase({ url })
    const id = await surveyOf(db, 4)
    const slices = await cutSlices(db.query, id, 2)
    const written = slices.map(() => Promise.withResolvers<void>())
    const save = async (ranks: readonly number[], nth: number): Promise<void> => {
      const record = await claimed(db, id, ranks)
      await db
        .write((query) =>
          record(async (sql, bindings) => {
            const rows = await query(sql, bindings)
            if (!sql.includes('INTO operations')) return rows
            written[nth]?.resolve()
            // Both have written theirs before either goes on.
            await Promise.all(written.map(({ promise }) => promise))
            return rows
          }),
        )
        .finally(() => written[nth]?.resolve())
    }
    await Promise.all(slices.map(({ ranks }, nth) => save(ranks, nth)))
    assert.deepEqual(
      (await readCanaries(db, id)).map(({ block, phase }) => [block, phase]),
      [
        [0, 'before'],
        [0, 'after'],
        [1, 'before'],
        [1, 'after'],
      ],
    )
    const blocks = await db.query('SELECT block, count(*) AS sites FROM survey_sites GROUP BY 1 ORDER BY 1')
    assert.deepEqual(
      blocks.map(({ block, sites }) => [Number(block), Number(sites)]),
      [
        [0, 2],
        [1, 2],
      ],
    )
    assert.equal((await surveyById(db, id))?.state, 'finished')
  },
)

onOwnPostgres('a slice waits for its turn, whatever others wait for a lock', async ({ url }) => {
  await using db = await openDatabase({ url })
  await using hasty = await openDatabase({ url, busyTimeoutMs: 1 })
  const id = await surveyOf(db, 1)
  const record = await claimed(hasty, id, [1])
  let isOver = false
  const saving: Promise<ReadonlySet<number>>[] = []
  const isWaiting = async (): Promise<boolean> =>
    (await db.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).length > 0
  await db.write(
    async (query) => {
      await query('SELECT id FROM surveys WHERE id = ? FOR NO KEY UPDATE', [id])
      const saved = hasty.write(record)
      saving.push(saved)
      saved.catch(() => {
        isOver = true
      })
      await until('it waits for its turn', async () => isOver || (await isWaiting()))
    },
    { shown: false },
  )
  assert.deepEqual(await saving[0], new Set([1]))
})

onOwnPostgres(
  'an answer of the canary is recorded beside others of its survey, without a deadlock',
  async ({ url }) => {
    await using db = await openDatabase({ url })
    await using hasty = await openDatabase({ url, busyTimeoutMs: 1 })
    const id = await surveyOf(db, 1)
    const answer = { surveyId: id, owner: 'run', checkedAt: NOW, ok: true, failure: null }
    const block = await db.write(
      async (query) => {
        // Another run's, which has not ended yet.
        await query(
          "INSERT INTO canaries (survey_id, block, phase, owner, at, ok) VALUES (?, 7, 'after', 'other', ?, true)",
          [id, NOW],
        )
        return await recordCanary(hasty, { ...answer, closes: [], opens: true })
      },
      { shown: false },
    )
    assert.equal(block, 0)
  },
)
