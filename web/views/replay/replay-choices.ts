import type { Arm, LabReplay, LabRun, ReplayRow } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { choiceOf } from '../../client/address.ts'
import type { VNode } from '../../dom/h.ts'
import { controls, select } from '../controls/controls.ts'
import { cellWords } from '../lab/lab-conditions.ts'
import type { ViewContext } from '../view.ts'

/** The arm that is looked at; null where the run has none beside the baseline. */
export function chosenArm(query: URLSearchParams, { arms }: LabReplay): Arm | null {
  const names = arms.map(({ arm }) => arm)
  const first = names.find((arm) => arm === 'h2') ?? names[0]
  return first === undefined ? null : choiceOf(query, 'arm', names, first)
}

export function comparedControls({ go }: ViewContext, { rows, baseline }: LabReplay, arm: Arm): VNode {
  const names = [...new Set(rows.map((row) => row.arm))]
  const options = (without: Arm) =>
    names.filter((value) => value !== without).map((value) => ({ value, label: armLabel(value) }))
  return controls(
    'What is compared',
    select({
      ...{ id: 'arm', label: 'gain of', value: arm, options: options(baseline) },
      choose: (chosen) => go({ arm: chosen }),
    }),
    select({
      ...{ id: 'baseline', label: 'over', value: baseline, options: options(arm) },
      choose: (chosen) => go({ baseline: chosen }),
    }),
  )
}

/** A recorded page by its address, others by their name; with what else was varied. */
export function rowName(run: Pick<LabRun, 'factors'>, { cell, factors, pageUrl }: ReplayRow): string {
  const page = pageUrl?.replace(/^https?:\/\//, '')
  return cellWords(run, { cell, factors: page === undefined ? factors : { ...factors, page } })
}
