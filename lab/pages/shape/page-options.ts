export interface PageOptions {
  /** 1 to 7. Default: as many as the page has by itself, mostly 1; a recorded page has no other number. */
  readonly shards?: number
  /** 0 to 2^32 - 1. */
  readonly seed: number
  /** The server waits so long before each answer. Default 0. */
  readonly thinkMs?: number
}
