import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProgram, pathFolders } from '../../../crawler/process/find-program.ts'
import { buildExtension } from '../../../extension/build/build-extension.ts'
import type { ContributionState } from '../../../extension/store/contribution-state.ts'
import { EMPTY_STATE } from '../../../extension/store/contribution-state.ts'
import { type Marionette, openMarionette } from './marionette.ts'

/** Longest wait for anything. */
const LIMIT_MS = 60_000
const UUID = '5b0b7a4e-3b5f-4b6e-9a53-0c8f2f4d7a11'
export const FIREFOX_ORIGIN = `moz-extension://${UUID}`

const UNPACKED = join(import.meta.dirname, '../../../.cache/towline/firefox/firefox')

/** What FIREFOX_PATH names, on the PATH, or what scripts/setup-firefox.sh unpacked; null where there is none. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = pathFolders(env.PATH ?? '')
  const named = folders.flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => join(folder, name)))
  return [...(env.FIREFOX_PATH ? [env.FIREFOX_PATH] : []), ...named, UNPACKED].find(isProgram) ?? null
}

export interface FirefoxOptions {
  /** Where `https://*.test` is served on this machine. */
  readonly httpsPort: number
  readonly server: string
  readonly study: unknown
}

/** A real Firefox with the real built extension. */
export interface ExtensionFirefox extends AsyncDisposable {
  readonly version: string
  open(url: string): Promise<void>
  openOptions(): Promise<void>
  click(selector: string): Promise<void>
  /** Goes on in the tab with this address, without bringing it to the front. */
  switchTo(address: string): Promise<void>
  /** Value of an expression in the page that is open; promises are waited for. */
  ask<T>(expression: string): Promise<T>
  /** Only on a page of the extension. */
  until(holds: (state: ContributionState) => boolean): Promise<ContributionState>
}

export async function openExtensionFirefox(options: FirefoxOptions): Promise<ExtensionFirefox> {
  await using resources = new AsyncDisposableStack()
  const signal = AbortSignal.timeout(LIMIT_MS)
  const home = await mkdtemp(join(tmpdir(), 'towline-firefox-'))
  resources.defer(() => rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const [built] = await buildExtension({
    ...{ outDir: join(home, 'dist'), version: '0.0.1', reference: null, targets: ['firefox'] },
    ...{ server: options.server, study: options.study },
  })
  await writeFile(join(home, 'user.js'), preferences(options.httpsPort))
  const argv = [
    '--headless',
    '--no-remote',
    '--profile',
    home,
    '--marionette',
    '--remote-allow-system-access',
  ]
  const env = { ...process.env, HOME: home }
  const child = spawn(findFirefox() ?? '', argv, { env, stdio: 'ignore' })
  resources.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  })
  const marionette = resources.use(await openMarionette(await marionettePort(home, signal), signal))
  const { send } = marionette
  const session = (await send('WebDriver:NewSession', { acceptInsecureCerts: true })) as {
    readonly capabilities: { readonly browserVersion: string }
  }
  await send('WebDriver:SetTimeouts', { script: LIMIT_MS, pageLoad: LIMIT_MS })
  await send('Addon:Install', { path: built?.folder, temporary: true })
  const owned = resources.move()
  return controlled(marionette, session.capabilities.browserVersion, () => owned.disposeAsync())
}

function controlled({ send }: Marionette, version: string, close: () => Promise<void>): ExtensionFirefox {
  const open = async (url: string) => {
    await send('WebDriver:Navigate', { url })
  }
  const ask = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0]; Promise.resolve((() => ${expression})()).then(done, (error) => done('failed: ' + error))`
    const { value } = (await send('WebDriver:ExecuteAsyncScript', { script, args: [] })) as { value: T }
    return value
  }
  return {
    ...{ version, open, ask },
    async switchTo(address) {
      const deadline = Date.now() + LIMIT_MS
      for (;;) {
        for (const handle of (await send('WebDriver:GetWindowHandles')) as string[]) {
          await send('WebDriver:SwitchToWindow', { handle, focus: false })
          if ((await ask<string>('location.href')) === address) return
        }
        if (Date.now() > deadline) throw new Error(`no tab shows ${address}`)
        await sleep(50)
      }
    },
    openOptions: () => open(`${FIREFOX_ORIGIN}/options/options.html`),
    async click(selector) {
      const deadline = Date.now() + LIMIT_MS
      while (!(await ask<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`))) {
        if (Date.now() > deadline) throw new Error(`there is no ${selector}`)
        await sleep(50)
      }
      const { value } = (await send('WebDriver:FindElement', { using: 'css selector', value: selector })) as {
        value: Record<string, string>
      }
      await send('WebDriver:ElementClick', { id: Object.values(value)[0] })
    },
    async until(holds) {
      const deadline = Date.now() + LIMIT_MS
      for (;;) {
        const { contribution } = await ask<{ contribution?: ContributionState }>(
          `browser.storage.local.get('contribution')`,
        )
        const state = { ...EMPTY_STATE, ...contribution }
        if (holds(state)) return state
        if (Date.now() > deadline) throw new Error(`it never came to that: ${JSON.stringify(state)}`)
        await sleep(50)
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

function preferences(httpsPort: number): string {
  const values = {
    // Any free one: Firefox writes into its profile which.
    'marionette.port': 0,
    'network.dns.forceResolve': '127.0.0.1',
    'network.socket.forcePort': `443=${httpsPort}`,
    'network.proxy.type': 0,
    // Requests for permissions are granted without the question, which nobody could answer here; a click they need still.
    'extensions.webextOptionalPermissionPrompts': false,
    'extensions.webextensions.uuids': JSON.stringify({ 'towline@towline.invalid': UUID }),
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'browser.startup.page': 0,
  }
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

async function marionettePort(profile: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    signal.throwIfAborted()
    const port = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')
    if (port !== '') return Number(port)
    await sleep(50)
  }
}
