import { column, orNull } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Shows what announcing HTTP/3 costs where UDP is stopped. */
export const udpPrice = plainFigure({
  name: 'udpPrice',
  slug: 'udp-price',
  of: 'lab run',
  title: 'Price of announcing HTTP/3',
  description:
    'Page load times of the arm that is told of HTTP/3 against the one that is not, by what becomes of UDP on the way',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    condition: column('factors', 'condition', 'All factors but the path of UDP and the visit'),
    udp: column('text', 'UDP', 'What becomes of it'),
    visit: column('text', 'visit', 'Of the one that is told of HTTP/3; the other’s is cold', {
      shown: 'where rows differ',
    }),
    arm: column('arm', 'announced'),
    baseline: column('arm', 'not announced'),
    n: column('count', 'n', 'Rounds with a valid load of both'),
    baselineMs: orNull(column('number', 'without', 'Median page load time', { unit: 'ms' })),
    medianMs: orNull(column('number', 'with', 'Median page load time', { unit: 'ms' })),
    price: orNull(
      column('estimate', 'price', 'Hodges-Lehmann estimate of the difference within rounds', { unit: 'ms' }),
    ),
    stopped: orNull(
      column('number', 'stopped', 'Packets of UDP, median of a load; null: nothing counts them', {
        unit: 'count',
      }),
    ),
    http3: orNull(
      column('number', 'HTTP/3', 'Share of requests that came by it, median', { unit: 'fraction' }),
    ),
  },
  order: 'By condition, then in the order of the plan',
  note: () =>
    'A negative price is a gain. Each load begins in a browser context that remembers nothing, but for what the plan’s visit prepares.',
  isShown: ({ n }) => n > 0,
})

export type UdpPrice = FigureAnswer<typeof udpPrice>
