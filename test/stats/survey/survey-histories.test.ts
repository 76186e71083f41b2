import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AnsweringSite } from '../../../model/answer-facts.ts'
import { adoptionTrend } from '../../../stats/survey/adoption-trend.ts'
import { surveyedSite } from './surveyed-site.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const SITES = 50_000
const SURVEYS = 6
/** Names as Maps of strings would hold them take 100 bytes a domain and survey: 30 MB, those of each domain once 10. */
const MOST_BYTES = 6 * 2 ** 20

/** One domain in a hundred changes from one survey to the next. */
function* survey(number: number): Iterable<AnsweringSite> {
  const [without, served] = [false, true].map((h3) => surveyedSite(1, '', { h3 }))
  for (let rank = 1; rank <= SITES; rank += 1) {
    const facts = rank % 100 === 0 && number % 2 === 1 ? served : without
    if (facts !== undefined) yield { domain: `a-name-of-common-length-${rank}.example`, facts }
  }
}

test('a trend holds no names but those of domains that change', async () => {
  let mostBytes = 0
  const watched = async function* (number: number): AsyncIterable<AnsweringSite> {
    yield* survey(number)
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    mostBytes = Math.max(mostBytes, heapUsed + arrayBuffers - before)
  }
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const before = heapUsed + arrayBuffers
  const trend = await adoptionTrend(Array.from({ length: SURVEYS }, (_, number) => watched(number)))
  assert.deepEqual([trend.common, trend.changes.length], [SITES, SITES / 100])
  assert.ok(mostBytes < MOST_BYTES, `${mostBytes} bytes`)
})
