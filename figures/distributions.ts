import { type Column, column, orNull } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageSubject, SUBJECT_IN_ROWS } from './page-subject.ts'
import { count } from './quantity.ts'

const value = (heading: string, shown: Column['shown'] = 'always') =>
  orNull(column('number', heading, null, { shown }))

const metric = column('metric', 'metric')
const p = column('numbers', 'p', 'Shares from 0 to 1 at which the quantiles are given')
const values = column('numbers', 'values', 'Quantile (R-7) at `p`', {
  namedBy: 'metric',
  shown: 'never',
})

/** A curve for each row: its values stand at the shares `p`. */
const curve = { at: 'p', values: 'values' } as const

export const cdf = figure({
  name: 'cdf',
  title: 'Distribution',
  description: 'Empirical distribution of a metric',
  head: { ...pageSubject, metric, p },
  inRows: SUBJECT_IN_ROWS,
  columns: {
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Valid samples with a value'),
    leftOut: column('leftOut', 'left out'),
    min: value('least'),
    ...{ p05: value('5 %'), p25: value('25 %'), p50: value('50 %'), p75: value('75 %') },
    ...{ p90: value('90 %'), p95: value('95 %'), p99: value('99 %') },
    max: value('most'),
    values,
  },
  curve,
  order: 'By arm, then by `p`',
})

export const labCdf = figure({
  name: 'labCdf',
  title: 'Retransmissions',
  description: 'Distribution of a metric over all loads of the conditions',
  head: {
    labRunId: column('count', 'lab run'),
    metric,
    fixed: column('factors', 'held', 'Factors that are held at one value'),
    conditions: column('count', 'conditions', 'With a measurement'),
    p,
  },
  columns: {
    arm: column('arm', 'protocol'),
    conditions: column('count', 'conditions', 'With a value of this arm', { shown: 'never' }),
    n: column('count', 'n', 'Valid loads with a value'),
    leftOut: column('count', 'left out', 'Failed, invalid, or without a value'),
    zeroShare: orNull(column('estimate', 'none', 'Share of loads with 0', { unit: 'fraction' })),
    mean: value('mean', 'where there is room'),
    ...{ p50: value('median'), p75: value('75 %'), p90: value('90 %'), p95: value('95 %') },
    max: value('most'),
    band: orNull(
      column('number', 'band ±', 'Half the height of the 95 % band (Dvoretzky, Kiefer and Wolfowitz)', {
        unit: 'fraction',
        shown: 'where there is room',
      }),
    ),
    values,
  },
  curve,
  order: 'By arm, then by `p`',
  note: ({ conditions }) =>
    `Packets that a load sent again, both ways, over all loads of ${count(conditions, 'condition')}, which are chosen, so that a ` +
    'curve is of this choice. None: loads without one. Band: half the height of the 95 % band around the distribution ' +
    '(Dvoretzky, Kiefer and Wolfowitz).',
  isShown: ({ n }) => n > 0,
})

export type Cdf = FigureAnswer<typeof cdf>
export type LabCdf = FigureAnswer<typeof labCdf>
