import { placesOfDomain, type SettledPlace } from '../../db/campaign/campaign-places.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { cellsOf } from '../../db/field/field-cells.ts'
import { siteOfDomain } from '../../db/field/field-studies.ts'
import { operationsOf } from '../../db/survey/operations.ts'
import { latestVisit, type Visit } from '../../db/survey/visits.ts'
import { armCounts } from '../campaign/campaign-answer.ts'
import { makeUpOf } from '../campaign/composition.ts'
import { inOrder } from '../campaign/place.ts'
import type { Operation, Request, SiteDetail } from '../contract/contract.ts'
import { visibleStudies } from '../field/visible-studies.ts'
import { found, Problem } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Reply } from '../request/handler.ts'

export async function site(context: Context, { params }: Request<'site'>): Promise<Reply<'site'>> {
  const { domain } = params
  const visit = await latestVisit(context.db, domain)
  const places = await placesOfDomain(context.db, domain)
  if (visit === null && places.length === 0) throw new Problem('not_found', 'There is no such site.')
  const live = places.find(({ labRunId }) => labRunId === null) ?? places[0]
  return {
    answer: {
      domain,
      survey: visit === null ? null : await visitAnswer(context, visit),
      makeUp: live === undefined ? null : await makeUpOf(context.db, live),
      field: await fieldOf(context, domain),
      campaigns: await campaignsOf(context, places),
    },
  }
}

/** Where volunteers' loads of it are published; not where a closed pilot's are. */
async function fieldOf({ db }: Context, domain: string): Promise<SiteDetail['field']> {
  for (const { list, release } of await visibleStudies(db, null)) {
    const site = release === null ? null : await siteOfDomain(db, list, domain)
    if (release === null || site === null) continue
    if ((await cellsOf(db, release.id, { site })).length > 0) return { list, week: release.week }
  }
  return null
}

async function visitAnswer({ db }: Context, visit: Visit): Promise<SiteDetail['survey']> {
  const { surveyId, visitedAt, durationMs, h3Void, site: surveyed } = visit
  const { rank, domain: _domain, ...facts } = surveyed
  const operations = (await operationsOf(db, surveyId, rank)).map(
    // The result is JSON as it was stored.
    (row): Operation => ({ ...row, result: row.result as Operation['result'] }),
  )
  return { surveyId, rank, visitedAt, durationMs, h3Void, facts, operations }
}

/** The newest campaigns of a site; a lab run may have hundreds. */
const MOST_CAMPAIGNS = 50

async function campaignsOf(
  { db }: Context,
  places: readonly SettledPlace[],
): Promise<SiteDetail['campaigns']> {
  const answers: SiteDetail['campaigns'] = []
  for (const { arms, domain: _domain, ...place } of places.slice(0, MOST_CAMPAIGNS)) {
    const { createdAt, vantage, sandbox } = found(await campaignById(db, place.campaignId), 'campaign')
    answers.push({
      ...{ ...place, createdAt, vantage, sandbox },
      arms: inOrder(arms.applied),
      armsLeftOut: { ...arms.leftOut },
      counts: armCounts(await sampleTallies(db, place.campaignId, place.site)),
    })
  }
  return answers
}
