import type { Link, LinkCondition } from './link.ts'
import { kernelHasNetem, openNetem } from './netem.ts'
import { openRattan } from './rattan.ts'
import type { LinkEnds } from './veth.ts'

export interface LinkPlan {
  readonly between: LinkEnds
  /** Name of the interface that appears in both namespaces, down and without addresses. */
  readonly interfaceName: string
  readonly condition: LinkCondition
  /** Where scripts/setup-link.sh put rattan. */
  readonly cacheDir: string
  /** Default: netem where the kernel has it, else rattan. */
  readonly backend?: Link['backend']
  readonly signal: AbortSignal
}

/**
 * Joins two namespaces by an interface in each and a link of that condition between them. Neighbours must be entered
 * by hand (`HARDWARE`): no broadcast or multicast passes. It ends with the namespaces or this process at the latest.
 * @throws SandboxUnavailable where neither backend is to be had.
 */
export async function openLink(plan: LinkPlan): Promise<Link> {
  plan.signal.throwIfAborted()
  const backend =
    plan.backend ?? ((await kernelHasNetem(plan.between.client, plan.signal)) ? 'netem' : 'rattan')
  return backend === 'netem' ? openNetem(plan) : openRattan(plan)
}
