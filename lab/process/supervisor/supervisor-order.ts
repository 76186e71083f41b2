/** Starts every supervisor, as JSON in its only argument. */
export interface SupervisorOrder {
  /** Names the run's folder and namespaces. */
  readonly id: string
  readonly cacheDir: string
  /** Folder where the run folder is made. */
  readonly workDir: string
  /** True without root: namespaces are kept in a mount namespace of its own, with an own /run. */
  readonly usesOwnRun: boolean
}

export function readOrder<Order extends SupervisorOrder>(): Order {
  return JSON.parse(process.argv[2] ?? '') as Order
}

/** One line of JSON for the program that started the supervisor. */
export function report(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
