import type { AdoptionTrend } from '../../../server/contract/contract.ts'
import { adoptionBarsChart } from '../../charts/adoption-bars.ts'
import { adoptionTrendChart } from '../../charts/adoption-trend.ts'
import { trendSource } from '../../citation/source.ts'
import { choiceOf } from '../../client/address.ts'
import { apiUrl, dataLinks } from '../../client/api.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import { choice, controls } from '../controls/controls.ts'
import type { ShownTrend } from '../shown-data.ts'
import { vantageFacts } from '../vantage/vantage-facts.ts'
import type { ViewContext } from '../view.ts'
import { ADOPTION_BARS, type AdoptionChoices, adoptionChoices, groupBars } from './adoption-data.ts'
import { churnTable } from './churn-table.ts'
import { pointsOf, type TrendSites, trendLines, vantageName } from './trend-data.ts'

/** Adoption over surveys and from several vantage points. */
export function trendSection(context: ViewContext, shown: ShownTrend): Child {
  const { trend, until } = shown
  const choices = adoptionChoices(context.query)
  const rowLabel = ADOPTION_BARS.find((bar) => bar.row === choices.row)?.label ?? choices.row
  const isFollowed = hasTrend(trend)
  const sites = trendSites(context.query, trend)
  return [
    isFollowed ? h('h2', 'Adoption over time') : null,
    isFollowed ? sitesControl(context, sites) : null,
    trendFigures(context, shown, choices, sites),
    churnTable(trend, choices.row, rowLabel),
    isFollowed ? changeLinks(until) : null,
    vantageFigures(context, shown, choices, rowLabel),
    vantageFacts(
      context,
      trend.series.map(({ vantage }) => vantage),
    ),
  ]
}

const hasTrend = ({ series }: AdoptionTrend): boolean => series.some(({ surveyIds }) => surveyIds.length > 1)

/** Says which sites the trend is over, as the address says; there is no choice where no list was surveyed twice. */
export function trendSites(query: URLSearchParams, trend: AdoptionTrend): TrendSites {
  return hasTrend(trend) ? choiceOf(query, 'sites', ['list', 'common'] as const, 'list') : 'list'
}

function sitesControl({ go }: ViewContext, sites: TrendSites): VNode {
  return controls(
    'Which sites the trend is over',
    choice(go, 'sites', 'trend over', sites, {
      list: 'each survey’s whole list',
      common: 'sites that every survey has',
    }),
  )
}

/** One for each vantage point: lines of several would hide each other. */
export function trendFigures(
  context: ViewContext,
  { trend, until }: ShownTrend,
  { denominator }: AdoptionChoices,
  sites: TrendSites,
): readonly VNode[] {
  const byVantage = [...Map.groupBy(trend.series, ({ vantage }) => vantage)]
  return byVantage.flatMap(([vantage, series], index) => {
    const points = series.flatMap((one) => pointsOf(one, trend.points))
    const source = trendSource({ points: points.toSorted((a, b) => a.surveyId - b.surveyId) }, until)
    if (source === null) return []
    const population = denominator === 'all' ? 'all sites' : 'reachable sites'
    return [
      figure({
        ...context,
        id: index === 0 ? 'trend' : `trend-${index + 1}`,
        title: `Adoption over surveys${byVantage.length === 1 ? '' : `, ${vantageName(vantage)}`}`,
        source,
        holds: ['adoption-trend'],
        embed: { figure: 'trend', site: null, choices: { of: denominator, sites, until: String(until) } },
        links: dataLinks('/adoption/trend', { until }),
        draw: (options) =>
          adoptionTrendChart(
            {
              population: sites === 'common' ? 'sites in every survey' : population,
              lines: trendLines({ series, points }, denominator, sites),
            },
            options,
          ),
      }),
    ]
  })
}

/** A feed goes on with surveys to come; the tables are of those that the page shows. */
function changeLinks(until: number): VNode {
  const link = (format: 'json' | 'csv' | 'atom', words: string): VNode =>
    h('a', { href: apiUrl('/changes', { until: format === 'atom' ? null : until, format }) }, words)
  return h(
    'p.note',
    'Each change by its site: ',
    link('json', 'JSON'),
    ', ',
    link('csv', 'CSV'),
    ', ',
    link('atom', 'Atom feed'),
    '. Sites that change more than once are counted as to and fro; those that come or go with the list are no change.',
  )
}

/** The newest survey of a list from each vantage point; none where there is one vantage point alone. */
function vantageFigures(
  context: ViewContext,
  { trend, until }: ShownTrend,
  { row, denominator, population }: AdoptionChoices,
  rowLabel: string,
): Child {
  const lists = [...Map.groupBy(trend.series, ({ list }) => list)]
  return lists.flatMap(([list, series], index): VNode[] => {
    const newest = series.flatMap((one) => pointsOf(one, trend.points).at(-1) ?? [])
    const source = trendSource({ points: newest }, until)
    if (newest.length < 2 || source === null) return []
    const groups = newest.map((point) => ({ label: vantageName(point.vantage), group: point }))
    return [
      figure({
        ...context,
        id: index === 0 ? 'by-vantage' : `by-vantage-${index + 1}`,
        title: `${rowLabel} by vantage point${lists.length === 1 ? '' : `, ${list}`}`,
        source,
        holds: ['adoption', row, 'by-vantage'],
        links: dataLinks('/adoption/trend', { until }),
        draw: (options) =>
          adoptionBarsChart(
            {
              population: `${population}, newest survey from each vantage point`,
              bars: groupBars(groups, row, denominator),
            },
            options,
          ),
      }),
    ]
  })
}
