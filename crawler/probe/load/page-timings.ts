import type { CDPSession } from 'puppeteer'
import type { PageTimings } from '../../../model/artifacts.ts'
import { WORLD } from './prepare-page.ts'

/** Entries of a type that are numbers or strings; the others are nested, and not wanted. */
const READ = `(() => {
  const plain = (entry) => Object.fromEntries(
    Object.entries(entry.toJSON()).filter(([, value]) => typeof value === 'number' || typeof value === 'string'))
  const buffered = (type) => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type, buffered: true })
    const entries = observer.takeRecords()
    observer.disconnect()
    return entries
  }
  const [navigation] = performance.getEntriesByType('navigation')
  return {
    timeOriginMs: performance.timeOrigin,
    navigation: navigation ? plain(navigation) : null,
    paints: performance.getEntriesByType('paint').map(({ name, startTime }) => ({ name, startTime })),
    largestContentfulPaints: buffered('largest-contentful-paint').map(
      ({ startTime, renderTime, loadTime, size, url }) => ({ startTime, renderTime, loadTime, size, url })),
    resources: performance.getEntriesByType('resource').map(plain),
  }
})()`

/**
 * Reads the page's performance entries, all at one moment. Never settles where the page is busy for good: bound it.
 * @throws Error where the page is gone, or has no `performance`
 */
export async function readPageTimings(session: CDPSession, frameId: string): Promise<PageTimings> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD })
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: READ,
    contextId: executionContextId,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(`the page's timings cannot be read: ${exceptionDetails.text}`)
  return result.value as PageTimings
}
