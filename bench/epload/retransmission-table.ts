import { ARMS, type Arm } from '../../model/arm.ts'
import { markdownTable } from '../google-mobile/text.ts'
import type { MeasuredRun } from './results.ts'

/** The distribution of retransmissions over all loads, an arm each. */
export function retransmissionTable(
  { retransmissionCdf }: Pick<MeasuredRun, 'retransmissionCdf'>,
  arms: readonly Arm[],
): string[] {
  const rows = arms.map((arm) => {
    const found = retransmissionCdf.rows.find((each) => each.arm === arm)
    if (found === undefined) return [ARMS[arm].label, '0', '0', ...Array.from({ length: 7 }, () => '–')]
    const { n, leftOut, zeroShare: without, p50, p75, p90, p95, max, band } = found
    return [
      ...[ARMS[arm].label, String(n), String(leftOut)],
      without === null || without.low === null || without.high === null
        ? '–'
        : `${percent(without.value)} (${percent(without.low)} to ${percent(without.high)})`,
      ...[p50, p75, p90, p95, max].map((quantile) => quantile?.toFixed(0) ?? '–'),
      band === null ? '–' : `± ${percent(band)}`,
    ]
  })
  const heads = ['protocol', 'loads', 'left out', 'without a retransmission']
  return markdownTable([...heads, 'median', '75 %', '90 %', '95 %', 'most', 'band'], rows)
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
