import type { UdpPath } from '../../model/udp-path.ts'
import type { Link, LinkCondition } from '../link/condition/link.ts'
import type { ServerCommand } from '../process/server-command.ts'
import type { ServerEnd } from '../process/server-process.ts'
import type { SupervisorFailure } from '../process/supervisor/failure.ts'
import type { SupervisorOrder } from '../process/supervisor/supervisor-order.ts'
import type { TcpSettings } from './topology.ts'

/** Starts a lab's supervisor. */
export interface LabNetworkOrder extends SupervisorOrder {
  /** Addresses that servers may be on, `shardAddress(0)` on. */
  readonly shards: number
  /** Names that the client knows, with their addresses. */
  readonly hosts: readonly LabHost[]
  /** Whether the client asks a resolver, which is among the servers, for all other names. */
  readonly hasResolver: boolean
}

export interface LabHost {
  readonly name: string
  readonly address: string
  /**
   * Protocols that its HTTPS record names, as in ALPN. A browser asks for no record of a name that it has in a file, so the
   * client then asks a resolver at its own end of the link. Absent: the name is in a file.
   */
  readonly recordAlpn?: readonly string[]
}

export type LabNetworkReport =
  | { readonly ready: true; readonly pid: number }
  | ({ readonly ready: false } & SupervisorFailure)

/** Puts a link in the place of the one there was; servers end with that one. */
export interface LinkRequest {
  readonly what: 'link'
  readonly condition: LinkCondition
  /** Is null where either will do. */
  readonly backend: Link['backend'] | null
  readonly tcp: TcpSettings
  /** Start of the link's random draws, where the backend lets it be set; 0 to 2^32 - 1. */
  readonly seed: number
}

/** Starts servers in the place of those there were, and waits until they listen. */
interface ServersRequest {
  readonly what: 'servers'
  readonly commands: readonly ServerCommand[]
  /** `tcp ADDRESS PORT` and `udp ADDRESS PORT`. */
  readonly listeners: readonly string[]
}

/** Puts a path of UDP in place of the one there was, with counters from 0. */
interface UdpRequest {
  readonly what: 'udp'
  readonly path: UdpPath
}

/** Asks which of the present servers have ended. */
interface EndedRequest {
  readonly what: 'ended'
}

export type LabRequest = LinkRequest | ServersRequest | UdpRequest | EndedRequest

export type LabReply =
  | {
      readonly ok: true
      readonly link: Pick<Link, 'backend' | 'backendVersion'> | null
      /** Servers of the present order that have ended by themselves. */
      readonly ended: readonly ServerEnd[]
    }
  | ({ readonly ok: false } & SupervisorFailure)
