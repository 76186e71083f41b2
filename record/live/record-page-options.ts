import type { BrowserOptions } from '../../crawler/probe/browser/browser-options.ts'
import type { Capture } from '../../crawler/probe/packets/capture.ts'
import type { Tshark } from '../../crawler/probe/packets/tshark.ts'
import type { Recording } from '../../model/recording/recording.ts'
import type { VisitPolicyOptions } from './visit-policy.ts'

export interface RecordPageOptions extends VisitPolicyOptions {
  /** All loads, that for bodies among them. */
  readonly loads: number
  /** Waits between the end of a load and the start of the next. */
  readonly pause: () => Promise<void>
  /** Options of each browser, without what a recording decides itself. */
  readonly browser: Omit<BrowserOptions, 'arm' | 'keyLog' | 'netLog' | 'origins' | 'signal'>
  /** Certificates hang on a root that the public does not know: HTTP/3 is then allowed to the page's hosts by name. */
  readonly privateRoot: boolean
  readonly link: Recording['link']
  /** Draws the seed of a recording's random draws, from 0 to 2^32 - 1. Default: its scripts draw from chance. */
  readonly drawSeed?: () => number
  /** Captures loads for times, for the servers' initial windows. Default: none are known. */
  readonly packets?: { readonly capture: Capture; readonly tshark: Tshark }
  readonly toolVersion: string
  readonly say: (line: string) => void
}
