import type { Waterfall } from '../../server/contract/contract.ts'
import { armLabel } from './arm.ts'
import type { Chart } from './chart.ts'
import { waterfallChart } from './waterfall.ts'
import { waterfallRequest } from './waterfall-entry.ts'

/** The load in the middle of an arm. */
interface MedianLoad extends Pick<Waterfall, 'arm' | 'marks'> {
  readonly round: number
  /** Valid loads that it is the median of. */
  readonly n: number
  readonly entries: readonly Waterfall['entries'][number][]
}

/** The first and the last of the loads on one time axis; null where there are no two. */
export function loadPairChart(
  loads: readonly MedianLoad[],
  width: number,
): { readonly title: string; readonly chart: Chart } | null {
  const [first, last] = [loads[0], loads.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const data = {
    loads: [first, last].map(({ arm, round, n, entries, marks }) => ({
      arm,
      label: null,
      which: `the median of ${n} loads, round ${round + 1}`,
      marks: { TTFB: marks.ttfbMs, FCP: marks.fcpMs, LCP: marks.lcpMs, load: marks.loadMs },
      requests: entries.map(waterfallRequest),
    })),
  }
  const title = `A load under ${armLabel(first.arm)} and under ${armLabel(last.arm)}`
  return { title, chart: waterfallChart(data, { width, title, aligned: true }) }
}
