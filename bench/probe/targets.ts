import type { Figures } from './figures.ts'

/** What a figure of towline's has to be: divided by the peer's of the same round, or as it is where there is none. */
export interface Target {
  readonly figure: keyof Figures
  readonly contender: string
  readonly peer: string | null
  readonly limit: number
  /** True: at least the limit; false: at most. */
  readonly atLeast: boolean
}

const rate = (peer: string, limit: number): Target => ({
  figure: 'samplesPerMinute',
  contender: 'towline',
  peer,
  limit,
  atLeast: true,
})
const atMost = (figure: keyof Figures, peer: string | null, limit: number): Target => ({
  figure,
  contender: 'towline',
  peer,
  limit,
  atLeast: false,
})

export const TARGETS: readonly Target[] = [
  rate('browsertime', 12),
  rate('browsertime-tuned', 5),
  rate('chrome-har-capturer', 1.2),
  atMost('overheadMs', null, 500),
  atMost('cpuSPerSample', 'browsertime', 0.6),
  atMost('cpuSPerSample', 'browsertime-tuned', 0.6),
  atMost('pltVariation', 'browsertime', 1),
  atMost('pltVariation', 'browsertime-tuned', 1),
]
