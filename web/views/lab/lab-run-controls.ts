import type { LabRun } from '../../../server/contract/contract.ts'
import type { VNode } from '../../dom/h.ts'
import { controls, select } from '../controls/controls.ts'
import { day } from '../controls/facts.ts'

/** The choice between lab runs; null where there is but one. */
export function labRunControls(
  runs: readonly LabRun[],
  chosen: LabRun,
  choose: (id: string) => void,
): VNode | null {
  if (runs.length < 2) return null
  return controls(
    'Which run',
    select({
      id: 'run',
      label: 'run',
      value: String(chosen.id),
      options: runs.map(({ id, name, createdAt, vantages }) => ({
        value: String(id),
        label: [`#${id} ${name}`, day(createdAt), ...vantages].join(', '),
      })),
      choose,
    }),
  )
}
