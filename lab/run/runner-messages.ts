import type { SampleReport } from '../../crawler/probe/campaign/campaign-context.ts'
import type { LoadExpectations } from '../../crawler/probe/load/expectation.ts'
import type { CounterCommand } from '../../crawler/probe/packets/udp-counters.ts'
import type { CampaignLease } from '../../db/campaign/campaign-leases.ts'
import type { CampaignPart } from '../../db/campaign/sample-claims.ts'
import type { GraphReplay } from '../graph/replay/write-graph-replay.ts'
import type { LabHost } from '../network/messages.ts'
import type { ReplayLoad } from '../replay/replay-load.ts'

export interface RunnerOrder {
  readonly database: string
  /** PEM file of the root that the lab's certificates hang on. */
  readonly caFile: string
  /** Hosts that speak HTTP/3, of all cells: which ones are forced holds for a browser's whole life. */
  readonly forced: readonly string[]
  /** Browsers may send early data over TCP, which holds for their whole life; over QUIC they may in any case. */
  readonly earlyData: boolean
  readonly cacheDir: string
  readonly capture: boolean
  readonly serverFolder: string
}

/** Says how browsers find the hosts of a recorded page: other pages may have the same hosts elsewhere. */
export interface ReplayNames {
  /** Names under all arms but `recorded`. */
  readonly forced: readonly ReplayName[]
  /** Names under the arm `recorded`; none where it is not measured. */
  readonly recorded: readonly ReplayName[]
}

export interface ReplayName extends LabHost {
  /** Asked of the lab's resolver; else the browser knows its address. */
  readonly isLookedUp: boolean
  /** Its origins of HTTPS as `URL.host` writes them, and what each has to speak; null: what the arm forces. */
  readonly secure: readonly { readonly host: string; readonly protocol: string | null }[]
}

/** Take the samples of a part of a campaign, which the process that asks for it holds. */
export interface RunnerRequest {
  readonly lease: CampaignLease
  readonly part: CampaignPart
  /** Replay of a page that was recorded; null of others. */
  readonly replay: ReplayLoad | null
  /** Replay of a page that no browser loads; null of others. */
  readonly graph: GraphReplay | null
  /** Is null where the page is none that was recorded, and the client knows its hosts. */
  readonly names: ReplayNames | null
  /** Demands on the loads beside their arm, which is read back of each. */
  readonly expects: LoadExpectations
  /** Prints the counters of a path that stops UDP; null where nothing does. */
  readonly udpCounters: CounterCommand | null
}

export type RunnerReply =
  | { readonly kind: 'sample'; readonly sample: RunnerSample }
  | { readonly kind: 'warning'; readonly line: string }
  /** All that was asked for is taken, or it was stopped. */
  | { readonly kind: 'done' }
  /** It cannot continue; the process ends with this exit code of sysexits.h. */
  | { readonly kind: 'failed'; readonly message: string; readonly exitCode: number }

export type RunnerSample = { readonly campaignId: number } & Omit<SampleReport, 'site' | 'wallMs'>
