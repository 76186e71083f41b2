import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { buildExtension } from '../../../extension/build/build-extension.ts'
import { servePage } from './page-server.ts'
import { scriptTimeMs, type TraceEvent } from './script-time.ts'

export interface MeasuredLoads {
  readonly browserVersion: string
  /** Script time of the extension in each load of a page that it may read, milliseconds. */
  readonly allowedMs: readonly number[]
  /** The same of a page that it may not. */
  readonly otherMs: readonly number[]
}

export interface LoadsOptions {
  readonly executablePath: string
  readonly loads: number
  /** Of the page, besides the document. */
  readonly parts: number
  /** Script of the package that runs in the page. Default: the collecting one. */
  readonly script?: 'collect.js' | 'badge.js'
}

/** Loads two sites by turns in a real Chromium with the real extension, one of which it collects on, and traces its scripts. */
export async function measureLoads(options: LoadsOptions): Promise<MeasuredLoads> {
  const { executablePath, loads, parts, script = 'collect.js' } = options
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await servePage(parts))
  const folder = await mkdtemp(join(tmpdir(), 'towline-cost-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [built] = await buildExtension({
    outDir: folder,
    version: '0.0.1',
    server: null,
    study: null,
    reference: null,
    targets: ['chromium'],
  })
  const browser = await puppeteer.launch({
    executablePath,
    pipe: true,
    enableExtensions: [built?.folder ?? ''],
    args: [
      '--no-proxy-server',
      '--disable-component-update',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP *.test 127.0.0.1:${server.port}`,
      // Chromium refuses to run as root inside its sandbox.
      ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  resources.defer(() => browser.close())
  const origin = await runOn(browser, 'page.test', script)
  const page = await browser.newPage()
  const allowedMs: number[] = []
  const otherMs: number[] = []
  for (let i = 0; i < loads; i++) {
    allowedMs.push(await tracedLoad(page, 'https://page.test/', origin))
    otherMs.push(await tracedLoad(page, 'https://other.test/', origin))
  }
  return { browserVersion: await browser.version(), allowedMs, otherMs }
}

/** Has a script of the extension run on one host, as its owner's choice would; gives the extension's origin. */
async function runOn(browser: Browser, host: string, script: string): Promise<string> {
  const target = await browser.waitForTarget((each) => each.type() === 'service_worker')
  const origin = `chrome-extension://${new URL(target.url()).host}`
  const page = await browser.newPage()
  await page.goto('chrome://extensions')
  await page.evaluate(
    `chrome.developerPrivate.addHostPermission(${JSON.stringify(new URL(target.url()).host)}, 'https://${host}/*')`,
  )
  await page.goto(`${origin}/options/options.html`)
  const matches = JSON.stringify([`https://${host}/*`])
  await page.evaluate(`chrome.permissions.request({ origins: ${matches} })`)
  await page.evaluate(`chrome.scripting.registerContentScripts([
    { id: 'measured', matches: ${matches}, js: ['/${script}'], runAt: 'document_idle' }])`)
  await page.close()
  return origin
}

async function tracedLoad(page: Page, url: string, origin: string): Promise<number> {
  await page.goto('about:blank')
  await page.tracing.start({ categories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] })
  await page.goto(url, { waitUntil: 'load' })
  // What the script does, it does in the first task after the load event.
  await page.evaluate('new Promise((done) => setTimeout(() => setTimeout(done, 20), 20))')
  const trace = await page.tracing.stop()
  const { traceEvents } = JSON.parse(Buffer.from(trace ?? '{"traceEvents":[]}').toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  return scriptTimeMs(traceEvents, (script) => script.startsWith(origin))
}
