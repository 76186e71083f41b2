import type { Arm } from '../../model/arm.ts'

/** A headline of the time when one server stood for a protocol. */
interface EarlierFinding {
  readonly says: string
  readonly measured: string
  /** Levels of the conditions that it is of. */
  readonly at: Readonly<Record<string, string>>
  readonly arm: Arm
  readonly direction: 'faster' | 'slower'
}

export const EARLIER_FINDINGS: readonly EarlierFinding[] = [
  {
    says: 'A short chain over 600 ms loads slower over HTTP/3 than over HTTP/1.1',
    measured: 'gain 0.85 (0.80–0.91) on towline’s server, 1.07 (0.96–1.20) on Caddy, n = 6',
    at: { page: 'depth-5', profile: 'satellite-geostationary' },
    arm: 'h3',
    direction: 'slower',
  },
]
