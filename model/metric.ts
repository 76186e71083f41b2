import type { SampleArtifacts } from './artifacts.ts'

/** A metric's value, and, where that needs words, how it was come by or why it is null. */
export interface Measured {
  readonly value: number | null
  readonly note: string | null
}

/** One number of a sample, computed from its artifacts alone. */
export interface Metric {
  /** As in docs/metrics.md, with its unit: `plt_ms`, `phase_ms.ssl`, `share_top1`. */
  readonly name: string
  readonly unit: 'ms' | 'bytes' | 'count' | 'fraction'
  /** One line, for docs and tables. */
  readonly about: string
  readonly compute: (artifacts: SampleArtifacts) => number | null | Measured
}
