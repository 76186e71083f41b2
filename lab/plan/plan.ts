import type { LabFactors } from '../../db/lab/lab-cells.ts'
import type { Arm } from '../../model/arm.ts'
import type { KeyExchange } from '../../model/key-exchange.ts'
import type { UdpPath } from '../../model/udp-path.ts'
import type { Visit } from '../../model/visit.ts'
import type { CertificateKey } from '../certificate/chain-kind.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import type { ServerName } from '../origin/servers.ts'
import type { AddressRule, HintRule, PriorityRule, SlowStart } from './factors.ts'

/** Describes what is to be measured: a file of lab/plans, read and found to be possible. */
export interface Plan {
  readonly name: string
  readonly title: string
  /** Paper and section that it repeats; null: ours. */
  readonly source: string | null
  readonly arms: readonly Arm[]
  /** One of the arms: the others are compared with it within each cell. */
  readonly baseline: Arm
  readonly rounds: number
  /** Says what loads its pages, where that is no browser: the graph of each page (docs/graph.md). */
  readonly loader?: 'graph'
  /** Time between two loads. */
  readonly pauseMs: number
  /** 0 to 2^32 - 1. */
  readonly seed: number
  /** Sorted as in the plan; the run shuffles them in blocks. */
  readonly cells: readonly PlannedCell[]
}

/** One page under one condition, under each arm that applies. */
export interface PlannedCell {
  /** The factors that the plan sets, varied or held, and their levels here: what is stored with the cell. */
  readonly factors: LabFactors
  /** Named as `labPage` knows it: of the catalogue, or `recording:` and the whole path of a folder. */
  readonly page: string
  readonly shards: number
  /** Rule of its hosts; a recorded page has those that it was recorded with. */
  readonly addresses: AddressRule
  readonly server: ServerName
  readonly link: LinkCondition
  /** Packets, of TCP and, where the server lets it be set, of QUIC; null: the machine's and the server's. */
  readonly initcwnd: number | null
  /** The kernel's name for it; of QUIC as well where its server has it; null: the machine's and the server's. */
  readonly congestionControl: string | null
  /** Most streams at once in a connection; null: the server's own limit. */
  readonly streams: number | null
  /** Whether the server heeds the priorities of HTTP/3, where that can be set; `off`: as it does by itself. */
  readonly priorities: PriorityRule
  /** Says how the window of the server’s QUIC grows at first; `classic`: as it does by itself. */
  readonly slowStart: SlowStart
  /** The server waits so long before each answer, beside what the page asks for. */
  readonly thinkMs: number
  /** Whether a 103 comes before each document. */
  readonly earlyHints: HintRule
  /** Says what becomes of UDP between browser and servers. */
  readonly udp: UdpPath
  /** The only group that the server agrees to; null: what it and the browser have in common. */
  readonly keyExchange: KeyExchange | null
  /** Bytes of the certificates that the server sends; null: as short as it gets. */
  readonly chainBytes: number | null
  readonly certificateKey: CertificateKey
  /** Says what the browser knows of the site when it loads the page. */
  readonly visit: Visit
  readonly arms: {
    /** Sorted as in the plan; empty where the cell is skipped. */
    readonly applied: readonly Arm[]
    /** Says why the others are not measured here. */
    readonly leftOut: Readonly<Partial<Record<Arm, string>>>
  }
  /** Says why the whole cell is left out; null: it is measured. */
  readonly skip: string | null
}
