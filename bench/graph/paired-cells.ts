import { readSeries } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCells } from '../../db/lab/lab-cells.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import type { Arm } from '../../model/arm.ts'
import type { RoundValue } from '../../stats/comparison/pair-rounds.ts'

/** Page load times of one page over one link under each arm, milliseconds; arms without a valid load are left out. */
export type CellTimes = ReadonlyMap<Arm, readonly RoundValue[]>

/** The same page over the same link, loaded by a browser and as a graph. */
export interface PairedCell {
  readonly page: string
  /** As the plan of the browser's run names it, else its condition. */
  readonly link: string
  readonly rttMs: number
  readonly browser: CellTimes
  readonly graph: CellTimes
  readonly campaigns: { readonly browser: number; readonly graph: number }
}

export interface PairedCells {
  readonly cells: readonly PairedCell[]
  /** Cells of the browser's runs of which there are not valid loads by both under the same arms: their pages and links. */
  readonly unpaired: readonly string[]
}

/**
 * Cells of lab runs by the browser and of one of graphs that have the page and the link in common. A graph is of the page that
 * its folder or file is called after: `graph:modern` and `graph:modern.json` of `modern`, `graph:recording:shop` of the
 * recording `shop`.
 */
export async function pairedCells(
  db: Database,
  { browserRuns, graphRun }: { readonly browserRuns: readonly number[]; readonly graphRun: number },
): Promise<PairedCells> {
  const graphs = new Map((await cellTimes(db, graphRun)).map((cell) => [cell.key, cell]))
  const cells: PairedCell[] = []
  const unpaired: string[] = []
  const browserCells = []
  for (const run of browserRuns) browserCells.push(...(await cellTimes(db, run)))
  for (const { key, times, campaignId, page, link, rttMs } of browserCells) {
    const graph = graphs.get(key)
    if (!graph?.campaignId || !campaignId || times.size === 0 || armsOf(times) !== armsOf(graph.times))
      unpaired.push(`${page} over ${link}`)
    else {
      const campaigns = { browser: campaignId, graph: graph.campaignId }
      cells.push({ page, link, rttMs, browser: times, graph: graph.times, campaigns })
    }
  }
  return { cells, unpaired }
}

async function cellTimes(db: Database, labRunId: number) {
  const cells = []
  for (const cell of await labCells(db, labRunId)) {
    const { factors, configuredLink } = cell
    const page = pageOf(String(factors.page))
    const link = configuredLink as LinkCondition
    cells.push({
      key: canonicalJson({ page, configuredLink }),
      page,
      link: typeof factors.profile === 'string' ? factors.profile : conditionText(link),
      rttMs: link.rttMs,
      campaignId: cell.campaignId,
      times: await timesOf(db, cell),
    })
  }
  return cells
}

async function timesOf(db: Database, { campaignId, site }: LabCellRow): Promise<CellTimes> {
  // It was never begun.
  if (campaignId === null || site === null) return new Map()
  const series = await readSeries(db, { campaignId, site, metric: 'plt_ms' })
  return new Map(
    series.map(({ arm, rounds, values }) => [
      arm,
      [...rounds].map((round, index) => ({ round, value: values[index] ?? null })),
    ]),
  )
}

const pageOf = (level: string): string => level.replace(/^graph:(.*?)(?:\.json)?$/, '$1')

const armsOf = (times: CellTimes): string => [...times.keys()].toSorted().join()
