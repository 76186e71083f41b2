import type { HttpVersion } from '../../har/entry-protocol.ts'
import type { Arm } from '../../model/arm.ts'

/** Holds what one sample says about its site: small, so that those of hundreds of samples can be held together. */
export interface SiteObservation {
  readonly arm: Arm
  readonly metrics: Readonly<Record<string, number | null>>
  /** Host of the main document after redirects. */
  readonly mainHost: string | null
  readonly hosts: readonly HostObservation[]
}

export interface HostObservation {
  readonly host: string
  readonly requests: number
  /** Transferred from it; null where nothing of known size was. */
  readonly sizeBytes: number | null
  readonly addresses: readonly string[]
  /** Protocols that its responses came by. */
  readonly protocols: readonly HttpVersion[]
  readonly h3Claimed: boolean
  readonly server: string | null
  readonly cdn: string | null
  /** The shortest round trip to any of its addresses. */
  readonly rttMs: number | null
}
