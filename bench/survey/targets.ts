import type { BenchTarget } from '../harness/verdict.ts'
import type { Discipline } from './contender.ts'

/** What towline's figure, divided by the peer's of the same round, has to be. */
export interface SurveyTarget extends BenchTarget {
  readonly discipline: Discipline
  readonly figure: 'hosts/s' | 'CPU/host' | 'hosts with a line' | 'hosts answered rightly' | 'wall time'
}

/**
 * httpx writes JSON here, as every other contender keeps what it found; `httpx-plain` is shown without a target.
 */
export const SURVEY_TARGETS: readonly SurveyTarget[] = [
  { discipline: 'alpn-and-get', figure: 'hosts/s', peer: 'httpx', limit: 1.5, atLeast: true },
  { discipline: 'alpn-and-get', figure: 'CPU/host', peer: 'httpx', limit: 0.45, atLeast: false },
  { discipline: 'alpn-and-get', figure: 'hosts/s', peer: 'zgrab2', limit: 1, atLeast: true },
  { discipline: 'everything', figure: 'CPU/host', peer: 'httpx', limit: 0.8, atLeast: false },
  { discipline: 'alpn-and-get', figure: 'hosts with a line', peer: null, limit: 1, atLeast: true },
  { discipline: 'everything', figure: 'hosts with a line', peer: null, limit: 1, atLeast: true },
  { discipline: 'internet', figure: 'wall time', peer: 'httpx', limit: 0.8, atLeast: false },
  { discipline: 'internet', figure: 'wall time', peer: 'zgrab2', limit: 0.8, atLeast: false },
  { discipline: 'internet', figure: 'CPU/host', peer: 'httpx', limit: 0.6, atLeast: false },
  { discipline: 'internet', figure: 'hosts answered rightly', peer: null, limit: 1, atLeast: true },
]

/** Peak memory of one survey, and how much of it may depend on the length of the list. */
export const MEMORY_TARGETS = {
  smallSites: 10_000,
  largeSites: 50_000,
  /** At `smallSites`. */
  peakMiB: 256,
  /** Peak at `largeSites` divided by that at `smallSites`. */
  growth: 1.1,
} as const
