import { PHASES, type Phase } from '../../har/phases.ts'

/** Durations in ms; null where it does not apply. */
export type HarPhases = { readonly [K in Phase]: number | null }

interface PhaseStyle {
  readonly label: string
  /** Height of the bar as a share of the row: a request grows from waiting to receiving. */
  readonly height: number
}

export const PHASE_STYLES: Readonly<Record<Phase, PhaseStyle>> = {
  blocked: { label: 'blocked', height: 0.24 },
  dns: { label: 'DNS', height: 0.5 },
  connect: { label: 'connect', height: 0.5 },
  ssl: { label: 'TLS or QUIC', height: 0.5 },
  send: { label: 'send', height: 0.5 },
  wait: { label: 'wait', height: 0.68 },
  receive: { label: 'receive', height: 1 },
}

export interface DisjointPhase {
  readonly phase: Phase
  readonly ms: number
}

/**
 * The phases as parts that do not overlap, so that they add up to the whole: `ssl` taken out of `connect`. Null becomes a
 * part of no length.
 */
export function disjointPhases(phases: HarPhases): readonly DisjointPhase[] {
  return PHASES.map((phase) => {
    const ms = Math.max(0, phases[phase] ?? 0)
    return { phase, ms: phase === 'connect' ? Math.max(0, ms - Math.max(0, phases.ssl ?? 0)) : ms }
  })
}
