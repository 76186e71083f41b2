import type { Logger } from 'pino'

/**
 * The only log of the collection: how often each status was answered on a day, written when the day is over or the server
 * ends (safety.md P5). A line for each request would tell when it came.
 */
export class StatusTally {
  readonly #log: Logger
  readonly #today: () => string
  #day = ''
  #statuses = new Map<number, number>()

  constructor(log: Logger, today: () => string) {
    this.#log = log
    this.#today = today
  }

  count(status: number): void {
    const day = this.#today()
    if (day !== this.#day) this.write()
    this.#day = day
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  write(): void {
    if (this.#statuses.size === 0) return
    const statuses = Object.fromEntries([...this.#statuses].sort(([a], [b]) => a - b))
    this.#log.info({ day: this.#day, statuses }, 'contributions')
    this.#statuses = new Map()
  }
}
