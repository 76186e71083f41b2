import type { Page } from 'puppeteer'

/** Chooses a file in the page that reads HARs, as its owner would. */
export async function chooseFile(page: Page, path: string): Promise<void> {
  const input = (await page.waitForSelector('#file')) as { uploadFile(path: string): Promise<void> } | null
  await input?.uploadFile(path)
}
