import { type Column, column, orNull, type Unit } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** What the servers of a lab run did, as the packets of its loads show it. */
export const serverBehaviour = plainFigure({
  name: 'serverBehaviour',
  slug: 'server-behaviour',
  of: 'lab run',
  title: 'What servers did',
  description: 'What each server of a lab run did on the wire, by its settings and protocol',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    server: column('text', 'server', 'The factor `server` of the plan'),
    settings: column('factors', 'settings', 'Factors of the plan that set the server'),
    arm: column('arm', 'protocol'),
    n: column('count', 'n', 'Valid loads'),
    inWords: column('text', 'found', 'What the medians say; what they do not is left out'),
    firstFlightPackets: median('first flight', 'first_flight_packets'),
    firstFlightPacketsN: n('first_flight_packets'),
    firstFlightBytes: median('bytes of it', 'first_flight_bytes', 'bytes'),
    firstFlightBytesN: n('first_flight_bytes'),
    firstFlightGrowth: median('growth', 'first_flight_growth', 'ratio'),
    firstFlightGrowthN: n('first_flight_growth'),
    firstFlightSpread: median('spread', 'first_flight_spread', 'ratio'),
    firstFlightSpreadN: n('first_flight_spread'),
    firstFlightBurstShare: median('within 1 ms', 'first_flight_burst_share', 'fraction'),
    firstFlightBurstShareN: n('first_flight_burst_share'),
    packetsPerAck: median('packets per ACK', 'packets_per_ack', 'ratio'),
    packetsPerAckN: n('packets_per_ack'),
    handshakeBytesDown: median('handshake', 'handshake_bytes_down', 'bytes'),
    handshakeBytesDownN: n('handshake_bytes_down'),
    handshakeAmplification: median('amplification', 'handshake_amplification', 'ratio'),
    handshakeAmplificationN: n('handshake_amplification'),
    handshakeRounds: median('set-up in round trips', 'handshake_rounds', 'ratio'),
    handshakeRoundsN: n('handshake_rounds'),
    datagramBytesLargest: median('largest datagram', 'datagram_bytes_largest', 'bytes'),
    datagramBytesLargestN: n('datagram_bytes_largest'),
    datagramBytesMode: median('most frequent', 'datagram_bytes_mode', 'bytes'),
    datagramBytesModeN: n('datagram_bytes_mode'),
    qpackTableBytes: median('QPACK table', 'qpack_table_bytes', 'bytes'),
    qpackTableBytesN: n('qpack_table_bytes'),
    responseHeaderBytes: median('header section', 'response_header_bytes', 'bytes'),
    responseHeaderBytesN: n('response_header_bytes'),
    priorityOrderShare: median('in order of priority', 'priority_order_share', 'fraction'),
    priorityOrderShareN: n('priority_order_share'),
    turnShare: median('in turn', 'turn_share', 'fraction'),
    turnShareN: n('turn_share'),
    answerWaitMs: median('wait for an answer', 'answer_wait_ms', 'ms'),
    answerWaitMsN: n('answer_wait_ms'),
    bodyWaitMs: median('wait for a body', 'body_wait_ms', 'ms'),
    bodyWaitMsN: n('body_wait_ms'),
  },
  order: 'By server, settings and protocol',
  note: () =>
    'Medians over all valid loads of the run whose packets were captured, of whatever page and link; metrics as in docs/metrics.md. ' +
    'What a load cannot show has no part in its median.',
  isShown: ({ n: loads }) => loads > 0,
})

export type ServerBehaviour = FigureAnswer<typeof serverBehaviour>

function median(heading: string, metric: string, unit: Unit = 'count'): Column<'number', true, never> {
  const meaning = `Median of \`${metric}\`; null: no load shows it`
  return orNull(column('number', heading, meaning, { unit, shown: 'where there is room' }))
}

function n(metric: string): Column<'count', false, never> {
  return column('count', 'n', `Loads with a value of \`${metric}\``, { shown: 'never' })
}
