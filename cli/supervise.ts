import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EXIT } from './exit-codes.ts'

/** Set in the environment of a worker. */
const WORKER = 'TOWLINE_WORKER'

/** How a process ends by a fault in native code: an assertion of Node or of a library, or a bad memory access. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

/** A worker that dies sooner than this has hardly come to visit anything. */
const EARLY_MS = 5_000
const EARLY_DEATHS = 3

/**
 * Whether this command is to be run in a worker of its own: a crawl visits servers that nobody vouches for. With
 * `--sandbox` it only opens the sandbox, and runs itself once more in there.
 */
export function needsWorker(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const visits = argv[0] === 'crawl' && !['--sandbox', '--help', '-h'].some((flag) => argv.includes(flag))
  return visits && env[WORKER] === undefined
}

/** A worker whose supervisor is gone ends at once; its sites are free again for the next run. */
export function endWithSupervisor(): void {
  if (process.env[WORKER] === undefined || process.channel == null) return
  process.once('disconnect', () => process.exit(EXIT.software))
  process.channel.unref()
}

/**
 * Runs the command in a worker, and once more with `--resume` each time the worker crashes: one bad site never ends
 * the run, whatever it makes Node do (docs/decisions/004-worker.md). Resolves to the exit code.
 */
export async function supervise(
  entry: string,
  argv: readonly string[],
  clock: () => number,
): Promise<number> {
  let earlyDeaths = 0
  let flags = argv
  for (;;) {
    const startedMs = clock()
    const { code, signal } = await runWorker(entry, flags)
    if (code !== null) return code
    if (signal === 'SIGINT' || signal === 'SIGTERM') return EXIT.interrupted
    if (signal === null || !CRASHES.has(signal)) return EXIT.software
    earlyDeaths = clock() - startedMs < EARLY_MS ? earlyDeaths + 1 : 0
    if (earlyDeaths === EARLY_DEATHS) {
      process.stderr.write(
        `towline: the worker has died of ${signal} ${EARLY_DEATHS} times in a row: giving up\n`,
      )
      return EXIT.software
    }
    process.stderr.write(
      `towline: the worker died of ${signal}, a fault in its runtime: going on without a loss\n`,
    )
    flags = argv.includes('--resume') ? argv : [...argv, '--resume']
  }
}

async function runWorker(
  entry: string,
  argv: readonly string[],
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const worker = spawn(process.execPath, [...process.execArgv, entry, ...argv], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [WORKER]: '1' },
    // A session of its own: the terminal's Ctrl-C is heard here and passed on once, not twice.
    detached: true,
  })
  const passOn = (signal: NodeJS.Signals): void => void worker.kill(signal)
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)
  try {
    const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null]
    return { code, signal }
  } finally {
    process.off('SIGINT', passOn)
    process.off('SIGTERM', passOn)
  }
}
