import { withoutUserinfo } from '../../network/recorded-url.ts'
import { watchMemory } from '../../process/memory-watch.ts'
import type { ColdPage } from './cold-page.ts'
import { connectionsOf } from './connections.ts'
import { failureOf } from './failure-of.ts'
import type { Load, LoadRequest } from './load.ts'
import { limitsOf } from './load-limits.ts'
import { NavigationStarts } from './navigation-starts.ts'
import { readPageTimings } from './page-timings.ts'
import { PageWatch } from './page-watch.ts'
import { preparePage } from './prepare-page.ts'
import { requestsOf } from './requests.ts'

/** What a load needs to know of its browser. */
export interface LoadingBrowser {
  /** Settles when it has ended, or the connection to it. */
  readonly gone: Promise<unknown>
  /** Settles when it answers. */
  answer(): Promise<unknown>
  /** Its processes, whose memory is limited. Default: one that runs elsewhere, whose memory is not known. */
  readonly processes?: { readonly group: number; kill(): Promise<void> }
}

/**
 * Loads one page to its end, whatever that is, and tells what came of it. The page is used up. Settles at the load's
 * limit, or where the page does not answer then, at most two seconds after it.
 */
export async function loadPage(page: ColdPage, request: LoadRequest, browser: LoadingBrowser): Promise<Load> {
  const { session, frameId } = page
  const limits = limitsOf(request)
  const starts = new NavigationStarts(session)
  using watch = new PageWatch(
    {
      frameId,
      readTimings: async () => ({
        ...(await readPageTimings(session, frameId)),
        navigationStartsMs: await starts.all(),
      }),
      answer: () => session.send('Runtime.evaluate', { expression: '0' }),
      browserAnswer: () => browser.answer(),
      dismissDialog: () => session.send('Page.handleJavaScriptDialog', { accept: false }),
      refused: request.refused ?? (() => false),
    },
    limits,
  )
  page.listener = (method, params) => watch.hear(method, params)
  const onAbort = (): void => watch.fail('page_aborted', 'stopped')
  request.signal.addEventListener('abort', onAbort, { once: true })
  browser.gone.then(() => watch.fail('browser_died'))
  let tookMemory = false
  using _memory =
    browser.processes === undefined
      ? null
      : watchMemory(browser.processes.group, limits.memoryBytes, (bytes) => {
          tookMemory = true
          watch.fail(
            'page_too_big',
            `the browser took ${bytes} bytes of memory, more than ${limits.memoryBytes}`,
          )
          // It grows by the moment: whoever asked for the load hears when it has ended.
          browser.processes?.kill().catch(() => {})
        })
  const startedAt = new Date().toISOString()
  const startedMs = performance.now()
  try {
    if (request.signal.aborted) onAbort()
    else void navigate()
    const { failure, timings } = await watch.outcome
    const wallMs = performance.now() - startedMs
    const { events } = watch.record
    const { current } = watch.frame
    const requests = requestsOf(events, frameId)
    const main = requests.findLast(({ requestId }) => requestId === current?.loaderId)
    const finalUrl = current?.response?.url ?? current?.urls.at(-1) ?? null
    return {
      startedAt,
      failure,
      status: current?.response?.status ?? null,
      finalUrl: finalUrl === null ? null : withoutUserinfo(finalUrl),
      protocol: main?.protocol ?? null,
      events,
      timings,
      requests,
      connections: connectionsOf(events),
      wallMs,
      ...(tookMemory ? { tookMemory } : {}),
    }
  } finally {
    request.signal.removeEventListener('abort', onAbort)
  }

  async function navigate(): Promise<void> {
    try {
      await preparePage(session, limits.requests)
      // Answered when the response's headers are there, or nothing will be: the watch bounds that.
      const timeout = limits.loadMs + limits.timingsMs
      const answer = await session.send('Page.navigate', { url: request.url }, { timeout })
      if (answer.isDownload) watch.downloadBegan()
      if (answer.errorText === undefined) return
      const failed = { urls: [request.url], sent: false, answered: false, elapsedMs: 0 }
      watch.navigationFailed(failureOf({ errorText: answer.errorText, ...failed }))
    } catch (error) {
      // A browser that died, and a page that was closed, have ended the load already.
      watch.navigationFailed({ code: 'unknown_failure', detail: String(error) })
    }
  }
}
