import { join } from 'node:path'
import puppeteer, { type Browser, type CDPSession, type Protocol } from 'puppeteer'
import { type BrowserHome, openBrowserHome } from '../../process/browser-home.ts'
import { NoBrowserSandbox } from '../../process/browser-sandbox.ts'
import { browserUser } from '../../process/browser-user.ts'
import { within } from '../../process/deadline.ts'
import { deviceVisitor, namedVisitor, ordinaryVisitor, type Visitor } from '../load/visitor.ts'
import type { BrowserOptions } from './browser-options.ts'
import { switchesOf } from './browser-switches.ts'
import {
  type ChromiumProcess,
  CONNECT_OPTIONS,
  PROTOCOL_LIMIT_MS,
  startChromium,
} from './chromium-process.ts'
import { findBrowser } from './find-browser.ts'
import { guardSwitches } from './guard-switches.ts'
import { type OwnNames, recallNames, rememberNames } from './known-user-agents.ts'
import { makeTrustStore } from './trust-store.ts'

/** A browser that answers: ours, or one that was running before and stays. */
export interface RunningBrowser {
  readonly browser: Browser
  /** Session of the browser as a whole. */
  readonly control: CDPSession
  readonly version: string
  readonly switches: readonly string[]
  readonly visitor: Visitor
  readonly keyLogFile: string | null
  /** Chromium's network log, which goes with the browser's other files at `release`; null where it writes none. */
  readonly netLogFile: string | null
  /** Id of its process group; null for one that was running already. */
  readonly processGroup: number | null
  /** Settles when it has ended, or the connection to it. */
  readonly gone: Promise<unknown>
  /** Asks it to end, and settles when it has. Does nothing to one that is not ours. */
  close(): Promise<unknown>
  /** Ends its processes at once. Lets go of one that is not ours. */
  kill(): Promise<void>
  /** Ends what is left of it, files too. */
  release(): Promise<void>
}

export async function launchRunning(options: BrowserOptions): Promise<RunningBrowser> {
  const executable = options.executablePath ?? findBrowser()
  if (executable === null)
    throw new Error(
      'there is no Chromium or Chrome: run scripts/setup-browser.sh, or set PUPPETEER_EXECUTABLE_PATH',
    )
  const suffix = options.userAgentSuffix ?? ''
  const own =
    suffix === '' ? null : ((await recallNames(executable)) ?? (await askNames(executable, options)))
  const userAgent = own === null ? null : `${own.userAgent}${suffix}`
  await using opening = new AsyncDisposableStack()
  const home = opening.use(await openBrowserHome())
  // Elsewhere a browser trusts what its system trusts, and has no store of its own.
  if (options.caFile !== undefined && process.platform === 'linux')
    await makeTrustStore(home.home, options.caFile, options.signal)
  const keyLogFile = options.keyLog ? home.keyLogFile : null
  const netLogFile = options.netLog === true ? join(home.folder, 'net-log.json') : null
  const { arm, origins, guarded = false } = options
  const more = [
    ...(guarded ? guardSwitches() : []),
    ...(netLogFile === null ? [] : [`--log-net-log=${netLogFile}`, '--net-log-capture-mode=Everything']),
    ...(options.switches ?? []),
  ]
  const { browser, ended } = await startWithSandbox(executable, home, options, (noSandbox) =>
    switchesOf({ arm, origins, profile: home.profile, keyLogFile, userAgent, noSandbox, more }),
  )
  const control = await controlOf(browser)
  const { product, userAgent: said } = await inTime(control.send('Browser.getVersion'))
  if (own !== null && own.product !== product) {
    // A program that starts the browser may be unchanged while the browser is of another version.
    const { userAgent } = await askNames(executable, options)
    if (userAgent !== own.userAgent) {
      await opening.disposeAsync()
      return await launchRunning(options)
    }
  }
  const { arguments: commandLine } = await inTime(control.send('Browser.getBrowserCommandLine'))
  const shown = options.device === undefined ? ordinaryVisitor(said) : deviceVisitor(options.device, suffix)
  const { everywhere = () => [] } = options
  const visitor: Visitor = {
    ...shown,
    everywhere: (session) => [...shown.everywhere(session), ...everywhere(session)],
  }
  // Its children may outlive it for a moment. Once they are gone as well their group's id may be another's.
  ended
    .then(() => home.endProcesses())
    .catch(() => {
      // Whoever releases it gets the error.
    })
  const gone = Promise.race([disconnected(browser), ended])
  const owned = opening.move()
  return {
    browser,
    control,
    version: versionOf(product),
    switches: commandLine.slice(1),
    visitor,
    keyLogFile,
    netLogFile,
    processGroup: home.group,
    gone,
    async close() {
      await browser.close()
      await ended
    },
    kill: () => home.endProcesses(),
    release: () => owned.disposeAsync(),
  }
}

