import type { Protocol } from 'puppeteer'

/** One navigation of the main frame: a document, there or to come, with the redirects on its way. */
export interface MainDocument {
  readonly loaderId: string
  /** Asked for, redirects in order; of a document that needs no request (`about:blank`) its own. */
  readonly urls: string[]
  readonly startedMs: number
  /** Its request, the last of its redirects, went out on a connection. */
  sent: boolean
  response: Protocol.Network.Response | null
  /** Its last byte is there. */
  complete: boolean
  /** Its load event has fired. */
  loaded: boolean
  /** Became a file to save. */
  download: boolean
}

/**
 * What the main frame shows and what it is about to show, told by the events of its session. A page may send itself
 * on, so that there are several documents in one load; what is there stays until the next one is committed.
 */
export class MainFrame {
  readonly frameId: string
  /** Asked for and not shown yet. */
  pending: MainDocument | null = null
  /** Shown. */
  committed: MainDocument | null = null
  /** Documents so far; one that the page went back to counts again. */
  documents = 0
  /** Shown before, by their loader ids: the browser may keep one and show it again as it was, with no request. */
  readonly #left = new Map<string, MainDocument>()

  constructor(frameId: string) {
    this.frameId = frameId
  }

  /** The document that is to come, else the one that is there. */
  get current(): MainDocument | null {
    return this.pending ?? this.committed
  }

  /** A whole document is there, its load event has fired, and no other is under way. */
  get isLoaded(): boolean {
    return (
      this.pending === null && this.committed !== null && this.committed.loaded && this.committed.complete
    )
  }

  /** The document whose request this is; null for all requests of resources and frames. */
  of(requestId: string): MainDocument | null {
    if (this.pending?.loaderId === requestId) return this.pending
    return this.committed?.loaderId === requestId ? this.committed : null
  }

  /** True where the request begins another document. */
  requested(event: Protocol.Network.RequestWillBeSentEvent, atMs: number): boolean {
    if (event.type !== 'Document' || event.frameId !== this.frameId || event.requestId !== event.loaderId)
      return false
    const known = this.of(event.requestId)
    if (known !== null) {
      known.urls.push(event.request.url)
      known.sent = false
      return false
    }
    this.pending = newDocument(event.loaderId, [event.request.url], atMs)
    this.documents += 1
    return true
  }

  navigated({ frame }: Protocol.Page.FrameNavigatedEvent, atMs: number): void {
    // The browser's own error page: the failure is told by its request.
    if (frame.id !== this.frameId || frame.unreachableUrl !== undefined) return
    if (this.committed !== null) this.#left.set(this.committed.loaderId, this.committed)
    const kept = this.#left.get(frame.loaderId)
    if (this.pending?.loaderId === frame.loaderId) {
      this.committed = this.pending
      this.pending = null
    } else if (kept !== undefined && kept !== this.committed) {
      this.committed = kept
      this.documents += 1
    } else if (this.committed?.loaderId !== frame.loaderId) {
      this.committed = { ...newDocument(frame.loaderId, [frame.url], atMs), complete: true }
      this.documents += 1
    }
  }

  lifecycle({ frameId, loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
    if (frameId === this.frameId && name === 'load' && this.committed?.loaderId === loaderId)
      this.committed.loaded = true
  }

  /** The document to come will not come; the one that is there, if any, stays. */
  dropPending(): void {
    this.pending = null
  }
}

function newDocument(loaderId: string, urls: string[], startedMs: number): MainDocument {
  return {
    loaderId,
    urls,
    startedMs,
    sent: false,
    response: null,
    complete: false,
    loaded: false,
    download: false,
  }
}
