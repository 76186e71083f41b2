import type { ExtensionBrowser } from '../extension-browser.ts'
import { until } from '../har/until.ts'

/** Ticks sites in the options page, agrees, and presses the button, as a person would; the browser's question is answered with yes. */
export async function optIn(extension: ExtensionBrowser, ...domains: readonly string[]): Promise<void> {
  await extension.allow(...domains.flatMap((domain) => [domain, `www.${domain}`]))
  for (const domain of domains) await extension.press(`input[value="${domain}"]`)
  await extension.press('#agreed')
  await extension.press('#agree:not([disabled])')
  await extension.until(({ consent }) => domains.every((domain) => consent?.domains.includes(domain)))
  // The script is registered after the consent is stored.
  const page = await extension.options()
  await page.waitForFunction(
    'chrome.scripting.getRegisteredContentScripts().then(({ length }) => length === 1)',
  )
}

/** Waits until the worker has set the alarm for what is to be sent: from then on it may die. */
export async function alarmSet(extension: ExtensionBrowser): Promise<void> {
  await until(await extension.options(), `chrome.alarms.get('send').then((alarm) => alarm !== undefined)`)
}

/** In the place of the hours until that alarm: it rings now, and what is queued is due. */
export async function ringNow(extension: ExtensionBrowser): Promise<void> {
  await alarmSet(extension)
  await extension.ask(`navigator.locks.request('towline-state', async () => {
    const { contribution } = await chrome.storage.local.get('contribution')
    const queue = contribution.queue.map((item) => ({ ...item, dueMs: Date.now() }))
    await chrome.storage.local.set({ contribution: { ...contribution, queue } })
  }).then(() => chrome.alarms.create('send', { when: Date.now() }))`)
}

/** In the place of the hours that pass between a load and its upload. */
export async function setDelay(extension: ExtensionBrowser, delayMs: number): Promise<void> {
  await extension.ask(`chrome.storage.local.set({ delayMs: ${delayMs} })`)
}
