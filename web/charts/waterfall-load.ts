import type { HarPhases } from './phase.ts'

export interface WaterfallRequest {
  /** Since time zero. */
  readonly startMs: number
  readonly durationMs: number
  readonly url: string
  /** 0: no response. */
  readonly status: number
  readonly error: string | null
  readonly protocol: string | null
  readonly sizeBytes: number | null
  readonly phases: HarPhases
}

/** Moments since time zero; null where the load had none. */
export interface WaterfallMarks {
  readonly TTFB: number | null
  readonly FCP: number | null
  readonly LCP: number | null
  readonly load: number | null
}

export interface WaterfallLoad {
  readonly arm: string
  /** Which load it is: `median of 15 by page load time, round 7`. */
  readonly which: string
  readonly marks: WaterfallMarks
  /** By their start. */
  readonly requests: readonly WaterfallRequest[]
}

/** The marks that a load has, with their names. */
export function markTimes(load: WaterfallLoad): readonly (readonly [string, number])[] {
  return Object.entries(load.marks).flatMap(([name, ms]) => (ms === null ? [] : [[name, ms] as const]))
}

/** When the last request ended. */
export function lastMs(load: WaterfallLoad): number {
  return Math.max(...load.requests.map((request) => request.startMs + request.durationMs))
}
