/** A worker that dies sooner than this has visited hardly anything. */
const EARLY_MS = 5_000
const MOST_EARLY = 3
const MOST = 20

/**
 * Says which deaths of workers are explained: sites were being visited, which are suspected now and visited alone. Deaths that
 * nothing explains are a fault that trying again does not remove.
 */
export class WorkerDeaths {
  count = 0
  readonly #explained = new Set<number>()
  #unexplained: { readonly pid: number; readonly isEarly: boolean }[] = []

  add(pid: number, livedMs: number): void {
    this.count += 1
    // The news may come from another worker, and sooner than that of the death.
    if (!this.#explained.delete(pid)) this.#unexplained.push({ pid, isEarly: livedMs < EARLY_MS })
  }

  /** Sites that this worker held when it died are suspected now. */
  explain(pid: number): void {
    const others = this.#unexplained.filter((death) => death.pid !== pid)
    if (others.length === this.#unexplained.length) this.#explained.add(pid)
    this.#unexplained = others
  }

  /** Three early deaths one after the other, or 20 in all, that no site explains. */
  get isHopeless(): boolean {
    const last = this.#unexplained.slice(-MOST_EARLY)
    const isEarly = last.length === MOST_EARLY && last.every((death) => death.isEarly)
    return isEarly || this.#unexplained.length >= MOST
  }
}
