import type { Protocol } from 'puppeteer'

/** One navigation of the main frame: its document, shown or pending, with the redirects on its way. */
export interface MainDocument {
  readonly loaderId: string
  /** Asked for, redirects in order; of a document that needs no request (`about:blank`) its own. */
  readonly urls: string[]
  readonly startedMs: number
  /** Its request, the last of its redirects, went out on a connection. */
  sent: boolean
  response: Protocol.Network.Response | null
  /** Its last byte has arrived. */
  complete: boolean
  loaded: boolean
  /** Became a file to save. */
  download: boolean
}

/**
 * Follows what the main frame shows and is about to show, from the events of its session. A page may navigate again, so that
 * one load has several documents; the one shown stays until the next is committed.
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

  get current(): MainDocument | null {
    return this.pending ?? this.committed
  }

  /** A whole document is shown, its load event has fired, and no other is pending. */
  get isLoaded(): boolean {
    return (
      this.pending === null && this.committed !== null && this.committed.loaded && this.committed.complete
    )
  }

  /** The document whose request this is; null for all requests of resources and frames. */
  documentByRequest(requestId: string): MainDocument | null {
    if (this.pending?.loaderId === requestId) return this.pending
    return this.committed?.loaderId === requestId ? this.committed : null
  }

  /** True where the request starts another document. */
  onRequest(event: Protocol.Network.RequestWillBeSentEvent, atMs: number): boolean {
    if (event.type !== 'Document' || event.frameId !== this.frameId || event.requestId !== event.loaderId)
      return false
    const known = this.documentByRequest(event.requestId)
    if (known !== null) {
      known.urls.push(event.request.url)
      known.sent = false
      return false
    }
    this.pending = newDocument(event.loaderId, [event.request.url], atMs)
    this.documents += 1
    return true
  }

  onNavigated({ frame }: Protocol.Page.FrameNavigatedEvent, atMs: number): void {
    // The browser's own error page: the failure comes with its request.
    if (frame.id !== this.frameId || frame.unreachableUrl !== undefined) return
    if (this.committed !== null) this.#left.set(this.committed.loaderId, this.committed)
    const shownBefore = this.#left.get(frame.loaderId)
    if (this.pending?.loaderId === frame.loaderId) {
      this.committed = this.pending
      this.pending = null
    } else if (shownBefore !== undefined && shownBefore !== this.committed) {
      this.committed = shownBefore
      this.documents += 1
    } else if (this.committed?.loaderId !== frame.loaderId) {
      this.committed = { ...newDocument(frame.loaderId, [frame.url], atMs), complete: true }
      this.documents += 1
    }
  }

  onLifecycle({ frameId, loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
    if (frameId === this.frameId && name === 'load' && this.committed?.loaderId === loaderId)
      this.committed.loaded = true
  }

  /** The pending document will not come; the one shown, if any, stays. */
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
