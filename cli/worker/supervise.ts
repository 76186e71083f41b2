import { EXIT } from '../exit/exit-codes.ts'
import { countText } from '../output/text.ts'
import { argvAfterCrash, continuesByResume } from './needs-worker.ts'
import { oomKills } from './oom-kills.ts'
import { Watchdog } from './watchdog.ts'
import { type Crash, crashOf } from './worker-crash.ts'
import { WorkerDeaths } from './worker-deaths.ts'
import type { FromWorker, MemoryMessage, SurveyMessage, WorkerFate, WorkerOrder } from './worker-order.ts'
import { startWorker, type WorkerEnd, type WorkerProcess } from './worker-process.ts'

/**
 * Runs the command in a worker, and once more (`argvAfterCrash`) each time the worker crashes: one bad site never ends
 * the run, whatever it makes Node do (docs/decisions/004-worker.md). The sites that it held are visited alone later on
 * (docs/decisions/004-worker.md); only deaths that no site explains end the run. The first worker may ask for further
 * ones to share its survey; when any of them ends early, all are stopped. Resolves to the exit code.
 *
 * @param countOomKills processes that the kernel has killed so far for lack of memory; null where it does not count them
 */
export async function supervise(
  entry: string,
  argv: readonly string[],
  clock: () => number,
  countOomKills: () => number | null = oomKills,
): Promise<number> {
  const supervisor = new Supervisor(entry, argv, clock, countOomKills)
  const stop = (signal: NodeJS.Signals): void => supervisor.stop(signal)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await supervisor.run()
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

interface Failure {
  readonly exitCode: number
  readonly message: string | null
}

/** Says how one process of a worker ended, and how long it lived. */
interface Death extends WorkerEnd {
  readonly pid: number
  readonly livedMs: number
  readonly crash: Crash | null
}

class Supervisor {
  readonly #entry: string
  readonly #argv: readonly string[]
  readonly #clock: () => number
  readonly #countOomKills: () => number | null
  readonly #running = new Map<number, WorkerProcess>()
  /** The workers beside the first, until each has ended for good. */
  readonly #further = new Map<number, Promise<void>>()
  readonly #failures: Failure[] = []
  readonly #deaths = new WorkerDeaths()
  readonly #fates: WorkerFate[] = []
  #survey: SurveyMessage | null = null
  /** The first worker, once it has reported its survey. */
  #first: WorkerProcess | null = null
  #stopping = false

  constructor(
    entry: string,
    argv: readonly string[],
    clock: () => number,
    countOomKills: () => number | null,
  ) {
    this.#entry = entry
    this.#argv = argv
    this.#clock = clock
    this.#countOomKills = countOomKills
  }

  stop(signal: NodeJS.Signals): void {
    this.#stopping = true
    for (const worker of this.#running.values()) worker.kill(signal)
  }

  async run(): Promise<number> {
    const exitCode = await this.#runUntilDone(0, (message) => this.#onFirst(message))
    if (!this.#stopping) this.stop('SIGINT')
    await Promise.all(this.#further.values())
    const [failure] = this.#failures
    // A first one that failed as well has printed why.
    if (failure === undefined || (exitCode !== EXIT.ok && exitCode !== EXIT.interrupted)) return exitCode
    if (failure.message !== null) print(failure.message)
    return failure.exitCode
  }

  /** Runs the worker of this index, replacing it each time it crashes; resolves to its exit code. */
  async #runUntilDone(index: number, onMessage: (message: FromWorker) => void): Promise<number> {
    for (;;) {
      const death = await this.#runOnce(index, onMessage)
      const { code, signal, crash } = death
      if (crash === null) {
        if (code !== null) return code
        if (signal === 'SIGINT' || signal === 'SIGTERM') return EXIT.interrupted
        print(`a worker was ended by ${signal}: stopping${this.#hint}`)
        return EXIT.software
      }
      this.#deaths.add(death.pid, death.livedMs)
      if (this.#stopping) return EXIT.interrupted
      if (this.#deaths.isHopeless) {
        print(
          `the worker has died ${this.#deaths.count} times, now of ${signal ?? 'too much memory'}: giving up${this.#hint}`,
        )
        return EXIT.software
      }
      if (signal !== null) print(`the worker died of ${signal}, ${crash}: continuing, nothing is lost`)
    }
  }

  get #hint(): string {
    return continuesByResume(this.#argv) ? ' (--resume continues)' : ''
  }

  async #runOnce(index: number, onMessage: (message: FromWorker) => void): Promise<Death> {
    const isFirstStart = index > 0 || this.#deaths.count === 0
    const argv = isFirstStart ? this.#argv : argvAfterCrash(this.#argv)
    const startedMs = this.#clock()
    const oomKillsBefore = this.#countOomKills()
    let hung = false
    let isFull = false
    using watchdog = new Watchdog(() => {
      hung = true
      worker.kill('SIGKILL')
    })
    const worker = startWorker(this.#entry, argv, this.#orderFor(index), (message) => {
      if (message.kind === 'awake') watchdog.heard(message.silentMs)
      else if (message.kind === 'suspects') this.#suspect(message.pid, message.sites)
      else if (message.kind === 'memory') {
        isFull ||= message.isEnding
        printMemory(message)
      } else onMessage(message)
    })
    this.#running.set(index, worker)
    const end = await worker.ended
    this.#running.delete(index)
    if (index === 0) this.#first = null
    const crash =
      hung && end.signal === 'SIGKILL'
        ? 'it had not moved for too long'
        : isFull
          ? 'it took too much memory'
          : crashOf(end, oomKillsBefore, this.#countOomKills)
    this.#announce({ pid: worker.pid, fate: crash === null ? 'ended' : 'crashed' })
    return { ...end, pid: worker.pid, livedMs: this.#clock() - startedMs, crash }
  }

  #orderFor(index: number): WorkerOrder {
    return {
      surveyId: this.#survey?.surveyId ?? null,
      part: { index, count: this.#survey?.workers ?? 1 },
      options: index === 0 ? null : (this.#survey?.options ?? null),
      fates: this.#fates,
    }
  }

  #announce(fate: WorkerFate): void {
    this.#fates.push(fate)
    for (const other of this.#running.values()) other.send({ kind: 'ended', ...fate })
  }

  /** A worker held sites when it died. */
  #suspect(pid: number, sites: number): void {
    this.#deaths.explain(pid)
    print(
      `it held ${countText(sites, 'site')}: each is visited alone when all others are done, and given up if that fails again`,
    )
  }

  #onFirst(message: FromWorker): void {
    if (message.kind !== 'survey') return
    this.#survey = message
    this.#first = this.#running.get(0) ?? null
    for (let index = 1; index < message.workers && !this.#stopping; index += 1)
      if (!this.#further.has(index)) this.#further.set(index, this.#runFurther(index))
    if (this.#further.size === 0) this.#first?.send({ kind: 'alone' })
  }

  async #runFurther(index: number): Promise<void> {
    let reason: string | null = null
    const exitCode = await this.#runUntilDone(index, (message) => {
      if (message.kind === 'failed') reason = message.message
      if (message.kind === 'recorded') this.#first?.send(message)
    })
    this.#further.delete(index)
    if (exitCode !== EXIT.ok && !this.#stopping) {
      if (exitCode !== EXIT.interrupted) this.#failures.push({ exitCode, message: reason })
      this.stop('SIGINT')
    }
    if (this.#further.size === 0) this.#first?.send({ kind: 'alone' })
  }
}

function printMemory({ bytes, isEnding }: MemoryMessage): void {
  const next = isEnding
    ? 'another takes its place, nothing is lost'
    : 'no visit begins until it takes less (said once)'
  print(`a worker takes ${Math.round(bytes / 1e6)} MB of memory: ${next}`)
}

function print(line: string): void {
  process.stderr.write(`towline: ${line}\n`)
}
