import type { SampleArtifacts } from '../../model/artifacts.ts'
import type { MetricName } from '../../model/metrics.ts'

/** A metric's value, and, where that needs words, how it was obtained or why it is null. */
export interface Measured {
  readonly value: number | null
  readonly note: string | null
}

/** One number of a sample, computed from its artifacts alone. Its unit is that of its name in model/metrics.ts. */
export interface Metric<Name extends string = MetricName> {
  readonly name: Name
  /** Its definition in one line, for docs and tables. */
  readonly about: string
  readonly compute: (artifacts: SampleArtifacts) => number | null | Measured
}
