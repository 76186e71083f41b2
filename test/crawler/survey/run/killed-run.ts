// Runs a survey with visits that need no network: `killed-run.ts URL SURVEY MOST`. Writes "running" when it has begun.
// Visits beyond MOST never end: whoever kills it, however late, does so within the survey.
import { setTimeout as sleep } from 'node:timers/promises'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import { openDatabase } from '../../../../db/connection/open.ts'
import { factsOf, operationRows } from '../../../db/campaign/samples.ts'

const [url = '', survey = '', most = ''] = process.argv.slice(2)
await using db = await openDatabase({ url })
let begun = 0
await runSurvey({
  db,
  surveyId: Number(survey),
  concurrency: 4,
  signal: new AbortController().signal,
  clock: () => performance.now(),
  async visit({ rank, domain }) {
    begun += 1
    if (begun === 1) process.stdout.write('running\n')
    if (begun > Number(most)) await new Promise(() => {})
    await sleep(8 + (rank % 9))
    return { rows: operationRows(domain, 4), facts: factsOf(rank) }
  },
})
