import type { Protocol } from 'puppeteer'
import { launchRunning, type RunningBrowser } from '../../../crawler/probe/browser/running-browser.ts'
import { openColdPage } from '../../../crawler/probe/load/cold-page.ts'
import type { Load, LoadRequest, RequestRecord } from '../../../crawler/probe/load/load.ts'
import { loadPage } from '../../../crawler/probe/load/load-page.ts'
import { done, within } from '../../../crawler/process/deadline.ts'
import { readProcess } from '../../../crawler/process/group-members.ts'
import { watchMemory } from '../../../crawler/process/memory-watch.ts'
import { robotsPolicy } from '../../../crawler/robots/robots.ts'
import {
  type CapturedPage,
  type CapturedResponse,
  type LeftOutResponse,
  MirrorError,
} from './captured-page.ts'
import { Interception } from './interception.ts'
import { recordedPageUrl } from './recorded-page-url.ts'

export interface CaptureUrlOptions {
  /** Why a URL is not to be asked for; null where it is. Asked before every request, redirects included (CRW-2, CRW-6). */
  readonly whyNot: (url: URL) => Promise<string | null>
  /** True for an address that must not be talked to; asked of every response's (CRW-6). */
  readonly refused: (address: string) => boolean
  /** What robots.txt calls us; null: it is not asked for. */
  readonly robotsToken: string | null
  /** Behind the browser's own User-Agent, with the space before it (CRW-1). */
  readonly userAgentSuffix: string
  readonly caFile?: string
  /** Of the page's load, and of that of each robots.txt; default LOAD_LIMITS. */
  readonly limits?: Pick<LoadRequest, 'headersLimitMs' | 'loadLimitMs'>
  /** Has the browser itself refuse private addresses (`guard-switches.ts`), as in every live run. Default: no. */
  readonly guarded?: boolean
  /** Further switches of the browser. */
  readonly switches?: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Loads a page once in a browser of ours, and takes what that was given: bodies as the browser saw them, without their
 * codings, and what asked for them. Limits are those of every load (CRW-10).
 * @throws MirrorError where the page may not be asked for, or does not load
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
    throw new MirrorError(69, `no browser could be opened: ${error.message}`, { cause: error })
  })
  try {
    const robots = new Map<string, Promise<Robots>>()
    const mayVisit = async (pageUrl: URL, isPage: boolean): Promise<string | null> => {
      const why = await options.whyNot(pageUrl)
      if (why !== null || !isPage || options.robotsToken === null) return why
      const { origin, pathname, search } = pageUrl
      const known = robots.get(origin) ?? loadRobots(running, origin, options)
      robots.set(origin, known)
      const { text, why: lack } = await known
      if (text === null) return `its robots.txt cannot be had (${lack})`
      return robotsPolicy(text, options.robotsToken).allows(pathname + search)
        ? null
        : 'its robots.txt does not allow it'
    }
    // Before the load, whose time it is not: a robots.txt that is slow, or never comes, is no fault of the page's server.
    const why = await mayVisit(new URL(url), true).catch(
      (error: Error) => `it could not be judged (${error.message})`,
    )
    options.signal.throwIfAborted()
    if (why !== null) throw notMirrored(url, why)
    const { load, intercepted } = await loadOnce(running, url, mayVisit, options)
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

const notMirrored = (url: string, why: string): MirrorError =>
  new MirrorError(69, `${recordedPageUrl(url)} was not mirrored: ${why}`)

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

/** Bodies and refusals of one load. The page is closed. */
async function loadOnce(
  running: RunningBrowser,
  url: string,
  mayVisit: (url: URL, isPage: boolean) => Promise<string | null>,
  { refused, signal, limits = {} }: CaptureUrlOptions,
): Promise<{ readonly load: Load; readonly intercepted: Interception }> {
  const intercepted = new Interception(mayVisit)
  const { visitor } = running
  const opening = openColdPage(running.browser, running.control, {
    ...visitor,
    everywhere: (session) => [...visitor.everywhere(session), intercepted.begin(session)],
  })
  const opened = await within(Promise.race([opening, running.gone.then(() => null)]), OPEN_LIMIT_MS)
  if (!opened.inTime || opened.value === null) throw new MirrorError(69, 'the browser does not answer')
  const page = opened.value
  try {
    const { processGroup: group } = running
    const browser = {
      gone: running.gone,
      answer: () => running.control.send('Browser.getVersion'),
      ...(group === null ? {} : { processes: { group, kill: () => running.kill() } }),
    }
    intercepted.mainFrameId = page.frameId
    using _bodies = group === null ? null : watchBodies(group, running, intercepted)
    return { load: await loadPage(page, { ...limits, url, refused, signal }, browser), intercepted }
  } finally {
    await done(page.close(), CLOSE_LIMIT_MS)
  }
}

/**
 * A body that is asked for is held whole, decoded, by the browser's main process, and no event counts it meanwhile. Read
 * as a stream it could be counted, but Chromium then forgets the server's address, which `refused` has to judge.
 */
function watchBodies(group: number, running: RunningBrowser, intercepted: Interception): Disposable {
  const onExceeded = (bytes: number): void => {
    intercepted.tooBig ??= `page_too_big (its bodies took ${bytes} bytes of the browser's memory, more than ${BODIES_LIMIT_BYTES})`
    // It grows by the moment; the load hears of the end.
    running.kill().catch(() => {})
  }
  const isMain = (pid: string): boolean => !readProcess(pid, 'cmdline').includes('--type=')
  return watchMemory(group, BODIES_LIMIT_BYTES, onExceeded, isMain)
}

/** Of the browser's main process, which takes some 400 MB with a body of LOAD_LIMITS.bytes. */
const BODIES_LIMIT_BYTES = 600_000_000

/** As for every page (CRW-11); the browser ends soon after. */
const OPEN_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 5_000

/** Text of a robots.txt: empty where an origin has none, null where it cannot be had (RFC 9309, 2.3.1), with the reason. */
interface Robots {
  readonly text: string | null
  readonly why: string | null
}

async function loadRobots(
  running: RunningBrowser,
  origin: string,
  options: CaptureUrlOptions,
): Promise<Robots> {
  const { load, intercepted } = await loadOnce(running, `${origin}/robots.txt`, options.whyNot, options)
  const { status, failure } = load
  if (intercepted.tooBig !== null) return { text: null, why: intercepted.tooBig }
  if (status !== null && status >= 400 && status < 500) return { text: '', why: null }
  const main = load.requests.findLast(({ isMainDocument }) => isMainDocument)
  const body = main === undefined ? undefined : intercepted.bodies.get(main.requestId)
  if (failure === null && body !== undefined) return { text: body.data.toString('utf8'), why: null }
  return { text: null, why: failure?.code ?? `status ${status ?? 'unknown'}` }
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
