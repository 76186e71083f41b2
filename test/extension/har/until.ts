import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame, Page } from 'puppeteer'

const LIMIT_MS = 60_000
const AGAIN_MS = 50

/** Evaluates an expression until it is true, or a promise of that; it need not be drawn for that, as waitForFunction wants. */
export async function until(page: Page | Frame, expression: string): Promise<void> {
  const deadline = AbortSignal.timeout(LIMIT_MS)
  while ((await page.evaluate(expression)) !== true) {
    if (deadline.aborted) throw new Error(`it never came to ${expression}`)
    await sleep(AGAIN_MS)
  }
}
