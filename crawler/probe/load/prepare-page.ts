import type { CDPSession } from 'puppeteer'

/** A world of its own in the page: its scripts see nothing of ours, and what they make of `performance` is not seen. */
export const WORLD = 'towline'

/** Title of the `Performance.metrics` event that each main document of a page causes when it is committed. */
const COMMITTED = 'towline: committed'

/**
 * Must be called before the navigation, for every document of the page:
 *
 * - The start of its navigation is reported before its own scripts run: a document that sends the visitor on at once
 *   cannot be asked for it later. `console.timeStamp` has the browser send its metrics, and nobody else hears it.
 * - Room for the timings of `resources` resources. The default is 250 (Resource Timing, setResourceTimingBufferSize),
 *   and what does not fit is lost.
 * - No favicon. The browser asks for it after the load event, for its tab and not for the page: whether it came in
 *   time would be random, and its packets the last of the page. An icon without a request stands in for it.
 */
export async function preparePage(session: CDPSession, resources: number): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'timeTicks' })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `if (window === window.top) console.timeStamp('${COMMITTED}')
performance.setResourceTimingBufferSize(${resources})
if (window === window.top) addEventListener('load', () => {
  for (const link of document.querySelectorAll('link[rel~="icon" i]')) link.remove()
  const icon = document.createElement('link')
  icon.rel = 'icon'
  icon.href = 'data:,'
  document.head?.append(icon)
}, { capture: true, once: true })`,
    worldName: WORLD,
  })
}
