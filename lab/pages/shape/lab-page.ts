import type { Graph } from '../../../model/graph/graph.ts'
import type { RecordedWindow } from '../../../model/recording/recording.ts'
import type { LabHost } from '../../network/messages.ts'
import type { ResolvedName } from '../../resolver/resolver-order.ts'
import type { FetchPriority, ResourceKind } from './resource-kind.ts'

/** Facts that a recorded page has and a made one has not. */
interface RecordedFrom {
  readonly folder: string
  /** URL of the page, as it was asked for. */
  readonly url: string
  readonly hosts: readonly RecordedShard[]
  /** That its servers began with, as far as the recording shows; null: it has none. */
  readonly initialWindow: RecordedWindow | null
}

/** Facts of a page that is replayed as a graph, without a browser. */
export interface GraphedFrom {
  readonly graph: Pick<Graph, 'nodes' | 'load' | 'sharedConnections'>
  /** Comes from the catalogue, so that what it has to ask for is known; else of a file. */
  readonly isMade: boolean
  /** URL of the page, as it is asked for. */
  readonly url: string
  readonly hosts: readonly LabHost[]
  /** Names of its hosts that it looks up. */
  readonly lookUps: readonly ResolvedName[]
}

export interface RecordedShard {
  /** Written as in URLs: IPv6 in brackets. */
  readonly name: string
  /** Hosts that had one address have one here. */
  readonly address: string
  /** All names of the page that its certificate is for, its own among them. */
  readonly certificateNames: readonly string[]
  /** Bytes of the certificates that its server sent, in DER; null: unknown. */
  readonly chainBytes: number | null
  /** Time that the lab's resolver waits before it answers; null: the recording does not say, and browsers know the name. */
  readonly nameWaitMs: number | null
  /** Ports where it was asked beside 80 and 443. */
  readonly ports: readonly RecordedPort[]
  /** Place where the arm `recorded` finds it, with no host of another protocol; null: what it spoke is unknown. */
  readonly asRecorded: { readonly address: string; readonly ports: readonly SpokenPort[] } | null
}

export interface RecordedPort {
  readonly scheme: 'http' | 'https'
  readonly port: number
}

export interface SpokenPort {
  readonly port: number
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
}

export interface LabResource {
  /** Path on its host, from `/`. Unique per host. */
  readonly path: string
  readonly kind: ResourceKind
  /** Exact length of the body. */
  readonly sizeBytes: number
  /** Index of the resource that makes the browser ask for it, below its own; null: the document. */
  readonly parent: number | null
  /** Says which host has it; 0 is the page's own. */
  readonly shard: number
  /** The server waits so long before it answers; 0: not at all. */
  readonly thinkMs: number
  /** A script keeps the main thread busy so long; 0: not at all. */
  readonly computeMs: number
  /** The document's `fetchpriority` of a script or picture; left out: nothing. */
  readonly fetchPriority?: FetchPriority
}

export interface LabPage {
  /** Named as in plans; of `[a-z0-9-]`, or `recording:FOLDER`, `graph:PATH` or `graph:` and one of the first. */
  readonly name: string
  readonly title: string
  /** Says where its numbers come from, and which of them were chosen here. */
  readonly source: string
  /** Parents before children; the first is the document. */
  readonly resources: readonly LabResource[]
  /** Hosts that it is served from, its own included. */
  readonly shards: number
  /** Seed of sizes, order and bytes. */
  readonly seed: number
  /** Facts of a page that was recorded; not there in one that is made. */
  readonly recording?: RecordedFrom
  /** Facts of a page that no browser loads; not there in others. */
  readonly graph?: GraphedFrom
}
