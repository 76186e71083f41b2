import { SandboxUnavailable } from '../../process/unavailable.ts'
import { checkCondition } from '../condition/check-condition.ts'
import type { Backend, Link } from '../condition/link.ts'
import type { LinkPlan } from './link-plan.ts'
import { kernelHasNetem, openNetem } from './netem.ts'
import { openRattan } from './rattan.ts'
import { interfaceGone } from './veth.ts'
import { whyNotSupported } from './why-not-supported.ts'

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
