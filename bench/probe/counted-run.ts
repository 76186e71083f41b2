import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cpuMsOf } from '../../crawler/process/group-cpu.ts'
import { type ProcessStat, processes } from '../../crawler/process/group-members.ts'

/**
 * Time that a process and all below it have had on a core, milliseconds, with what those that have ended left to whoever
 * waited for them. Nothing is missing where the process is the parent of a process namespace: its orphans stay below it.
 * Null where the process is gone.
 */
function processTreeCpuMs(root: number): number | null {
  const all = processes()
  const childrenOf = Map.groupBy(all, ({ stat }) => Number(stat[1]))
  const left = all.filter(({ pid }) => Number(pid) === root)
  const tree: ProcessStat[] = []
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    tree.push(next)
    left.push(...(childrenOf.get(Number(next.pid)) ?? []))
  }
  return tree.length === 0 ? null : cpuMsOf(tree)
}

/** What a program and all that it started had used of the cores until a moment. */
export interface CpuReading {
  /** Wall time, milliseconds since 1970, as the contenders' own records have it. */
  readonly atMs: number
  readonly cpuMs: number
}

export interface CountedRun {
  /** From the program's start to its end. */
  readonly wallMs: number
  /** In the order of time; the first is 0 at the start. */
  readonly cpu: readonly CpuReading[]
}

export interface CountedRunOptions {
  /** HOME, and below it whatever the program writes: an existing folder. */
  readonly home: string
  /** TMPDIR: an existing folder. */
  readonly temporary: string
  readonly stdoutFile: string
  readonly stderrFile: string
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
  readonly signal: AbortSignal
}

const READ_EVERY_MS = 250

/**
 * The first process of a process namespace: it takes over every process that has lost its parent, as those of a browser
 * do, and waits for it, so that no time is lost; and all that is left ends with it.
 */
const FIRST = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c'] as const
const SCRIPT = `
out=$1 err=$2
shift 2
"$@" >"$out" 2>"$err" </dev/null
exit $?
`

/**
 * Runs a program and counts what it and everything below it uses of the cores.
 * @param enter makes the command that runs another one where the program is to run
 * @throws Error where it fails, with the end of what it said
 */
export async function countedRun(
  enter: (argv: readonly string[]) => string[],
  argv: readonly string[],
  { home, temporary, stdoutFile, stderrFile, wallClock, signal }: CountedRunOptions,
): Promise<CountedRun> {
  signal.throwIfAborted()
  const [program = '', ...rest] = enter([...FIRST, SCRIPT, 'counted-run', stdoutFile, stderrFile, ...argv])
  const startMs = wallClock()
  const child = spawn(program, rest, {
    stdio: 'ignore',
    // A Ctrl-C at the terminal is for the benchmark, which ends the program through the signal.
    detached: true,
    env: environment(home, temporary),
    signal,
    killSignal: 'SIGKILL',
  })
  const cpu: CpuReading[] = [{ atMs: startMs, cpuMs: 0 }]
  const read = (): void => {
    const before = cpu.at(-1)?.cpuMs ?? 0
    const cpuMs = child.pid === undefined ? null : processTreeCpuMs(child.pid)
    // A process that is waited for between two looks may be missing from one of them.
    if (cpuMs !== null) cpu.push({ atMs: wallClock(), cpuMs: Math.max(before, cpuMs) })
  }
  const reading = setInterval(read, READ_EVERY_MS)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    const wallMs = wallClock() - startMs
    if (code !== 0) throw new Error(`${argv.slice(0, 3).join(' ')} … ended with ${code}: ${end(stderrFile)}`)
    return { wallMs, cpu }
  } finally {
    clearInterval(reading)
  }
}

/** Programs in JavaScript run on the Node that runs this; nothing that is set for the user's own browser counts. */
function environment(home: string, temporary: string): NodeJS.ProcessEnv {
  const { XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_DATA_HOME, SSLKEYLOGFILE, ...rest } = process.env
  const path = `${dirname(process.execPath)}:${rest.PATH ?? ''}`
  return { ...rest, PATH: path, HOME: home, TMPDIR: temporary, LC_ALL: 'C' }
}

function end(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-5).join(' | ')
}

/** What had been used until a moment, between two readings in proportion; null before the first and after the last. */
export function cpuUntil(cpu: readonly CpuReading[], atMs: number): number | null {
  const after = cpu.findIndex((reading) => reading.atMs >= atMs)
  const right = cpu[after]
  if (right === undefined) return null
  if (right.atMs === atMs) return right.cpuMs
  const left = cpu[after - 1]
  if (left === undefined) return null
  const share = (atMs - left.atMs) / (right.atMs - left.atMs)
  return left.cpuMs + share * (right.cpuMs - left.cpuMs)
}
