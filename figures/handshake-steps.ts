import { column, orNull } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Says where the handshakes of a lab run take a round trip more. */
export const handshakeSteps = plainFigure({
  name: 'handshakeSteps',
  slug: 'handshake-steps',
  of: 'lab run',
  title: 'Steps of the handshake',
  description:
    'Bytes at which a server’s part of the handshake needs a round trip more, by the packets of a lab run’s loads',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    condition: column('factors', 'condition', 'All factors but those of the handshake'),
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Valid loads whose handshake was measured'),
    roundTrips: orNull(
      column('number', 'round trips', 'Below the step; null: no step was found', { unit: 'count' }),
    ),
    mostBytes: orNull(column('number', 'without', 'Most bytes without another one', { unit: 'bytes' })),
    fewestBytes: orNull(column('number', 'with', 'Fewest bytes with another one', { unit: 'bytes' })),
    limitBytes: orNull(
      column('number', 'limit', 'What servers sent before they waited: median above the step', {
        unit: 'bytes',
      }),
    ),
    otherwise: orNull(
      column(
        'count',
        'otherwise',
        'Loads that took more or fewer round trips than their bytes say, left out of the step',
      ),
    ),
    expectedBytes: orNull(
      column(
        'number',
        'expected',
        'Over TCP the initial window; over QUIC three times what the client sent first (RFC 9000, 8.1)',
        { unit: 'bytes' },
      ),
    ),
    offPackets: orNull(
      column('number', 'off', 'Limit less what was expected, in full packets', { unit: 'count' }),
    ),
  },
  order: 'By condition, then by arm',
  note: () =>
    'A server that has sent all that it may waits for the client, which takes a round trip: what it sent before is the limit, up to a packet.',
  isShown: ({ n }) => n > 0,
})

export type HandshakeSteps = FigureAnswer<typeof handshakeSteps>
