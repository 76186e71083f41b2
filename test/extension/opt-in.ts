import type { ExtensionBrowser } from './extension-browser.ts'

/** Ticks sites in the options page, agrees, and presses the button, as a person would; the browser's question is answered with yes. */
export async function optIn(extension: ExtensionBrowser, ...domains: readonly string[]): Promise<void> {
  for (const domain of domains) {
    await extension.allow(domain)
    await extension.allow(`www.${domain}`)
  }
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

/** In the place of the hours that pass between a load and its upload. */
export async function setDelay(extension: ExtensionBrowser, delayMs: number): Promise<void> {
  await extension.ask(`chrome.storage.local.set({ delayMs: ${delayMs} })`)
}
