import { ARM_NAMES } from '../model/arm.ts'
import { column, orNull, partsColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageOf } from './paging.ts'
import { listedRank } from './survey-sites.ts'

const known = (heading: string) => orNull(column('flag', heading))
const median = (heading: string, meaning: string | null = null) => orNull(column('number', heading, meaning))

export const sites = figure({
  name: 'sites',
  title: 'Sites',
  description: 'Sites of a survey and of a campaign, with what both found',
  head: {
    metric: column('metric', 'metric'),
    baseline: column('arm', 'baseline'),
    surveyId: orNull(column('count', 'survey')),
    surveyVantage: orNull(column('text', 'survey from', 'From where that survey measured')),
    ...pageOf('Sites'),
    cutAtRank: orNull(
      column(
        'count',
        'cut at',
        'Surveyed sites beyond this place in the list are left out here; null: none are',
      ),
    ),
  },
  inRows: ['surveyId', 'surveyVantage', 'metric', 'baseline'],
  columns: {
    ...listedRank,
    domain: column('text', 'site'),
    surveyed: column(
      'flag',
      'surveyed',
      'In the survey, which reachability, protocols, CDN, server and RTT are from',
    ),
    reachable: known('reachable'),
    http: known('HTTP'),
    h1: known('HTTP/1.1'),
    h2: known('HTTP/2'),
    h3: known('HTTP/3'),
    h3Claimed: known('claims h3'),
    cdn: orNull(column('text', 'CDN')),
    server: orNull(column('text', 'server')),
    rttMs: orNull(column('number', 'RTT', 'Of the survey', { unit: 'ms' })),
    campaignId: orNull(column('count', 'campaign', 'The campaign that the values are from')),
    campaignVantage: orNull(
      column('text', 'campaign from', 'From where that campaign measured; rows may differ'),
    ),
    site: orNull(column('count', 'number', 'Its number in that campaign')),
    requests: median(
      'requests',
      'Median of `baseline` over its first 512 rounds, as hosts, size and initial window are',
    ),
    domains: median('hosts'),
    sizeBytes: median('size'),
    initialWindow: median('initial window'),
    gains: partsColumn(ARM_NAMES, 'gains', 'Over `baseline`', {
      n: column('count', 'n'),
      gain: orNull(column('number', 'gain', null, { unit: 'ratio' })),
      gainInterval: orNull(column('interval', '95 % interval', null, { unit: 'ratio' })),
      verdict: orNull(column('verdict', 'verdict')),
      pending: column('flag', 'being computed'),
    }),
  },
  order: 'As asked for; sites without a value stand last',
})

export type Sites = FigureAnswer<typeof sites>
export type SiteRow = Sites['rows'][number]
export type Gain = NonNullable<SiteRow['gains']['h2']>
