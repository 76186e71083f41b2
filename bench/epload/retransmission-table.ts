import { ARMS, type Arm } from '../../model/arm.ts'
import { ascending } from '../../stats/ascending.ts'
import { dkwHalfWidth } from '../../stats/dkw-half-width.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import { markdownTable } from '../google-mobile/text.ts'
import type { MeasuredRun } from './results.ts'

const QUANTILES = [0.5, 0.75, 0.9, 0.95, 1] as const

/** The distribution of retransmissions over all loads of the conditions with loss, an arm each. */
export function retransmissionTable(
  { retransmissions }: Pick<MeasuredRun, 'retransmissions'>,
  arms: readonly Arm[],
): string[] {
  const cells = retransmissions.filter(({ factors }) => Number(factors.lossFraction ?? 0) > 0)
  const rows = arms.map((arm) => {
    const measured = cells.flatMap((cell) => cell.arms.filter((each) => each.arm === arm))
    const sorted = ascending(measured.flatMap(({ values }) => [...values]))
    const n = sorted.length
    const loads = measured.reduce((sum, { valid, invalid, failed }) => sum + valid + invalid + failed, 0)
    const without = wilson(sorted.filter((value) => value === 0).length, n)
    const band = dkwHalfWidth(n)
    return [
      ...[ARMS[arm].label, String(n), String(loads - n)],
      without === null
        ? '–'
        : `${percent(without.share)} (${percent(without.low)} to ${percent(without.high)})`,
      ...QUANTILES.map((share) => quantileOfSorted(sorted, share)?.toFixed(0) ?? '–'),
      band === null ? '–' : `± ${percent(band)}`,
    ]
  })
  const heads = ['protocol', 'loads', 'left out', 'without a retransmission']
  return markdownTable([...heads, 'median', '75 %', '90 %', '95 %', 'most', 'band'], rows)
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
