import { addErrors, hasHeadroom, isBroken, type LoadInterval } from './load-intervals.ts'
import { type FigureSecond, openSockets } from './server-costs.ts'

/** Says what a server was short of when page times passed the limit; `ramp`: they never did. */
export type Limiting = 'client' | 'cpu' | 'workers' | 'connections' | 'ramp' | 'unknown'

export interface Limited {
  /** All that there was at that time, the client before all others: where it was busy the server may not have been short. */
  readonly by: readonly Limiting[]
  /** Users at the end of the first interval above the limit, else of the last one; null: there is none. */
  readonly users: number | null
  readonly serverBusy: number | null
  readonly clientBusy: number | null
  /** The most in that interval; null where it is not known. */
  readonly busyWorkers: number | null
  readonly sockets: number | null
  /** The most that the load program had resident in the whole load. */
  readonly clientBytes: number | null
}

export interface LimitingOptions {
  readonly limitMs: number
  /** Time after which a connection has failed: so much later, those of the time when the limit was passed show. */
  readonly connectLimitMs: number
  /** Threads of Apache; null of other servers. */
  readonly workers: number | null
}

/** The kernel counts in steps, and a server's core does other work now and then; so do Apache's threads. */
export const FULL = 0.9

/** Judges what one load says of what its server was short of. */
export function limitingOf(
  seconds: readonly FigureSecond[],
  intervals: readonly LoadInterval[],
  options: LimitingOptions,
): Limited {
  const broken = intervals.find((interval) => isBroken(interval, options.limitMs))
  const interval = broken ?? intervals.at(-1)
  const resident = seconds.flatMap(({ load }) => load.rssBytes ?? [])
  const clientBytes = resident.length === 0 ? null : Math.max(...resident)
  if (interval === undefined)
    return {
      by: ['unknown'],
      users: null,
      serverBusy: null,
      clientBusy: null,
      busyWorkers: null,
      sockets: null,
      clientBytes,
    }
  const { busyWorkers } = interval
  const sockets = seconds.flatMap((second) => {
    const middleMs = second.load.atMs - second.load.lengthMs / 2
    return middleMs < interval.fromMs || middleMs > interval.toMs ? [] : (openSockets(second) ?? [])
  })
  const errors = addErrors([interval.errors])
  const found: Limiting[] = []
  if (!hasHeadroom(interval)) found.push('client')
  if (broken === undefined) found.push('ramp')
  else {
    if ((interval.serverBusy ?? 0) >= FULL) found.push('cpu')
    if (options.workers !== null && (busyWorkers ?? 0) >= FULL * options.workers) found.push('workers')
    const soon = intervals.filter(
      ({ fromMs }) => fromMs >= broken.fromMs && fromMs < broken.toMs + options.connectLimitMs,
    )
    const timeouts = addErrors(soon.map((each) => each.errors))
    if (
      REFUSALS.some((kind) => (errors[kind] ?? 0) > 0) ||
      TIMEOUTS.some((kind) => (timeouts[kind] ?? 0) > 0)
    )
      found.push('connections')
  }
  return {
    by: found.length === 0 ? ['unknown'] : found,
    users: interval.usersTo,
    serverBusy: interval.serverBusy,
    clientBusy: interval.clientBusy,
    busyWorkers,
    sockets: sockets.length === 0 ? null : Math.max(...sockets),
    clientBytes,
  }
}

/** Failures of connections that the server did not take, or took and closed. */
const REFUSALS = ['tcp_refused', 'tls_failed', 'quic_closed', 'connection_reset', 'http_empty_reply'] as const
/** The same of connections that were begun a connection's time limit earlier. */
const TIMEOUTS = ['tcp_timeout', 'tls_timeout', 'quic_timeout'] as const
