import {
  CABLELABS_CASES,
  type CablelabsCase,
  type CablelabsCondition,
} from '../../stats/lab/cablelabs-tables.ts'
import { type RankCorrelation, spearman } from '../../stats/tests/spearman.ts'

/** Says how our gains and a report's go together over the conditions that both have. */
export interface Agreement {
  readonly case: CablelabsCase
  /** Conditions that both have gains of. */
  readonly n: number
  /** Conditions of ours with a gain that the report does not have. */
  readonly leftOut: number
  /** Is null where there are too few, or all are alike. */
  readonly correlation: RankCorrelation | null
}

/** Spearman's rank correlation of gains, ours against printed ones, for each of CableLabs' cases that we measured. */
export function agreement(
  ours: readonly CablelabsCondition[],
  printed: readonly CablelabsCondition[],
): Agreement[] {
  const byKey = new Map(printed.map((condition) => [keyOf(condition), condition]))
  return CABLELABS_CASES.flatMap((cablelabsCase): Agreement[] => {
    const measured = ours.flatMap((condition) => {
      const gain = gainOf(condition, cablelabsCase)
      return gain === null ? [] : [{ gain, printed: gainOf(byKey.get(keyOf(condition)), cablelabsCase) }]
    })
    if (measured.length === 0) return []
    const points = measured.flatMap(({ gain, printed: other }) =>
      other === null ? [] : [{ x: other, y: gain }],
    )
    return [
      {
        case: cablelabsCase,
        n: points.length,
        leftOut: measured.length - points.length,
        correlation: spearman(points) ?? null,
      },
    ]
  })
}

function gainOf(condition: CablelabsCondition | undefined, { arm }: CablelabsCase): number | null {
  const { httpsIw3Ms = null, [arm]: armMs = null } = condition ?? {}
  return httpsIw3Ms === null || armMs === null ? null : httpsIw3Ms / armMs
}

function keyOf({ page, servers, downMbps, upMbps, rttMs, lossPercent }: CablelabsCondition): string {
  return JSON.stringify([page, servers, downMbps, upMbps, rttMs, lossPercent])
}
