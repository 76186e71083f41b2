import type { SampleArtifacts } from '../../../model/artifacts.ts'
import type { InvalidReason, Verdict } from '../../../model/sample.ts'
import type { Visit } from '../../../model/visit.ts'
import type { ComputedMetric } from '../../metrics/compute.ts'

/** What a cell of a lab asks of each of its loads beside the arm; what is absent is not asked for. */
export interface LoadExpectations {
  readonly visit?: Visit
}

/** What a load shows of itself. */
export interface LoadEvidence {
  readonly artifacts: SampleArtifacts
  /** Value of a metric; null where it is unknown, or the load has none. */
  readonly metric: (name: ComputedMetric['name']) => number | null
}

/** Why a load is not what its cell asked for; null where it is, or nothing was asked for. */
export type ExpectationRule = (
  expects: LoadExpectations,
  evidence: LoadEvidence,
) => { readonly reason: InvalidReason; readonly detail: string } | null

/** One rule for each field of `LoadExpectations`. */
const RULES: readonly ExpectationRule[] = []

/** The verdict of a load that was valid so far, by what its cell asked for and its own metrics say. */
export function judgeExpectations(
  verdict: Verdict,
  expects: LoadExpectations,
  artifacts: SampleArtifacts,
  metrics: readonly ComputedMetric[],
  rules: readonly ExpectationRule[] = RULES,
): Verdict {
  if (verdict.state !== 'valid') return verdict
  const values = new Map(metrics.map(({ name, value }) => [name, value]))
  const evidence: LoadEvidence = { artifacts, metric: (name) => values.get(name) ?? null }
  for (const rule of rules) {
    const broken = rule(expects, evidence)
    if (broken !== null) return { state: 'invalid', ...broken }
  }
  return verdict
}
