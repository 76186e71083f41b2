import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import { environment, TOWLINE, temporaryFolder } from '../cli/towline.ts'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'towline')
/** What the set-up scripts have put there, and every run may share. */
const SHARED = ['sandbox/root', 'link'] as const

/** `towline probe` under way, as from a terminal: a process group of its own. */
export interface ProbeRun {
  /** Of the command itself. */
  readonly pid: number
  /** Everything that was written so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Resolves when this is so, or the command has ended, to whether it is so. */
  until(holds: () => boolean | Promise<boolean>): Promise<boolean>
  /** Ctrl-C: every process of the terminal's foreground group hears it. */
  interrupt(): void
}

/** A folder for campaigns that nobody else uses: database, cache, and all temporary files of the runs. */
export interface ProbeFolder extends AsyncDisposable {
  readonly path: string
  readonly database: string
  /** `towline probe`, in a sandbox of its own that it opens. */
  probe(flags: readonly string[]): ProbeRun
  /** The same in the client's namespace of a sandbox that is open already. */
  probeIn(sandbox: Sandbox, flags: readonly string[]): ProbeRun
  /** Processes that know of this folder, by their command line. */
  processes(): { readonly pid: number; readonly command: string }[]
  /** What runs left behind: processes, profiles and other temporary files, run folders, namespaces. Waits a little for
   * what is just going. */
  leftovers(): Promise<string[]>
}

export async function probeFolder(): Promise<ProbeFolder> {
  const folder = await temporaryFolder()
  const cache = join(folder.path, 'cache')
  // A short name: sockets below it must keep within the 108 bytes of a Unix address.
  const temporary = join(folder.path, 't')
  await mkdir(join(cache, 'sandbox'), { recursive: true })
  await mkdir(temporary)
  for (const part of SHARED)
    if (existsSync(join(CACHE, part))) await symlink(join(CACHE, part), join(cache, part))
  const database = join(folder.path, 'probe.sqlite')
  const runs = join(cache, 'sandbox', 'run')
  const ids = new Set<string>()

  const start = (argv: readonly string[]): ProbeRun => {
    const [program = '', ...rest] = argv
    const child = spawn(program, rest, {
      cwd: folder.path,
      env: environment({ TMPDIR: temporary }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return runOf(child, () => {
      if (existsSync(runs)) for (const name of readdirSync(runs)) ids.add(name.replace(/^\./, ''))
    })
  }
  const own = ['--pause', '1ms', '--busy-limit', '1', '--database', database, '--cache', cache]
  const towline = [process.execPath, TOWLINE, 'probe', ...own]
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
    const folders = existsSync(runs) ? readdirSync(runs) : []
    const files = readdirSync(temporary).map((name) => join(temporary, name))
    return [...processes().map(({ command }) => command), ...files, ...folders, ...namespaces]
  }

  return {
    path: folder.path,
    database,
    processes,
    probe: (flags) => start([...towline, '--sandbox', ...flags]),
    probeIn: (sandbox, flags) => start(sandbox.command([...towline, ...networkOf(sandbox), ...flags])),
    async leftovers() {
      for (let tries = 0; ; tries++) {
        const found = await left()
        if (found.length === 0 || tries === 50) return found
        await sleep(100)
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { pid } of processes()) process.kill(pid, 'SIGKILL')
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** The options by which a command finds its way in a sandbox, as `--sandbox` gives them. */
export function networkOf(sandbox: Sandbox): string[] {
  return [
    ...['--resolver', sandbox.resolver, '--ca', sandbox.caFile],
    ...['--allow-address', sandbox.allowCidrs.join(','), '--h3-canary', 'none'],
  ]
}

function runOf(child: ChildProcess, onText: () => void): ProbeRun {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      onText()
    })
  let over = false
  const ended = once(child, 'close').then(([code, signal]) => {
    over = true
    return { code, signal }
  })
  const pid = child.pid ?? 0
  return {
    pid,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    async until(holds) {
      while (!(await holds())) {
        if (over) return await holds()
        await sleep(50)
      }
      return true
    },
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
