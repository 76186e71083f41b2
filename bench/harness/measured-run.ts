import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Sandbox } from '../../lab/sandbox/open.ts'

/** What one run of a program cost. The servers' share is not in it. */
export interface RunCost {
  /** From its start to its end, start-up included. */
  readonly wallMs: number
  /** User and system time of the program and of all that it waited for, by `times` of the shell that ran it. */
  readonly cpuMs: number
  /**
   * PSS of the program and the processes below it together, the most that was seen: a page that several of them map
   * counts once. Null where it ended before a look.
   */
  readonly peakBytes: number | null
}

export interface MeasuredRunOptions {
  readonly stdoutFile: string
  readonly stderrFile: string
  readonly clock: () => number
  readonly signal: AbortSignal
}

/** A look costs several milliseconds: the kernel goes through all pages of the processes. */
const LOOK_EVERY_MS = 500

/**
 * In a mount namespace of its own, where the machine's resolver is the sandbox's: not every program takes a resolver
 * for all that it asks. Says the program's process id and, when it has ended, what `times` says, on descriptor 3.
 */
const SCRIPT = `
set -e
mount --bind "$1" /etc/resolv.conf
out=$2 err=$3
shift 3
set +e
setpriv --pdeathsig KILL -- "$@" >"$out" 2>"$err" </dev/null &
echo $! >&3
wait $!
code=$?
times >&3
exit $code
`

/** Runs a program in the namespace of the sandbox's client. @throws Error where it fails, with the end of what it said. */
export async function measuredRun(
  sandbox: Sandbox,
  resolvConf: string,
  argv: readonly string[],
  { stdoutFile, stderrFile, clock, signal }: MeasuredRunOptions,
): Promise<RunCost> {
  const [program = '', ...rest] = sandbox.command([
    'unshare',
    '--mount',
    'bash',
    '-c',
    SCRIPT,
    'measured-run',
    resolvConf,
    stdoutFile,
    stderrFile,
    ...argv,
  ])
  const startMs = clock()
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
    signal,
    killSignal: 'SIGKILL',
  })
  const reportStream = child.stdio[3] as Readable
  let report = ''
  let peakBytes: number | null = null
  reportStream.setEncoding('utf8').on('data', (chunk: string) => {
    report += chunk
  })
  const looking = setInterval(() => {
    const pid = /^\d+$/m.exec(report)?.[0]
    const bytes = pid === undefined ? null : proportionalBytes(pid)
    if (bytes !== null) peakBytes = Math.max(peakBytes ?? 0, bytes)
  }, LOOK_EVERY_MS)
  try {
    const [shellSaid, [code]] = await Promise.all([
      text(child.stderr as Readable),
      once(child, 'close') as Promise<[number | null]>,
    ])
    const wallMs = clock() - startMs
    if (code !== 0) {
      const last = `${shellSaid}\n${readFileSync(stderrFile, 'utf8')}`
        .trim()
        .split('\n')
        .slice(-3)
        .join(' | ')
      throw new Error(`${argv.slice(0, 4).join(' ')} … ended with ${code}: ${last}`)
    }
    return { wallMs, cpuMs: cpuMsOf(report), peakBytes }
  } finally {
    clearInterval(looking)
  }
}

/**
 * Proportional set size of a process and all below it (a crawl has workers): what they share among them, such as the
 * program's own pages, is counted once. Null where the process is gone.
 */
function proportionalBytes(pid: string): number | null {
  try {
    const kib = /^Pss:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    if (kib === undefined) return null
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const below = children.filter((child) => child !== '').map((child) => proportionalBytes(child) ?? 0)
    return below.reduce((sum, bytes) => sum + bytes, Number(kib) * 1024)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}

/** `times` of bash: a line for the shell itself, then `user system` of the children that it waited for, as `1m2.345s`. */
function cpuMsOf(report: string): number {
  const spans = [...report.matchAll(/(\d+)m(\d+\.\d+)s/g)].map(([, minutes, seconds]) => {
    return Number(minutes) * 60_000 + Number(seconds) * 1000
  })
  const [, , userMs, systemMs] = spans
  if (userMs === undefined || systemMs === undefined) throw new Error(`not what 'times' prints: ${report}`)
  return userMs + systemMs
}
