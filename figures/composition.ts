import { column, orNull, type RowOf } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageOf } from './paging.ts'

const median = (heading: string, unit?: 'bytes' | 'ms' | 'fraction', meaning: string | null = null) =>
  orNull(column('number', heading, meaning, unit && { unit }))
const share = (hosts: number) =>
  orNull(
    column('number', `top ${hosts}`, 'Share of requests to so many top hosts', {
      unit: 'fraction',
    }),
  )

/** Columns of what a page is made of: medians over the valid samples of its first 512 rounds. */
export const pageFacts = {
  requests: median('requests'),
  sizeBytes: median('size', 'bytes'),
  domains: median('hosts', undefined, 'Hosts'),
  servers: median('addresses', undefined, 'IP addresses'),
  ...{
    shareTop1: share(1),
    shareTop2: share(2),
    shareTop3: share(3),
    shareTop4: share(4),
    shareTop5: share(5),
  },
  initialWindow: median('initial window'),
  rttMinMs: median('shortest RTT', 'ms'),
  rttMedianMs: median('median RTT', 'ms'),
  rttMaxMs: median('longest RTT', 'ms'),
}

export const composition = figure({
  name: 'composition',
  title: 'Pages',
  description:
    'What the pages of a campaign are made of under one arm (Elkhatib 2014, Table I; CableLabs 2012, Tables 2 and 3)',
  head: {
    campaignId: column('count', 'campaign'),
    vantage: orNull(column('text', 'from', 'Where it was measured; null: not stated')),
    surveyId: orNull(column('count', 'survey', 'The survey that server and CDN are from')),
    arm: column('arm', 'arm', 'Whose samples the medians are of'),
    arms: column('arms', 'arms', 'Of the campaign'),
    ...pageOf('Sites'),
  },
  inRows: ['campaignId', 'vantage', 'arm'],
  columns: {
    rank: orNull(column('count', 'rank')),
    domain: column('text', 'site'),
    site: column('count', 'number', 'Of the site within the campaign, from 0'),
    n: column('count', 'n', 'Valid samples of the arm'),
    ...pageFacts,
    connections: column('byArm', 'connections', 'Of each arm'),
    server: orNull(column('text', 'server', 'Server software, of the campaign’s survey')),
    cdn: orNull(column('text', 'CDN', 'Of the campaign’s survey')),
  },
  order: 'As asked for; sites without a value stand last',
})

export type PageFacts = RowOf<typeof pageFacts>
export type CampaignComposition = FigureAnswer<typeof composition>
export type CompositionRow = CampaignComposition['rows'][number]
