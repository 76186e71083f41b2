import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { runSurvey } from '../../../../crawler/survey/run/run.ts'
import { createSurvey } from '../../../../db/survey/create-survey.ts'
import { surveyedSites } from '../../../../db/survey/survey-sites.ts'
import { factsOf, newSurvey, operationRows } from '../../../db/campaign/samples.ts'
import { onEveryDatabase } from '../../../db/databases.ts'

const SITES = 50_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is really held, MiB: V8 lets garbage lie about for as long as there is room. */
function heldMiB(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

onEveryDatabase(
  'memory does not grow with the list: nothing of 50,000 sites stays behind',
  async (database) => {
    await using db = await database.open()
    const startMiB = heldMiB()
    const held: number[] = []
    let peakMiB = 0

    const { id, sites } = await createSurvey(db, newSurvey(SITES))
    assert.equal(sites, SITES)
    held.push(heldMiB())

    let next = 0
    const startMs = performance.now()
    await runSurvey({
      db,
      surveyId: id,
      signal: new AbortController().signal,
      clock: () => performance.now(),
      onProgress({ done }) {
        peakMiB = Math.max(peakMiB, process.memoryUsage.rss() / 2 ** 20)
        if (done < next) return
        next += SITES / 10
        held.push(heldMiB())
      },
      visit: async ({ rank, domain }) => ({ rows: operationRows(domain, 8), facts: factsOf(rank) }),
    })
    const perS = SITES / ((performance.now() - startMs) / 1_000)

    let read = 0
    for await (const { rank } of surveyedSites(db, id)) {
      read += 1
      if (rank % 10_000 === 0) held.push(heldMiB())
    }
    assert.equal(read, SITES)
    const figures = `held ${held.map((mib) => mib.toFixed(1)).join(', ')} MiB, peak ${peakMiB.toFixed(0)} MiB, ${perS.toFixed(0)} sites/s`
    console.log(`${database.dialect}: ${figures}`)
    // A number per site would be 0.4 MiB, its facts alone 20 MiB; 256 MiB is the most that a whole survey may take.
    assert.ok(Math.max(...held) < startMiB + 12, figures)
    assert.ok(peakMiB < 256, figures)
  },
)
