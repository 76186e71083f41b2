import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Linux counts in ticks of 10 ms (`getconf CLK_TCK` is 100 on every architecture that Chromium runs on). */
const TICK_MS = 10

/**
 * Time that a process and all below it have had on a core, milliseconds, with what those that have ended left to whoever
 * waited for them. Nothing is missing where the process is the parent of a process namespace: its orphans stay below it.
 * Null where the process is gone.
 */
function processTreeCpuMs(root: number): number | null {
  const ticksOf = new Map<number, number>()
  const childrenOf = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat === null) continue
    const id = Number(name)
    ticksOf.set(id, stat.ticks)
    const siblings = childrenOf.get(stat.parent)
    if (siblings === undefined) childrenOf.set(stat.parent, [id])
    else siblings.push(id)
  }
  if (!ticksOf.has(root)) return null
  let ticks = 0
  const left = [root]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    ticks += ticksOf.get(id) ?? 0
    left.push(...(childrenOf.get(id) ?? []))
  }
  return ticks * TICK_MS
}

/** Fields 4 and 14 to 17 of proc_pid_stat(5): own and waited-for time. The name before them may hold spaces and brackets. */
function statOf(pid: string): { readonly parent: number; readonly ticks: number } | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended since it was listed.
    return null
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
  return { parent: fields[1] ?? 0, ticks }
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
