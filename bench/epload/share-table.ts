import type { Estimate } from '../../figures/column.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { markdownTable } from '../google-mobile/text.ts'
import type { MeasuredRun } from './results.ts'

/** What part of the page load time was network and what computation, over all loads of the pages with their dependencies. */
export function shareTable({ shares }: Pick<MeasuredRun, 'shares'>, arms: readonly Arm[]): string[] {
  const rows = arms.map((arm) => {
    const found = shares.rows.find((row) => row.arm === arm && !row.withoutDependencies)
    return [
      ARMS[arm].label,
      String(found?.n ?? 0),
      shareText(found?.network ?? null),
      shareText(found?.compute ?? null),
    ]
  })
  return markdownTable(['protocol', 'loads', 'network', 'computation'], rows)
}

function shareText(found: Estimate | null): string {
  if (found === null) return '–'
  const { value, low, high } = found
  const limits =
    low === null || high === null ? ', too few for an interval' : ` (${percent(low)} to ${percent(high)})`
  return `${percent(value)}${limits}`
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
