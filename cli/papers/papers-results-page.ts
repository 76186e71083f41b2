import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { ARMS } from '../../model/arm.ts'
import { STATEMENT_VERDICTS } from '../../model/statement-verdict.ts'
import { textTable } from '../output/table.ts'
import { wrap } from '../output/wrap.ts'
import type { KeptRun } from './kept-run.ts'
import { type SourceAgreement, sourceAgreements } from './source-agreement.ts'

const LINE = 126

/** Between these stands what people have written; all else is made anew. */
const BY_HAND = ['<!-- written by hand: kept -->', '<!-- end of what is written by hand -->'] as const

/** What people have written on a page before; of a new page an invitation. */
export function writtenByHand(page: string): string {
  const [start, end] = BY_HAND.map((mark) => page.indexOf(mark)) as [number, number]
  return start < 0 || end < start ? '\nNothing yet.\n' : page.slice(start + BY_HAND[0].length, end)
}

/** docs/results/papers.md, made of kept samples; findings are written by people and stay. */
export function papersResultsPage(
  runs: readonly KeptRun[],
  rows: readonly PaperStatementRow[],
  findings: string,
): string {
  return `${[
    '# What samples say of the papers',
    '',
    ...paragraph(
      `Made by \`towline papers report\` from papers/results/, last load ${lastLoad(runs)}. Rules: ` +
        '[papers](../papers.md). Verdicts: [decision 109](../decisions/109-rules-on-kept-samples.md).',
    ),
    '',
    '## Found',
    '',
    `${BY_HAND[0]}${findings}${BY_HAND[1]}`,
    '',
    '## Statements by verdict',
    '',
    ...countTable(rows),
    '',
    '## Decided statements',
    '',
    ...decidedTable(rows),
    '',
    ...agreementPart(sourceAgreements(runs)),
    '## How it was measured',
    '',
    ...runs.flatMap(runLines),
  ].join('\n')}\n`
}

function lastLoad(runs: readonly KeptRun[]): string {
  return runs.reduce((latest, { facts }) => {
    const day = facts.lastLoadAt?.slice(0, 10) ?? ''
    return day > latest ? day : latest
  }, '')
}

/** A statement counts once for each protocol. */
function countTable(rows: readonly PaperStatementRow[]): string[] {
  const papers = Map.groupBy(rows, ({ paper }) => paper)
  return table(
    ['paper', ...STATEMENT_VERDICTS],
    [...papers].map(([paper, own]) => [
      paper,
      ...STATEMENT_VERDICTS.map((verdict) => String(own.filter((row) => row.verdict === verdict).length)),
    ]),
  )
}

function decidedTable(rows: readonly PaperStatementRow[]): string[] {
  const decided = rows.filter(({ here }) => here !== null)
  if (decided.length === 0) return ['No kept run decides one yet.']
  return table(
    ['statement', 'protocol', 'verdict', 'figure', 'here', 'expected', 'cells', 'n'],
    decided.map(({ statement, arm, verdict, figure, here, expected, cells, rounds }) => [
      ...[statement, arm === null ? '–' : ARMS[arm].label, verdict, figure, here, expected],
      ...[cells, rounds].map(String),
    ]),
  )
}

/** Nothing where no plan was taken by both. */
function agreementPart(agreements: readonly SourceAgreement[]): string[] {
  if (agreements.length === 0) return []
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  return [
    ...['## Without a browser and with one', ''],
    ...table(
      ['plan', 'cells', 'n', 'median error', 'worst', 'same verdicts'],
      agreements.map(({ plan, cells, n, medianError, worstError, sameVerdicts, verdicts }) => [
        ...[plan, String(cells), String(n), percent(medianError), percent(worstError)],
        `${sameVerdicts} of ${verdicts}`,
      ]),
    ),
    '',
  ]
}

function runLines({ facts, samples, valid, cells }: KeptRun): string[] {
  const { plan, source, seed, versions, commits, lastLoadAt, isFinished } = facts
  const by = Object.entries(versions).map(([name, version]) =>
    version.startsWith(name) ? version : `${name} ${version}`,
  )
  return paragraph(
    `- \`${plan}\` by ${source}: ${cells.length} cells, ${valid} of ${samples} samples valid, until ${lastLoadAt?.slice(0, 10) ?? 'unknown'}, seed ${seed}` +
      `${isFinished ? '' : ', not finished'}; commit ${commits.join(', ') || 'not recorded'}; ${by.join(', ')}.`,
    '  ',
  )
}

/** As the terminal has it: of a hundred rows nobody reads the last one as prose. */
function table(head: readonly string[], rows: readonly (readonly (string | null)[])[]): string[] {
  const columns = head.map((heading, index) => ({
    heading,
    cell: (row: readonly (string | null)[]) => row[index] ?? null,
  }))
  return ['```', textTable(rows, columns, null), '```']
}

function paragraph(text: string, indent = ''): string[] {
  return wrap(text, LINE).map((one, index) => (index === 0 ? one : `${indent}${one}`))
}
