import type { PlannedCell } from '../lab/plan/plan.ts'
import type { Arm } from '../model/arm.ts'
import type { Recording } from '../model/recording/recording.ts'
import type { SurveyedSite } from '../model/site-facts.ts'

/** Facts of a page before anything is changed. */
export interface SiteFacts {
  readonly recording: Recording
  /** Result of the survey at the page's own host; null: it was not surveyed. */
  readonly survey: SurveyedSite | null
  /** Arms under which the page's own host answered the survey. */
  readonly spoken: readonly Arm[]
  /** Hosts of the page as the median load under HTTP/3 asked them; null: there is no valid one. */
  readonly hostsUnderHttp3: readonly HostUnderHttp3[] | null
  /** Congestion controls of TCP that this machine's kernel has, which replays can be tried with. */
  readonly congestionControls: readonly string[]
}

interface HostUnderHttp3 {
  readonly host: string
  readonly requests: number
  /** Named as in DevTools: `http/1.1`, `h2`, `h3`. */
  readonly protocols: readonly string[]
}

/** Levels of the lab's factors that a change sets in place of a replay's own. */
type WhatIfLevels = Readonly<
  Partial<Omit<PlannedCell, 'page' | 'factors' | 'link' | 'arms' | 'skip' | 'server'>>
>

/** Says how a change is made on one kind of server, or at one CDN. */
export interface HowTo {
  /** `nginx`, `Caddy`, `Cloudflare`. */
  readonly where: string
  /** One or two sentences, with the setting's name. */
  readonly how: string
}

/** Whether a change can be tried on a page. */
interface Applicability {
  readonly applies: boolean
  /** Says why it may help, or why it cannot, as one sentence for the page's owner. */
  readonly why: string
}

/** A change that an owner could make, and how it is tried on a recording of the page. */
export interface WhatIf {
  /** Named like `merge-shards` in JSON, and in the replays' folders. */
  readonly name: string
  /** Says what the owner would do, such as "Serve the page from one host". */
  readonly title: string
  readonly howToDo: readonly HowTo[]
  readonly appliesTo: (site: SiteFacts) => Applicability
  /**
   * The page as it is is loaded under `before`, the changed one under `after`. Null: both under the newest protocol that
   * the page's own host speaks. With `recorded` or `h3-altsvc` it is tried in the browser alone, since no graph has them.
   */
  readonly arms: ((site: SiteFacts) => { readonly before: Arm; readonly after: Arm }) | null
  /** Makes the changed recording of the one in `from` in the empty folder `to`; null: nothing of the recording changes. */
  readonly change: ((from: string, to: string, site: SiteFacts) => Promise<void>) | null
  /** Empty: none changes. */
  readonly levels: WhatIfLevels
}

/** Result of a change in replays over one network. */
export interface WhatIfResult {
  /** Name of the what-if. */
  readonly name: string
  readonly network: string
  /** Median page load time as it is / changed; null: no round has both. */
  readonly gain: number | null
  /** 95 %; null: too few rounds. */
  readonly interval: readonly [number, number] | null
  /** Rounds with a valid load of both. */
  readonly n: number
}
