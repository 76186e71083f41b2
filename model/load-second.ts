import type { LoadFailure } from './load-failures.ts'

/** HTTP/1.1 with six connections to a host, HTTP/2 and HTTP/3 with one. */
export type LoadProtocol = 'h1' | 'h2' | 'h3'

/** `http`: HTTP/1.1 in clear text, where all others are over TLS. */
export type LoadedArm = 'http' | LoadProtocol

export const LOAD_PROTOCOLS = ['h1', 'h2', 'h3'] as const satisfies readonly LoadProtocol[]

export const LOAD_ARMS = ['http', ...LOAD_PROTOCOLS] as const satisfies readonly LoadedArm[]

interface LoadCounts {
  readonly pagesBegun: number
  /** Each answer had the status and the length that it was to have. */
  readonly pagesDone: number
  readonly pagesFailed: number
  /**
   * Page times by the nearest rank among all pages that ended in the interval, from when each should have begun. A page
   * that failed counts as longer than all that are done; null: the rank is among those, or no page ended.
   */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly p99Ms: number | null
  readonly errors: LoadErrors
  /** Answers that are as they were to be, and the bytes of their bodies. */
  readonly answers: number
  readonly bodyBytes: number
  /** Leaves out those that failed. */
  readonly connectionsOpened: number
  /** Connections of those with an earlier TLS session; null: unknown, as of HTTP/3, or there are none, as in clear text. */
  readonly sessionsResumed: number | null
  /** The latest that a page was begun, which its time includes but for the timer's millisecond. */
  readonly lateMs: number
}

export type LoadErrors = Readonly<Partial<Record<LoadFailure, number>>>

/** Microseconds, to three digits, and how many pages took them; steps are the same in all intervals of all runs. */
export type PageTimes = readonly (readonly [us: number, pages: number])[]

export interface LoadSecond extends LoadCounts {
  /** End of the interval, from the start. */
  readonly atMs: number
  readonly lengthMs: number
  /** Users at its end. */
  readonly users: number
  readonly pageTimesUs: PageTimes
  /** The load program's CPU time in the interval. */
  readonly cpuMs: number
  readonly rssBytes: number | null
}

export interface LoadEnd extends LoadCounts {
  /** `finished`: all users have left. */
  readonly why: 'finished' | 'duration' | 'signal'
  readonly atMs: number
  /** Users still there. */
  readonly users: number
  /** Pages under way at the end: neither done nor failed. */
  readonly pagesCut: number
  readonly cpuMs: number
}

export interface ServerReading {
  /** Time on the given clock. */
  readonly atMs: number
  readonly processes: number
  readonly threads: number
  /**
   * Time on a core since they started, children that were waited for included, in steps of 10 ms: what an interval cost is
   * the difference of two readings. A process that has ended and is not yet waited for is missing, so that this may be less
   * than before for a moment.
   */
  readonly cpuTotalMs: number
  /** Memory that several processes map counts once for each. */
  readonly rssBytes: number
  /** Each page divided by the processes that map it; null: one of them may not be looked into. */
  readonly pssBytes: number | null
  /** Open in their network namespace; null: they ended meanwhile. */
  readonly tcpSockets: number | null
  readonly udpSockets: number | null
  /** Apache's own count of threads with work; null: it said nothing, or has none. */
  readonly busyWorkers: number | null
}

/** Share of the time that a core was busy with anything, 0..1; null: there is no such core, or it is not known. */
interface CoresBusy {
  readonly client: number | null
  readonly server: number | null
}

/** A second of a load with the server as it was at its end; null: it had no process. */
export interface MeasuredSecond {
  readonly load: LoadSecond
  readonly server: ServerReading | null
  readonly busy: CoresBusy
}
