import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCells, labRunIdByCampaign } from '../../db/lab/lab-cells.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import { WAY_FACTORS } from '../../lab/plan/link-factors.ts'

/** More links say little more, and each costs a second. */
const MOST_CELLS = 8

/**
 * The other cells of a campaign's lab run that have the same page, over another link: those with the slowest downloads
 * first, over which a page comes in most pieces. None for a live campaign.
 */
export async function cellsOfPage(
  db: Database,
  campaignId: number,
): Promise<{ readonly campaignId: number; readonly site: number; readonly cell: number }[]> {
  const labRunId = await labRunIdByCampaign(db, campaignId)
  if (labRunId === null) return []
  const cells = await labCells(db, labRunId)
  const own = cells.find((cell) => cell.campaignId === campaignId)
  return cells
    .filter((cell) => cell !== own && own !== undefined && pageKey(cell) === pageKey(own))
    .toSorted((a, b) => downMbps(a) - downMbps(b))
    .flatMap(({ campaignId, site, cell }) =>
      campaignId === null || site === null ? [] : [{ campaignId, site, cell }],
    )
    .slice(0, MOST_CELLS)
}

/** What decides what a page is made of, and where it is served from. */
const pageKey = ({ factors }: LabCellRow): string =>
  canonicalJson(Object.fromEntries(Object.entries(factors).filter(([name]) => !WAY_FACTORS.has(name))))

function downMbps({ configuredLink }: LabCellRow): number {
  const { downMbps } = configuredLink as { readonly downMbps?: unknown }
  return typeof downMbps === 'number' ? downMbps : Infinity
}
