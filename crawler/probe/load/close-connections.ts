import type { BrowserContext } from 'puppeteer'

/** Chromium's own page that closes connections, and says so to nobody. */
const NET_INTERNALS = 'chrome://net-internals/#sockets'

/**
 * Closes all connections of a context. What the browser knows of servers stays: Alt-Svc, tickets and tokens, the cache.
 * The protocol of its developers' tools has no command for it.
 */
export async function closeConnections(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(NET_INTERNALS)
    await page.evaluate("chrome.send('flushSocketPools')")
  } finally {
    await page.close()
  }
}
