import type { BenchTarget } from '../harness/verdict.ts'
import type { Figures } from './figures.ts'

/** What a figure of towline's has to be: divided by the peer's of the same round, or as it is where there is none. */
export interface ProbeTarget extends BenchTarget {
  readonly figure: keyof Figures
  readonly contender: string
}

const rate = (peer: string, limit: number): ProbeTarget => ({
  figure: 'samplesPerMinute',
  contender: 'towline',
  peer,
  limit,
  atLeast: true,
})
const atMost = (figure: keyof Figures, peer: string | null, limit: number): ProbeTarget => ({
  figure,
  contender: 'towline',
  peer,
  limit,
  atLeast: false,
})

export const PROBE_TARGETS: readonly ProbeTarget[] = [
  rate('browsertime', 12),
  rate('browsertime-tuned', 5),
  rate('chrome-har-capturer', 1.2),
  atMost('overheadMs', null, 500),
  atMost('cpuSPerSample', 'browsertime', 0.6),
  atMost('cpuSPerSample', 'browsertime-tuned', 0.6),
  atMost('pltVariation', 'browsertime', 1),
  atMost('pltVariation', 'browsertime-tuned', 1),
]
