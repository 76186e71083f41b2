import { metricInFileName } from '../../../model/file-name.ts'
import { METRICS } from '../../../model/metrics.ts'
import type { HistoryGain, SiteDetail, SiteHistory } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { siteHistoryChart } from '../../charts/site-history.ts'
import type { HistoryPoint, SiteHistoryData } from '../../charts/site-history-data.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import { vantageName } from '../overview/trend-data.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** Gains and times of the site over all live campaigns; nothing where one alone has loaded it. */
export function siteOverTime(context: ViewContext, detail: SiteDetail, probed: ProbedSite): Child {
  const live = detail.campaigns.filter(({ labRunId }) => labRunId === null)
  if (live.length < 2) return null
  const { domain, campaignId, metric, baseline } = probed
  const vantage = live.find((one) => one.campaignId === campaignId)?.vantage ?? null
  const path = `/sites/${encodeURIComponent(domain)}/history` as const
  const query = { metric, baseline, campaign: campaignId }
  return [
    h('h2', { id: 'over-time' }, 'Over time'),
    block({
      ...context,
      what: 'the history of the site',
      size: 'chart',
      load: () => context.api.get('siteHistory', path, query),
      again: ({ pending }) => pending,
      show: (answer) =>
        figure({
          ...context,
          ...{
            id: 'history',
            title: `Gain and ${metricWords(metric)} over time`,
            source: probed.source,
            site: domain,
          },
          holds: [metricInFileName(metric), 'history'],
          links: dataLinks(path, query),
          draw: (options) => siteHistoryChart(historyData(answer, detail.changes, vantage), options),
        }),
    }),
  ]
}

/**
 * Surveys are shown from the vantage point of the shown campaign alone, where there are some: from elsewhere a site may answer
 * differently, which is no change.
 *
 * @param changes between surveys, as the page lists them
 * @param vantage of the shown campaign
 */
function historyData(
  { metric, baseline, rows, surveys }: SiteHistory,
  changes: SiteDetail['changes'],
  vantage: string | null,
): SiteHistoryData {
  const seen = surveys.filter((survey) => survey.vantage === vantage)
  const byArm = Map.groupBy(rows, ({ arm }) => arm)
  const gained = [...byArm].map(([arm, found]) => ({
    arm,
    points: found.map((row) => ({ ...pointOf(row), median: row.armMedian })),
  }))
  return {
    metric: metricWords(metric),
    unit: METRICS[metric].unit,
    baseline: armLabel(baseline),
    arms: [{ arm: baseline, points: baselinePoints(rows) }, ...gained],
    surveysFrom: seen.length > 0 && vantage !== null ? vantage : null,
    surveys: (seen.length > 0 ? seen : surveys).map(
      ({ surveyId, visitedAt, vantage, h2, h3, h3Claimed }) => ({
        timeMs: Date.parse(visitedAt),
        survey: `#${surveyId}`,
        vantage: vantageName(vantage),
        facts: [h2, h3, h3Claimed],
        changes: changes
          .filter((change) => change.surveyId === surveyId)
          .map(({ label, change }) => `${change}: ${label}`),
      }),
    ),
  }
}

function pointOf({
  campaignId,
  createdAt,
  vantage,
  sameConditions,
  n,
  gain,
  gainInterval,
}: HistoryGain): HistoryPoint {
  return {
    timeMs: Date.parse(createdAt),
    campaign: `#${campaignId}`,
    vantage: vantageName(vantage),
    ...{ sameConditions, n, gain, median: null },
    interval: gainInterval === null ? null : [gainInterval.low, gainInterval.high],
  }
}

/** Draws each campaign's baseline median beside the arm that has most rounds with it. */
function baselinePoints(rows: readonly HistoryGain[]): readonly HistoryPoint[] {
  return [...Map.groupBy(rows, ({ campaignId }) => campaignId).values()]
    .map((found) => found.reduce((most, row) => (row.n > most.n ? row : most)))
    .map((row) => ({ ...pointOf(row), median: row.baselineMedian, gain: null, interval: null }))
    .toSorted((a, b) => a.timeMs - b.timeMs)
}
