import { gain, integer, range } from '../../../figures/quantity.ts'
import type { SiteDetail, SiteVantages, VantageGain } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { scrollTable, tableFiles } from '../../figure/scroll-table.ts'
import { vantageName } from '../overview/trend-data.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** What each arm gained from each vantage point; nothing where campaigns loaded the page from one alone. */
export function vantageGains(
  context: ViewContext,
  { campaigns }: SiteDetail,
  { domain, campaignId, metric, baseline }: ProbedSite,
): Child {
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  if (new Set(live.map(({ vantage }) => vantage)).size < 2) return null
  const query = { metric, baseline, campaign: campaignId }
  return block({
    ...context,
    what: 'the gains from each vantage point',
    size: 'small',
    load: () => context.api.get('siteVantages', `/sites/${encodeURIComponent(domain)}/vantages`, query),
    again: ({ pending }) => pending,
    show: (answer) => vantageGainTable(answer, campaignId),
  })
}

/** Nothing where no two vantage points are comparable. */
export function vantageGainTable(answer: SiteVantages, campaign: number): Child {
  const { domain, metric, baseline, reference, rows } = answer
  if (new Set(rows.map(({ vantage }) => vantage)).size < 2) return null
  const name = vantageName(reference)
  const caption = `Gain over ${armLabel(baseline)} in ${metricWords(metric)} from each vantage point`
  return h(
    'section',
    {},
    h('h2', { id: 'vantage-gains' }, 'Gain from each vantage point'),
    scrollTable(
      caption,
      ['protocol', 'vantage point', 'campaign', 'rounds', 'gain (95 %)', `relative to ${name} (95 %)`],
      rows.map((row) => [
        armLabel(row.arm),
        vantageName(row.vantage),
        `#${row.campaignId}`,
        integer(row.n),
        row.gain === null ? 'unknown' : withInterval(row.gain, row.gainInterval),
        relativeWords(row, reference),
      ]),
    ),
    h(
      'p',
      { class: 'note' },
      `Relative: a gain divided by that from ${name}, of campaigns under the same conditions. They differ where the interval excludes 1, each row by itself: of 20 without a difference one does so by chance.`,
    ),
    tableFiles(
      dataLinks(`/sites/${encodeURIComponent(domain)}/vantages`, { metric, baseline, campaign }),
      rows.length,
      [domain, 'gains-by-vantage'],
    ),
  )
}

function withInterval(value: number, interval: VantageGain['gainInterval']): string {
  return interval === null
    ? `${gain(value)}, too few rounds`
    : `${gain(value)} (${range([interval.low, interval.high])})`
}

function relativeWords(
  { vantage, ratio, ratioInterval, differs, smallestDetectablePercent }: VantageGain,
  reference: string | null,
): string {
  if (vantage === reference) return 'reference'
  if (ratio === null) return 'unknown'
  const found = withInterval(ratio, ratioInterval)
  if (differs === null) return found
  if (differs) return `${found}, differs`
  return `${found}, no difference shown; smallest detectable difference ${smallestDetectablePercent?.toFixed(1)} %`
}
