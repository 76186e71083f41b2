import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonText } from '../output/visible.ts'
import { papersResultsPage, writtenByHand } from './papers-results-page.ts'
import { pointRows } from './point-rows.ts'
import { readKeptRuns } from './read-kept-runs.ts'
import { decidingRuns, statementRows } from './statement-rows.ts'

/** The files that are made of kept samples alone, with their texts. */
export async function papersReport(results: string, page: string): Promise<(readonly [string, string])[]> {
  const runs = await readKeptRuns(results)
  const deciding = decidingRuns(runs)
  const rows = statementRows(deciding)
  const before = await readFile(page, { encoding: 'utf8', flag: 'a+' })
  return [
    [join(results, 'statements.json'), `${jsonText({ rows }, 1)}\n`],
    [join(results, 'points.json'), `${jsonText({ rows: pointRows(deciding) }, 1)}\n`],
    [page, papersResultsPage(runs, rows, writtenByHand(before))],
  ]
}
