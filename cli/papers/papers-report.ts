import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PaperPointRow } from '../../figures/paper-points.ts'
import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { RESULTS_PAGES } from '../../papers/findings/pages.ts'
import { PAPERS } from '../../papers/papers.ts'
import { jsonText } from '../output/visible.ts'
import { allStatementsPage } from './all-statements-page.ts'
import { calibrationOf } from './calibration.ts'
import { changingDecisions } from './changing-decisions.ts'
import { figureSvg } from './figure-svg.ts'
import { gainsPage } from './gains-page.ts'
import type { KeptRun } from './kept-run.ts'
import { pointRows } from './point-rows.ts'
import { readKeptRuns } from './read-kept-runs.ts'
import { withFindings } from './readme-findings.ts'
import { resultsIndex } from './results-index.ts'
import { resultsPage } from './results-page.ts'
import { isOfServers } from './server-tables.ts'
import { SERVERS_PAGE, serversPage } from './servers-page.ts'
import { decidingRuns, statementRows } from './statement-rows.ts'

/** Pictures of figures, in the folder of pages. */
const PICTURES = 'pictures'

/** A file's path and text. */
export type MadeFile = readonly [file: string, text: string]

/** All files that are made of kept samples: what the dashboard shows, docs/results with its pictures, the README's findings. */
export async function papersReport(results: string, docs: string): Promise<readonly MadeFile[]> {
  const runs = await readKeptRuns(results)
  const deciding = decidingRuns(runs)
  const kept = [...deciding.values()].map((run) => run.kept)
  const rows = statementRows(deciding)
  const points = pointRows(deciding)
  const pictures = picturesOf(points, rows)
  const pages = [...paperPages(rows, kept, pictures), ...plainPages(kept)]
  const readme = join(docs, '../../README.md')
  const index = resultsIndex(
    rows,
    kept,
    new Set(pages.map(([name]) => name)),
    changingDecisions(join(docs, '../decisions')),
  )
  return [
    [join(results, 'statements.json'), `${jsonText({ rows }, 1)}\n`],
    [join(results, 'points.json'), `${jsonText({ rows: points }, 1)}\n`],
    [join(docs, 'papers.md'), allStatementsPage(runs, rows, calibrationOf(kept))],
    [join(docs, 'README.md'), index],
    [readme, withFindings(await readFile(readme, 'utf8'), rows, kept)],
    ...pages.map(([name, text]): MadeFile => [join(docs, `${name}.md`), text]),
    ...pictures.values().map(([name, text]): MadeFile => [join(docs, name), text]),
  ]
}

/** A picture for each figure of which there are measured points, by its entry. */
function picturesOf(
  points: readonly PaperPointRow[],
  rows: readonly PaperStatementRow[],
): ReadonlyMap<string, MadeFile> {
  const titles = new Map(rows.map(({ paper, statement, place }) => [statement, `${paper}, ${place}`]))
  const measured = [...Map.groupBy(points, ({ statement }) => statement)].filter(([, own]) =>
    own.some(({ arm }) => arm !== null),
  )
  return new Map(
    measured.map(([statement, own]) => [
      statement,
      [`${PICTURES}/${statement.replace(':', '-')}.svg`, figureSvg(titles.get(statement) ?? statement, own)],
    ]),
  )
}

function paperPages(
  rows: readonly PaperStatementRow[],
  runs: readonly KeptRun[],
  pictures: ReadonlyMap<string, MadeFile>,
): MadeFile[] {
  const names = new Map([...pictures].map(([statement, [name]]) => [statement, name]))
  return RESULTS_PAGES.flatMap((page): MadeFile[] => {
    const text = resultsPage(page, { rows, pictures: names, runs })
    return text === null ? [] : [[page.name, text]]
  })
}

/** Of plans that decide no statement. */
function plainPages(runs: readonly KeptRun[]): MadeFile[] {
  const ofPapers = new Set(PAPERS.flatMap(({ entries }) => entries.map(({ decision }) => decision.plan)))
  const plain = runs.filter(({ facts }) => !ofPapers.has(facts.plan))
  const servers = serversPage(plain.filter(isOfServers))
  return [
    ...plain.filter((run) => !isOfServers(run)).map((run): MadeFile => [run.facts.plan, gainsPage(run)]),
    ...(servers === null ? [] : [[SERVERS_PAGE, servers] as const]),
  ]
}
