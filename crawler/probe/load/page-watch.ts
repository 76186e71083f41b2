import type { Protocol } from 'puppeteer'
import type { PageTimings } from '../../../model/artifacts.ts'
import type { FailureCode } from '../../../model/failure-codes.ts'
import { within } from '../../process/deadline.ts'
import { addressInUrl } from './address-in-url.ts'
import { type CdpEvent, requestIdOf } from './cdp-event.ts'
import { EventRecord } from './event-record.ts'
import { failureOf, type LoadFailure } from './failure-of.ts'
import { type Answerers, lateFailure, missingHeaders } from './late-failure.ts'
import type { LoadLimits } from './load-limits.ts'
import { type MainDocument, MainFrame } from './main-document.ts'
import { addressOf } from './response-connection.ts'

type LoadOutcome =
  | { readonly failure: LoadFailure; readonly timings: null }
  | { readonly failure: null; readonly timings: PageTimings }

/** Answers what the watch asks the page and its browser for. None of it need ever settle. */
export interface WatchedPage extends Answerers {
  readonly frameId: string
  readTimings(): Promise<PageTimings>
  dismissDialog(): Promise<unknown>
  /** True for an address that must not be talked to. */
  refused(address: string): boolean
}

/** A name led to an address that Chromium itself takes for a local one. */
const LOCAL_NETWORK = 'net::ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS'

/**
 * Decides, from the events of a page, how its load ends: well, when its main document has arrived whole, its load event
 * has fired and it has settled; else with the code of what went wrong first. Released with `using`.
 */
export class PageWatch implements Disposable {
  readonly record = new EventRecord()
  readonly frame: MainFrame
  readonly outcome: Promise<LoadOutcome>
  readonly #page: WatchedPage
  readonly #limits: LoadLimits
  readonly #settle: (outcome: LoadOutcome) => void
  readonly #timers = new Set<NodeJS.Timeout>()
  /** Requests reported as sent before they were reported as started: two processes report. */
  readonly #sentEarly = new Set<string>()
  /** Nothing that the page does counts any more. */
  #over = false
  #settling: NodeJS.Timeout | null = null
  #headersTimer: NodeJS.Timeout | null = null

  constructor(page: WatchedPage, limits: LoadLimits) {
    this.#page = page
    this.#limits = limits
    this.frame = new MainFrame(page.frameId)
    const { promise, resolve } = Promise.withResolvers<LoadOutcome>()
    this.outcome = promise
    this.#settle = resolve
    this.#after(limits.loadMs, () => void this.#failLate())
  }

  /** The first failure counts, and none after the end. */
  fail(code: FailureCode, detail: string | null = null): void {
    this.#over = true
    this.#settle({ failure: { code, detail }, timings: null })
  }

