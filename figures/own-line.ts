import { column, orNull } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

export const ownLine = plainFigure({
  name: 'ownLine',
  slug: 'own-line',
  of: 'survey',
  title: 'Round trips on the survey’s own line',
  description: 'To the known-good HTTP/3 server, before a survey and during it',
  head: { surveyId: column('count', 'survey') },
  columns: {
    idleMs: column('number', 'before', 'Before the first site was visited', { unit: 'ms' }),
    busyMs: orNull(
      column('number', 'during', 'Median while sites were visited; null: never asked meanwhile', {
        unit: 'ms',
      }),
    ),
    n: column('count', 'n', 'Answers while sites were visited'),
    fillsOwnLine: orNull(
      column(
        'flag',
        'fills its line',
        'The median is more than twice the first and 20 ms above it: sites’ round trips then contain our own queue. Null: fewer than 3 answers',
      ),
    ),
  },
  order: 'One, or none where the survey asked no such server',
  note: (_, [row]) =>
    row?.fillsOwnLine === true
      ? 'This survey filled its own line: round trips of its sites have our own queue in them. Fewer sites at once would show less.'
      : 'A survey that fills its own line measures its own queue as round trips of sites.',
  isShown: () => true,
})

export type OwnLine = FigureAnswer<typeof ownLine>
