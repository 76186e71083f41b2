import type { HarPage as CommonPage } from '../../har/har-page.ts'
import type { HarPageLoad as CommonLoad } from '../../har/page-loads.ts'
import type { PageRequest } from '../../har/page-request.ts'
import type { Priority } from '../../har/priority.ts'
import type { RenderBlocking } from '../../har/render-blocking.ts'
import type { ResourceType } from '../../har/resource-type.ts'
import type { PageFields } from './page-fields.ts'

/**
 * Holds what is read of a HAR, 1.1 or 1.2. It never leaves the browser: addresses and titles are in it, for its owner’s eyes.
 * Numbers are as they stand in the file, −1 for “does not apply” and negative nonsense included; null where there is none.
 */
export interface HarFile {
  /** `1.2`; null where the file does not say. */
  readonly version: '1.1' | '1.2' | null
  /** Makers whose timings mean something of their own. */
  readonly creator: 'firefox' | 'playwright' | null
  /** The browser that loaded the pages; null where the file does not say, or it is another. */
  readonly browser: HarBrowser | null
  /** A program loaded the pages, not a person. */
  readonly automated: boolean
  readonly pages: readonly HarPage[]
  readonly entries: readonly HarEntry[]
}

export interface HarBrowser {
  readonly family: 'chromium' | 'firefox'
  readonly major: number
}

export interface HarPage extends CommonPage {
  readonly fields: PageFields
  /** The emulated link, as the tool that loaded the page calls it; null where there was none, or the file does not say. */
  readonly connectivity: string | null
}

export interface HarEntry extends PageRequest {
  readonly timeMs: number | null
  readonly type: ResourceType | null
  /** Chromium’s; null elsewhere. */
  readonly initialPriority: Priority | null
  readonly priority: Priority | null
  readonly renderBlocking: RenderBlocking | null
  readonly timings: HarTimings
  readonly sizeBytes: number | null
  /** Comes from the browser’s cache, or from a service worker. */
  readonly fromCache: boolean
  /** `Alt-Svc` of the response, empty where it has none; null where the file has no headers of it. */
  readonly altSvc: string | null
  /** Browser of the `User-Agent` that the request had. */
  readonly browser: HarBrowser | null
  /** Told by the same. */
  readonly automated: boolean
}

export type HarPageLoad = CommonLoad<HarPage, HarEntry>

const HAR_PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const

export type HarTimings = { readonly [phase in (typeof HAR_PHASES)[number]]: number | null }
