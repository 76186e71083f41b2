import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PaperPointRow } from '../../figures/paper-points.ts'
import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { pointsOf } from '../../papers/decide/points.ts'
import { DRAWN_FIGURES, type DrawnFigure } from '../../papers/drawn.ts'
import { RESULTS_PAGES } from '../../papers/findings/pages.ts'
import { PAPERS } from '../../papers/papers.ts'
import { jsonText } from '../output/text.ts'
import { allStatementsPage } from './all-statements-page.ts'
import { calibrationOf } from './calibration.ts'
import { changingDecisions } from './changing-decisions.ts'
import { figureSvg } from './figure-svg.ts'
import { readKeptLoadRuns } from './kept-load-runs.ts'
import type { KeptRun } from './kept-run.ts'
import { loadPage } from './load-page.ts'
import type { MadeFile } from './made-file.ts'
import { type PlanPage, planPage } from './plan-page.ts'
import { readKeptRuns } from './read-kept-runs.ts'
import { withFindings } from './readme-findings.ts'
import { resultsIndex } from './results-index.ts'
import { resultsPage } from './results-page.ts'
import { isOfServers } from './server-tables.ts'
import { SERVERS_PAGE, serversPage } from './servers-page.ts'
import { type DecidingRun, decidingRuns, statementRows, TODAY } from './statement-rows.ts'

/** Pictures of figures, in the folder of pages. */
const PICTURES = 'pictures'

/** All files that are made of kept samples: what the dashboard shows, docs/results with its pictures, the README's findings. */
export async function papersReport(results: string, docs: string): Promise<readonly MadeFile[]> {
  const runs = await readKeptRuns(results)
  const deciding = decidingRuns(runs)
  const kept = [...deciding.values()].map((run) => run.kept)
  const loads = await readKeptLoadRuns(results)
  const rows = statementRows(deciding, loads)
  const points = pointRows(deciding)
  const pictures = picturesOf(points, rows)
  const ofLoads = Map.groupBy(loads, ({ facts }) => facts.plan)
  const plain = [
    ...(await plainPages(kept, runs)),
    ...[...ofLoads].map(([plan, own]) => loadPage(plan, own, rows)),
  ]
  const pages = [...paperPages(rows, kept, pictures), ...plain.map(({ page }) => page)]
  const onNoPage = runs.filter((run) => !kept.includes(run) && !isOfServers(run))
  const readme = join(docs, '../../README.md')
  const index = resultsIndex(
    rows,
    kept,
    loads,
    new Set(pages.map(([name]) => name)),
    changingDecisions(join(docs, '../decisions')),
  )
  return [
    [join(results, 'statements.json'), `${jsonText({ rows }, 1)}\n`],
    [join(results, 'points.json'), `${jsonText({ rows: points }, 1)}\n`],
    [join(docs, 'papers.md'), allStatementsPage(runs, rows, calibrationOf(kept), onNoPage)],
    [join(docs, 'README.md'), index],
    [readme, withFindings(await readFile(readme, 'utf8'), rows, kept)],
    ...pages.map(([name, text]): MadeFile => [join(docs, `${name}.md`), text]),
    ...[...pictures.values(), ...plain.flatMap((one) => one.pictures)].map(
      ([name, text]): MadeFile => [join(docs, name), text],
    ),
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

/** Plans that decide no statement have a page each, of their deciding run; all runs with several servers share one. */
async function plainPages(deciding: readonly KeptRun[], runs: readonly KeptRun[]): Promise<PlanPage[]> {
  const ofPapers = new Set(PAPERS.flatMap(({ entries }) => entries.map(({ decision }) => decision.plan)))
  const isPlain = ({ facts }: KeptRun): boolean => !ofPapers.has(facts.plan)
  const plain = deciding.filter(isPlain)
  const servers = serversPage(runs.filter((run) => isPlain(run) && isOfServers(run)))
  return [
    ...(await Promise.all(plain.filter((run) => !isOfServers(run)).map(planPage))),
    ...(servers === null ? [] : [{ page: [SERVERS_PAGE, servers] as const, pictures: [] }]),
  ]
}

/** Points of all figures that have printed values or measured ones. */
function pointRows(runs: ReadonlyMap<string, DecidingRun>): PaperPointRow[] {
  return DRAWN_FIGURES.flatMap((figure) => rowsOf(figure, runs.get(figure.plan)))
}

function rowsOf(figure: DrawnFigure, run: DecidingRun | undefined): PaperPointRow[] {
  const { entry, x, y, value, valueOfH1, printed } = figure
  const said = { statement: entry, xLabel: x.label, yLabel: y, isLog: x.isLog }
  const lines = [
    ...(valueOfH1 === undefined ? [] : [{ arm: 'h1', value: valueOfH1 } as const]),
    ...(value.of.arm === 'spdy' ? TODAY : (['h1'] as const)).map((arm) => ({ arm, value })),
  ]
  return [
    ...printed.map((point) => ({
      ...said,
      ...{ series: point.series, arm: null, x: point.x, cells: null, rounds: null },
      y: { value: point.y, low: null, high: null },
    })),
    ...lines.flatMap(({ arm, value: of }) =>
      run === undefined
        ? []
        : pointsOf({ ...figure, value: of }, run.plan, arm).map((point) => ({ ...said, arm, ...point })),
    ),
  ]
}
