import type { Plan } from '../../lab/plan/plan.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { preparePart } from './prepare-part.ts'
import { prepareProbing } from './prepare-probing.ts'

/** Gets what the lab needs to run a plan and is not there yet. */
export async function prepareLab(
  plan: Pick<Plan, 'cells'>,
  options: { readonly cache: string; readonly capture: boolean },
  signal: AbortSignal,
): Promise<void> {
  const servers = new Set(plan.cells.map(({ server }) => server))
  await preparePart('link', options.cache, signal)
  if (servers.has('towline')) await preparePart('origin', options.cache, signal)
  if (servers.size > 1 || !servers.has('towline')) await preparePart('sandbox', options.cache, signal)
  const isOfGraphs = plan.cells.some(({ page }) => page.startsWith(GRAPH_PREFIX))
  if (isOfGraphs) await preparePart('origin', options.cache, signal)
  if (!isOfGraphs) await prepareProbing(options, signal)
  else if (options.capture) await preparePart('packets', options.cache, signal)
}
