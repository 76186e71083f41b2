import type { Arm } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { GainRow, MeasuredPage } from './measured-page.ts'
import { alignedTable } from './text.ts'

/** One line a page, the largest gain of the first arm first. */
export function pageTable(pages: readonly MeasuredPage[], arms: readonly Arm[]): string[] {
  const perArm = (arm: Arm) => [`${arm} ms`, 'gain', 'interval', 'n', 'verdict']
  return alignedTable([
    ['page', 'resources', 'kB', 'hosts', 'h1 ms', ...arms.flatMap(perArm)],
    ...byFirstGain(pages, arms).map(({ name, resources, totalBytes, hosts, baseline, gains }) => [
      name,
      String(resources),
      (totalBytes / 1_000).toFixed(0),
      String(hosts),
      baseline.medianMs?.toFixed(0) ?? '–',
      ...arms.flatMap((arm) => gainCells(gains.get(arm))),
    ]),
  ])
}

/** Pages by the gain of the first arm, the largest first; those without one last. */
export function byFirstGain(pages: readonly MeasuredPage[], [first]: readonly Arm[]): MeasuredPage[] {
  const gainOf = ({ gains }: MeasuredPage): number =>
    (first === undefined ? undefined : gains.get(first)?.gain) ?? Number.NEGATIVE_INFINITY
  return pages.toSorted((a, b) => gainOf(b) - gainOf(a))
}

function gainCells(row: GainRow | undefined): string[] {
  if (row === undefined) return ['–', '–', '–', '0', '–']
  const { medianMs, gain, gainInterval: limits, n, verdict } = row
  return [
    medianMs?.toFixed(0) ?? '–',
    ratioText(gain),
    limits === null ? '–' : ratioRangeText([limits.low, limits.high]),
    String(n),
    verdict === null ? '–' : (SHORT[verdict] ?? verdict),
  ]
}

const SHORT: Readonly<Record<string, string>> = {
  'no difference shown': 'not shown',
  'too few rounds': 'too few',
}
