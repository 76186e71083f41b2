/** Options of `towline worker`, as commander gives them. */
export interface WorkerCommandOptions {
  readonly vantage: string
  readonly place?: string
  readonly network?: string
  readonly reference: readonly string[]
  readonly concurrency: number
  readonly perAddress: number
  readonly resolver?: string[]
  readonly ca?: string
  readonly allowAddress: string[]
  readonly optOut?: string
  readonly database: string
}
