import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page, type Target, type WebWorker } from 'puppeteer'
import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { makeTrustStore } from '../../crawler/probe/browser/trust-store.ts'
import { buildCode, type PackageData, writeData } from '../../extension/build/build-extension.ts'
import type { ContributionState } from '../../extension/store/contribution-state.ts'

/** For `skip` of tests that need a browser. */
export const noBrowser = findBrowser() === null ? 'there is no Chromium: run scripts/setup-browser.sh' : false

/** Longest wait for anything; on an idle machine nothing takes two seconds. */
const LIMIT_MS = 60_000

/** What is built into the package. Default: nothing. */
export interface BuiltIn {
  readonly server?: string
  readonly publicServer?: string
  readonly study?: unknown
  readonly reference?: unknown
}

export interface ChromiumOptions {
  /** PEM file of the root to trust. */
  readonly caFile: string
  readonly switches: readonly string[]
  /** Every tab has DevTools open. Default: none. */
  readonly devtools?: boolean
}

/** A real Chromium for tests that begin one after the other with an extension just installed. */
export interface ExtensionHost extends AsyncDisposable {
  /** Installs the built extension; disposing of it closes its tabs and uninstalls it with all that it stored. */
  install(builtIn?: BuiltIn): Promise<ExtensionBrowser>
}

/** A real Chromium with the real built extension. */
export interface ExtensionBrowser extends AsyncDisposable {
  readonly browser: Browser
  /** `chrome-extension://ID`. */
  readonly origin: string
  readonly folder: string
  /** A new tab. */
  open(url: string): Promise<Page>
  /** The options page; the same one each time. */
  options(): Promise<Page>
  /** Clicks something in the options page. */
  press(selector: string): Promise<void>
  /** Clicks the toolbar's button on a page and gives the popup, when it has shown the page. */
  popup(on: Page): Promise<Page>
  worker(): Promise<WebWorker>
  /** Ends the worker, as the browser does when it has been idle. */
  killWorker(): Promise<void>
  /** Says yes in the user's place to reading these hosts: a question that a browser without a window never gets answered. */
  allow(...hosts: readonly string[]): Promise<void>
  state(): Promise<ContributionState>
  /** Waits until it is true of the state. */
  until(holds: (state: ContributionState) => boolean): Promise<ContributionState>
  /** Evaluates an expression in the options page, which may use all of the extension's APIs. */
  ask<T>(expression: string): Promise<T>
}

/** The code is the same whatever is built in: it is built once for all test files of a process. */
let code: Promise<string> | null = null

async function buildOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-built-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await buildCode('chromium', folder)
  return folder
}

