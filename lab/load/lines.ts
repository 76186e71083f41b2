import type { LoadFailure } from './failures.ts'
import type { LoadProtocol } from './order.ts'

/** What the load program writes on standard output, a line of JSON each: one `ready`, the seconds, one `end`. */
export type LoadLine =
  | { readonly ready: LoadReady }
  | { readonly second: LoadSecond }
  | { readonly end: LoadEnd }

export interface LoadReady {
  readonly program: string
  readonly version: string
  readonly libraries: Readonly<Record<string, string>>
  readonly protocol: LoadProtocol
  readonly mostUsers: number
  /** File descriptors that the process may have, raised to what the order needs. */
  readonly fileLimit: number
}

/** What was counted in an interval. */
export interface LoadCounts {
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
  readonly errors: Readonly<Partial<Record<LoadFailure, number>>>
  /** As they were to be, and the bytes of their bodies. */
  readonly answers: number
  readonly bodyBytes: number
  /** Those that failed are not among them. */
  readonly connectionsOpened: number
  /** Of those, with an earlier TLS session; null: unknown, as of HTTP/3. */
  readonly sessionsResumed: number | null
  /** The latest that a page was begun, which its time includes but for the timer's millisecond. */
  readonly lateMs: number
}

export interface LoadSecond extends LoadCounts {
  /** End of the interval, from the start. */
  readonly atMs: number
  readonly lengthMs: number
  /** At its end. */
  readonly users: number
  /** Microseconds, to three digits, and how many pages took them; steps are the same in all intervals of all runs. */
  readonly pageTimesUs: readonly (readonly [us: number, pages: number])[]
  /** Of the load program, in the interval. */
  readonly cpuMs: number
  readonly rssBytes: number | null
}

export interface LoadEnd extends LoadCounts {
  /** `finished`: all users have left. */
  readonly why: 'finished' | 'duration' | 'signal'
  readonly atMs: number
  /** Still there. */
  readonly users: number
  /** Under way at the end: neither done nor failed. */
  readonly pagesCut: number
  readonly cpuMs: number
}
