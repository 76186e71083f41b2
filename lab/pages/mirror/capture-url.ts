import type { Protocol } from 'puppeteer'
import { launchRunning } from '../../../crawler/probe/browser/running-browser.ts'
import type { Load, RequestRecord } from '../../../crawler/probe/load/load.ts'
import { interceptedLoad } from '../../../record/live/intercepted-load.ts'
import { Interception } from '../../../record/live/interception.ts'
import { type VisitPolicyOptions, visitPolicy } from '../../../record/live/visit-policy.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import type { CapturedPage, CapturedResponse, LeftOutResponse } from './captured-page.ts'
import { recordedPageUrl } from './recorded-page-url.ts'

export interface CaptureUrlOptions extends VisitPolicyOptions {
  /** Behind the browser's own User-Agent, with the space before it (CRW-1). */
  readonly userAgentSuffix: string
  readonly caFile?: string
  /** Has the browser itself refuse private addresses (`guard-switches.ts`), as in every live run. Default: no. */
  readonly guarded?: boolean
  /** Further switches of the browser. */
  readonly switches?: readonly string[]
}

/**
 * Loads a page once in a browser of ours, and takes what that was given: bodies as the browser saw them, without their
 * codings, and what asked for them. Limits are those of every load (CRW-10).
 * @throws RecordingError where the page may not be asked for, or does not load
 */
export async function captureUrl(url: string, options: CaptureUrlOptions): Promise<CapturedPage> {
  const running = await launchRunning({
    arm: 'h2',
    origins: { forced: [], privateRoot: [] },
    keyLog: false,
    signal: options.signal,
    userAgentSuffix: options.userAgentSuffix,
    guarded: options.guarded ?? false,
    ...(options.caFile === undefined ? {} : { caFile: options.caFile }),
    ...(options.switches === undefined ? {} : { switches: options.switches }),
  }).catch((error: Error) => {
    options.signal.throwIfAborted()
    throw new RecordingError(69, `no browser could be opened: ${error.message}`, { cause: error })
  })
  try {
    const mayVisit = visitPolicy(running, options)
    // Before the load, whose time it is not: a robots.txt that is slow, or never comes, is no fault of the page's server.
    const why = await mayVisit(new URL(url), true).catch(
      (error: Error) => `it could not be judged (${error.message})`,
    )
    options.signal.throwIfAborted()
    if (why !== null) throw notMirrored(url, why)
    const intercepted = new Interception(mayVisit)
    const load = await interceptedLoad(running, url, intercepted, options)
    options.signal.throwIfAborted()
    if (intercepted.tooBig !== null) throw notMirrored(url, intercepted.tooBig)
    if (load.status !== null && load.status >= 400)
      throw notMirrored(url, `its document has status ${load.status}`)
    if (load.failure !== null) throw notMirrored(url, await whyFailed(url, load, intercepted))
    return captured(url, load, intercepted)
  } finally {
    await running.kill()
    await running.release()
  }
}

const notMirrored = (url: string, why: string): RecordingError =>
  new RecordingError(69, `${recordedPageUrl(url)} was not mirrored: ${why}`)

/** The browser is shown a response only when its body is whole, and a request only when it may be sent: it knows of neither. */
async function whyFailed(url: string, load: Load, intercepted: Interception): Promise<string> {
  const { code, detail } = load.failure ?? { code: 'unknown_failure', detail: null }
  const main = load.requests.findLast(({ isMainDocument }) => isMainDocument)
  const judging = await intercepted.judging.get(main?.url ?? url)
  const refusal = intercepted.refusals.get(load.finalUrl ?? url) ?? intercepted.refusals.get(url) ?? judging
  if (refusal) return refusal
  const status = intercepted.unfinished.get(main?.requestId ?? '')
  if (status !== undefined && code === 'http_timeout')
    return `http_body_timeout (its response, with status ${status}, did not end)`
  if (judging === null) return `page_timeout (its robots.txt, which allows it, took too long)`
  return detail === null ? code : `${code} (${detail})`
}

function captured(url: string, load: Load, { bodies, refusals, methods }: Interception): CapturedPage {
  const askers = initiatorByRequest(load)
  const responses: CapturedResponse[] = []
  const leftOut: LeftOutResponse[] = [...refusals].map(([refused, why]) => ({ url: refused, why }))
  const last = new Map(load.requests.map((request) => [request.requestId, request]))
  const documents = new Set(
    load.requests.filter(({ isMainDocument }) => isMainDocument).map(({ requestId }) => requestId),
  )
  const main = [...documents].at(-1)
  for (const request of [...last.values()].toSorted(
    (a, b) => Number(b.requestId === main) - Number(a.requestId === main),
  )) {
    const body = bodies.get(request.requestId)
    const method = methods.get(request.requestId) ?? 'GET'
    if (refusals.has(request.url)) continue
    if (method !== 'GET') leftOut.push({ url: request.url, why: `asked for by ${method}` })
    else if (request.status !== 200 || body === undefined)
      leftOut.push({ url: request.url, why: whyNone(request) })
    else {
      const contentType = body.contentType ?? request.responseHeaders['content-type'] ?? null
      responses.push({
        url: request.url,
        contentType,
        body: body.data,
        requestedBy: askers.get(request.requestId) ?? null,
      })
    }
  }
  if (responses[0] === undefined || last.get(main ?? '')?.url !== responses[0].url)
    throw notMirrored(url, `its document has status ${load.status ?? 'unknown'}`)
  return { responses, leftOut, capturedAt: load.startedAt }
}

/** Of a request without a body that can be served. */
function whyNone({ error, status }: RequestRecord): string {
  return error ?? (status === 200 ? 'its body did not come whole' : `status ${status ?? 'unknown'}`)
}

/** What made the browser ask: the document or style sheet that names it, or the script that was running. */
function initiatorByRequest({ events }: Load): Map<string, string> {
  const askers = new Map<string, string>()
  for (const { method, params } of events) {
    if (method !== 'Network.requestWillBeSent') continue
    const { requestId, initiator } = params as unknown as Protocol.Network.RequestWillBeSentEvent
    const initiatorUrl = initiator.url ?? initiator.stack?.callFrames[0]?.url
    if (initiatorUrl && !askers.has(requestId)) askers.set(requestId, initiatorUrl)
  }
  return askers
}
