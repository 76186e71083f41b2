// Runs a survey with visits that need no network: `killed-run.ts URL SURVEY`. Writes "running" when it has begun.
import { setTimeout as sleep } from 'node:timers/promises'
import { runSurvey } from '../../../crawler/survey/run.ts'
import { openDatabase } from '../../../db/open.ts'
import { factsOf, operationRows } from '../../db/samples.ts'

const [url = '', survey = ''] = process.argv.slice(2)
await using db = await openDatabase({ url })
let begun = false
await runSurvey({
  db,
  surveyId: Number(survey),
  concurrency: 4,
  signal: new AbortController().signal,
  clock: () => performance.now(),
  async visit({ rank, domain }) {
    if (!begun) process.stdout.write('running\n')
    begun = true
    await sleep(8 + (rank % 9))
    return { rows: operationRows(domain, 4), facts: factsOf(rank) }
  },
})
