import type { LoadEnd, LoadProtocol, LoadSecond } from '../../model/load-second.ts'

/** Lines of JSON that the load program writes on standard output: one `ready`, the seconds, one `end`. */
export type LoadLine =
  | { readonly ready: LoadReady }
  | { readonly second: LoadSecond }
  | { readonly end: LoadEnd }

export interface LoadReady {
  readonly program: string
  readonly version: string
  readonly libraries: Readonly<Record<string, string>>
  readonly protocol: LoadProtocol
  readonly mostUsers: number
  /** File descriptors that the process may have, raised to what the order needs. */
  readonly fileLimit: number
}
