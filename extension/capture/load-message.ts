import type { Reduced } from './types.ts'

/** What the collecting script says to the worker: no address, no entry, only what a record may have. */
export interface LoadMessage {
  readonly kind: 'load'
  readonly reduced: Reduced
  readonly connectionType: string | null
}
