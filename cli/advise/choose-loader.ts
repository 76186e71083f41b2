import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { faithfulness } from '../../server/replay/page-fidelity.ts'
import { median } from '../../stats/median.ts'
import type { AdviceRun, AdviceState } from './advise-state.ts'
import type { Known } from './known.ts'
import { readCells } from './read-replays.ts'

export type Medians = ReadonlyMap<Arm, number>

/**
 * Whether the page's graph stands for it: its loads are within 10 % of the live ones under each protocol, behind the same
 * emulated link. On the internet nobody knows the link, and they are compared with replays in the browser.
 */
export async function chooseLoader(
  database: string,
  { browser, graph }: AdviceState['pilot'],
  { report, liveLink }: Pick<Known, 'liveLink' | 'report'>,
): Promise<NonNullable<AdviceState['loader']>> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const byGraph = await pilotMedians(db, graph)
  const live = new Map(
    report.arms.flatMap(({ arm, pltMs }) => (pltMs === null ? [] : [[arm, pltMs] as const])),
  )
  const isLive = liveLink !== null && live.size > 0
  const reference = isLive ? live : await pilotMedians(db, browser)
  const name = isLive ? 'its live loads' : 'replays in the browser'
  const compared = GRAPH_ARMS.flatMap((arm) => {
    const [was, is] = [reference.get(arm), byGraph.get(arm)]
    return was === undefined || is === undefined ? [] : [{ arm, ratio: is / was }]
  })
  if (compared.length === 0)
    return { by: 'browser', why: `the page’s graph could not be compared with ${name}` }
  const figures = compared.map(({ arm, ratio }) => `${ARMS[arm].label} ${percentText(ratio)}`).join(', ')
  const isNear = compared.every(({ ratio }) => faithfulness(ratio) !== 'not faithful')
  return isNear
    ? { by: 'graph', why: `page load times of its graph are within 10 % of ${name} (${figures})` }
    : { by: 'browser', why: `page load times of its graph are not within 10 % of ${name} (${figures})` }
}

/** Medians of a pilot's only cell; none where it was not taken. */
export async function pilotMedians(db: Database, run: AdviceRun | null): Promise<Medians> {
  if (run?.labRunId == null) return new Map()
  const [cell] = await readCells(db, run.labRunId)
  return new Map(
    (cell?.arms ?? []).flatMap(({ arm, values }) => {
      const value = median(values)
      return value === undefined ? [] : [[arm, value] as const]
    }),
  )
}

/** `+3 %`. */
export function percentText(ratio: number): string {
  const percent = Math.round(100 * (ratio - 1))
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}