/** Connects to a browser that runs already, and never ends it. */
export async function connectRunning(url: string, options: BrowserOptions): Promise<RunningBrowser> {
  options.signal.throwIfAborted()
  const browser = await inTime(puppeteer.connect({ ...CONNECT_OPTIONS, browserURL: url }))
  const letGo = async (): Promise<void> => {
    await browser.disconnect()
  }
  try {
    const control = await controlOf(browser)
    const { product, userAgent } = await inTime(control.send('Browser.getVersion'))
    const suffix = options.userAgentSuffix ?? ''
    const visitor =
      options.device === undefined ? visitorOf(userAgent, suffix) : deviceVisitor(options.device, suffix)
    return {
      browser,
      control,
      version: versionOf(product),
      switches: [],
      visitor,
      keyLogFile: null,
      netLogFile: null,
      processGroup: null,
      gone: disconnected(browser),
      close: async () => {},
      kill: letGo,
      release: letGo,
    }
  } catch (error) {
    await letGo()
    throw error
  }
}

const visitorOf = (userAgent: string, suffix: string): Visitor =>
  suffix === '' ? ordinaryVisitor(userAgent) : namedVisitor(`${userAgent}${suffix}`)

/** `Chrome/156.0.8078.79`, as the browser says, in the words of its command line: `Chrome 156.0.8078.79`. */
const versionOf = (product: Protocol.Browser.GetVersionResponse['product']): string =>
  product.replace('/', ' ')

const disconnected = (browser: Browser): Promise<void> =>
  new Promise((resolve) => {
    browser.once('disconnected', () => resolve())
  })

async function controlOf(browser: Browser): Promise<CDPSession> {
  const control = await inTime(browser.target().createCDPSession())
  await inTime(control.send('Target.setDiscoverTargets', { discover: true }))
  return control
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const race = await within(work, PROTOCOL_LIMIT_MS)
  if (!race.inTime) throw new Error(`the browser did not answer within ${PROTOCOL_LIMIT_MS} ms`)
  return race.value
}

type StartOptions = Pick<BrowserOptions, 'signal' | 'gid' | 'sandbox'>

/** Browsers that found no sandbox here: they are not asked again. */
const withoutSandbox = new Set<string>()

/**
 * Starts Chromium with its sandbox, or, where that is not required and cannot be had, without.
 * @throws NoBrowserSandbox where it is required, and cannot be had
 */
async function startWithSandbox(
  executable: string,
  home: BrowserHome,
  { signal, gid, sandbox = 'required' }: StartOptions,
  switchesFor: (noSandbox: boolean) => Promise<string[]>,
): Promise<ChromiumProcess> {
  const user = sandbox === 'none' ? null : browserUser(gid)
  const start = async (noSandbox: boolean): Promise<ChromiumProcess> =>
    await startChromium(
      executable,
      await switchesFor(noSandbox),
      home,
      signal,
      // A machine without a namespace for the sandbox has none for another user either.
      noSandbox && user?.kind === 'namespace' ? null : user,
    )
  if (sandbox === 'none' || (sandbox === 'preferred' && withoutSandbox.has(executable)))
    return await start(true)
  try {
    return await start(false)
  } catch (error) {
    if (sandbox === 'required' || !(error instanceof NoBrowserSandbox)) throw error
    withoutSandbox.add(executable)
    return await start(true)
  }
}

/**
 * Asks a browser for its names, once for each program: a switch with the User-Agent replaces all of it.
 * @throws NoBrowserSandbox, Error as `openBrowser`
 */
export async function askNames(executable: string, options: StartOptions): Promise<OwnNames> {
  await using home = await openBrowserHome()
  const none = { keyLogFile: null, userAgent: null, more: [] }
  const origins = { forced: [], privateRoot: [] }
  const { browser } = await startWithSandbox(executable, home, options, (noSandbox) =>
    switchesOf({ arm: 'h1', origins, profile: home.profile, noSandbox, ...none }),
  )
  const control = await inTime(browser.target().createCDPSession())
  const { userAgent, product } = await inTime(control.send('Browser.getVersion'))
  await rememberNames(executable, { userAgent, product })
  return { userAgent, product }
}
