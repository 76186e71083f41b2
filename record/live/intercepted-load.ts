import type { RunningBrowser } from '../../crawler/probe/browser/running-browser.ts'
import { openColdPage } from '../../crawler/probe/load/cold-page.ts'
import type { Load, LoadRequest } from '../../crawler/probe/load/load.ts'
import { loadPage } from '../../crawler/probe/load/load-page.ts'
import { done, within } from '../../crawler/process/deadline.ts'
import { readProcess } from '../../crawler/process/group-members.ts'
import { watchMemory } from '../../crawler/process/memory-watch.ts'
import type { Obstacle } from '../../model/recording/recording.ts'
import { RecordingError } from '../recording-error.ts'
import { findObstacles } from './find-obstacles.ts'
import type { Interception } from './interception.ts'

export interface InterceptedLoadOptions {
  /** True for an address that must not be talked to; asked of every response's (CRW-6). */
  readonly refused: (address: string) => boolean
  /** Limits of the load; default LOAD_LIMITS. */
  readonly limits?: Pick<LoadRequest, 'headersLimitMs' | 'loadLimitMs' | 'settleMs' | 'draws'>
  readonly signal: AbortSignal
}

interface InterceptedLoad {
  readonly load: Load
  /** Is null where unknown. */
  readonly obstacles: readonly Obstacle[] | null
}

/**
 * Loads a page in a context of its own, with every request judged before it is sent. The page is closed.
 * @throws RecordingError where the browser does not answer
 */
export async function interceptedLoad(
  running: RunningBrowser,
  url: string,
  intercepted: Interception,
  { refused, signal, limits = {} }: InterceptedLoadOptions,
): Promise<InterceptedLoad> {
  const { visitor } = running
  const opening = openColdPage(running.browser, running.control, {
    ...visitor,
    everywhere: (session) => [...visitor.everywhere(session), intercepted.begin(session)],
  })
  const opened = await within(Promise.race([opening, running.gone.then(() => null)]), OPEN_LIMIT_MS)
  if (!opened.inTime || opened.value === null) throw new RecordingError(69, 'the browser does not answer')
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
    const load = await loadPage(page, { ...limits, url, refused, signal }, browser)
    return { load, obstacles: load.failure === null ? await findObstacles(page.session) : null }
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

/** Memory of the browser's main process, which takes some 400 MB with a body of LOAD_LIMITS.bytes. */
const BODIES_LIMIT_BYTES = 600_000_000

/** Limits opening as for every page (CRW-11); the browser ends soon after. */
const OPEN_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 5_000
