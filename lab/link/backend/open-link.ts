import { SandboxUnavailable } from '../../process/unavailable.ts'
import { checkCondition } from '../condition/check-condition.ts'
import type { Backend, Link, LinkCondition } from '../condition/link.ts'
import { kernelHasNetem, openNetem } from './netem.ts'
import { openRattan } from './rattan.ts'
import { interfaceGone, type LinkEnds } from './veth.ts'
import { whyNotSupported } from './why-not-supported.ts'

export interface LinkPlan {
  readonly between: LinkEnds
  /**
   * Name of the interface that appears in both namespaces, down and without addresses. One of that name which is there
   * is taken for what an earlier link left, and removed.
   */
  readonly interfaceName: string
  readonly condition: LinkCondition
  /** Where scripts/setup-link.sh put rattan. */
  readonly cacheDir: string
  /** Default: netem where the kernel has it and it can make such a link, else rattan. */
  readonly backend?: Backend
  /** What loss and jitter are drawn from, below 2^32, by rattan: netem has no seed that can be set. Default 0. */
  readonly seed?: number
  readonly signal: AbortSignal
}

/**
 * Joins two namespaces by an interface in each and a link of that condition between them. Neighbours must be entered
 * by hand (`HARDWARE`): no broadcast or multicast passes. It ends with the namespaces or this process at the latest.
 * Disposed of, it can be opened again between the same namespaces.
 * @throws RangeError where the condition makes no link; SandboxUnavailable where no backend that can make it is to be had.
 */
export async function openLink(plan: LinkPlan): Promise<Link> {
  plan.signal.throwIfAborted()
  checkCondition(plan.condition)
  const backend = await backendFor(plan)
  await interfaceGone(plan.between, plan.interfaceName)
  return backend === 'netem' ? openNetem(plan) : openRattan(plan)
}

async function backendFor({ backend, condition, between, signal }: LinkPlan): Promise<Backend> {
  const [netem, rattan] = [whyNotSupported(condition, 'netem'), whyNotSupported(condition, 'rattan')]
  const why =
    backend === undefined ? netem && rattan && `${netem}, and ${rattan}` : { netem, rattan }[backend]
  if (why !== null) throw new SandboxUnavailable(`no such link can be made: ${why}`)
  if (backend !== undefined) return backend
  if (netem === null && (await kernelHasNetem(between.client, signal))) return 'netem'
  if (rattan !== null) throw new SandboxUnavailable(`${rattan}, and this kernel has no netem`)
  return 'rattan'
}
