import type { LoadSecond, MeasuredSecond, ServerReading } from '../../../model/load-second.ts'

const LOAD: LoadSecond = {
  atMs: 1_000,
  lengthMs: 1_000,
  users: 1,
  pagesBegun: 0,
  pagesDone: 0,
  pagesFailed: 0,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
  errors: {},
  answers: 0,
  bodyBytes: 0,
  connectionsOpened: 0,
  sessionsResumed: 0,
  lateMs: 0,
  pageTimesUs: [],
  cpuMs: 100,
  rssBytes: 1,
}

const SERVER: ServerReading = {
  atMs: 0,
  processes: 1,
  threads: 1,
  cpuTotalMs: 0,
  rssBytes: 20_000_000,
  pssBytes: 10_000_000,
  tcpSockets: 2,
  udpSockets: 1,
  busyWorkers: null,
}

export interface SecondChanges {
  readonly load?: Partial<LoadSecond>
  readonly server?: Partial<ServerReading> | null
  readonly client?: number | null
}

/** The seconds of a load, numbered from 0, each with what is changed of a quiet one. */
export function seconds(
  count: number,
  changes: (second: number) => SecondChanges = () => ({}),
): MeasuredSecond[] {
  return Array.from({ length: count }, (_, second) => {
    const { load, server, client = 0.2 } = changes(second)
    return {
      load: { ...LOAD, atMs: (second + 1) * 1_000, ...load },
      server: server === null ? null : { ...SERVER, ...server },
      busy: { client, server: 0.5 },
    }
  })
}

/** So many pages that were done, all in the same time. */
export function pages(count: number, ms: number): Partial<LoadSecond> {
  return { pagesBegun: count, pagesDone: count, pageTimesUs: [[ms * 1_000, count]] }
}
