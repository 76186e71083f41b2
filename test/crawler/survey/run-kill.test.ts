import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSurvey } from '../../../crawler/survey/run.ts'
import type { Database } from '../../../db/database.ts'
import { surveyedSites } from '../../../db/survey-sites.ts'
import { surveyById } from '../../../db/surveys.ts'
import { rng } from '../../../stats/rng.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import { collect, factsOf, operationRows, surveyOf } from '../../db/samples.ts'

const SITES = 300
const KILLS = 10
const RUN = new URL('./killed-run.ts', import.meta.url).pathname

/** All that a survey has recorded of its sites, but for the times of the visits. */
async function recorded(db: Database, surveyId: number): Promise<unknown> {
  const operations = await db.query(
    'SELECT rank, seq, operation, host, start_ms, failure, result FROM operations WHERE survey_id = ? ORDER BY rank, seq',
    [surveyId],
  )
  return { sites: await collect(surveyedSites(db, surveyId)), operations }
}

onEveryDatabase(
  'a survey whose runs are killed again and again ends like an undisturbed one',
  async (database) => {
    await using db = await database.open()
    const undisturbed = await surveyOf(db, SITES)
    const killed = await surveyOf(db, SITES)
    const finish = (surveyId: number) =>
      runSurvey({
        db,
        surveyId,
        signal: new AbortController().signal,
        clock: () => performance.now(),
        visit: async ({ rank, domain }) => ({ rows: operationRows(domain, 4), facts: factsOf(rank) }),
      })
    await finish(undisturbed)

    const random = rng(2026)
    const done: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = spawn(process.execPath, [RUN, database.url, String(killed)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      await sleep(random() * 180)
      child.kill('SIGKILL')
      await once(child, 'exit')
      const [row] = await db.query(
        "SELECT count(*) AS n FROM survey_sites WHERE survey_id = ? AND state = 'done'",
        [killed],
      )
      done.push(Number(row?.n))
    }
    assert.ok(
      (done.at(-1) ?? 0) > 0 && (done.at(-1) ?? 0) < SITES,
      `the kills came too early or too late: ${done}`,
    )
    assert.notEqual((await surveyById(db, killed))?.state, 'finished')

    const startMs = performance.now()
    const outcome = await finish(killed)
    assert.ok(performance.now() - startMs < 20_000, 'the leases of the dead were waited for')
    assert.deepEqual(outcome, { state: 'finished', total: SITES, done: SITES, failed: SITES / 5 })
    assert.deepEqual(await recorded(db, killed), await recorded(db, undisturbed))
  },
)
