import type { SampleArtifacts } from '../../../model/artifacts.ts'
import type { Verdict } from '../../../model/sample.ts'
import type { ComputedMetric } from '../../metrics/compute.ts'
import type { ExpectationRule, LoadEvidence, LoadExpectations } from './expectation.ts'
import { expectedConnections } from './expected-connections.ts'
import { expectedHandshake } from './expected-handshake.ts'
import { expectedPath } from './expected-path.ts'
import { expectedHints, expectedVisit } from './expected-visit.ts'

/** One rule for each field of `LoadExpectations`. */
const RULES: readonly ExpectationRule[] = [
  expectedVisit,
  expectedHints,
  expectedHandshake,
  expectedPath,
  expectedConnections,
]

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
