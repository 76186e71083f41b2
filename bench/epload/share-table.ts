import { ARMS, type Arm } from '../../model/arm.ts'
import { type MedianEstimate, medianEstimate } from '../../stats/median-estimate.ts'
import { markdownTable } from '../google-mobile/text.ts'
import type { MeasuredRun } from './results.ts'

/** What part of the page load time was network and what computation, over all loads of the pages with their dependencies. */
export function shareTable(
  { networkShares, computeShares }: Pick<MeasuredRun, 'networkShares' | 'computeShares'>,
  arms: readonly Arm[],
): string[] {
  const rows = arms.map((arm) => {
    const [network, compute] = [networkShares, computeShares].map((cells) =>
      cells
        .filter(({ factors }) => !String(factors.page).startsWith('graph:flat-'))
        .flatMap((cell) => cell.arms.filter((each) => each.arm === arm))
        .flatMap(({ values }) => [...values]),
    )
    return [
      ARMS[arm].label,
      String(network?.length ?? 0),
      estimateText(medianEstimate(network ?? [])),
      estimateText(medianEstimate(compute ?? [])),
    ]
  })
  return markdownTable(['protocol', 'loads', 'network', 'computation'], rows)
}

function estimateText(estimate: MedianEstimate | undefined): string {
  if (estimate === undefined) return '–'
  const { value, interval } = estimate
  const limits =
    interval === null ? ', too few for an interval' : ` (${percent(interval[0])} to ${percent(interval[1])})`
  return `${percent(value)}${limits}`
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