/** A browser of its own with the extension installed; disposing of it closes the browser. */
export async function openExtensionBrowser(options: ChromiumOptions & BuiltIn): Promise<ExtensionBrowser> {
  await using resources = new AsyncDisposableStack()
  const host = resources.use(await openExtensionHost(options))
  const extension = await host.install(options)
  const owned = resources.move()
  return { ...extension, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export async function openExtensionHost(options: ChromiumOptions): Promise<ExtensionHost> {
  await using resources = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'towline-extension-'))
  // Processes of the browser may outlive it by a moment, and write still.
  resources.defer(() => rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  await makeTrustStore(home, options.caFile, AbortSignal.timeout(LIMIT_MS))
  const browser = await puppeteer.launch({
    ...{ executablePath: findBrowser() ?? '', pipe: true, enableExtensions: true },
    ...{ headless: true, devtools: options.devtools ?? false, timeout: LIMIT_MS },
    env: { ...process.env, HOME: home },
    args: [
      ...['--no-proxy-server', '--disable-component-update', '--disable-domain-reliability'],
      // Chromium refuses to run as root inside its sandbox.
      ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []),
      ...options.switches,
    ],
  })
  resources.defer(() => browser.close())
  const tabs: KeptTabs = { extensions: null }
  const owned = resources.move()
  return {
    async install({ server = null, study = null, reference = null, ...others }: Partial<PackageData> = {}) {
      code ??= buildOnce()
      const folder = await mkdtemp(join(home, 'package-'))
      await cp(await code, folder, { recursive: true })
      await writeData('chromium', folder, { version: '0.0.1', server, study, reference, ...others })
      return extensionIn(browser, folder, tabs)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What stays open from one installed extension to the next. */
interface KeptTabs {
  /** The browser's own page of extensions, which takes a second of CPU time to open. */
  extensions: Promise<Page> | null
}

async function extensionIn(browser: Browser, folder: string, tabs: KeptTabs): Promise<ExtensionBrowser> {
  const id = await browser.installExtension(folder)
  const origin = `chrome-extension://${id}`
  const workerTarget = () =>
    browser.waitForTarget((target) => target.type() === 'service_worker' && target.url().startsWith(origin), {
      timeout: LIMIT_MS,
    })
  await workerTarget()
  const open = async (url: string): Promise<Page> => {
    const page = await browser.newPage()
    page.setDefaultTimeout(LIMIT_MS)
    await page.goto(url)
    return page
  }
  let optionsPage: Promise<Page> | null = null
  const ask = async <T>(expression: string): Promise<T> =>
    (await opened.options()).evaluate(expression) as Promise<T>
  const state = () => ask<ContributionState>(STATE)
  const opened: ExtensionBrowser = {
    ...{ browser, origin, folder, open, ask, state },
    options() {
      optionsPage ??= open(`${origin}/options/options.html`)
      return optionsPage
    },
    async press(selector) {
      const page = await opened.options()
      // Nothing moves in a tab that is in the background, and a click waits for what moves.
      await page.bringToFront()
      await page.locator(selector).click()
    },
    async popup(on) {
      const extension = (await browser.extensions()).get(id)
      if (extension === undefined) throw new Error('the extension is not there')
      await on.bringToFront()
      const shown = browser.waitForTarget((target) => target.url().startsWith(`${origin}/popup/`), {
        timeout: LIMIT_MS,
      })
      await on.triggerExtensionAction(extension)
      const page = await (await shown).asPage()
      page.setDefaultTimeout(LIMIT_MS)
      await page.waitForSelector('main:not([aria-busy]) .note.foot, main .nothing')
      return page
    },
    async worker() {
      const worker = await (await workerTarget()).worker()
      if (worker === null) throw new Error('the worker is gone')
      return worker
    },
    async killWorker() {
      const target = await workerTarget()
      const gone = Promise.withResolvers<void>()
      const hear = (destroyed: Target): void => {
        if (destroyed === target) gone.resolve()
      }
      browser.on('targetdestroyed', hear)
      await (await target.worker())?.close()
      await gone.promise
      browser.off('targetdestroyed', hear)
    },
    async allow(...hosts) {
      tabs.extensions ??= open('chrome://extensions')
      const page = await tabs.extensions
      for (const host of hosts)
        await page.evaluate(
          (extension, pattern) =>
            (
              globalThis as unknown as {
                chrome: {
                  developerPrivate: { addHostPermission(id: string, pattern: string): Promise<void> }
                }
              }
            ).chrome.developerPrivate.addHostPermission(extension, pattern),
          id,
          `https://${host}/*`,
        )
    },
    async until(holds) {
      const deadline = AbortSignal.timeout(LIMIT_MS)
      for (;;) {
        const now = await state()
        if (holds(now)) return now
        if (deadline.aborted) throw new Error(`it never came to that: ${JSON.stringify(now)}`)
        await ask('new Promise((again) => setTimeout(again, 50))')
      }
    },
    async [Symbol.asyncDispose]() {
      // A browser whose last tab is closed ends.
      const kept = await (tabs.extensions ?? browser.newPage())
      for (const page of await browser.pages()) if (page !== kept) await page.close()
      await browser.uninstallExtension(id)
    },
  }
  return opened
}

const STATE = `chrome.storage.local.get('contribution').then(({ contribution = {} }) =>
  ({ consent: null, paused: false, secret: null, queue: [], history: [], pseudonyms: [], deletions: [], dropped: {}, ...contribution }))`
