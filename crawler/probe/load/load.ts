import type { Arm } from '../../../model/arm.ts'
import type { ConnectionRecord, PageTimings } from '../../../model/artifacts.ts'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { Filmstrip } from '../../../model/filmstrip.ts'
import type { BrowserSandbox } from '../../process/browser-sandbox.ts'
import type { CdpEvent } from './cdp-event.ts'
import type { PageDraws } from './page-draws.ts'
import type { VisitSteps } from './visit-steps.ts'

export interface LoadRequest {
  readonly url: string
  /** Response headers of the main document, milliseconds. Default 30,000 (CRW-10). */
  readonly headersLimitMs?: number
  /** The whole load, milliseconds. Default 60,000 (CRW-10). */
  readonly loadLimitMs?: number
  /** Waited for late paints after the load event, milliseconds. Default 100. */
  readonly settleMs?: number
  /** Requests of one load. Default 500 (CRW-10). */
  readonly maxRequests?: number
  /** Bytes received in one load. Default 50,000,000 (CRW-10). */
  readonly maxBytes?: number
  /** Memory of the browser's processes while it loads; more of it ends the browser. Default 1,200,000,000 bytes. */
  readonly maxMemoryBytes?: number
  /** True for an address that must not be talked to (CRW-6): asked of every response's. Default: none is. */
  readonly refused?: (address: string) => boolean
  /** Values that the page's scripts draw instead of chance. Default: nothing is changed. */
  readonly draws?: PageDraws
  /** All requests go to the network, whatever service workers the page registers. Default: no. */
  readonly bypassServiceWorkers?: boolean
  /** Screenshots are taken during the load, which can slow it. Default: no. */
  readonly filmstrip?: boolean
  readonly signal: AbortSignal
}

export interface Load {
  /** Wall time of the navigation's start, ISO 8601. */
  readonly startedAt: string
  /** Is null where the page fired its load event and its main document arrived whole. */
  readonly failure: { readonly code: FailureCode; readonly detail: string | null } | null
  /** Status of the main document, after redirects. */
  readonly status: number | null
  readonly finalUrl: string | null
  /** ALPN name that the main document came by. */
  readonly protocol: string | null
  /** Ordered: what the HAR is made of. */
  readonly events: readonly CdpEvent[]
  readonly timings: PageTimings | null
  readonly requests: readonly RequestRecord[]
  readonly connections: readonly ConnectionRecord[]
  /** Is null where none was asked for, or the browser sent no frame. */
  readonly filmstrip: Filmstrip | null
  /** True where its browser was ended for the memory that it took. */
  readonly tookMemory?: true
  /** Time from the start to the end of the load, clean-up of its context not included. */
  readonly wallMs: number
}

/** One request of a page, each redirect of a chain on its own. */
export interface RequestRecord {
  readonly requestId: string
  readonly url: string
  readonly isMainDocument: boolean
  /** ALPN name; null where no response came, or a service worker's. */
  readonly protocol: string | null
  readonly status: number | null
  readonly remoteAddress: string | null
  readonly connectionId: string | null
  /** `net::ERR_…` or null. */
  readonly error: string | null
  /** Lower-case names. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Bytes on the wire as the browser counts them, headers included; null where unknown. */
  readonly encodedBytes: number | null
}

/** A running browser of one arm. One load at a time. */
export interface ProbeBrowser extends AsyncDisposable {
  readonly arm: Arm
  /** `Chromium 156.0.8078.79`, as the browser says. */
  readonly version: string
  readonly userAgent: string
  /** All switches that it was started with; empty for a browser that was running already. */
  readonly switches: readonly string[]
  /** Its sandbox, as read from its processes at its first load; null before, and where that is unknown. */
  readonly sandbox: BrowserSandbox | null
  readonly loads: number
  /** Id of the process group that it runs in; null for one that was running already. */
  readonly processGroup: number | null
  /** It is one process, without children: its group need not be looked for. Default: false. */
  readonly isOneProcess?: boolean
  /** False once it has died, hung or been closed: it must be replaced. */
  readonly isAlive: boolean
  /** TLS and QUIC secrets, as SSLKEYLOGFILE has them; null where the browser writes none. */
  readonly keyLogFile: string | null
  /**
   * Loads a page in a context of its own: cold. Settles within the limits, whatever the page or the browser does. The
   * page is closed after that, in the background.
   */
  load(request: LoadRequest): Promise<Load>
  /**
   * Loads a page so that the browser knows its servers, and has the next load in the same context, over connections of its
   * own. Resolves to that load where it failed, else to null. Absent where there is no browser context.
   */
  learn?(request: LoadRequest, steps: VisitSteps): Promise<Load | null>
  /**
   * Settles when the last load's page is closed and the next one's stands ready, blank, so that neither is done beside
   * a load. Never rejects: what went wrong is the next load's result. Only of use where there is a next load.
   */
  prepare(): Promise<void>
}
