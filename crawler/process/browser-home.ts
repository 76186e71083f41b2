import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { BrowserUser } from './browser-user.ts'
import { endCrashHandlers, endGroup } from './process-group.ts'
import { isReachableByAll } from './reachable.ts'

/** One folder for everything that a browser writes, and the end of its processes. Both go when it is disposed of. */
export interface BrowserHome extends AsyncDisposable {
  readonly folder: string
  /** HOME of the browser. */
  readonly home: string
  readonly profile: string
  readonly keyLogFile: string
  /** TMPDIR of the browser. */
  readonly temporary: string
  /** The process group that ends with this home; null before one is named. */
  readonly group: number | null
  /** Gives all of it to the user that the browser runs as. To be called when nothing of ours writes there any more. */
  giveTo(user: BrowserUser | null): Promise<void>
  /** Names the process group that is to end with this home. */
  adoptGroup(group: number): void
  /** Ends the processes at once; the folder stays until the home is disposed of. */
  endProcesses(): Promise<void>
}

/**
 * Waits for the end of its standard input, which comes even when this program is killed, and clears up then: a browser
 * whose other end of the pipe is gone may hang, or be stopped, and so not end by itself. The last line it reads is the
 * process group to end; an empty one says that it has ended already.
 */
const CARETAKER = `group=
while read -r line; do group=$line; done
[ -z "$group" ] || kill -s KILL -- "-$group"
tries=0
until rm -rf -- "$1" || [ $tries -ge 50 ]; do tries=$((tries + 1)); sleep 0.1; done`

/** Speculation off: a look-up or a connection that no request asked for would be missing from the sample. */
const PREFERENCES = {
  // NetworkPredictionOptions: 2 is never.
  net: { network_prediction_options: 2 },
  alternate_error_pages: { enabled: false },
  search: { suggest_enabled: false },
  credentials_enable_service: false,
  // No UDP past a proxy, and there is none: STUN and multicast DNS would go to addresses that no other check sees.
  webrtc: { ip_handling_policy: 'disable_non_proxied_udp' },
}

/** Folders where a user with no rights here can be given one. */
const PUBLIC_FOLDERS = ['/tmp', '/var/tmp']

/** Chromium puts a socket below its TMPDIR, and does not start where its path is longer than unix(7) allows. */
const SOCKET = '/towline-browser-XXXXXX/tmp/.org.chromium.Chromium.XXXXXX/SingletonSocket'
const MOST_PARENT_BYTES = 107 - SOCKET.length

export async function openBrowserHome(): Promise<BrowserHome> {
  const home = new TemporaryHome(await mkdtemp(join(parentForHome(), 'towline-browser-')))
  try {
    await home.fill()
    return home
  } catch (error) {
    await home[Symbol.asyncDispose]()
    throw error
  }
}

class TemporaryHome implements BrowserHome {
  readonly folder: string
  readonly home: string
  readonly profile: string
  readonly keyLogFile: string
  readonly temporary: string
  readonly #caretaker: ChildProcessByStdio<Writable, null, null>
  readonly #caretakerEnded: Promise<unknown>
  #group: number | null = null
  #ending: Promise<void> | null = null

  constructor(folder: string) {
    this.folder = folder
    this.home = join(folder, 'home')
    this.profile = join(folder, 'profile')
    this.keyLogFile = join(folder, 'keys.log')
    this.temporary = join(folder, 'tmp')
    // Detached: a Ctrl-C at the terminal is for the program that opened the browser, which then closes it.
    this.#caretaker = spawn('/bin/sh', ['-c', CARETAKER, 'sh', folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#caretakerEnded = once(this.#caretaker, 'exit')
    // One that has been killed leaves the work to the disposal below.
    this.#caretaker.stdin.on('error', () => {})
  }

  get group(): number | null {
    return this.#group
  }

  async fill(): Promise<void> {
    const defaults = join(this.profile, 'Default')
    await Promise.all([
      mkdir(this.home),
      mkdir(this.temporary),
      // There from the start, so that it can be read before the first handshake.
      writeFile(this.keyLogFile, ''),
      mkdir(defaults, { recursive: true }).then(() =>
        writeFile(join(defaults, 'Preferences'), JSON.stringify(PREFERENCES)),
      ),
    ])
  }

  async giveTo(user: BrowserUser | null): Promise<void> {
    if (user?.kind !== 'ids') return
    const inside = await readdir(this.folder, { recursive: true })
    for (const name of [...inside, '.']) await lchown(join(this.folder, name), user.uid, user.gid)
  }

  adoptGroup(group: number): void {
    this.#group = group
    this.#caretaker.stdin.write(`${group}\n`)
  }

  endProcesses(): Promise<void> {
    this.#ending ??= this.#endAll()
    return this.#ending
  }

  async #endAll(): Promise<void> {
    if (this.#group === null) return
    await endGroup(this.#group)
    await endCrashHandlers(this.folder)
    this.#caretaker.stdin.write('\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.endProcesses()
      // Retries: what was being written when a process ended may still land in the folder.
      await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
    } finally {
      this.#caretaker.stdin.end()
      await this.#caretakerEnded
    }
  }
}

/** The system's folder for temporary files, unless a browser cannot work in it. */
function parentForHome(): string {
  const usual = tmpdir()
  const folder = [usual, ...PUBLIC_FOLDERS].find((each) => existsSync(each) && isFit(each))
  if (folder === undefined)
    throw new Error(
      `a browser cannot keep its files in ${usual}: set TMPDIR to a folder that its user may enter, with a path of at most ${MOST_PARENT_BYTES} bytes`,
    )
  return folder
}

/** Whether its user, who is never root, may enter the folder, and a path below it is short enough for a socket. */
function isFit(folder: string): boolean {
  const isShort = process.platform !== 'linux' || Buffer.byteLength(folder) <= MOST_PARENT_BYTES
  return isShort && (process.geteuid?.() !== 0 || isReachableByAll(folder))
}
