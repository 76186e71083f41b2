import type { CDPSession } from 'puppeteer'

/** A world of its own in the page: its scripts see nothing of ours, and what they make of `performance` is not seen. */
export const WORLD = 'towline'

/**
 * To be called before the navigation, for every document of the page:
 *
 * - Room for the timings of `resources` resources. The default is 250 (Resource Timing, setResourceTimingBufferSize),
 *   and what does not fit is lost.
 * - No favicon. The browser asks for it after the load event, for its tab and not for the page: whether it came in
 *   time would be chance, and its packets the last of the page. An icon without a request stands in for it.
 */
export async function preparePage(session: CDPSession, resources: number): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `performance.setResourceTimingBufferSize(${resources})
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
