import { readFileSync } from 'node:fs'
import { childrenOf, workersOf } from './deadly-addresses.ts'

const LOOK_EVERY_MS = 500

/** Watches what a survey's supervisor, workers and their QUIC programs take together, until it is disposed of. */
export class SurveyMemory implements Disposable {
  mostKb = 0
  readonly #timer: NodeJS.Timeout

  constructor(supervisor: number) {
    this.#timer = setInterval(() => {
      const workers = workersOf(supervisor)
      const all = [supervisor, ...workers, ...workers.flatMap(childrenOf)].map(memoryKb)
      this.mostKb = Math.max(
        this.mostKb,
        all.reduce((sum, kb) => sum + kb, 0),
      )
    }, LOOK_EVERY_MS)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** Proportional set size: pages that processes share count once. */
function memoryKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended.
    return 0
  }
}
