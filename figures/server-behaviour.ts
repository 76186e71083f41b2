import { type Column, column, orNull, type Unit } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Loads with a value. */
const n: Column<'count', false, never> = column('count', 'n', null, { shown: 'never' })

/** Shows what the servers of a lab run did, as the packets of its loads show it. */
export const serverBehaviour = plainFigure({
  name: 'serverBehaviour',
  slug: 'server-behaviour',
  of: 'lab run',
  title: 'What servers did',
  description: 'What each server of a lab run did on the wire, by its settings and protocol',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    server: column('text', 'server', null),
    settings: column('factors', 'settings', 'Factors of the plan that set the server'),
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Valid loads'),
    inWords: column('text', 'found', 'What the medians say'),
    firstFlightPackets: median('first flight'),
    firstFlightPacketsN: n,
    firstFlightBytes: median('bytes of it', 'bytes'),
    firstFlightBytesN: n,
    firstFlightGrowth: median('growth', 'ratio'),
    firstFlightGrowthN: n,
    firstFlightSpread: median('spread', 'ratio'),
    firstFlightSpreadN: n,
    firstFlightBurstShare: median('within 1 ms', 'fraction'),
    firstFlightBurstShareN: n,
    packetsPerAck: median('packets per ACK', 'ratio'),
    packetsPerAckN: n,
    serverHandshakeBytes: median('handshake', 'bytes'),
    serverHandshakeBytesN: n,
    handshakeAmplification: median('amplification', 'ratio'),
    handshakeAmplificationN: n,
    handshakeRoundTrips: median('set-up in round trips'),
    handshakeRoundTripsN: n,
    datagramBytesLargest: median('largest datagram', 'bytes'),
    datagramBytesLargestN: n,
    datagramBytesMode: median('most frequent', 'bytes'),
    datagramBytesModeN: n,
    qpackTableBytes: median('QPACK table', 'bytes'),
    qpackTableBytesN: n,
    responseHeaderBytes: median('header section', 'bytes'),
    responseHeaderBytesN: n,
    priorityOrderShare: median('in order of priority', 'fraction'),
    priorityOrderShareN: n,
    turnShare: median('in turn', 'fraction'),
    turnShareN: n,
    answerWaitMs: median('wait for an answer', 'ms'),
    answerWaitMsN: n,
    bodyWaitMs: median('wait for a body', 'ms'),
    bodyWaitMsN: n,
  },
  order: 'By server, settings and protocol',
  note: () =>
    'Medians, over all valid loads whose packets were captured, of the metrics of those names; null where no load shows one. `…N`: loads that do.',
  isShown: ({ n: loads }) => loads > 0,
})

export type ServerBehaviour = FigureAnswer<typeof serverBehaviour>

function median(heading: string, unit: Unit = 'count'): Column<'number', true, never> {
  return orNull(column('number', heading, null, { unit, shown: 'where there is room' }))
}
