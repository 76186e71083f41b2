import type { Backend, LinkCondition } from '../condition/link.ts'
import type { LinkEnds } from './veth.ts'
export interface LinkPlan {
  readonly between: LinkEnds
  /**
   * Name of the interface that appears in both namespaces, down and without addresses. One of that name which is there
   * is taken for what an earlier link left, and removed.
   */
  readonly interfaceName: string
  readonly condition: LinkCondition
  /** Folder where scripts/setup-link.sh built the program of rattan. */
  readonly cacheDir: string
  /** Default: netem where the kernel has it and it can make such a link, else rattan. */
  readonly backend?: Backend
  /** Start of rattan's draws of loss and jitter, below 2^32: netem has no seed that can be set. Default 0. */
  readonly seed?: number
  readonly signal: AbortSignal
}
