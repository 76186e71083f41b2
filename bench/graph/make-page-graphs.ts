import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { graphOfSample } from '../../cli/graph/graph-of-sample.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { Arm } from '../../model/arm.ts'

/** What graphs are made of: one connection, so that no fetch waited for one, over the link that adds least. */
const ARM: Arm = 'h2'

/**
 * Makes the graph of each page of a lab run, made or recorded, `PAGE.json` below `folder`: of the load with the median page load time under
 * HTTP/2 over the link with the shortest round trip. Resolves to the files.
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
       WHERE campaign_id = ? AND site = ? AND arm = ? AND role = 'sample' AND state = 'valid' AND value IS NOT NULL ORDER BY value`,
      [cell?.campaignId ?? 0, cell?.site ?? 0, ARM],
    )
    const sample = Number(rows[Math.floor((rows.length - 1) / 2)]?.id)
    if (Number.isNaN(sample)) throw new Error(`${page} has no valid load under ${ARM}`)
    const file = join(folder, `${page}.json`)
    await writeFile(file, JSON.stringify(await graphOfSample(db, sample)))
    files.push(file)
  }
  return files
}
