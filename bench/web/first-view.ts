import type { Browser } from 'puppeteer'

export interface FirstView {
  /** From the navigation until all parts of the page are shown and answer. */
  readonly usableMs: number
  /** JavaScript that came until then, compressed as it was. */
  readonly scriptBytes: number
}

/** In the page, from its very start on. */
const WATCH = `
  new MutationObserver(() => {
    const main = document.querySelector('#main')
    if (main === null || main.hidden || document.querySelector('[aria-busy], #waiting') !== null) return
    window.usableMs ??= performance.now()
  }).observe(document, { attributes: true, childList: true, subtree: true })`

const SCRIPT_BYTES = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

/** One visit with nothing in the cache, over loopback, on the processor as it is. */
export async function firstView(browser: Browser, url: string): Promise<FirstView> {
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    await page.setViewport({ width: 1_200, height: 900 })
    await page.evaluateOnNewDocument(WATCH)
    await page.goto(url)
    const usable = await page.waitForFunction('window.usableMs')
    return {
      usableMs: Number(await usable.jsonValue()),
      scriptBytes: Number(await page.evaluate(SCRIPT_BYTES)),
    }
  } finally {
    await context.close()
  }
}
