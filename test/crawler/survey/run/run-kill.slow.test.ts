import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import type { Database } from '../../../../db/connection/database.ts'
import { surveyedSites } from '../../../../db/survey/survey-sites.ts'
import { surveyById } from '../../../../db/survey/surveys.ts'
import { rng } from '../../../../stats/rng.ts'
import { collect, factsOf, operationRows, surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'
import { until } from '../../../servers/until.ts'

const SITES = 600
const KILLS = 10
/** Sites that one run may visit before it is killed: all of them together are fewer than there are. */
const MOST = 55
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

    const doneSites = async (): Promise<number> => {
      const [row] = await db.query(
        "SELECT count(*) AS n FROM survey_sites WHERE survey_id = ? AND state = 'done'",
        [killed],
      )
      return Number(row?.n)
    }
    const random = rng(2026)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = spawn(process.execPath, [RUN, database.url, String(killed), String(MOST)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      await Promise.race([
        once(child.stdout, 'data'),
        ended.then(([code]) => assert.fail(`it ended: ${code}`)),
      ])
      await sleep(random() * 180)
      if (kill === KILLS) await until('a site is recorded', async () => (await doneSites()) > 0)
      child.kill('SIGKILL')
      assert.deepEqual(await ended, [null, 'SIGKILL'])
    }
    assert.ok((await doneSites()) < SITES)
    assert.notEqual((await surveyById(db, killed))?.state, 'finished')

    const startMs = performance.now()
    const outcome = await finish(killed)
    // A lease is 60 s.
    assert.ok(performance.now() - startMs < 40_000, 'the leases of the dead were waited for')
    assert.deepEqual(outcome, { state: 'finished', total: SITES, done: SITES, failed: SITES / 5 })
    assert.deepEqual(await recorded(db, killed), await recorded(db, undisturbed))
  },
)
