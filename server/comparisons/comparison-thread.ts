import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ComparedSeries, ComparisonRule, RoundSeries } from './compared-series.ts'

interface Waiting {
  readonly resolve: (result: ComparedSeries) => void
  readonly reject: (error: Error) => void
}

/** Memory of the thread's objects. Values are in typed arrays beside it, some 60 bytes a round. */
const HEAP_MB = 64

/** Compares series in a thread of its own, which is started when it is first needed: never where requests wait. */
export class ComparisonThread implements AsyncDisposable {
  readonly #heapMb: number
  #worker: Worker | null = null
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()

  constructor({ heapMb = HEAP_MB }: { readonly heapMb?: number } = {}) {
    this.#heapMb = heapMb
  }

  /**
   * One after the other, in the order of the calls. The values go to the thread and are no longer here, for there may be
   * millions. Rejects where the thread ends first.
   */
  compare(baseline: RoundSeries, arm: RoundSeries, rule: ComparisonRule): Promise<ComparedSeries> {
    const worker = this.#ensureWorker()
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, baseline, arm, rule }, [...buffersOf(baseline), ...buffersOf(arm)])
    })
  }

  #ensureWorker(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(
      new URL(`./comparison-worker${extname(import.meta.filename)}`, import.meta.url),
      {
        resourceLimits: { maxOldGenerationSizeMb: this.#heapMb },
      },
    )
    // It holds nothing that a process should wait for.
    worker.unref()
    worker.on('message', ({ id, result }: { id: number; result: ComparedSeries }) => {
      this.#waiting.get(id)?.resolve(result)
      this.#waiting.delete(id)
    })
    worker.on('error', (error: Error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('the thread that compares arms has ended')))
    this.#worker = worker
    return worker
  }

  /** The next call starts another one, which may be at work already when one that failed has ended. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }
}

/** Returns those that hold nothing else: what shares its memory is copied. */
function buffersOf({ rounds, values }: RoundSeries): ArrayBuffer[] {
  return [rounds, values].flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}
