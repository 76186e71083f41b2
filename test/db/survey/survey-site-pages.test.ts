import assert from 'node:assert/strict'
import { encodeFinishedSite, saveSites } from '../../../db/survey/finished-sites.ts'
import { claimSites } from '../../../db/survey/site-leases.ts'
import { surveySitePage } from '../../../db/survey/survey-site-pages.ts'
import { markFinished } from '../../../db/survey/surveys.ts'
import { FULL_FACTS, surveyOf } from '../campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'

const DAY = '2026-11-21T00:00:01.000Z'

// Places among a list's lines need not follow its magnitudes.
for (const [kind, magnitudes, ranks] of [
  ['magnitudes, then places', [5_000, 1_000, 1_000], [2, 3, 1]],
  ['ranks', [null, null, null], [1, 2, 3]],
] as const)
  withEveryDatabase(
    `sites are ordered by ${kind}, and counted while a survey runs and afterwards`,
    async (db) => {
      async function* sites() {
        for (const [index, rankMagnitude] of magnitudes.entries())
          yield { rank: index + 1, rankMagnitude, domain: `site${index + 1}.test` }
      }
      const surveyId = await surveyOf(db, 3, { sites: sites() })
      const lease = { surveyId, owner: 'me', leaseMs: 60_000 }
      const page = (descending: boolean) =>
        surveySitePage(db, surveyId, { sort: 'rank', descending, limit: 10, offset: 0 })
      const visit = async (count: number): Promise<void> => {
        const claimed = await claimSites(db, lease, count)
        const records = claimed.map(({ rank }) => ({
          ...{ surveyId, rank, visitedAt: DAY, durationMs: 1, block: null, h3Void: false, detail: null },
          facts: FULL_FACTS,
        }))
        await saveSites(
          db,
          lease,
          records.map((record) => encodeFinishedSite(record, [])),
        )
      }
      await visit(1)
      assert.equal((await page(false)).total, 1)
      await visit(2)
      await markFinished(db, surveyId, DAY)
      const { total, rows } = await page(false)
      assert.equal(total, 3)
      assert.deepEqual(
        rows.map(({ rank }) => rank),
        ranks,
      )
      const all = (await page(true)).rows.map(({ rankMagnitude, rank }) => rankMagnitude ?? -rank)
      assert.deepEqual(
        all,
        all.toSorted((a, b) => (magnitudes[0] === null ? a - b : b - a)),
      )
    },
  )
