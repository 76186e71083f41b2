import { ARMS, type Arm } from '../../model/arm.ts'
import { quantileIn } from '../../server/lab/lab-cdf.ts'
import { markdownTable } from '../google-mobile/text.ts'
import type { MeasuredRun } from './results.ts'

const QUANTILES = [0.5, 0.75, 0.9, 0.95, 1] as const

/** The distribution of retransmissions over all loads, an arm each. */
export function retransmissionTable(
  { retransmissionCdf }: Pick<MeasuredRun, 'retransmissionCdf'>,
  arms: readonly Arm[],
): string[] {
  const rows = arms.map((arm) => {
    const found = retransmissionCdf.arms.find((each) => each.arm === arm)
    if (found === undefined) return [ARMS[arm].label, '0', '0', ...Array.from({ length: 7 }, () => '–')]
    const { n, leftOut, zeroShare: without, band } = found
    return [
      ...[ARMS[arm].label, String(n), String(leftOut)],
      without === null
        ? '–'
        : `${percent(without.share)} (${percent(without.low)} to ${percent(without.high)})`,
      ...QUANTILES.map((share) => quantileIn(retransmissionCdf, found, share)?.toFixed(0) ?? '–'),
      band === null ? '–' : `± ${percent(band)}`,
    ]
  })
  const heads = ['protocol', 'loads', 'left out', 'without a retransmission']
  return markdownTable([...heads, 'median', '75 %', '90 %', '95 %', 'most', 'band'], rows)
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
