import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import puppeteer, { type Browser } from 'puppeteer'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { findBrowser } from '../../../crawler/probe/browser/find-browser.ts'
import { type Served, served } from '../../server/served.ts'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts'

/** Why there can be no dashboard in a browser here; false where there can. */
const noDashboard =
  findBrowser() === null
    ? 'there is no Chromium: run scripts/setup-browser.sh'
    : existsSync(join(WEB_FOLDER, 'index.html'))
      ? false
      : 'the dashboard is not built: run scripts/setup-web.sh'

/** A browser and a server with the fixture's data, which all tests of a file share. */
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

/** Longest wait for a browser to start; on an idle machine it takes a second. */
const START_LIMIT_MS = 120_000

const resources = new AsyncDisposableStack()
let shared: Promise<Dashboard> | null = null
after(() => resources.disposeAsync())

/** A test with a visitor of its own, whose browser must find nothing to complain of. */
export function inBrowser(
  title: string,
  run: (given: InBrowser) => Promise<void>,
  options: InBrowserOptions = {},
): void {
  test(title, { skip: noDashboard }, async () => {
    shared ??= openDashboard()
    const dashboard = await shared
    const { expected, ...others } = options
    await using visitor = await openVisitor(dashboard.browser, { url: dashboard.server.url, ...others })
    await run({ ...dashboard, visitor })
    assert.deepEqual(
      visitor.complaints.filter((each) => expected?.test(each) !== true),
      [],
    )
  })
}

async function openDashboard(): Promise<Dashboard> {
  const server = resources.use(await served({ webFolder: WEB_FOLDER }))
  const browser = await openChromium()
  resources.defer(() => browser.close())
  return { browser, server }
}

function openChromium(): Promise<Browser> {
  return puppeteer.launch({
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
}

/** Every page that there is, and its title. The site's loads of HTTP/3 have no HAR in the fixture. */
export const PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Overview'],
  ['/sites', 'Sites'],
  ['/sites/site1.test', 'site1.test'],
  ['/sites/site4.test', 'site4.test'],
  ['/pages', 'Pages'],
  ['/lab', 'Lab'],
  ['/replay', 'Replay'],
  ['/load', 'Load'],
  ['/field', 'Field'],
  ['/field/site1.test?lab=1:2', 'site1.test in the field'],
  ['/field/site9.test', 'site9.test in the field'],
  ['/method', 'Method'],
  ['/api/', 'API'],
  ['/nowhere', 'No such page'],
]
