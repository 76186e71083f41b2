import type { CDPSession, Protocol } from 'puppeteer'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'

/** Stands between a page and the network: lets pass what may be asked for and, unless told otherwise, copies every body. */
export class Interception {
  /** Bodies without their codings, by CDP's id of the request. */
  readonly bodies = new Map<string, Buffer>()
  /** Requests of which it is being judged whether they may be sent, by URL; what comes of it: null, or why not. */
  readonly judging = new Map<string, Promise<string | null>>()
  readonly refusals = new Map<string, string>()
  /** Says why the bodies are too big to be held; null where they are not. */
  tooBig: string | null = null
  #bodyBytes = 0
  /** Frame of the page; only its document is one that may have to be refused as a page. */
  mainFrameId = ''
  readonly #mayVisit: (url: URL, isPage: boolean) => Promise<string | null>

  readonly #stages: readonly Protocol.Fetch.RequestStage[]

  constructor(
    mayVisit: (url: URL, isPage: boolean) => Promise<string | null>,
    { bodies = true }: { readonly bodies?: boolean } = {},
  ) {
    this.#mayVisit = mayVisit
    this.#stages = bodies ? ['Request', 'Response'] : ['Request']
  }

  /** Takes its place in a session, before anything is asked for there. */
  begin(session: CDPSession): Promise<unknown> {
    session.on('Fetch.requestPaused', (event) => {
      this.#pass(session, event).catch(() => {
        // The page has navigated on, or is closed: nobody waits for this request any more.
      })
    })
    return session.send('Fetch.enable', { patterns: this.#stages.map((requestStage) => ({ requestStage })) })
  }

  async #pass(session: CDPSession, event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId, request, responseStatusCode, responseErrorReason } = event
    if (responseStatusCode === undefined && responseErrorReason === undefined) {
      const verdict = this.#why(event)
      this.judging.set(request.url, verdict)
      const why = await verdict
      this.judging.delete(request.url)
      if (why === null) {
        await session.send('Fetch.continueRequest', { requestId })
        return
      }
      this.refusals.set(request.url, why)
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      return
    }
    if (responseStatusCode === 200 && event.networkId !== undefined) {
      const body = await bodyOf(session, requestId)
      this.#bodyBytes += body?.length ?? 0
      if (this.#bodyBytes > LOAD_LIMITS.bytes) {
        this.tooBig ??= `page_too_big (its bodies decode to more than ${LOAD_LIMITS.bytes} bytes)`
        await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        return
      }
      if (body !== null) this.bodies.set(event.networkId, body)
    }
    await session.send('Fetch.continueRequest', { requestId })
  }

  async #why({ request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): Promise<string | null> {
    const url = URL.parse(request.url)
    if (url === null || !/^https?:$/.test(url.protocol)) return null
    try {
      return await this.#mayVisit(url, resourceType === 'Document' && frameId === this.mainFrameId)
    } catch (error) {
      // A URL that cannot be judged is not asked for.
      return `it could not be judged (${(error as Error).message})`
    }
  }
}

/** Returns null where it did not come whole: the page then gets the error that its browser knows. */
async function bodyOf(session: CDPSession, requestId: string): Promise<Buffer | null> {
  try {
    const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8')
  } catch {
    return null
  }
}
