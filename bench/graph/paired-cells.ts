import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { canonicalJson } from '../../db/rows/canonical-json.ts'
import type { Arm } from '../../model/arm.ts'
import type { RoundValue } from '../../stats/comparison/pair-rounds.ts'

/** Page load times of one page over one link under each arm, milliseconds. */
export type CellTimes = ReadonlyMap<Arm, readonly RoundValue[]>

/** The same page over the same link, loaded by a browser and as a graph. */
export interface PairedCell {
  readonly page: string
  readonly rttMs: number
  readonly browser: CellTimes
  readonly graph: CellTimes
}

/**
 * Cells of two lab runs that have the page and the link in common. A graph is of the page that its file is called after:
 * `graph:modern.json` of `modern`.
 */
export async function pairedCells(
  db: Database,
  { browserRun, graphRun }: { readonly browserRun: number; readonly graphRun: number },
): Promise<PairedCell[]> {
  const graphs = await cellTimes(db, graphRun)
  return [...(await cellTimes(db, browserRun))].flatMap(([key, { page, rttMs, times }]): PairedCell[] => {
    const graph = graphs.get(key)
    return graph === undefined ? [] : [{ page, rttMs, browser: times, graph: graph.times }]
  })
}

async function cellTimes(db: Database, labRunId: number) {
  const cells = new Map<string, { page: string; rttMs: number; times: CellTimes }>()
  for (const { factors, configuredLink, campaignId, site } of await labCells(db, labRunId)) {
    if (campaignId === null || site === null) continue
    const page = pageOf(String(factors.page))
    const { rttMs } = configuredLink as { readonly rttMs: number }
    const series = await readSeries(db, { campaignId, site, metric: 'plt_ms' })
    const times = new Map(
      series.map(({ arm, rounds, values }) => [
        arm,
        [...rounds].map((round, index) => ({ round, value: values[index] ?? null })),
      ]),
    )
    cells.set(canonicalJson({ page, configuredLink }), { page, rttMs, times })
  }
  return cells
}

const pageOf = (level: string): string => level.replace(/^graph:(.*)\.json$/, '$1')
