import { VISIT_NAMES } from '../model/visit.ts'
import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Shows what a lab run's visits save over a cold one, and the whole round trips that they save by theory. */
export const staircase = plainFigure({
  name: 'staircase',
  slug: 'staircase',
  of: 'lab run',
  title: 'Time saved by visits',
  description:
    'Page load time that a visit saves over a cold one, beside the round trips that it saves by theory',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    cell: column('count', 'condition', null, { shown: 'never' }),
    factors: column('factors', 'condition of both', 'All factors but visit and round-trip time', {
      shown: 'where rows differ',
    }),
    arm: column('arm', 'protocol'),
    visit: wordColumn('word', VISIT_NAMES, 'visit', 'Its level of the factor `visit`'),
    rttMs: column('number', 'round trip', 'As configured', { unit: 'ms' }),
    n: column('count', 'n', 'Rounds that both have'),
    coldMs: orNull(column('number', 'cold', 'Median page load time, cold', { unit: 'ms' })),
    visitMs: orNull(column('number', 'visit time', 'Median page load time of the visit', { unit: 'ms' })),
    savedMs: orNull(
      column(
        'estimate',
        'saved',
        'Cold less visit, by round: Hodges and Lehmann’s shift; null without a round',
        {
          unit: 'ms',
        },
      ),
    ),
    expectedMs: orNull(
      column('number', 'expected', 'Whole round trips by theory; null where there is no wire limit', {
        unit: 'ms',
      }),
    ),
    savedRoundTrips: orNull(
      column('number', 'saved (round trips)', 'Saved time / round trip; null without a delay', {
        unit: 'count',
      }),
    ),
    expectedRoundTrips: orNull(column('count', 'expected (round trips)')),
    verifiedShare: orNull(
      column(
        'number',
        'verified',
        'Share of the visit’s loads that were what it asks for; null without one',
        {
          unit: 'fraction',
        },
      ),
    ),
  },
  order: 'By condition, protocol, visit and round trip',
  note: () =>
    'Differences within rounds, in which each visit is loaded once. Theory counts round trips of handshakes (docs/lab.md, Visits); from a warm cache all of a cold load’s are saved.',
  isShown: () => true,
})

export type Staircase = FigureAnswer<typeof staircase>
