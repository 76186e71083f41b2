import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import type { KeptRun } from './kept-run.ts'

/** Says how often a protocol is called different from itself. */
export interface Calibration {
  readonly comparisons: number
  readonly different: number
  /** 95 % limits of the share, after Wilson. */
  readonly low: number
  readonly high: number
}

const ARMS = ['http', 'h1', 'h2', 'h3'] as const

/** Every second round against those between, in each cell and arm; null where no cell has rounds enough for a verdict. */
export function calibrationOf(runs: readonly KeptRun[]): Calibration | null {
  const verdicts = runs.flatMap(({ cells, facts }) =>
    cells.flatMap((cell) =>
      ARMS.map((arm) => {
        const values = cell.valuesOf(arm, 'plt_ms').flatMap(({ value }) => value ?? [])
        const pairs = Array.from({ length: Math.floor(values.length / 2) }, (_, pair) => ({
          round: pair,
          baseline: values[2 * pair] as number,
          arm: values[2 * pair + 1] as number,
        }))
        return compareArms({ pairs, seed: facts.seed }).verdict
      }),
    ),
  )
  const known = verdicts.filter((verdict) => verdict !== 'too few rounds')
  const different = known.filter((verdict) => verdict === 'faster' || verdict === 'slower').length
  const share = wilson(different, known.length)
  return share === null ? null : { comparisons: known.length, different, low: share.low, high: share.high }
}
