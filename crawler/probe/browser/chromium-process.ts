import { type ChildProcess, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import puppeteer, { type Browser } from 'puppeteer'
import type { BrowserHome } from '../../process/browser-home.ts'
import { NoBrowserSandbox, SAYS_NO_SANDBOX } from '../../process/browser-sandbox.ts'
import type { BrowserUser } from '../../process/browser-user.ts'
import { within } from '../../process/deadline.ts'
import { startCommand } from '../../process/start-command.ts'
import { codeOf } from '../../process/thrown.ts'
import { BrowserNotStarted } from './browser-not-started.ts'
import { pipeTransport } from './pipe-transport.ts'

/** Longest wait for an answer of the browser that nothing else limits (CRW-11). */
export const PROTOCOL_LIMIT_MS = 15_000
/** A start takes 0.3 s; a machine that is busy beyond reason gets this. */
const START_LIMIT_MS = 30_000
/** Limits the time from the closing of its pipe to its end, where it does not start. */
const END_LIMIT_MS = 1_000
/** Characters kept of the end of its standard error. */
const SAID_CHARACTERS = 2_000

export interface ChromiumProcess {
  readonly browser: Browser
  readonly ended: Promise<unknown>
}

/** Serves puppeteer.launch and puppeteer.connect alike. */
export const CONNECT_OPTIONS = {
  protocolTimeout: PROTOCOL_LIMIT_MS,
  defaultViewport: null,
  // Network and issues are observed by a session of our own; puppeteer's would double the work during a load.
  networkEnabled: false,
  issuesEnabled: false,
} as const

/**
 * Starts Chromium as the leader of a process group of its own, with everything it writes in `home`, which ends it.
 * @param user null: as the user that this process runs as
 * @throws NoBrowserSandbox where it does not start since it finds no sandbox
 * @throws BrowserNotStarted, with what it said, where it does not start for another reason
 */
export async function startChromium(
  executable: string,
  switches: readonly string[],
  home: BrowserHome,
  signal: AbortSignal,
  user: BrowserUser | null,
): Promise<ChromiumProcess> {
  const { program, argv, ids } = await startCommand(executable, switches, home, user)
  await home.giveTo(user)
  signal.throwIfAborted()
  const child = spawn(program, argv, {
    detached: true,
    cwd: home.folder,
    env: environmentOf(home),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    ...ids,
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(codeOf(error) ?? 'it cannot be run'))
    child.on('exit', (code, killedBy) => resolve(`it ended (${code ?? killedBy})`))
  })
  if (child.pid === undefined) throw new BrowserNotStarted(executable, `did not start: ${await ended}`)
  home.adoptGroup(child.pid)
  const said = endOf(child)
  const [, , , toBrowser, fromBrowser] = child.stdio
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new Error('the pipes to the browser are not open')
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const connected = puppeteer.connect({
      ...CONNECT_OPTIONS,
      transport: pipeTransport(toBrowser, fromBrowser),
    })
    const race = await within(Promise.race([connected, aborted.promise]), START_LIMIT_MS)
    if (race.inTime) return { browser: race.value, ended }
    throw new BrowserNotStarted(executable, `did not answer within ${START_LIMIT_MS} ms of its start`, said())
  } catch (error) {
    // One that ends closes its pipe first, and that is no more than a closed connection.
    const end = signal.aborted ? null : await within(ended, END_LIMIT_MS)
    if (end?.inTime && SAYS_NO_SANDBOX.test(said()))
      throw new NoBrowserSandbox(
        'this machine allows Chromium no sandbox: it has no user namespaces for it, and no setuid helper',
      )
    if (end?.inTime) throw new BrowserNotStarted(executable, `did not start: ${end.value}`, said())
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The last of what the process says on its standard error; reading it all keeps the process from waiting. */
function endOf(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-SAID_CHARACTERS)
  })
  return () => said.trim()
}

/** The machine's, with all places to write to inside the home and nothing that would change what is measured. */
function environmentOf(home: BrowserHome): NodeJS.ProcessEnv {
  const { SSLKEYLOGFILE, XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR, ...rest } =
    process.env
  return { ...rest, HOME: home.home, TMPDIR: home.temporary }
}
