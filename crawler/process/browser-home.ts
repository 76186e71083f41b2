import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Where a user with no rights here can be given a folder. */
const PUBLIC_FOLDERS = ['/tmp', '/var/tmp']

export async function openBrowserHome(): Promise<BrowserHome> {
  const folder = await mkdtemp(join(placeForHome(), 'towline-browser-'))
  // Detached: a Ctrl-C at the terminal is for the program that opened the browser, which then closes it.
  const caretaker = spawn('/bin/sh', ['-c', CARETAKER, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(caretaker, 'exit')
  // One that has been killed leaves the work to the disposal below.
  caretaker.stdin.on('error', () => {})
  let group: number | null = null
  let ending: Promise<void> | null = null
  const endProcesses = (): Promise<void> => {
    ending ??= endAll()
    return ending
  }
  const endAll = async (): Promise<void> => {
    if (group === null) return
    await endGroup(group)
    await endCrashHandlers(folder)
    caretaker.stdin.write('\n')
  }
  const close = async (): Promise<void> => {
    try {
      await endProcesses()
      // Retries: what was being written when a process ended may still land in the folder.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    } finally {
      caretaker.stdin.end()
      await ended
    }
  }
  const paths = {
    folder,
    home: join(folder, 'home'),
    profile: join(folder, 'profile'),
    keyLogFile: join(folder, 'keys.log'),
    temporary: join(folder, 'tmp'),
  }
  try {
    await Promise.all([
      mkdir(paths.home),
      mkdir(paths.temporary),
      // There from the start, so that it can be read before the first handshake.
      writeFile(paths.keyLogFile, ''),
      mkdir(join(paths.profile, 'Default'), { recursive: true }).then(() =>
        writeFile(join(paths.profile, 'Default', 'Preferences'), JSON.stringify(PREFERENCES)),
      ),
    ])
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...paths,
    get group() {
      return group
    },
    async giveTo(user) {
      if (user?.kind !== 'ids') return
      const inside = await readdir(folder, { recursive: true })
      for (const name of [...inside, '.']) await lchown(join(folder, name), user.uid, user.gid)
    },
    adoptGroup(id) {
      group = id
      caretaker.stdin.write(`${id}\n`)
    },
    endProcesses,
    [Symbol.asyncDispose]: close,
  }
}

/** The system's folder for temporary files, unless only root may enter it: the browser is not root. */
function placeForHome(): string {
  const usual = tmpdir()
  if (process.geteuid?.() !== 0 || isReachableByAll(usual)) return usual
  const place = PUBLIC_FOLDERS.find((each) => existsSync(each) && isReachableByAll(each))
  if (place === undefined)
    throw new Error(`the browser runs as another user, who cannot enter ${usual}: set TMPDIR`)
  return place
}
