import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** How a command runs in a root folder. */
export interface RootRun {
  /** Of the root's own users; default root. */
  readonly user?: string
  /** Default `/`. */
  readonly folder?: string
  /** What of this machine is seen in the root, and where. */
  readonly shown?: Readonly<Record<string, string>>
}

const ENTER = join(import.meta.dirname, 'enter-root.sh')

/** The search path of Docker's images of Debian. */
export const ROOT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * The command that runs `argv` in a root, as the first process of a PID namespace, as in a container: whatever it leaves
 * behind, processes or mounts, ends with it.
 */
export function inRoot(root: string, argv: readonly string[], run: RootRun = {}): string[] {
  const shown = { '/etc/resolv.conf': '/etc/resolv.conf', ...run.shown }
  return [
    ...['unshare', '--mount', '--pid', '--fork', '--kill-child', 'bash', ENTER],
    ...[root, run.user ?? 'root', run.folder ?? '/'],
    ...Object.entries(shown).map(([from, to]) => `${from}:${to}`),
    ...['--', ...argv],
  ]
}

/** The home of a user of a root. */
export async function homeOf(root: string, user: string): Promise<string> {
  const users = (await readFile(join(root, 'etc/passwd'), 'utf8')).split('\n').map((line) => line.split(':'))
  const home = users.find(([name]) => name === user)?.[5]
  if (home === undefined) throw new Error(`the root has no user ${user}`)
  return home
}

/** The first process of the namespace that a command of `inRoot` made: the one that `docker stop` signals. */
export async function firstProcess(pid: number): Promise<number> {
  const { children, inner } = await readProcess(pid)
  for (const child of children) {
    const found = await firstProcess(child).catch(() => null)
    if (found !== null) return found
  }
  if (inner.length < 2 || inner.at(-1) !== 1) throw new Error(`process ${pid} leads to no namespace`)
  return pid
}

async function readProcess(pid: number): Promise<{ children: number[]; inner: number[] }> {
  const numbers = (text: string): number[] => text.trim().split(/\s+/).filter(Boolean).map(Number)
  const children = numbers(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  const [, ids = ''] = /^NSpid:\s*(.*)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return { children, inner: numbers(ids) }
}

/** Processes that run below a folder, and mounts below it: nothing, once all has ended. */
export async function leftBehind(folder: string): Promise<readonly string[]> {
  const isBelow = (path: string): boolean => path === folder || path.startsWith(`${folder}/`)
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8'))
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const places = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      // One that has just ended has neither.
      paths: await Promise.all(
        ['root', 'cwd'].map((name) => readlink(`/proc/${pid}/${name}`).catch(() => '')),
      ),
    })),
  )
  return [
    ...mounts.filter(isBelow).map((path) => `mount ${path}`),
    ...places.filter(({ paths }) => paths.some(isBelow)).map(({ pid }) => `process ${pid}`),
  ]
}
