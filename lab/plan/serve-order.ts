import type { Visit } from '../../model/visit.ts'
import type { ServeOrder } from '../origin/serve-order.ts'
import { quicCongestionControl, SERVERS } from '../origin/servers.ts'
import type { PlannedCell } from './plan.ts'

type ServedContent = Pick<
  ServeOrder,
  'www' | 'hosts' | 'certFile' | 'keyFile' | 'think' | 'altSvc' | 'replayFile'
> & {
  /** The `Link` of a 103 by the `host/path` that it announces the rest of. */
  readonly hints: Readonly<Record<string, string>>
}

/**
 * The order of a cell's server. What the cell sets of TCP is set of QUIC, too, where the server lets it be: so that
 * protocols are compared under equal windows.
 */
export function serveOrder(
  cell: Omit<PlannedCell, 'factors' | 'arms' | 'skip'>,
  served: ServedContent,
): ServeOrder {
  const { protocols, settable } = SERVERS[cell.server]
  const { hints, ...content } = served
  const isHinted = cell.earlyHints === 'on'
  return {
    server: cell.server,
    ...content,
    ...(isHinted && { hints }),
    maxConcurrentStreams: cell.streams,
    ...(cell.priorities === 'on' && { priorities: true }),
    ...(cell.addresses === 'origin' && { originFrame: true }),
    ...(cell.slowStart === 'hystart' && { quicSlowStart: 'hystart' as const }),
    ...visitOrder(cell.visit),
    // A browser takes from its cache what a 103 had it ask for, which what is not fresh is not in.
    ...(isHinted && { cacheControl: FRESH }),
    // The first one is preferred, and the newest is what a server prefers.
    alpn: protocols.toReversed(),
    keyExchange: cell.keyExchange,
    quicInitialWindowPackets: settable.includes('quicInitialWindow') ? cell.initcwnd : null,
    quicCongestionControl: quicCongestionControl(cell.server, cell.congestionControl),
  }
}

/** Everything stays fresh for longer than any run: of documents too. */
const FRESH = 'max-age=86400'

/** Says what a visit needs of the server; of cold ones it says nothing of connections, and hands out no tickets. */
function visitOrder(
  visit: Visit,
): Pick<ServeOrder, 'cacheControl' | 'sessionTickets' | 'earlyData' | 'connectionsSaid'> {
  return {
    cacheControl: visit === 'warm-cache' ? FRESH : null,
    sessionTickets: visit === 'resumed' || visit === 'zero-rtt',
    earlyData: visit === 'zero-rtt',
    connectionsSaid: visit !== 'cold',
  }
}

/** Packets that QUIC may send of a cell before the first acknowledgement; null: its server has no QUIC. */
export function quicWindowPackets(cell: Pick<PlannedCell, 'server' | 'initcwnd'>): number | null {
  const { settable, quic } = SERVERS[cell.server]
  if (quic === null) return null
  return settable.includes('quicInitialWindow') && cell.initcwnd !== null
    ? cell.initcwnd
    : quic.initialWindowPackets
}
