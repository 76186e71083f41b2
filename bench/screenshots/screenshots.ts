import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import puppeteer, { type Page } from 'puppeteer'
import { RECORDED } from '../../cli/demo/recorded.ts'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { largestSite, mostContributed, serveData } from './serve-data.ts'

interface Picture {
  readonly name: string
  readonly page: 'overview' | 'site' | 'field'
  readonly widthPx: number
  readonly scheme: 'light' | 'dark'
  /** What it begins with; null: the top of the page. */
  readonly from: string | null
  /** What it ends with. */
  readonly to: string
}

const PICTURES: readonly Picture[] = [
  { name: 'adoption', page: 'overview', widthPx: 1_200, scheme: 'light', from: '#adoption', to: '#trend' },
  { name: 'gains', page: 'overview', widthPx: 1_200, scheme: 'light', from: null, to: '#pairs' },
  { name: 'site', page: 'site', widthPx: 1_200, scheme: 'light', from: null, to: '#cdf' },
  { name: 'waterfalls', page: 'site', widthPx: 1_200, scheme: 'light', from: '#waterfall', to: '#waterfall' },
  { name: 'field', page: 'field', widthPx: 1_200, scheme: 'light', from: null, to: '#field' },
  { name: 'phone', page: 'site', widthPx: 390, scheme: 'dark', from: null, to: '#cdf' },
]

const MARGIN_PX = 6
const SHOWN = `!document.querySelector('#main').hidden && document.querySelector('[aria-busy], #waiting') === null`

/** `screenshots`: the pictures of the README and of docs/examples.md, from data as it is. */
export function screenshotsCommand(): Command {
  return new Command('screenshots')
    .description('Takes the pictures that the README and docs/examples.md show.')
    .option('--database <file>', 'SQLite file to show; a copy is served', RECORDED)
    .option('--folder <folder>', 'where the pictures go', 'docs/screenshots')
    .action(screenshots)
}

async function screenshots(options: { readonly database: string; readonly folder: string }): Promise<void> {
  const executablePath = findBrowser()
  if (executablePath === null)
    throw new CliError(EXIT.unavailable, 'there is no browser to take pictures with')
  await mkdir(options.folder, { recursive: true })
  await using server = await serveData(options.database)
  const released = await mostContributed(server.address)
  const paths = {
    overview: '/',
    site: `/sites/${await largestSite(server.address)}`,
    field: released === null ? null : `/field/${released}`,
  }
  const browser = await puppeteer.launch({
    executablePath,
    args: ['--no-proxy-server', ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    for (const picture of PICTURES) {
      const address = paths[picture.page]
      if (address === null) {
        console.log(`${picture.name}: left out, for the database has no release of the field`)
        continue
      }
      const page = await browser.newPage()
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: picture.scheme }])
      // A phone's scrollbars take no room; a picture needs none.
      await page.setViewport({ width: picture.widthPx, height: 900, isMobile: true })
      await page.goto(server.address + address)
      await page.waitForFunction(SHOWN)
      const path = join(options.folder, `${picture.name}.png`) as `${string}.png`
      const clip = { x: 0, width: picture.widthPx, ...(await extentOf(page, picture)) }
      await page.screenshot({ path, clip, captureBeyondViewport: true })
      await page.close()
      console.log(`${path}: ${clip.width} × ${clip.height}`)
    }
  } finally {
    await browser.close()
  }
}

/** Where a picture begins and how high it is, px of the page. */
async function extentOf(page: Page, { from, to }: Picture): Promise<{ y: number; height: number }> {
  const y =
    from === null
      ? 0
      : Math.floor(await page.$eval(from, (first) => first.getBoundingClientRect().top)) - MARGIN_PX
  // The line below a figure stands close to it.
  const end = Math.ceil(await page.$eval(`${to} .figure-foot`, (last) => last.getBoundingClientRect().bottom))
  return { y, height: end + MARGIN_PX - y }
}
