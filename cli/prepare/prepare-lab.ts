import { SERVERS } from '../../lab/origin/servers.ts'
import { isOfGraphs } from '../../lab/plan/is-of-graphs.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { preparePart } from './prepare-part.ts'
import { prepareProbing } from './prepare-probing.ts'

/** Gets what the lab needs to run a plan and is not there yet. */
export async function prepareLab(
  plan: Pick<Plan, 'cells'>,
  options: { readonly cache: string; readonly capture: boolean },
  signal: AbortSignal,
): Promise<void> {
  const parts = new Set(plan.cells.map(({ server }) => SERVERS[server].part))
  await preparePart('link', options.cache, signal)
  for (const part of parts) await preparePart(part, options.cache, signal)
  const withoutBrowser = isOfGraphs(plan.cells)
  if (withoutBrowser) await preparePart('origin', options.cache, signal)
  if (!withoutBrowser) await prepareProbing(options, signal)
  else if (options.capture) await preparePart('packets', options.cache, signal)
}
