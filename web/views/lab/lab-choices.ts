import { DEFAULT_METRIC, METRICS } from '../../../model/metrics.ts'
import type { Arm, LabRunDetail, MetricName } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { choiceOf } from '../../client/address.ts'
import { termOf } from '../../client/metric-terms.ts'
import type { VNode } from '../../dom/h.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'

type Measured = LabRunDetail['measured']

/** Says which arm is compared with which, and in what; all of them have values. */
export interface LabChoices {
  readonly metric: MetricName
  readonly arm: Arm
  readonly baseline: Arm
}

/** Reads what is chosen of a run: from the query where the run has values of it; null where it has none to compare. */
export function labChoices(
  query: URLSearchParams,
  { measured }: Pick<LabRunDetail, 'measured'>,
): LabChoices | null {
  const metrics = comparedMetrics(measured)
  const first = metrics.includes(DEFAULT_METRIC) ? DEFAULT_METRIC : metrics[0]
  if (first === undefined) return null
  const metric = choiceOf(query, 'metric', metrics, first)
  const arms = armsOf(measured, metric)
  const baseline = choiceOf(query, 'baseline', arms, preferred(arms, 'h1'))
  const others = arms.filter((name) => name !== baseline)
  return { metric, baseline, arm: choiceOf(query, 'arm', others, preferred(others, 'h2')) }
}

/** Metrics that two arms have values of; times of a whole load first. */
function comparedMetrics(measured: Measured): readonly MetricName[] {
  const names = measured.filter(({ arms }) => arms.length > 1).map(({ metric }) => metric)
  const isMain = (name: MetricName) => termOf(name).main === true
  return [...names.filter(isMain), ...names.filter((name) => !isMain(name))]
}

function armsOf(measured: Measured, metric: MetricName): readonly Arm[] {
  return measured.find((one) => one.metric === metric)?.arms ?? []
}

function preferred(arms: readonly Arm[], wanted: Arm): Arm {
  return arms.find((arm) => arm === wanted) ?? (arms[0] as Arm)
}

export function comparedControls(
  { go }: ViewContext,
  { measured }: Pick<LabRunDetail, 'measured'>,
  { metric, arm, baseline }: LabChoices,
): VNode {
  const arms = armsOf(measured, metric)
  const options = (without: Arm) =>
    arms.filter((value) => value !== without).map((value) => ({ value, label: armLabel(value) }))
  return controls(
    'What is compared',
    select({
      ...{ id: 'arm', label: 'effect of', value: arm, options: options(baseline) },
      choose: (chosen) => go({ arm: chosen }),
    }),
    select({
      ...{ id: 'baseline', label: 'in place of', value: baseline, options: options(arm) },
      choose: (chosen) => go({ baseline: chosen }),
    }),
    select({
      ...{ id: 'metric', label: 'on', value: metric },
      options: comparedMetrics(measured).map((value) => ({ value, label: METRICS[value].label })),
      choose: (chosen) => go({ metric: chosen }),
    }),
  )
}
