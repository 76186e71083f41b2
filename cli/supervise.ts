import { EXIT } from './exit-codes.ts'
import type { FromWorker, SurveyMessage } from './worker-order.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

/** How a process ends by a fault in native code: an assertion of Node or of a library, or a bad memory access. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

/** A worker that dies sooner than this has hardly come to visit anything. */
const EARLY_MS = 5_000
const EARLY_DEATHS = 3
/** A site may bring down every worker that comes to visit it. */
const MOST_DEATHS = 20

/**
 * Whether this command is to be run in workers: a crawl visits servers that nobody vouches for. With `--sandbox` it
 * only opens the sandbox, and runs itself once more in there.
 */
export function needsWorker(argv: readonly string[]): boolean {
  return (
    (argv[0] === 'crawl' || argv[0] === 'probe') &&
    !['--sandbox', '--help', '-h'].some((flag) => argv.includes(flag))
  )
}

/**
 * Runs the command in a worker, and once more with `--resume` each time the worker crashes: one bad site never ends
 * the run, whatever it makes Node do (docs/decisions/004-worker.md). That first worker may ask for further ones to
 * share its survey; when any of them ends before its time, all are stopped. Resolves to the exit code.
 */
export async function supervise(
  entry: string,
  argv: readonly string[],
  clock: () => number,
): Promise<number> {
  const running = new Map<number, WorkerProcess>()
  const further = new Map<number, Promise<void>>()
  let survey: SurveyMessage | null = null
  /** The first worker, once it has said which survey it is at. */
  let first: WorkerProcess | null = null
  const failures: { readonly exitCode: number; readonly message: string | null }[] = []
  let stopping = false
  let deaths = 0
  let earlyDeaths = 0
  const say = (line: string): void => void process.stderr.write(`towline: ${line}\n`)

  function stop(signal: NodeJS.Signals): void {
    stopping = true
    for (const worker of running.values()) worker.kill(signal)
  }

  /** Runs the worker of this index until it ends by itself, in place of those that crash; resolves to its exit code. */
  async function keep(index: number, onMessage: (message: FromWorker) => void): Promise<number> {
    for (;;) {
      const flags = index > 0 || deaths === 0 || argv.includes('--resume') ? argv : [...argv, '--resume']
      const order = {
        surveyId: survey?.surveyId ?? null,
        part: { index, of: survey?.workers ?? 1 },
        options: index === 0 ? null : (survey?.options ?? null),
      }
      const startedMs = clock()
      const worker = startWorker(entry, flags, order, onMessage)
      running.set(index, worker)
      const { code, signal } = await worker.ended
      running.delete(index)
      if (index === 0) first = null
      if (code !== null) return code
      if (signal === 'SIGINT' || signal === 'SIGTERM') return EXIT.interrupted
      if (signal === null || !CRASHES.has(signal)) {
        say(`a worker was ended by ${signal}: stopping (--resume goes on)`)
        return EXIT.software
      }
      deaths += 1
      earlyDeaths = clock() - startedMs < EARLY_MS ? earlyDeaths + 1 : 0
      if (earlyDeaths === EARLY_DEATHS || deaths === MOST_DEATHS) {
        say(`the worker has died ${deaths} times, now of ${signal}: giving up (--resume goes on)`)
        return EXIT.software
      }
      if (stopping) return EXIT.interrupted
      say(`the worker died of ${signal}, a fault in its runtime: going on without a loss`)
    }
  }

  async function keepFurther(index: number): Promise<void> {
    let message: string | null = null
    const exitCode = await keep(index, (said) => {
      if (said.kind === 'failed') message = said.message
      if (said.kind === 'recorded') first?.send(said)
    })
    further.delete(index)
    if (exitCode !== EXIT.ok && !stopping) {
      if (exitCode !== EXIT.interrupted) failures.push({ exitCode, message })
      stop('SIGINT')
    }
    if (further.size === 0) first?.send({ kind: 'alone' })
  }

  function onFirst(message: FromWorker): void {
    if (message.kind !== 'survey') return
    survey = message
    first = running.get(0) ?? null
    for (let index = 1; index < message.workers && !stopping; index += 1)
      if (!further.has(index)) further.set(index, keepFurther(index))
    if (further.size === 0) first?.send({ kind: 'alone' })
  }

  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const exitCode = await keep(0, onFirst)
    if (!stopping) stop('SIGINT')
    await Promise.all(further.values())
    const [failure] = failures
    // Where the first one has failed as well, it has said why.
    if (failure === undefined || (exitCode !== EXIT.ok && exitCode !== EXIT.interrupted)) return exitCode
    if (failure.message !== null) say(failure.message)
    return failure.exitCode
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
