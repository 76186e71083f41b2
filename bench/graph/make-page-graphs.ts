import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { graphOfSample } from '../../cli/graph/graph-of-sample.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { Arm } from '../../model/arm.ts'

/** What graphs are made of: one connection, so that no fetch waited for one, over the link that adds least. */
const ARM: Arm = 'h2'

/** Loads of a page around the median: enough that chance in one of them is not in all, few enough to be near it. */
const LOADS = 3

/**
 * Makes the graphs of each page of a lab run, made or recorded, `PAGE/SAMPLE.json` below `folder`: of the three loads around the
 * median page load time under HTTP/2 over the link with the shortest round trip, or as many as are valid. Resolves to the files.
 * Rejects where the folder of a page is there already: its graphs would be replayed with these.
 */
export async function makePageGraphs(db: Database, labRunId: number, folder: string): Promise<string[]> {
  const cells = (await labCells(db, labRunId)).filter(({ campaignId }) => campaignId !== null)
  const byPage = Map.groupBy(cells, ({ factors }) => String(factors.page))
  const files: string[] = []
  for (const [page, ofPage] of byPage) {
    const rtt = ({ configuredLink }: (typeof cells)[number]): number =>
      Number((configuredLink as { rttMs?: unknown }).rttMs)
    const [cell] = ofPage.toSorted((a, b) => rtt(a) - rtt(b))
    const rows = await db.query(
      `SELECT samples.id FROM samples JOIN sample_metrics ON sample_id = samples.id AND metric = 'plt_ms'
       WHERE campaign_id = ? AND site = ? AND arm = ? AND role = 'sample' AND state = 'valid' AND value IS NOT NULL ORDER BY value, samples.id`,
      [cell?.campaignId ?? 0, cell?.site ?? 0, ARM],
    )
    if (rows.length === 0) throw new Error(`${page} has no valid load under ${ARM}`)
    const first = Math.max(0, Math.floor((rows.length - LOADS) / 2))
    await mkdir(join(folder, page))
    for (const { id } of rows.slice(first, first + LOADS)) {
      const file = join(folder, page, `${id}.json`)
      await writeFile(file, JSON.stringify(await graphOfSample(db, Number(id))))
      files.push(file)
    }
  }
  return files
}
