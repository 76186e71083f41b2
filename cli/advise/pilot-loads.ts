import { openDatabase } from '../../db/connection/open.ts'
import type { Arm } from '../../model/arm.ts'
import { type ShownLoad, shownLoad } from '../check/shown-load.ts'
import type { AdviceState } from './advise-state.ts'
import { readCells } from './read-replays.ts'

/** Replays in the browser that are drawn beside each other. */
const DRAWN: readonly Arm[] = ['h1', 'h2', 'h3']

/** The median replay of each protocol in the browser; none where it was not taken. */
export async function pilotLoads(
  database: string,
  { pilot }: Pick<AdviceState, 'pilot'>,
): Promise<ShownLoad[]> {
  if (pilot.browser?.labRunId == null) return []
  await using db = await openDatabase({ url: database, readOnly: true })
  const [cell] = await readCells(db, pilot.browser.labRunId)
  if (cell === undefined || cell.campaignId === null || cell.site === null) return []
  const place = { campaignId: cell.campaignId, site: cell.site }
  const loads: ShownLoad[] = []
  for (const arm of DRAWN) {
    const load = await shownLoad(db, place, arm)
    if (load !== null) loads.push(load)
  }
  return loads
}
