import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { Measured, Metric } from './metric.ts'
import { COMPUTED_METRICS } from './registry.ts'

export interface ComputedMetric extends Measured {
  readonly name: string
}

/**
 * All metrics of a sample, in the order of the registry. One that fails never ends it: it is null, its error its note.
 * So is one that is what no metric can be, infinite, negative or no number.
 */
export function computeAll(
  artifacts: SampleArtifacts,
  metrics: readonly Metric<string>[] = COMPUTED_METRICS,
): ComputedMetric[] {
  return metrics.map((metric) => ({ name: metric.name, ...measure(metric, artifacts) }))
}

function measure(metric: Metric<string>, artifacts: SampleArtifacts): Measured {
  try {
    const result = metric.compute(artifacts)
    const { value, note } =
      result === null || typeof result === 'number' ? { value: result, note: null } : result
    if (value === null || (Number.isFinite(value) && value >= 0)) return { value, note }
    return { value: null, note: `came to ${value}` }
  } catch (error) {
    return { value: null, note: `failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}
