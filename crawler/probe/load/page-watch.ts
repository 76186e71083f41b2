import { isIP } from 'node:net'
import type { Protocol } from 'puppeteer'
import type { PageTimings } from '../../../model/artifacts.ts'
import type { FailureCode } from '../../../model/failure-codes.ts'
import { done, within } from '../../process/deadline.ts'
import { type Failure, failureOf } from './failure-of.ts'
import type { LoadLimits } from './load-limits.ts'
import { type MainDocument, MainFrame } from './main-document.ts'
import { EventRecord } from './record-events.ts'
import { addressOf } from './requests.ts'

export type Outcome =
  | { readonly failure: Failure; readonly timings: null }
  | { readonly failure: null; readonly timings: PageTimings }

/** What the watch asks the page and its browser for. None of it need ever settle. */
export interface WatchedPage {
  readonly frameId: string
  readTimings(): Promise<PageTimings>
  /** Settles when the page's own thread answers. */
  answer(): Promise<unknown>
  /** Settles when the browser answers. */
  browserAnswer(): Promise<unknown>
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
  readonly outcome: Promise<Outcome>
  readonly #page: WatchedPage
  readonly #limits: LoadLimits
  readonly #settle: (outcome: Outcome) => void
  readonly #timers = new Set<NodeJS.Timeout>()
  /** Requests that went out before their beginning was told: two processes tell. */
  readonly #sentEarly = new Set<string>()
  /** Nothing that the page does counts any more. */
  #over = false
  #settling: NodeJS.Timeout | null = null
  #headersTimer: NodeJS.Timeout | null = null

  constructor(page: WatchedPage, limits: LoadLimits) {
    this.#page = page
    this.#limits = limits
    this.frame = new MainFrame(page.frameId)
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    this.outcome = promise
    this.#settle = resolve
    this.#after(limits.loadMs, () => void this.#whyLate())
  }

  /** The first failure counts, and none after the end. */
  fail(code: FailureCode, detail: string | null = null): void {
    this.#over = true
    this.#settle({ failure: { code, detail }, timings: null })
  }

  /** The browser refused to navigate. Most errors are told of the request as well, which says more. */
  navigationFailed(failure: Failure): void {
    if (this.#over) return
    this.#after(this.#limits.graceMs, () => {
      if (this.frame.current === null) this.fail(failure.code, failure.detail)
    })
  }

  downloadBegan(): void {
    if (this.frame.pending) this.frame.pending.download = true
  }

  /** One event of the page, of its frames in other processes, or of its workers. */
  hear(method: string, params: object): void {
    if (this.#over) return
    this.record.add(method, params)
    const { requestId } = params as { requestId?: string }
    const document = requestId === undefined ? null : this.frame.of(requestId)
    switch (method) {
      case 'Network.requestWillBeSent':
        this.#onRequest(params as Protocol.Network.RequestWillBeSentEvent)
        break
      case 'Network.requestWillBeSentExtraInfo':
        if (document) document.sent = true
        else this.#sentEarly.add(requestId ?? '')
        break
      case 'Network.responseReceived': {
        const { response } = params as Protocol.Network.ResponseReceivedEvent
        if (document) document.response = response
        this.#judge(response)
        break
      }
      case 'Network.dataReceived':
        this.#checkBytes()
        break
      case 'Network.loadingFinished':
        if (document) document.complete = true
        this.#checkBytes()
        break
      case 'Network.loadingFailed':
        if (document && document === this.frame.current)
          this.#onGivenUp(document, (params as Protocol.Network.LoadingFailedEvent).errorText)
        break
      case 'Page.frameNavigated':
        this.frame.navigated(params as Protocol.Page.FrameNavigatedEvent, performance.now())
        this.#checkDocuments()
        break
      case 'Page.lifecycleEvent':
        this.frame.lifecycle(params as Protocol.Page.LifecycleEventEvent)
        break
      case 'Page.downloadWillBegin':
        this.downloadBegan()
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
    if (event.redirectResponse) this.#judge(event.redirectResponse)
    if (this.record.requests > requests) this.fail('page_too_many_requests', `more than ${requests}`)
    const isNext = this.frame.requested(event, performance.now())
    const address = addressInUrl(event.request.url)
    if (address !== null && this.frame.of(event.requestId) !== null && this.#page.refused(address))
      this.fail('address_refused', address)
    if (!isNext) return
    const { pending } = this.frame
    if (pending && this.#sentEarly.has(event.requestId)) pending.sent = true
    this.#checkDocuments()
    this.#cancel(this.#headersTimer)
    this.#headersTimer = this.#after(headersMs, () => {
      const { pending } = this.frame
      if (pending !== null && pending.response === null) this.#failWithoutHeaders(pending, headersMs)
    })
  }

  #failWithoutHeaders({ sent }: MainDocument, limitMs: number): void {
    const how = sent
      ? 'the request was sent'
      : 'the set-up of a connection for it (DNS, TCP, TLS or QUIC) had not ended'
    this.fail('http_timeout', `no response headers within ${limitMs} ms: ${how}`)
  }

  /** The browser gave a document up. */
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
        // A page that is there has begun a download, or asked for what has no content: it stays.
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

  #judge(response: Protocol.Network.Response): void {
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

  /** Begins to settle, or leaves off, as the main frame has a whole document or not. */
  #watchEnd(): void {
    if (this.#over) return
    if (this.frame.isLoaded) this.#settling ??= this.#after(this.#limits.settleMs, () => void this.#finish())
    else if (this.#settling !== null) {
      this.#cancel(this.#settling)
      this.#settling = null
    }
  }

  async #finish(): Promise<void> {
    const document = this.frame.committed
    try {
      const read = await within(this.#page.readTimings(), this.#limits.timingsMs)
      if (this.#over) return
      if (!read.inTime) {
        await this.#whyLate()
        return
      }
      this.#over = true
      this.#settle({ failure: null, timings: read.value })
    } catch (error) {
      // A page that went on in this very moment takes the timings of the old one with it, and settles anew.
      this.#after(this.#limits.graceMs, () => {
        if (this.frame.committed === document) this.fail('unknown_failure', String(error))
      })
    }
  }

  /** A limit has passed: finds out who does not answer any more. */
  async #whyLate(): Promise<void> {
    this.#over = true
    const { answerMs, loadMs } = this.#limits
    const { pending } = this.frame
    // While a navigation is under way the browser holds back what is asked of the page: its silence says nothing.
    if (pending !== null) {
      if (!(await done(this.#page.browserAnswer(), answerMs))) this.fail('browser_hung')
      else if (pending.response === null) this.#failWithoutHeaders(pending, loadMs)
      else this.fail(pending.complete ? 'page_timeout' : 'http_body_timeout')
      return
    }
    if (await done(this.#page.answer(), answerMs)) {
      const { current } = this.frame
      this.fail(current?.response && !current.complete ? 'http_body_timeout' : 'page_timeout')
    } else this.fail((await done(this.#page.browserAnswer(), answerMs)) ? 'page_hung' : 'browser_hung')
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

/** The address that a URL has for a host, or that Chromium takes its host for without asking (RFC 6761, 6.3); else null. */
function addressInUrl(url: string): string | null {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (host === 'localhost' || host.endsWith('.localhost')) return '127.0.0.1'
  return isIP(host) === 0 ? null : host
}
