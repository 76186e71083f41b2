import { readSeries } from '../../db/campaign/series.ts'
import type { LabCellRow } from '../../db/lab/lab-cells.ts'
import type { Compared } from '../comparisons/comparison-source.ts'
import { toInterval } from '../comparisons/interval.ts'
import { ARM_NAMES, type Arm, type LabGains, type MetricName, type Verdict } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'
import { labComparisons, type MeasuredCell, measuredCells } from './lab-gains.ts'
import { pairedDifference } from './paired-difference.ts'

/** Columns that say how faithful the replay of a row's page is. */
export type ReplayColumn = 'replay' | 'replayArm' | 'replayRatio' | 'whyNotJudged' | 'unsentHints'

type Row = Omit<LabGains['rows'][number], ReplayColumn>

/** Compares every arm that has values in a condition with the baseline, condition by condition. */
export async function labGainRows(
  context: Context,
  cells: readonly LabCellRow[],
  metric: MetricName,
  baseline: Arm,
): Promise<Pick<LabGains, 'scale'> & { readonly rows: readonly Row[] }> {
  const comparisonOf = await labComparisons(context, measuredCells(cells), metric, baseline)
  const found = measuredCells(cells).flatMap((cell) =>
    ARM_NAMES.flatMap((arm) => {
      const compared = comparisonOf(cell, arm)
      return compared === undefined ? [] : [{ cell, arm, compared }]
    }),
  )
  const rows = found.map(({ cell, arm, compared }) => ratioRow(cell, arm, compared))
  const hasZero = found.some(
    ({ compared }) => compared !== 'pending' && compared.comparison === null && compared.n > 0,
  )
  if (!hasZero) return { scale: 'ratio', rows }
  const differences: Row[] = []
  for (const [index, { cell, arm }] of found.entries()) {
    const series = await readSeries(context.db, { campaignId: cell.campaignId, site: cell.site, metric })
    const [base, other] = [baseline, arm].map((name) => series.find((one) => one.arm === name))
    const row = rows[index] as Row
    differences.push(
      base === undefined || other === undefined
        ? row
        : { ...row, ...pairedDifference(base, other), pending: false },
    )
  }
  return { scale: 'difference', rows: differences }
}

const CHANGES: Readonly<Record<Verdict, NonNullable<Row['change']>>> = {
  faster: 'less',
  slower: 'more',
  'no difference shown': 'no difference shown',
  'too few rounds': 'too few rounds',
}

function ratioRow({ cell, factors }: MeasuredCell, arm: Arm, compared: Compared): Row {
  const result = compared === 'pending' ? null : compared.comparison
  return {
    ...{ cell, factors: { ...factors }, arm, pending: compared === 'pending' },
    n: compared === 'pending' ? 0 : compared.n,
    baselineMedian: result?.baselineMedian ?? null,
    armMedian: result?.armMedian ?? null,
    gain: result?.gain ?? null,
    gainInterval: toInterval(result?.gainInterval),
    ...{ difference: null, differenceInterval: null },
    change: result === null || result.n === 0 ? null : CHANGES[result.verdict],
  }
}
