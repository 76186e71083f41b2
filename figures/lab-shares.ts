import { column, orNull } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { count } from './quantity.ts'

/** The figure of whether the loads of a lab run were network or computation. */
export const labShares = figure({
  name: 'labShares',
  title: 'Network and computation',
  description: 'What the critical path of a lab run’s loads was; only loads of graphs have one',
  head: {
    labRunId: column('count', 'lab run'),
    fixed: column('factors', 'held', 'Factors that are held at one value'),
    conditions: column('count', 'conditions', 'With a measurement'),
  },
  columns: {
    arm: column('arm', 'protocol'),
    withoutDependencies: column(
      'flag',
      'dependencies',
      'Pages with cut dependencies (`flat-…`), never pooled with others',
      { words: ['as they are', 'cut'], shown: 'where rows differ' },
    ),
    conditions: column('count', 'conditions', 'With a value of this arm', { shown: 'where rows differ' }),
    n: column('count', 'n', 'Valid loads with a known critical path'),
    leftOut: column('count', 'left out', 'Failed, invalid, or without a known path'),
    network: orNull(
      column(
        'estimate',
        'network',
        'Share of the page load time in which the critical path was fetching, with think times: median, sign test’s interval from 6 loads on',
        { unit: 'fraction' },
      ),
    ),
    compute: orNull(
      column('estimate', 'computation', 'The same, computing; the rest is waits', {
        unit: 'fraction',
      }),
    ),
  },
  order: 'Pages with their dependencies first, then by arm',
  note: ({ conditions }) =>
    'What the critical path of a load was, as shares of the page load time: fetching, servers’ think times included, or ' +
    `computing; the rest is waits. Medians over all loads of ${count(conditions, 'condition')}, which are chosen, so that a ` +
    'share is of this choice.',
  isShown: ({ n }) => n > 0,
})

export type LabShares = FigureAnswer<typeof labShares>
