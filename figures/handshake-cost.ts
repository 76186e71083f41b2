import { column, orNull } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

export const handshakeCost = plainFigure({
  name: 'handshakeCost',
  slug: 'handshake-cost',
  of: 'lab run',
  title: 'Cost of handshakes',
  description:
    'Page load times of a lab run against those with the shortest handshake of the same condition, where key exchange, certificate chain or key vary',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    condition: column('factors', 'condition', 'All factors but those of the handshake'),
    arm: column('arm', 'protocol'),
    keyExchange: orNull(column('text', 'key exchange', 'Null: what browser and server have in common')),
    chainBytes: orNull(
      column('count', 'chain', 'Bytes that were asked for; null: as short as it gets', { unit: 'bytes' }),
    ),
    certificateKey: orNull(column('text', 'key', 'Of the certificate; null: not set by the plan')),
    n: column('count', 'n', 'Rounds with a valid load of both handshakes'),
    roundTrips: orNull(
      column('number', 'round trips', 'Of the handshake, median; null: unknown', { unit: 'count' }),
    ),
    handshakeBytes: orNull(
      column('number', 'server sent', 'Before the client’s Finished, median; null: unknown', {
        unit: 'bytes',
      }),
    ),
    shortestMs: orNull(
      column('number', 'shortest', 'Median page load time with the shortest handshake', { unit: 'ms' }),
    ),
    medianMs: orNull(column('number', 'median', 'Median page load time', { unit: 'ms' })),
    cost: orNull(
      column(
        'estimate',
        'cost',
        'Hodges-Lehmann estimate of the difference within rounds; null: it is the shortest itself',
        { unit: 'ms' },
      ),
    ),
    costShare: orNull(
      column('estimate', 'share', 'The same as a share of the median with the shortest handshake', {
        unit: 'fraction',
      }),
    ),
  },
  order: 'By condition and arm, the shortest handshake first',
  note: () =>
    'The shortest handshake of a condition is the one with the shortest chain, X25519 and a key of ECDSA. Each round has a ' +
    'load of each handshake, in a random order.',
  isShown: ({ n }) => n > 0,
})

export type HandshakeCost = FigureAnswer<typeof handshakeCost>
