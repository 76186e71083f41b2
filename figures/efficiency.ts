import { column } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'

/** Says how near the loads of a lab run come to what the wire allows. */
export const efficiency = figure({
  name: 'efficiency',
  title: 'Efficiency against the wire limit',
  description: 'How near the loads come to what the wire allows',
  head: { labRunId: column('count', 'lab run'), metric: column('metric', 'metric') },
  columns: {
    cell: column('count', 'cell', 'Number of the condition within the run', { shown: 'never' }),
    factors: column('factors', 'condition'),
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Valid loads'),
    medianMs: column('number', 'median', 'Of the metric', { unit: 'ms' }),
    limitMs: column('number', 'limit', 'The smallest time that handshakes, round trips and rate allow', {
      unit: 'ms',
    }),
    efficiency: column('number', 'efficiency', 'limitMs / medianMs', { unit: 'fraction' }),
  },
  order: 'By condition, then by arm; only conditions with a limit',
  note: () => '100 % is the smallest time that handshakes, round trips and rate of the link allow.',
  isShown: () => true,
})

export type Efficiency = FigureAnswer<typeof efficiency>
