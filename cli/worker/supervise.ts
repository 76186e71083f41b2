import { EXIT } from '../exit/exit-codes.ts'
import { oomKills } from './oom-kills.ts'
import { WorkerDeaths } from './worker-deaths.ts'
import type { FromWorker, SurveyMessage, WorkerFate } from './worker-order.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

/** How a process ends by a fault in native code: an assertion of Node or of a library, or a bad memory access. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

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
 * the run, whatever it makes Node do (docs/decisions/004-worker.md). A worker that the kernel killed for want of memory
 * has crashed as well. The sites that it held are visited alone later on (docs/decisions/015-poison.md); only deaths
 * that no site explains end the run. The first worker may ask for further ones to share its survey; when any of them
 * ends before its time, all are stopped. Resolves to the exit code.
 *
 * @param countOomKills processes that the kernel has killed so far for want of memory; null where it does not tell
 */
export async function supervise(
  entry: string,
  argv: readonly string[],
  clock: () => number,
  countOomKills: () => number | null = oomKills,
): Promise<number> {
  const running = new Map<number, WorkerProcess>()
  const further = new Map<number, Promise<void>>()
  let survey: SurveyMessage | null = null
  /** The first worker, once it has said which survey it is at. */
  let first: WorkerProcess | null = null
  const failures: { readonly exitCode: number; readonly message: string | null }[] = []
  let stopping = false
  const deaths = new WorkerDeaths()
  const fates: WorkerFate[] = []
  const say = (line: string): void => void process.stderr.write(`towline: ${line}\n`)

  function stop(signal: NodeJS.Signals): void {
    stopping = true
    for (const worker of running.values()) worker.kill(signal)
  }

  /** Runs the worker of this index until it ends by itself, in place of those that crash; resolves to its exit code. */
  async function keep(index: number, onMessage: (message: FromWorker) => void): Promise<number> {
    for (;;) {
      const flags =
        index > 0 || deaths.count === 0 || argv.includes('--resume') ? argv : [...argv, '--resume']
      const order = {
        surveyId: survey?.surveyId ?? null,
        part: { index, of: survey?.workers ?? 1 },
        options: index === 0 ? null : (survey?.options ?? null),
        fates,
      }
      const startedMs = clock()
      const oomKillsBefore = countOomKills()
      const worker = startWorker(entry, flags, order, (said) => {
        if (said.kind === 'suspects') suspect(said.pid, said.sites)
        else onMessage(said)
      })
      running.set(index, worker)
      const { code, signal } = await worker.ended
      running.delete(index)
      if (index === 0) first = null
      const isOutOfMemory = signal === 'SIGKILL' && (countOomKills() ?? 0) > (oomKillsBefore ?? 0)
      const hasCrashed = signal !== null && (CRASHES.has(signal) || isOutOfMemory)
      const { pid } = worker
      fates.push({ pid, fate: hasCrashed ? 'crashed' : 'ended' })
      for (const other of running.values())
        other.send({ kind: 'ended', pid, fate: hasCrashed ? 'crashed' : 'ended' })
      if (code !== null) return code
      if (signal === 'SIGINT' || signal === 'SIGTERM') return EXIT.interrupted
      if (!hasCrashed) {
        say(`a worker was ended by ${signal}: stopping (--resume goes on)`)
        return EXIT.software
      }
      deaths.add(pid, clock() - startedMs)
      if (stopping) return EXIT.interrupted
      if (deaths.isHopeless) {
        say(`the worker has died ${deaths.count} times, now of ${signal}: giving up (--resume goes on)`)
        return EXIT.software
      }
      const why = isOutOfMemory ? 'the system had no memory left' : 'a fault in its runtime'
      say(`the worker died of ${signal}, ${why}: going on without a loss`)
    }
  }

  /** Sites that a worker held when it died. */
  function suspect(pid: number, sites: number): void {
    deaths.explain(pid)
    say(
      `it held ${sites} sites: each is visited alone when all others are done, and given up if that fails again`,
    )
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
