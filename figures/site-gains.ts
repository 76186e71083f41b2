import { ARMS } from '../model/arm.ts'
import { METRICS } from '../model/metrics.ts'
import { column, orNull, type RowOf } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'

const hidden = { shown: 'never' } as const
const ratio = { unit: 'ratio' } as const
const median = (heading: string) =>
  orNull(column('number', heading, 'In the unit of the metric; null where there is none', hidden))

/** Columns of what an arm gained in one campaign that loaded the page of a site. */
const campaignGain = {
  arm: column('arm', 'protocol'),
  vantage: orNull(column('text', 'from', 'Where it was measured; null: not stated')),
  campaignId: column('count', 'campaign', null, { shown: 'where there is room' }),
  site: column('count', 'number', 'Of the site within the campaign, from 0', hidden),
  createdAt: column('instant', 'started', 'Start of the campaign', hidden),
  browserVersion: orNull(column('text', 'browser', null, hidden)),
  n: column('count', 'rounds', 'Rounds in which both arms have a value'),
  baselineMedian: median('baseline median'),
  armMedian: median('median'),
  gain: orNull(column('number', 'gain', 'median(baseline) / median(arm): above 1 the arm is faster', ratio)),
  gainInterval: orNull(column('interval', '95 % interval', null, ratio)),
  verdict: orNull(column('verdict', 'verdict', null, hidden)),
}

const pending = column('flag', 'being computed', null, hidden)

const head = {
  domain: column('text', 'site'),
  metric: column('metric', 'metric'),
  baseline: column('arm', 'baseline'),
  pending,
}

export const siteVantages = figure({
  name: 'siteVantages',
  title: 'Gain from each vantage point',
  description:
    'Of each vantage point its newest live campaign under the conditions of the default one (`/defaults`)',
  head: {
    ...head,
    url: orNull(column('text', 'page', 'Null: no live campaign has loaded one')),
    sandbox: orNull(column('flag', 'sandbox')),
    reference: orNull(column('text', 'reference', 'The vantage point that the others are compared with')),
  },
  inRows: ['domain', 'metric', 'baseline', 'reference'],
  columns: {
    ...campaignGain,
    ratio: orNull(
      column('number', 'ratio', 'Gain / gain from the reference; null of the reference itself', ratio),
    ),
    ratioInterval: orNull(column('interval', '95 % interval', null, ratio)),
    differs: orNull(
      column('flag', 'differs', 'Whether its interval excludes 1, each row for itself; null: unknown', {
        words: ['not shown', 'yes'],
      }),
    ),
    smallestDetectablePercent: orNull(
      column(
        'number',
        'detects',
        'Smallest difference of the two gains that some 80 % of such pairs of campaigns show',
        { unit: 'percent' },
      ),
    ),
    pending,
  },
  order: 'By arm, then by vantage point',
  note: ({ domain, url, metric, baseline, reference }) =>
    `${METRICS[metric].label} of ${url ?? domain}: gain over ${ARMS[baseline].label}. Ratio: the gain divided by that from ` +
    `${reference ?? 'the one that is not stated'}, of campaigns under the same conditions. They differ where its interval ` +
    'excludes 1, each row by itself: of 20 without a difference one does so by chance. Detects: the smallest detectable ' +
    'difference of the two gains.',
})

export const siteHistory = figure({
  name: 'siteHistory',
  title: 'Gain over time',
  description: 'Gains of a site in its newest 50 live campaigns, and what surveys found of it',
  head,
  inRows: ['domain', 'metric', 'baseline'],
  columns: {
    ...campaignGain,
    sameConditions: column(
      'flag',
      'same conditions',
      'Page, link, device, screenshots and loading program are those of the shown campaign',
    ),
    pending,
  },
  order: 'By arm, then oldest campaign first',
})

export type CampaignGain = RowOf<typeof campaignGain & { readonly pending: typeof pending }>
export type VantageGain = FigureAnswer<typeof siteVantages>['rows'][number]
export type HistoryGain = FigureAnswer<typeof siteHistory>['rows'][number]
