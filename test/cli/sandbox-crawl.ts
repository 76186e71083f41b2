import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { environment, TOWLINE, temporaryFolder } from './towline.ts'

const run = promisify(execFile)
const SERVERS = join(import.meta.dirname, '..', '..', '.cache', 'towline', 'sandbox', 'root')

/** `towline crawl --sandbox` under way, as from a terminal: a process group of its own. */
export interface SandboxCrawl {
  /** Of the command itself. */
  readonly pid: number
  /** Everything that was written to the error stream so far. */
  readonly stderr: () => string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Resolves when the error stream holds this, with whether it does: false where the command ended without it. */
  says(text: RegExp): Promise<boolean>
  /** Ctrl-C: every process of the terminal's foreground group hears it. */
  interrupt(): void
}

/** A folder for sandbox crawls that nobody else uses: database, cache, run folder. */
export interface CrawlFolder extends AsyncDisposable {
  readonly path: string
  readonly database: string
  crawl(flags: readonly string[]): SandboxCrawl
  /** Processes that know of this folder, by their command line. */
  processes(): { readonly pid: number; readonly command: string }[]
  /** What crawls left behind: processes, run folders, namespaces. Waits a little for what is just going. */
  leftovers(): Promise<string[]>
}

export async function crawlFolder(): Promise<CrawlFolder> {
  const folder = await temporaryFolder()
  const cache = join(folder.path, 'cache')
  await mkdir(join(cache, 'sandbox'), { recursive: true })
  if (existsSync(SERVERS)) await symlink(SERVERS, join(cache, 'sandbox', 'root'))
  const database = join(folder.path, 'survey.sqlite')
  const runs = join(cache, 'sandbox', 'run')
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
    const folders = existsSync(runs) ? readdirSync(runs) : []
    return [...processes().map(({ command }) => command), ...folders, ...namespaces]
  }

  return {
    path: folder.path,
    database,
    processes,
    crawl(flags) {
      const fixed = ['--sandbox', '--survey-only', '--database', database, '--cache', cache]
      const child = spawn(process.execPath, [TOWLINE, 'crawl', ...fixed, ...flags], {
        cwd: folder.path,
        env: environment(),
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      return crawlOf(child, () => {
        if (existsSync(runs)) for (const name of readdirSync(runs)) ids.add(name.replace(/^\./, ''))
      })
    },
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

function crawlOf(child: ChildProcess, onText: () => void): SandboxCrawl {
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    onText()
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const pid = child.pid ?? 0
  return {
    pid,
    stderr: () => stderr,
    ended,
    async says(text) {
      let over = false
      ended.then(() => {
        over = true
      })
      while (!text.test(stderr) && !over) await sleep(10)
      return text.test(stderr)
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
