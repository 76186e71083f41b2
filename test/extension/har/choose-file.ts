import type { Page } from 'puppeteer'

/** Chooses files in the page that reads HARs, as its owner would. */
export async function chooseFile(page: Page, ...paths: readonly string[]): Promise<void> {
  const input = (await page.waitForSelector('#file')) as {
    uploadFile(...paths: readonly string[]): Promise<void>
  } | null
  await input?.uploadFile(...paths)
}
