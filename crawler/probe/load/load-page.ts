import type { CDPSession, Protocol } from 'puppeteer'
import { withoutUserinfo } from '../../network/recorded-url.ts'
import { watchMemory } from '../../process/memory-watch.ts'
import type { ColdPage } from './cold-page.ts'
import { connectionsOf } from './connections.ts'
import { failureOf } from './failure-of.ts'
import { FilmstripRecorder } from './filmstrip-recorder.ts'
import type { Load, LoadRequest } from './load.ts'
import { type LoadLimits, limitsOf } from './load-limits.ts'
import { pageCommands } from './page-commands.ts'
import { readPageTimings } from './page-timings.ts'
import { PageWatch, type WatchedPage } from './page-watch.ts'
import { preparePage } from './prepare-page.ts'
import { requestsOf } from './requests.ts'

/**
 * Collects when the navigations of a page's main frame started, on the browser's monotonic clock: it does not change
 * with the wall clock, and processes share it. `preparePage` has every main document report its own.
 */
class NavigationStarts {
  readonly #session: CDPSession
  readonly #startsMs: number[] = []

  constructor(session: CDPSession) {
    this.#session = session
    session.on('Performance.metrics', ({ metrics }) => this.#add(metrics))
  }

  /**
   * Milliseconds, one for each document in their order; the last belongs to the document shown, also where that is an
   * earlier one that the page went back to. Never settles where the browser hangs: bound it.
   */
  async all(): Promise<readonly number[]> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    this.#add(metrics)
    return this.#startsMs
  }

  #add(metrics: readonly Protocol.Performance.Metric[]): void {
    const startS = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? 0
    // A page may call console.timeStamp itself: its document is known already.
    if (startS > 0 && startS * 1e3 !== this.#startsMs.at(-1)) this.#startsMs.push(startS * 1e3)
  }
}

interface LoadingBrowser {
  /** Settles when it has ended, or the connection to it. */
  readonly gone: Promise<unknown>
  answer(): Promise<unknown>
  /** Its processes, whose memory is limited. Default: one that runs elsewhere, whose memory is not known. */
  readonly processes?: { readonly group: number; kill(): Promise<void> }
}

/**
 * Loads one page until it has loaded or failed. The page is used up. Settles at the load's limit, or where the page does
 * not answer then, at most two seconds after it.
 */
export async function loadPage(page: ColdPage, request: LoadRequest, browser: LoadingBrowser): Promise<Load> {
  const limits = limitsOf(request)
  using watch = new PageWatch(watchedPage(page, request, browser), limits)
  page.listener = (event) => watch.onEvent(event)
  const onAbort = (): void => watch.fail('page_aborted', 'stopped')
  request.signal.addEventListener('abort', onAbort, { once: true })
  browser.gone.then(() => watch.fail('browser_died'))
  using memory = limitMemory(browser, limits, watch)
  const filmstrip = request.filmstrip === true ? new FilmstripRecorder(page.session) : null
  const startedAt = new Date().toISOString()
  const startedMs = performance.now()
  try {
    if (request.signal.aborted) onAbort()
    else void navigate(page, request, limits, watch, filmstrip)
    const { failure, timings } = await watch.outcome
    const wallMs = performance.now() - startedMs
    return {
      startedAt,
      failure,
      timings,
      ...pageResult(watch, page.frameId),
      filmstrip: filmstrip?.end() ?? null,
      wallMs,
      ...(memory.isExceeded() ? { tookMemory: true } : {}),
    }
  } finally {
    request.signal.removeEventListener('abort', onAbort)
  }
}

function watchedPage(
  { session, frameId }: ColdPage,
  request: LoadRequest,
  browser: LoadingBrowser,
): WatchedPage {
  const starts = new NavigationStarts(session)
  return {
    frameId,
    readTimings: async () => ({
      ...(await readPageTimings(session, frameId)),
      navigationStartsMs: await starts.all(),
    }),
    answer: () => session.send('Runtime.evaluate', { expression: '0' }),
    browserAnswer: () => browser.answer(),
    dismissDialog: () => session.send('Page.handleJavaScriptDialog', { accept: false }),
    refused: request.refused ?? (() => false),
  }
}

/** Fails the load and ends the browser's processes where they take too much memory. */
function limitMemory(
  { processes }: LoadingBrowser,
  { memoryBytes }: LoadLimits,
  watch: PageWatch,
): Disposable & { isExceeded(): boolean } {
  let exceeded = false
  const memory =
    processes === undefined
      ? null
      : watchMemory(processes.group, memoryBytes, (bytes) => {
          exceeded = true
          watch.fail('page_too_big', `the browser took ${bytes} bytes of memory, more than ${memoryBytes}`)
          // It grows by the moment; that it has ended is reported by `gone`.
          processes.kill().catch(() => {})
        })
  return { isExceeded: () => exceeded, [Symbol.dispose]: () => memory?.[Symbol.dispose]() }
}

async function navigate(
  page: ColdPage,
  request: LoadRequest,
  limits: LoadLimits,
  watch: PageWatch,
  filmstrip: FilmstripRecorder | null,
): Promise<void> {
  const { session } = page
  const { url } = request
  try {
    page.commands = pageCommands(request, Date.now())
    // A page is no worker: what is not for it has no effect.
    await Promise.all([...page.commands(session), preparePage(session, limits.requests), filmstrip?.start()])
    // Answered when the response's headers have come, or nothing will: the watch bounds that.
    const timeout = limits.loadMs + limits.timingsMs
    const answer = await session.send('Page.navigate', { url }, { timeout })
    if (answer.isDownload) watch.onDownload()
    if (answer.errorText === undefined) return
    const failed = { urls: [url], sent: false, answered: false, elapsedMs: 0 }
    watch.onNavigationFailed(failureOf({ errorText: answer.errorText, ...failed }))
  } catch (error) {
    // A browser that died, and a page that was closed, have ended the load already.
    watch.onNavigationFailed({ code: 'unknown_failure', detail: String(error) })
  }
}

function pageResult(
  { record: { events }, frame: { current } }: PageWatch,
  frameId: string,
): Pick<Load, 'status' | 'finalUrl' | 'protocol' | 'events' | 'requests' | 'connections'> {
  const requests = requestsOf(events, frameId)
  const main = requests.findLast(({ requestId }) => requestId === current?.loaderId)
  const finalUrl = current?.response?.url ?? current?.urls.at(-1) ?? null
  return {
    status: current?.response?.status ?? null,
    finalUrl: finalUrl === null ? null : withoutUserinfo(finalUrl),
    protocol: main?.protocol ?? null,
    events,
    requests,
    connections: connectionsOf(events),
  }
}
