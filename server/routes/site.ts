import { pagesByDomain, type SettledPage } from '../../db/campaign/campaign-pages.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { repeatedLoads } from '../../db/campaign/repeated-loads.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { readCells } from '../../db/field/field-cells.ts'
import { siteOfDomain } from '../../db/field/field-studies.ts'
import { readOperations } from '../../db/survey/operations.ts'
import { type Visit, visitsOf } from '../../db/survey/visits.ts'
import { rankOf } from '../../model/site-rank.ts'
import { adopts } from '../../stats/survey/adoption-rows.ts'
import { siteAnswers } from '../../stats/survey/site-answers.ts'
import { siteChanges } from '../../stats/survey/site-changes.ts'
import { armCounts, configuredLink } from '../campaign/campaign-answer.ts'
import { orderArms } from '../campaign/place.ts'
import type { Operation, SiteDetail } from '../contract/contract.ts'
import { defaultSurvey } from '../defaults/default-survey.ts'
import { shownPage } from '../defaults/shown-page.ts'
import { visibleStudies } from '../field/visible-studies.ts'
import { Problem, requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'
import { seriesChange } from '../survey/series-changes.ts'
import { surveySeries } from '../survey/survey-series.ts'
import { findSurvey } from './surveys.ts'

export const site: Handler<'site'> = async (context, { params, query }) => {
  const { domain } = params
  const visits = await visitsOf(context.db, domain)
  const pages = await pagesByDomain(context.db, domain)
  if (visits.length === 0 && pages.length === 0) throw new Problem('not_found', 'There is no such site.')
  const visit = await shownVisit(context, visits, query.survey)
  const shown = await shownPage(context.db, pages, query.campaign)
  const listed = pages.filter((page, index) => index < MOST_CAMPAIGNS || page === shown)
  return {
    answer: {
      domain,
      survey: visit === null ? null : await visitAnswer(context, visit),
      vantages: vantagesOf(visits),
      changes: await readChanges(context, domain, visits),
      field: await findField(context, domain),
      campaignId: shown?.campaignId ?? null,
      campaigns: await readCampaigns(context, listed),
    },
  }
}

/** The newest campaigns of a site; a lab run may have hundreds. */
const MOST_CAMPAIGNS = 50

/**
 * The visit of the survey asked for, null where this one has none; where none is asked for, of the survey that pages open with,
 * else the newest.
 *
 * @throws Problem `not_found` where there is no such finished survey
 */
async function shownVisit(
  context: Context,
  visits: readonly Visit[],
  survey: number | undefined,
): Promise<Visit | null> {
  const ofSurvey = (id: number | null) => visits.find(({ surveyId }) => surveyId === id)
  if (survey === undefined) return ofSurvey((await defaultSurvey(context.db)).id) ?? visits[0] ?? null
  const { state } = await findSurvey(context, survey)
  requireFound(state === 'finished' ? state : null, 'finished survey')
  return ofSurvey(survey) ?? null
}

/** Finds where volunteers' loads of it are published; not where a closed pilot's are. */
async function findField({ db }: Context, domain: string): Promise<SiteDetail['field']> {
  for (const { list, release } of await visibleStudies(db, null)) {
    const site = release === null ? null : await siteOfDomain(db, list, domain)
    if (release === null || site === null) continue
    if ((await readCells(db, release.id, { site })).length > 0) return { list, week: release.week }
  }
  return null
}

/** The newest visit from each vantage point. */
function vantagesOf(visits: readonly Visit[]): SiteDetail['vantages'] {
  return [...Map.groupBy(visits, ({ vantage }) => vantage).values()].flatMap(([visit]) => {
    if (visit === undefined) return []
    const { vantage, surveyId, visitedAt, site } = visit
    const { reachable, h1, h2, h3, address, rttMs } = site
    const h3Claimed = adopts('h3Claimed', site)
    return [{ vantage, surveyId, visitedAt, reachable, h1, h2, h3, h3Claimed, address, rttMs }]
  })
}

/** Reads changes as `/changes` has them. */
async function readChanges(
  { db }: Context,
  domain: string,
  visits: readonly Visit[],
): Promise<SiteDetail['changes']> {
  const bySurvey = new Map(visits.map(({ surveyId, site }) => [surveyId, siteAnswers(site)]))
  return (await surveySeries(db))
    .flatMap((series) => {
      const history = series.surveys.map(({ id }) => bySurvey.get(id) ?? null)
      return siteChanges(history).flatMap((change) => seriesChange(series, domain, change) ?? [])
    })
    .sort((a, b) => b.surveyId - a.surveyId)
}

async function visitAnswer({ db }: Context, visit: Visit): Promise<SiteDetail['survey']> {
  const { surveyId, visitedAt, durationMs, h3Void, site: surveyed } = visit
  const { rank, rankMagnitude, domain: _domain, ...facts } = surveyed
  const operations = (await readOperations(db, surveyId, rank)).map(
    // The result is JSON as it was stored.
    (row): Operation => ({ ...row, result: row.result as Operation['result'] }),
  )
  return { surveyId, rank: rankOf(surveyed), rankMagnitude, visitedAt, durationMs, h3Void, facts, operations }
}

async function readCampaigns(
  { db }: Context,
  pages: readonly SettledPage[],
): Promise<SiteDetail['campaigns']> {
  const answers: SiteDetail['campaigns'] = []
  for (const { arms, domain: _domain, ...place } of pages) {
    const campaign = requireFound(await campaignById(db, place.campaignId), 'campaign')
    const { createdAt, vantage, sandbox, browserVersion } = campaign
    answers.push({
      ...{ ...place, createdAt, vantage, sandbox, browserVersion },
      configuredLink: configuredLink(campaign),
      arms: orderArms(arms.applied),
      armsLeftOut: { ...arms.leftOut },
      counts: armCounts(
        await sampleTallies(db, place.campaignId, place.site),
        await repeatedLoads(db, place.campaignId, place.site),
      ),
    })
  }
  return answers
}
