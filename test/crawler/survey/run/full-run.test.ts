import assert from 'node:assert/strict'
import { MemoryFull } from '../../../../crawler/survey/run/memory-limit.ts'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import { surveyOf } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'
import { runOptions } from './fast-run.ts'

onEveryDatabase(
  'a run that ends since its memory is full keeps its hold on sites under way alone',
  async (database) => {
    await using db = await database.open()
    const surveyId = await surveyOf(db, 40)
    const full = new AbortController()
    let begun = 0
    const outcome = await runSurvey(
      runOptions({
        db,
        surveyId,
        concurrency: 3,
        signal: full.signal,
        visit: (_site, { signal }) => {
          begun += 1
          if (begun === 3) full.abort(new MemoryFull())
          return new Promise((_, reject) => {
            if (signal.aborted) reject(signal.reason)
            else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
        },
      }),
    )
    assert.equal(outcome.state, 'stopped')
    const held = await db.query('SELECT rank FROM survey_sites WHERE claimed_by IS NOT NULL')
    assert.equal(held.length, begun)
    const [survey] = await db.query('SELECT state FROM surveys')
    assert.equal(survey?.state, 'running')
  },
)
