import type { CampaignLease } from '../../../db/campaign/campaign-leases.ts'
import type { CampaignSite } from '../../../db/campaign/campaign-sites.ts'
import type { CampaignPart } from '../../../db/campaign/sample-claims.ts'
import type { Database } from '../../../db/connection/database.ts'
import type { Arm } from '../../../model/arm.ts'
import type { UdpCounts } from '../../../model/packet-trace.ts'
import type { cpuTimes } from '../../process/cpu-share.ts'
import type { SurveyContext } from '../../survey/operation/context.ts'
import type { QuicOrigins } from '../browser/arm-switches.ts'
import type { BrowserPool } from '../browser/browser-pool.ts'
import type { LoadExpectations } from '../load/expectation.ts'
import type { ProbeBrowser } from '../load/load.ts'
import type { Capture } from '../packets/capture.ts'
import type { Tshark } from '../packets/tshark.ts'
import type { Replay } from './replay.ts'
import type { ReadServed } from './take-load.ts'

export type HeldSite = Pick<CampaignSite, 'domain' | 'site' | 'url'>

export interface CampaignContext {
  readonly db: Database
  readonly lease: CampaignLease & { readonly leaseMs: number }
  /** Starts a browser of an arm. Rejects where that cannot be done. */
  readonly openBrowser: (arm: Arm, origins: QuicOrigins) => Promise<ProbeBrowser>
  /** Browsers that are there already, and stay. Default: the run opens its own, and closes them. */
  readonly browsers?: BrowserPool
  /** A new process for every load. */
  readonly cold: boolean
  /** Samples of this part alone. Default: all that are pending. */
  readonly part?: CampaignPart
  /** Sites that ended workers again and again: none is loaded, and what is pending of them in the part fails. Default: none. */
  readonly deadly?: readonly number[]
  /**
   * Waits until a site may be loaded that other machines may load as well; it is this run's until what it resolves to is
   * disposed of. Default: nobody else does.
   */
  readonly holdSite?: (site: HeldSite) => Promise<AsyncDisposable>
  /** A single browser that was running already: no other can be started. */
  readonly connected: boolean
  readonly capture: Capture | null
  readonly tshark: Tshark | null
  /** Folder for each sample's packets and keys; null: they are not kept. */
  readonly keepPcap: string | null
  /** Time between the end of a load and the start of the next, milliseconds. */
  readonly pauseMs: number
  /** Time between two rounds of one site, milliseconds. */
  readonly siteGapMs: number
  readonly loadLimitMs: number
  /** Screenshots are taken during every load. */
  readonly filmstrip: boolean
  /** Memory of a browser while it loads a page, bytes. */
  readonly memoryLimitBytes: number
  /** The machine's CPU times so far. Default: as the system counts them. */
  readonly cpuTimes?: typeof cpuTimes
  /** Share of cores busy with other work from which on a sample is invalid. */
  readonly busyLimit: number
  /** The page is a replay of a recording. Default: it is not. */
  readonly replay?: Replay
  /** Addresses that must not be talked to (CRW-6). */
  readonly refused: (address: string) => boolean
  /** True where certificates hang on a root that the public does not know. */
  readonly privateRoot: boolean
  /** Protocol of each host of a recorded page, for the arm `recorded`. Default: none. */
  readonly recordedProtocols?: ReadonlyMap<string, string>
  /** Demands on the loads beside their arm; one that does not meet them is invalid. Default: none. */
  readonly expects?: LoadExpectations
  /** Packets passed and stopped so far on a path that stops UDP. Default: nothing stops it. */
  readonly readUdpCounts?: () => Promise<UdpCounts>
  /** The pages' server's word on their connections. Default: nothing. */
  readonly readServed?: ReadServed
  /** Serves look-ups and HTTP/3 requests of our own. */
  readonly surveyContext: () => SurveyContext
  /** Asked after each round of a site: true where its samples say enough. */
  readonly isSettled: (site: CampaignSite) => Promise<boolean>
  readonly onSample: (report: SampleReport) => void
  readonly warn: (line: string) => void
  readonly clock: () => number
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
  /** Stops the campaign when the sample under way is recorded. */
  readonly signal: AbortSignal
  /** Breaks the sample under way off: it goes back. */
  readonly killSignal: AbortSignal
}

/** The same where the lease is somebody else's to renew. */
export type HeldCampaignContext = Omit<CampaignContext, 'lease'> & { readonly lease: CampaignLease }

/** A load that was just recorded. */
export interface SampleReport {
  readonly site: CampaignSite
  readonly arm: Arm
  readonly round: number
  readonly role: 'sample' | 'warmup' | 'discovery'
  readonly state: 'valid' | 'invalid' | 'failed'
  readonly reason: string | null
  readonly pltMs: number | null
  /** Time from the start of the load to the end of its recording, milliseconds. */
  readonly wallMs: number
  /** Cost of the machine's other work so far; absent while nothing has been taken again. */
  readonly repeats?: RepeatReport
}

/** Rounds that are taken again, since the machine was busy. */
export interface RepeatReport {
  /** Loads that wait to be taken again. */
  readonly waiting: number
  /** Number of times that the round of this load was taken before. */
  readonly repeatNo: number
  /** Programs that kept the machine busy when it was last so, the busiest first; none where that does not show. */
  readonly busyWith: readonly string[]
}
