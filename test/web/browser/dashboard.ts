import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import puppeteer, { type Browser } from 'puppeteer'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { findBrowser } from '../../../crawler/probe/browser/find-browser.ts'
import { afterAll } from '../../runner/after-all.ts'
import { type Served, served } from '../../server/served.ts'
import { borrowVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

/** Why there can be no dashboard in a browser here; false where there can. */
const noDashboard =
  findBrowser() === null
    ? 'there is no Chromium: run scripts/setup-browser.sh'
    : existsSync(join(WEB_FOLDER, 'index.html'))
      ? false
      : 'the dashboard is not built: run scripts/setup-web.sh'

/** A browser and a server. */
export interface Dashboard {
  readonly browser: Browser
  readonly server: Served
}

export interface InBrowser extends Dashboard {
  readonly visitor: Visitor
}

export interface InBrowserOptions extends Partial<VisitorOptions> {
  /** Complaints of the browser that are as they should be in this test. Default: none are. */
  readonly expected?: RegExp
}

type TestInBrowser = (
  title: string,
  run: (given: InBrowser) => Promise<void>,
  options?: InBrowserOptions,
) => void

/** Longest wait for a browser to start; on an idle machine it takes a second. */
const START_LIMIT_MS = 120_000

/** What is open for the tests of all files that one process runs. */
const resources = new AsyncDisposableStack()
let browser: Promise<Browser> | null = null
const servers = new Map<Change, Promise<Served>>()
afterAll(() => resources.disposeAsync())

type Change = (server: Served) => Promise<void>

/**
 * Tests with a visitor of their own, whose browser must find nothing to complain of. They share a server whose data
 * `change` may have altered.
 */
export function onServer(change: Change = async () => {}): TestInBrowser {
  return (title, run, { expected, ...others } = {}) => {
    test(title, { skip: noDashboard }, async () => {
      browser ??= openChromium()
      const server = servers.get(change) ?? openServer(change)
      servers.set(change, server)
      const dashboard = { browser: await browser, server: await server }
      await using visitor = await borrowVisitor(dashboard.browser, { url: dashboard.server.url, ...others })
      await run({ ...dashboard, visitor })
      assert.deepEqual(
        visitor.complaints.filter((each) => expected?.test(each) !== true),
        [],
      )
    })
  }
}

/** Tests on the fixture's data, which they only read: all files share one server. */
export const inBrowser = onServer()

async function openServer(change: Change): Promise<Served> {
  const server = resources.use(await served({ webFolder: WEB_FOLDER }))
  await change(server)
  return server
}

async function openChromium(): Promise<Browser> {
  const launched = await puppeteer.launch({
    executablePath: findBrowser() ?? '',
    timeout: START_LIMIT_MS,
    args: [
      '--no-proxy-server',
      '--disable-component-update',
      '--disable-domain-reliability',
      // Chromium refuses to run as root inside its sandbox.
      ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  resources.defer(() => launched.close())
  return launched
}

/** Every page that there is, and its title. The site's loads of HTTP/3 have no HAR in the fixture. */
export const PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Overview'],
  ['/sites', 'Sites'],
  ['/sites/site1.test', 'site1.test'],
  ['/sites/site4.test', 'site4.test'],
  ['/pages', 'Pages'],
  ['/lab', 'Lab'],
  ['/papers', 'Papers'],
  ['/papers?paper=elkhatib', 'Papers'],
  ['/replay', 'Replay'],
  ['/load', 'Load'],
  ['/field', 'Field'],
  ['/field/site1.test?lab=1:2', 'site1.test in the field'],
  ['/field/site9.test', 'site9.test in the field'],
  ['/har', 'Read a HAR file'],
  ['/advice', 'Read an advice'],
  ['/method', 'Method'],
  ['/api/', 'API'],
  ['/nowhere', 'No such page'],
]

/** What the browser complains of at the address without a page. */
export const NO_PAGE = /^404: \/nowhere$/
