import { column, orNull } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

export const requestsByCdn = plainFigure({
  name: 'requestsByCdn',
  slug: 'requests-by-cdn',
  of: 'campaign',
  title: 'Requests by CDN',
  description: 'Requests of a campaign’s pages, by arm and the CDN that its survey found',
  head: { campaignId: column('count', 'campaign') },
  columns: {
    arm: column('arm', 'protocol'),
    cdn: orNull(column('text', 'CDN', 'Null: of no known CDN, or not surveyed')),
    sites: column('count', 'sites', 'With a valid load under this arm'),
    requests: orNull(
      column('number', 'requests', 'Median over sites, of the median over the loads of each', {
        unit: 'count',
      }),
    ),
  },
  order: 'By arm, then by CDN, those of the most sites first',
  note: () => 'Medians over sites of the median requests of a load; a site without a valid load is left out.',
  isShown: () => true,
})

export type RequestsByCdn = FigureAnswer<typeof requestsByCdn>
