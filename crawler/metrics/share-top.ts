import { entryHost } from '../../har/entry.ts'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

/** cablelabs:table-2 goes as far. */
const TOP_HOSTS = [1, 2, 3, 4, 5] as const

/** `share_top1` … `share_top5`: 1 where the page has no more hosts than that. */
export const shareTop: readonly Metric[] = TOP_HOSTS.map((count) => ({
  name: `share_top${count}` as const,
  about:
    count === 1
      ? 'share of requests that went to the host with the most of them (HAR)'
      : `share of requests that went to the ${count} hosts with the most of them (HAR)`,
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    const hosts = Map.groupBy(entries, entryHost)
    const counts = [...hosts.values()].map(({ length }) => length).sort((a, b) => b - a)
    return counts.slice(0, count).reduce((sum, n) => sum + n, 0) / entries.length
  },
}))
