import type { Link, LinkCondition } from '../link/condition/link.ts'
import type { SupervisorFailure } from '../process/supervisor/failure.ts'
import type { SupervisorOrder } from '../process/supervisor/supervisor-order.ts'
import type { RoundTrips } from './delays.ts'

export interface SandboxOrder extends SupervisorOrder {
  /** Entries of the list; null: the sites without replicas. */
  readonly total: number | null
  /** Domains that replicas are made of; null: those that are healthy and cheap. */
  readonly replicated: readonly string[] | null
  /** Link between the client and the servers; null: none, as fast as the machine. */
  readonly link: LinkCondition | null
  /** Is null where either will do. */
  readonly linkBackend: Link['backend'] | null
  /** Replaces a link; null: none. */
  readonly roundTrips: RoundTrips | null
  readonly clients: number
  /** Whether nginx and Caddy write down every request. */
  readonly accessLog: boolean
  /** Addresses of each family that the replicas of a site share; null: so many that they seldom meet. */
  readonly replicaAddresses: number | null
}

export type SandboxReport =
  | ({ readonly ready: true } & BuiltSandbox)
  | ({ readonly ready: false } & SupervisorFailure)

export interface BuiltSandbox {
  readonly pid: number
  readonly folder: string
  readonly caFile: string
  readonly link: Pick<Link, 'backend' | 'backendVersion'> | null
}
