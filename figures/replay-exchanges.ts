import { column } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Limits what is looked at, so that an answer takes a second or two whatever the run's size. */
export const REPLAY_EXCHANGE_LIMITS = { conditions: 10, loads: 10, rows: 100 } as const
const { conditions, loads, rows } = REPLAY_EXCHANGE_LIMITS

/** Says which exchanges of a recorded page took another time replayed than live. */
export const replayExchanges = plainFigure({
  name: 'replayExchanges',
  slug: 'replay-exchanges',
  of: 'lab run',
  title: 'Exchanges live and replayed',
  description: 'How long each exchange of a recorded page waited and received, live and replayed',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    cell: column('count', 'condition', null, { shown: 'never' }),
    page: column('text', 'page', 'The factor `page` of the plan', { shown: 'where rows differ' }),
    arm: column('arm', 'protocol'),
    exchange: column('count', 'exchange', 'Its `id` in the recording', { shown: 'never' }),
    url: column('text', 'URL', 'Without query and fragment'),
    n: column('count', 'n', 'Replayed loads that have it'),
    liveWaitedMs: column('number', 'live wait', 'From the request to the first byte, median of live loads', {
      unit: 'ms',
    }),
    waitedMs: column('number', 'replay wait', 'The same, median of replayed loads', { unit: 'ms' }),
    liveReceivedMs: column(
      'number',
      'live receive',
      'From the response’s head to its last byte, median of live loads',
      { unit: 'ms' },
    ),
    receivedMs: column('number', 'replay receive', 'The same, median of replayed loads', { unit: 'ms' }),
    differenceMs: column(
      'number',
      'difference',
      'Replay less live, of the two times the one that differs more',
      { unit: 'ms' },
    ),
  },
  order: `The largest difference first, at most ${rows}`,
  note: () =>
    `Of arms that have live loads, first ${loads} valid loads each, of the ${conditions} conditions whose page load time is furthest from live. Exchanges without a recorded time, or that no replayed load asked for, are left out.`,
  isShown: () => true,
})

export type ReplayExchanges = FigureAnswer<typeof replayExchanges>
