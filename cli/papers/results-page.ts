import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { ARMS } from '../../model/arm.ts'
import type { StatementVerdict } from '../../model/statement-verdict.ts'
import type { Finding, ResultsPage } from '../../papers/findings/finding.ts'
import type { KeptRun } from './kept-run.ts'
import { paragraph } from './markdown.ts'
import { methodLines } from './method-lines.ts'

/** Parts of a page: its papers' rows, pictures by entry, and the runs that decide. */
interface PageSource {
  readonly rows: readonly PaperStatementRow[]
  readonly pictures: ReadonlyMap<string, string>
  readonly runs: readonly KeptRun[]
}

/** A page of docs/results, made of kept samples and of the words of its findings; null where nothing is kept for it. */
export function resultsPage(page: ResultsPage, { rows, pictures, runs }: PageSource): string | null {
  const own = rows.filter(({ statement }) => page.papers.includes(statement.split(':')[0] ?? ''))
  const decided = own.filter(({ here }) => here !== null)
  if (decided.length === 0) return null
  const measured = new Set(decided.map(({ statement }) => statement))
  const findings = page.findings.filter(({ statements }) =>
    Object.keys(statements).some((one) => measured.has(one)),
  )
  const told = new Set(findings.flatMap(({ statements, figure }) => [...Object.keys(statements), figure]))
  const others = decided.filter(({ statement }) => !told.has(statement))
  const plans = new Set(decided.map(({ plan }) => plan))
  const open = own.filter(({ verdict }) => verdict === 'not measured')
  return `${[
    `# ${page.title}`,
    '',
    ...paragraph(
      `${countsText(own)} Made by \`towline papers report\` from [papers/results](../../papers/results); ` +
        '[what the papers say](../papers.md). HTTP/2 and HTTP/3 stand in SPDY’s place. n counts rounds; intervals are of 95 %.',
    ),
    ...findings.flatMap((finding) => findingPart(finding, decided, pictures)),
    ...(others.length === 0 ? [] : ['', '## Other statements', '', ...statementTable(others)]),
    ...pictureLines(others, told, pictures),
    ...(page.reconciled === null ? [] : ['', '## Where results disagree', '', ...paragraph(page.reconciled)]),
    ...notMeasured(open),
    ...methodLines(
      runs.filter(({ facts }) => plans.has(facts.plan)),
      page.threats,
    ),
  ].join('\n')}\n`
}

/** Each protocol counts by itself. */
function countsText(rows: readonly PaperStatementRow[]): string {
  const count = (verdict: StatementVerdict): number => rows.filter((row) => row.verdict === verdict).length
  const decided = (['found again', 'not found', 'turned round', 'not decided'] as const).map(
    (verdict) => `${count(verdict)} ${verdict}`,
  )
  const open = count('not measured')
  return `Statements, each protocol by itself: ${decided.join(', ')}${open === 0 ? '' : `, ${open} not measured`}.`
}

function findingPart(
  { title, figure, statements, found, why, unknown }: Finding,
  decided: readonly PaperStatementRow[],
  pictures: ReadonlyMap<string, string>,
): string[] {
  const picture = figure === null ? undefined : pictures.get(figure)
  return [
    ...['', `## ${title}`, ''],
    ...(picture === undefined ? [] : [`![${title}](${picture})`, '']),
    ...[...paragraph(found), ''],
    ...statementTable(decided.filter(({ statement }) => statement in statements)),
    ...['', ...paragraph(`**Why.** ${why}`), '', ...paragraph(`**Not known.** ${unknown}`)],
  ]
}

function statementTable(rows: readonly PaperStatementRow[]): string[] {
  return [
    '| statement | protocol | verdict | here | holds with | n |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ statement, arm, verdict, figure, here, expected, rounds }) =>
        `| [${statement}](../papers.md) | ${arm === null ? 'HTTP/1.1' : ARMS[arm].label} | ${verdict} | ${figure}: ${here} | ${expected} | ${rounds} |`,
    ),
  ]
}

/** Draws figures that no finding shows. */
function pictureLines(
  rows: readonly PaperStatementRow[],
  told: ReadonlySet<string | null>,
  pictures: ReadonlyMap<string, string>,
): string[] {
  const places = new Map(rows.map(({ statement, place }) => [statement, place]))
  return [...places].flatMap(([statement, place]) => {
    const picture = pictures.get(statement)
    return picture === undefined || told.has(statement) ? [] : ['', `![${place}](${picture})`]
  })
}

function notMeasured(rows: readonly PaperStatementRow[]): string[] {
  const byPlan = Map.groupBy(rows, ({ plan }) => plan)
  if (rows.length === 0) return []
  return [
    ...['', '## Not measured', ''],
    ...[...byPlan].flatMap(([plan, own]) => {
      const names = [...new Set(own.map(({ statement }) => `\`${statement}\``))]
      return paragraph(`- plan \`${plan}\`: ${names.join(', ')}`, '  ')
    }),
  ]
}
