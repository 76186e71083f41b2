import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ENTRY } from '../../cli/options/entry.ts'
import { sendSignal } from '../../crawler/process/send-signal.ts'
import { environment, temporaryFolder } from './towline.ts'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'towline')
/** What the set-up scripts have put there, and every run may share. */
const SHARED = ['sandbox/root', 'link', 'packets', 'origin'] as const

/** A command of towline under way, as from a terminal: a process group of its own. */
export interface TowlineRun {
  /** Of the command itself. */
  readonly pid: number
  /** Everything that was written so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Resolves when this is so, or the command has ended, to whether it is so. */
  until(holds: () => boolean | Promise<boolean>): Promise<boolean>
  /** Resolves when the error stream holds this, with whether it does: false where the command ended without it. */
  says(text: RegExp): Promise<boolean>
  /** Ctrl-C: every process of the terminal's foreground group hears it. */
  interrupt(): void
}

/** A folder for runs that nobody else uses: database, cache, and all their temporary files. */
export interface RunFolder extends AsyncDisposable {
  readonly path: string
  readonly database: string
  readonly cache: string
  /** A command of towline, started by `under` where that is given. */
  start(args: readonly string[], under?: (argv: readonly string[]) => readonly string[]): TowlineRun
  /** Processes that know of this folder, by their command line. */
  processes(): { readonly pid: number; readonly command: string }[]
  /** What runs left behind: processes, profiles and other temporary files, run folders, namespaces. Waits a little for
   * what is just going. */
  leftovers(): Promise<string[]>
}

export async function runFolder(): Promise<RunFolder> {
  const folder = await temporaryFolder()
  // Browsers of root run as another user, who must get to their profiles in here.
  await chmod(folder.path, 0o711)
  const cache = join(folder.path, 'cache')
  // A short name: sockets below it must keep within the 108 bytes of a Unix address.
  const temporary = join(folder.path, 't')
  await mkdir(join(cache, 'sandbox'), { recursive: true })
  await mkdir(temporary)
  for (const part of SHARED)
    if (existsSync(join(CACHE, part))) await symlink(join(CACHE, part), join(cache, part))
  const runs = ['sandbox', 'lab'].map((part) => join(cache, part, 'run'))
  const runFolders = () => runs.flatMap((parent) => (existsSync(parent) ? readdirSync(parent) : []))
  const ids = new Set<string>()

  const processes = () =>
    readdirSync('/proc').flatMap((name) => {
      const command = /^\d+$/.test(name) ? commandLine(name) : ''
      return command.includes(folder.path) ? [{ pid: Number(name), command }] : []
    })
  async function left(): Promise<string[]> {
    const { stdout } = await run('ip', ['netns', 'list'])
    const namespaces = stdout
      .split('\n')
      .filter((line) => [...ids].some((id) => line.startsWith(`towline-${id}-`)))
    const files = readdirSync(temporary).map((name) => join(temporary, name))
    return [...processes().map(({ command }) => command), ...files, ...runFolders(), ...namespaces]
  }

  return {
    path: folder.path,
    database: join(folder.path, 'run.sqlite'),
    cache,
    processes,
    start(args, under = (argv) => argv) {
      const [program = '', ...rest] = under([process.execPath, ENTRY, ...args])
      const child = spawn(program, rest, {
        cwd: folder.path,
        env: environment({ TMPDIR: temporary }),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return runOf(child, () => {
        for (const name of runFolders()) ids.add(name.replace(/^\./, ''))
      })
    },
    async leftovers() {
      for (let tries = 0; ; tries++) {
        const found = await left()
        if (found.length === 0 || tries === 300) return found
        await sleep(100)
      }
    },
    async [Symbol.asyncDispose]() {
      // Again until none is left: one that is just ending still writes into the folder.
      for (let tries = 0; processes().length > 0 && tries < 300; tries++) {
        for (const { pid } of processes()) sendSignal(pid, 'SIGKILL')
        await sleep(100)
      }
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Most looks open a database, which costs more than a late one. */
const LOOK_EVERY_MS = 100

function runOf(child: ChildProcess, onText: () => void): TowlineRun {
  const said = { stdout: '', stderr: '' }
  let lookAgain = (): void => {}
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      onText()
      lookAgain()
    })
  let over = false
  const ended = once(child, 'close').then(([code, signal]) => {
    over = true
    lookAgain()
    return { code, signal }
  })
  const pid = child.pid ?? 0
  const until: TowlineRun['until'] = async (holds) => {
    while (!(await holds())) {
      if (over) return await holds()
      const { promise, resolve } = Promise.withResolvers<void>()
      lookAgain = resolve
      const timer = setTimeout(resolve, LOOK_EVERY_MS)
      await promise
      clearTimeout(timer)
    }
    return true
  }
  return {
    pid,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    until,
    says: (text) => until(() => text.test(said.stderr)),
    interrupt: () => void process.kill(-pid, 'SIGINT'),
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It has ended since.
    return ''
  }
}
