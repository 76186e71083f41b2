import type { ReducedLoad } from '../capture/types.ts'

/** The last load that was looked at, as far as it could become a record: shows its owner what one would be. No address is in it. */
export interface LastLoad {
  readonly load: ReducedLoad
  readonly connectionType: string | null
  /** UTC, YYYY-MM-DD. */
  readonly day: string
  /** Number in the list of sites under study; null where it is not one of them. */
  readonly site: number | null
}
