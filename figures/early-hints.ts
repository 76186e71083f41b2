import { column, orNull } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Says what a 103 saves a page whose document is slow to come. */
export const earlyHints = plainFigure({
  name: 'earlyHints',
  slug: 'early-hints',
  of: 'lab run',
  title: 'Time saved by Early Hints',
  description: 'Page load times with a 103 that announces what the document names, and without',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    condition: column('factors', 'condition', 'All factors but `earlyHints`'),
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Rounds that both have'),
    withoutMs: orNull(column('number', 'without', 'Median page load time', { unit: 'ms' })),
    withMs: orNull(column('number', 'with', 'Median page load time', { unit: 'ms' })),
    saved: orNull(
      column('estimate', 'saved', 'Hodges-Lehmann estimate of the difference within rounds', { unit: 'ms' }),
    ),
    hinted: orNull(
      column('number', 'announced', 'Requests that a 103 had asked for, median of a load with it', {
        unit: 'count',
      }),
    ),
  },
  order: 'By condition, then protocol',
  note: () => 'A load that shows no request of a 103 is left out. Over HTTP/1.1 browsers act on none.',
  isShown: ({ n }) => n > 0,
})

export type EarlyHints = FigureAnswer<typeof earlyHints>
