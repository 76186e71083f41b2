import type { LoadArm, LoadRun, LoadRunDetail } from '../../../server/contract/contract.ts'
import { choiceOf } from '../../client/address.ts'
import type { VNode } from '../../dom/h.ts'
import { controls, select } from '../controls/controls.ts'
import { day } from '../controls/facts.ts'
import type { ViewContext } from '../view.ts'

/** The server that is looked at: from the query, else the first of the run. */
export function chosenServer(query: URLSearchParams, { plan }: Pick<LoadRun, 'plan'>): string {
  return choiceOf(query, 'server', plan.servers, plan.servers[0] ?? '')
}

/** Lists what the run has of a server, an arm each. */
export function armsOf({ arms }: Pick<LoadRunDetail, 'arms'>, server: string): readonly LoadArm[] {
  return arms.filter((arm) => arm.server === server)
}

/** The choices of run and server; null where there is but one of each. */
export function loadControls(
  { go }: Pick<ViewContext, 'go'>,
  runs: readonly LoadRun[],
  run: LoadRun,
  server: string,
): VNode | null {
  const { servers } = run.plan
  if (runs.length < 2 && servers.length < 2) return null
  return controls(
    'Which run and server',
    runs.length < 2
      ? null
      : select({
          ...{ id: 'run', label: 'run', value: String(run.id) },
          options: runs.map(({ id, name, createdAt }) => ({
            value: String(id),
            label: `#${id} ${name}, ${day(createdAt)}`,
          })),
          choose: (value) => go({ run: value, server: null }),
        }),
    servers.length < 2
      ? null
      : select({
          ...{ id: 'server', label: 'server', value: server },
          options: servers.map((value) => ({ value, label: value })),
          choose: (value) => go({ server: value }),
        }),
  )
}
