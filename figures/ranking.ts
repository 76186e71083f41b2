import { column, orNull } from './column.ts'
import { figure } from './figure.ts'

export const ranking = figure({
  name: 'ranking',
  title: 'Sites by gain',
  description: 'Sites of a campaign by the gain of an arm',
  head: {
    metric: column('metric', 'metric'),
    arm: column('arm', 'arm'),
    baseline: column('arm', 'baseline'),
    campaignId: orNull(column('count', 'campaign', 'Null: there is no live campaign')),
    vantage: orNull(column('text', 'from', 'Where it was measured; null: not stated')),
    pending: column('count', 'being computed', 'Sites whose comparison is being computed'),
    withoutInterval: column(
      'count',
      'without interval',
      'Sites among the rows with too few rounds for an interval',
    ),
    withoutPairs: column(
      'count',
      'without pairs',
      'Sites left out: no round in which both arms have a value',
    ),
  },
  inRows: ['vantage', 'metric', 'arm', 'baseline'],
  columns: {
    domain: column('text', 'site'),
    rank: orNull(column('count', 'rank')),
    campaignId: column('count', 'campaign'),
    site: column('count', 'number', 'Of the site within the campaign, from 0'),
    n: column('count', 'n', 'Rounds in which both arms have a value'),
    baselineMedian: column('number', 'baseline median', 'In the unit of the metric'),
    armMedian: column('number', 'median', 'In the unit of the metric'),
    gain: column('number', 'gain', 'median(baseline) / median(arm): above 1 the arm is faster', {
      unit: 'ratio',
    }),
    gainInterval: orNull(column('interval', '95 % interval', null, { unit: 'ratio' })),
    verdict: column('verdict', 'verdict'),
    pValue: orNull(column('number', 'p', 'Wilcoxon signed-rank, of the rounds’ log ratios')),
    holm: orNull(
      column('flag', 'different', 'Different at 5 % over all rows together (Holm 1979); null: no p-value'),
    ),
  },
  order: 'Largest gain first',
})
