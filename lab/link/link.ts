/** What a link does to packets, in each direction alike. All of it is read back by `calibrate`. */
export interface LinkCondition {
  /** Added round-trip time, milliseconds; half of it in each direction. */
  readonly rttMs: number
  /** Rate of each direction, Mbit/s of IP packets; null: unlimited. */
  readonly downMbps: number | null
  readonly upMbps: number | null
  /** Random loss of each direction, 0 to 1. */
  readonly lossFraction: number
  /** Packets that wait at the bottleneck before the next is dropped. */
  readonly queuePackets: number
}

/** A link that is in place between two namespaces. It goes when disposed of. */
export interface Link extends AsyncDisposable {
  /** `netem`: the kernel's; `rattan`: in user space. */
  readonly backend: 'netem' | 'rattan'
  readonly backendVersion: string
  readonly condition: LinkCondition
}
