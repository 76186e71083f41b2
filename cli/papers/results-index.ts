import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { OLDER_PAGES } from '../../papers/findings/older-pages.ts'
import { RESULTS_PAGES } from '../../papers/findings/pages.ts'
import { rampText } from '../load/load-report-text.ts'
import { type ChangingDecision, laterThan } from './changing-decisions.ts'
import type { KeptLoadRun } from './kept-load-runs.ts'
import type { KeptRun } from './kept-run.ts'
import { loadPageName, serversText } from './load-page.ts'
import { paragraph } from './markdown.ts'
import { THREATS_TO_ALL } from './method-lines.ts'
import { isOfServers } from './server-tables.ts'
import { SERVERS_PAGE } from './servers-page.ts'
import { statementsDecidedBy } from './statement-rows.ts'

/** docs/results/README.md: all findings with the verdicts that decide them, then pages that cannot be computed again. */
export function resultsIndex(
  rows: readonly PaperStatementRow[],
  runs: readonly KeptRun[],
  loads: readonly KeptLoadRun[],
  pages: ReadonlySet<string>,
  decisions: readonly ChangingDecision[],
): string {
  return `${[
    ...['# Results', ''],
    ...paragraph(
      'Made by `towline papers report` from the samples in [papers/results](../../papers/results), as all pages of the first tables ' +
        'are. A verdict is of the statement that a finding begins with. All statements: [papers](papers.md).',
    ),
    ...['', '## Findings', '', '| finding | HTTP/2 | HTTP/3 | n | page |', '| --- | --- | --- | --- | --- |'],
    ...findingRows(rows, pages),
    ...['', '## Plans of no paper', '', '| plan | measured | gains |', '| --- | --- | --- |'],
    ...plainRows(runs, pages),
    ...loadLines(loads, rows),
    ...['', '## Threats to validity', ''],
    ...THREATS_TO_ALL.flatMap((one) => paragraph(`- ${one}`, '  ')),
    ...['', '## Samples not kept', ''],
    ...paragraph(
      'These were measured before samples were kept, and the decisions named have changed the instrument since. They are cited ' +
        'nowhere else.',
    ),
    ...['', '| page | measured | older than decisions | found |', '| --- | --- | --- | --- |'],
    ...OLDER_PAGES.map(({ name, measured, found }) => {
      const later = laterThan(decisions, name, measured).map(({ id }) => id)
      return `| [${name}](${name}.md) | ${measured} | ${later.join(', ') || 'none'} | ${found} |`
    }),
  ].join('\n')}\n`
}

/** Names where a finding is on its page. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}

function findingRows(rows: readonly PaperStatementRow[], pages: ReadonlySet<string>): string[] {
  return RESULTS_PAGES.flatMap(({ name, findings }) =>
    findings.flatMap(({ title, statements }) => {
      const own = rows.filter(
        ({ statement, here }) => statement === Object.keys(statements)[0] && here !== null,
      )
      if (own.length === 0 || !pages.has(name)) return []
      const cellOf = (arm: 'h2' | 'h3'): string => {
        const row = own.find((one) => one.arm === arm)
        if (row !== undefined) return `${row.verdict}: ${row.here}`
        const [ofH1] = own.filter((one) => one.arm === null)
        if (ofH1 === undefined) return 'not measured'
        return arm === 'h2' ? `HTTP/1.1 ${ofH1.verdict}: ${ofH1.here}` : '–'
      }
      return [
        `| [${title}](${name}.md#${anchorOf(title)}) | ${cellOf('h2')} | ${cellOf('h3')} | ${own[0]?.rounds} | [${name}](${name}.md) |`,
      ]
    }),
  )
}

/** Nothing where no load run is kept. */
function loadLines(loads: readonly KeptLoadRun[], rows: readonly PaperStatementRow[]): string[] {
  if (loads.length === 0) return []
  return [
    ...[
      '',
      '## Loads of servers',
      '',
      '| plan | measured | loads | statements |',
      '| --- | --- | --- | --- |',
    ],
    ...loads.map((run) => {
      const { plan, lastLoadAt } = run.facts
      const decided = statementsDecidedBy(run)
      const own = rows.filter(({ statement }) => decided.has(statement))
      const verdicts = [...Map.groupBy(own, ({ verdict }) => verdict)].map(
        ([verdict, all]) => `${all.length} ${verdict}`,
      )
      return (
        `| [${plan}](${loadPageName(plan, rows)}.md), ${serversText(run)}, ${rampText(run.report.plan)} | ${lastLoadAt?.slice(0, 10)} | ` +
        `${run.report.loads.done} | ${verdicts.join(', ') || 'none'} |`
      )
    }),
  ]
}

function plainRows(runs: readonly KeptRun[], pages: ReadonlySet<string>): string[] {
  const pageOf = (run: KeptRun): string => (isOfServers(run) ? SERVERS_PAGE : run.facts.plan)
  const plans = new Map(runs.filter((run) => pages.has(pageOf(run))).map((run) => [run.facts.plan, run]))
  return [...plans.values()]
    .filter(({ facts }) => !RESULTS_PAGES.some(({ name }) => name === facts.plan))
    .map((run) => {
      const { facts, cells } = run
      return `| [${facts.plan}](${pageOf(run)}.md) | ${facts.lastLoadAt?.slice(0, 10)} | ${cells.length} cells, cell by cell |`
    })
}
