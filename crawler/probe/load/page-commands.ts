import type { CDPSession } from 'puppeteer'
import type { LoadRequest } from './load.ts'
import { drawsScript } from './page-draws.ts'

/**
 * Commands for each session of a load's page, before anything runs there: of its frames, those in processes of their own, and
 * its workers. Shared workers have no session.
 *
 * @param nowMs wall time, milliseconds since 1970
 */
export function pageCommands(
  { draws, bypassServiceWorkers = false }: Pick<LoadRequest, 'draws' | 'bypassServiceWorkers'>,
  nowMs: number,
): (session: CDPSession) => Promise<unknown>[] {
  const script = draws === undefined ? null : drawsScript(draws, nowMs)
  return (session) => [
    ...(script === null
      ? []
      : [
          session.send('Page.enable'),
          session.send('Page.addScriptToEvaluateOnNewDocument', { source: script }),
          // A worker has no documents, and waits meanwhile for its script to be let run.
          session.send('Runtime.evaluate', { expression: `'document' in globalThis || ${script}` }),
        ]),
    ...(bypassServiceWorkers ? [session.send('Network.setBypassServiceWorker', { bypass: true })] : []),
  ]
}