  #failWith({ code, detail }: LoadFailure): void {
    this.fail(code, detail)
  }

  /** The browser refused to navigate. Most errors come with the request as well, which says more. */
  onNavigationFailed(failure: LoadFailure): void {
    if (this.#over) return
    this.#after(this.#limits.graceMs, () => {
      if (this.frame.current === null) this.fail(failure.code, failure.detail)
    })
  }

  onDownload(): void {
    if (this.frame.pending) this.frame.pending.download = true
  }

  /** One event of the page, of its frames in other processes, or of its workers. */
  onEvent(event: CdpEvent): void {
    if (this.#over) return
    this.record.add(event)
    const requestId = requestIdOf(event)
    const document = requestId === null ? null : this.frame.documentByRequest(requestId)
    switch (event.method) {
      case 'Network.requestWillBeSent':
        this.#onRequest(event.params)
        break
      case 'Network.requestWillBeSentExtraInfo':
        if (document) document.sent = true
        else this.#sentEarly.add(event.params.requestId)
        break
      case 'Network.responseReceived':
        if (document) document.response = event.params.response
        this.#checkAddress(event.params.response)
        break
      case 'Network.dataReceived':
        this.#checkBytes()
        break
      case 'Network.loadingFinished':
        if (document) document.complete = true
        this.#checkBytes()
        break
      case 'Network.loadingFailed':
        if (document && document === this.frame.current) this.#onGivenUp(document, event.params.errorText)
        break
      case 'Page.frameNavigated':
        this.frame.onNavigated(event.params, performance.now())
        this.#checkDocuments()
        break
      case 'Page.lifecycleEvent':
        this.frame.onLifecycle(event.params)
        break
      case 'Page.downloadWillBegin':
        this.onDownload()
        break
      case 'Page.javascriptDialogOpening':
        this.#page.dismissDialog().catch(() => {
          // It went with its page.
        })
        break
      case 'Inspector.targetCrashed':
        this.fail('renderer_crashed')
        break
    }
    this.#watchEnd()
  }

  #onRequest(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requests, headersMs } = this.#limits
    if (event.redirectResponse) this.#checkAddress(event.redirectResponse)
    if (this.record.requests > requests) this.fail('page_too_many_requests', `more than ${requests}`)
    const isNext = this.frame.onRequest(event, performance.now())
    const address = addressInUrl(event.request.url)
    if (
      address !== null &&
      this.frame.documentByRequest(event.requestId) !== null &&
      this.#page.refused(address)
    )
      this.fail('address_refused', address)
    if (!isNext) return
    const { pending } = this.frame
    if (pending && this.#sentEarly.has(event.requestId)) pending.sent = true
    this.#checkDocuments()
    this.#cancel(this.#headersTimer)
    this.#headersTimer = this.#after(headersMs, () => {
      const { pending } = this.frame
      if (pending !== null && pending.response === null) this.#failWith(missingHeaders(pending, headersMs))
    })
  }

  #onGivenUp(document: MainDocument, errorText: string): void {
    if (errorText === LOCAL_NETWORK) {
      this.fail('address_refused', document.urls.at(-1) ?? null)
      return
    }
    const { code, detail } = failureOf({
      errorText,
      urls: document.urls,
      sent: document.sent,
      answered: document.response !== null,
      elapsedMs: performance.now() - document.startedMs,
    })
    if (code !== 'page_aborted') {
      this.fail(code, detail)
      return
    }
    this.#after(this.#limits.graceMs, () => {
      const { current, pending, committed } = this.frame
      // Given up for the next one.
      if (current !== document) return
      if (document === pending && committed !== null) {
        // The page shown has started a download, or asked for what has no content: it stays.
        this.frame.dropPending()
        this.#watchEnd()
        return
      }
      const status = document.response?.status
      if (document.download) this.fail('page_download')
      else if (status === 204 || status === 205) this.fail('page_no_content', `status ${status}`)
      else this.fail(code, detail)
    })
  }

  #checkAddress(response: Protocol.Network.Response): void {
    const address = addressOf(response)
    if (address !== null && this.#page.refused(address)) this.fail('address_refused', address)
  }

  #checkBytes(): void {
    const { bytes } = this.#limits
    if (this.record.encodedBytes > bytes) this.fail('page_too_big', `more than ${bytes} bytes`)
    else if (this.record.decodedBytes > bytes)
      this.fail('page_too_big', `decodes to more than ${bytes} bytes`)
  }

  #checkDocuments(): void {
    if (this.frame.documents > this.#limits.documents)
      this.fail('page_refresh_loop', `more than ${this.#limits.documents} documents`)
  }

  /** Starts to settle, or stops, as the main frame has a whole document or not. */
  #watchEnd(): void {
    if (this.#over) return
    if (this.frame.isLoaded) this.#settling ??= this.#after(this.#limits.settleMs, () => void this.#finish())
    else if (this.#settling !== null) {
      this.#cancel(this.#settling)
      this.#settling = null
    }
  }

  async #finish(isAgain = false): Promise<void> {
    const { documents } = this.frame
    const settled = this.#settling
    try {
      const read = await within(this.#page.readTimings(), this.#limits.timingsMs)
      if (this.#over) return
      if (!read.inTime) {
        await this.#failLate()
        return
      }
      this.#over = true
      this.#settle({ failure: null, timings: read.value })
    } catch (error) {
      // A page that navigates in this very moment takes the timings of the old one with it.
      this.#after(this.#limits.graceMs, () => {
        if (this.frame.documents === documents && this.frame.isLoaded) {
          // It may be that we hear of it later than that.
          if (isAgain) this.fail('unknown_failure', String(error))
          else void this.#finish(true)
        } else if (this.#settling === settled) {
          // One that the browser had kept is shown again, loaded as it was.
          this.#settling = null
          this.#watchEnd()
        }
      })
    }
  }

  async #failLate(): Promise<void> {
    this.#over = true
    this.#failWith(await lateFailure(this.frame, this.#page, this.#limits))
  }

  /** Acts after the delay, unless the load is over by then. */
  #after(delayMs: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#over) act()
    }, delayMs)
    this.#timers.add(timer)
    return timer
  }

  #cancel(timer: NodeJS.Timeout | null): void {
    if (timer === null) return
    clearTimeout(timer)
    this.#timers.delete(timer)
  }

  [Symbol.dispose](): void {
    this.#over = true
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
