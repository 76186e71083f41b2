import type { BehaviourSpec } from '../site/site-spec.ts'

export interface ZooListener {
  readonly transport: 'tcp' | 'udp'
  readonly address: string
  readonly port: number
  readonly behaviour: BehaviourSpec
  /** PEM files; null on ports without TLS. */
  readonly certFile: string | null
  readonly keyFile: string | null
}

/** A name whose questions the zoo's DNS answers, each with its own fault. */
export interface ZooName {
  readonly name: string
  readonly behaviour: BehaviourSpec
  /** The address of the site's server, for answers that hold it. */
  readonly address: string | null
}

/** Starts the zoo's process, as a JSON file. */
export interface ZooOrder {
  readonly dnsAddress: string
  /** Address where links are calibrated against. */
  readonly echoAddress: string
  readonly listeners: readonly ZooListener[]
  readonly names: readonly ZooName[]
}
