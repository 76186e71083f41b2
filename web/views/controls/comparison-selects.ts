import { LIVE_ARMS } from '../../../model/arm.ts'
import { DEFAULT_METRIC, METRICS, type MetricName } from '../../../model/metrics.ts'
import type { Arm } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type Choices, choiceOf } from '../../client/address.ts'
import { CHOSEN_METRICS } from '../../client/metric-terms.ts'
import type { VNode } from '../../dom/h.ts'
import { select } from './controls.ts'

export interface ComparedArms {
  readonly metric: MetricName
  readonly arm: Arm
  readonly baseline: Arm
}

type Go = (choices: Choices) => void

export function comparedOf(query: URLSearchParams): ComparedArms {
  return {
    metric: metricOf(query),
    arm: choiceOf(query, 'arm', LIVE_ARMS, 'h2'),
    baseline: choiceOf(query, 'baseline', LIVE_ARMS, 'h1'),
  }
}

export function metricOf(query: URLSearchParams): MetricName {
  return choiceOf(query, 'metric', CHOSEN_METRICS, DEFAULT_METRIC)
}

/** Offers the arms that the data has; a gain is never one over itself. */
export function armSelect(go: Go, { arm, baseline }: ComparedArms, arms: readonly Arm[]): VNode {
  return select({
    id: 'arm',
    label: 'gain of',
    value: arm,
    options: armOptions(arms.filter((each) => each !== baseline)),
    choose: (chosen) => go({ arm: chosen === 'h2' ? null : chosen }),
  })
}

/** Keeps the order of all arms. */
export function armOptions(arms: readonly Arm[]): readonly { readonly value: Arm; readonly label: string }[] {
  return LIVE_ARMS.filter((arm) => arms.includes(arm)).map((value) => ({ value, label: armLabel(value) }))
}

export function baselineSelect(
  go: Go,
  label: string,
  value: Arm,
  options: readonly { readonly value: Arm; readonly label: string }[],
): VNode {
  const choose = (chosen: string) => go({ baseline: chosen === 'h1' ? null : chosen })
  return select({ id: 'baseline', label, value, options, choose })
}

export function metricSelect(go: Go, label: string, value: MetricName): VNode {
  return select({
    id: 'metric',
    label,
    value,
    options: CHOSEN_METRICS.map((name) => ({ value: name, label: METRICS[name].label })),
    choose: (chosen) => go({ metric: chosen === DEFAULT_METRIC ? null : chosen }),
  })
}
