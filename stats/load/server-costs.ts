import type { LoadSecond, MeasuredSecond, ServerReading } from '../../model/load-second.ts'
import { linearRegression, type Point } from '../tests/linear-regression.ts'

/** Costs of a page and a user for a server; each null where it is not known. */
export interface ServerCosts {
  /** CPU time of all processes of the server / pages done in the same time. */
  readonly cpuMsPerPage: number | null
  /** Growth of memory with each user: the slope of its least-squares line over users. PSS, else RSS. */
  readonly memoryBytesPerUser: number | null
  /** The same of open sockets, TCP and UDP together. */
  readonly socketsPerUser: number | null
}

/** The part of a second that figures take beside intervals: all but its page times, which are many times as large. */
export interface FigureSecond {
  readonly load: Pick<
    LoadSecond,
    'atMs' | 'lengthMs' | 'users' | 'pagesDone' | 'pagesFailed' | 'errors' | 'rssBytes'
  >
  readonly server: Pick<
    ServerReading,
    'cpuTotalMs' | 'rssBytes' | 'pssBytes' | 'tcpSockets' | 'udpSockets'
  > | null
}

export function figureSeconds(seconds: readonly MeasuredSecond[]): FigureSecond[] {
  return seconds.map(
    ({ load: { atMs, lengthMs, users, pagesDone, pagesFailed, errors, rssBytes }, server }) => ({
      load: { atMs, lengthMs, users, pagesDone, pagesFailed, errors, rssBytes },
      server,
    }),
  )
}

/** TCP and UDP sockets together; null where one of the two is not known. */
export function openSockets({ server }: Pick<FigureSecond, 'server'>): number | null {
  return server?.tcpSockets == null || server.udpSockets === null
    ? null
    : server.tcpSockets + server.udpSockets
}

/** CPU time comes in steps of 10 ms, at both ends of an interval: of so much, they are 5 %. */
const LEAST_CPU_MS = 400
/** A line through fewer users says more of when memory is asked for than of how much a user needs. */
const LEAST_USERS = 10

/**
 * @param all seconds from the start of the load, those of no whole interval too: CPU time counts from the first reading to
 *   the last one
 * @param toMs end of the time that costs are from
 */
export function serverCosts(all: readonly FigureSecond[], toMs = Infinity): ServerCosts {
  const seconds = all.filter(({ load }) => load.atMs - load.lengthMs / 2 < toMs)
  return {
    cpuMsPerPage: cpuMsPerPage(seconds),
    memoryBytesPerUser: slope(seconds, serverMemory(seconds)),
    socketsPerUser: slope(seconds, openSockets),
  }
}

/** Says how the memory of a server's processes is read: PSS, or RSS where PSS is not known of every second. */
export function serverMemory(
  seconds: readonly Pick<FigureSecond, 'server'>[],
): (second: Pick<FigureSecond, 'server'>) => number | null {
  const isPss = seconds.every(({ server }) => server === null || server.pssBytes !== null)
  return ({ server }) => (isPss ? server?.pssBytes : server?.rssBytes) ?? null
}

/** Measures between the first and the last reading; null where the server's processes ended or came in between. */
function cpuMsPerPage(seconds: readonly FigureSecond[]): number | null {
  const [first, last] = [seconds[0]?.server, seconds.at(-1)?.server]
  if (first == null || last == null) return null
  let before = first.cpuTotalMs
  for (const { server } of seconds) {
    if (server === null || server.cpuTotalMs < before) return null
    before = server.cpuTotalMs
  }
  const cpuMs = last.cpuTotalMs - first.cpuTotalMs
  const pages = seconds.slice(1).reduce((sum, { load }) => sum + load.pagesDone, 0)
  return cpuMs < LEAST_CPU_MS || pages === 0 ? null : cpuMs / pages
}

function slope(
  seconds: readonly FigureSecond[],
  measure: (second: FigureSecond) => number | null,
): number | null {
  const points = seconds.flatMap((second): Point[] => {
    const y = measure(second)
    return y === null ? [] : [{ x: second.load.users, y }]
  })
  const users = points.map(({ x }) => x)
  if (points.length < 3 || Math.max(...users) - Math.min(...users) < LEAST_USERS) return null
  return linearRegression(points)?.slope ?? null
}
