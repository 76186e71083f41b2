import type { Entry } from 'har-format'

/** HAR 1.2 phases in the order of a request's life; `ssl` is inside `connect`. */
export const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const

export type Phase = (typeof PHASES)[number]

/** Milliseconds that an entry spent in a phase; null where it did not go through it, for which HAR 1.2 has -1. */
export function phaseMs({ timings }: Entry, phase: Phase): number | null {
  const timeMs = timings[phase]
  return timeMs === undefined || timeMs < 0 ? null : timeMs
}
