import type { PaperStatementRow } from '../../figures/paper-statements.ts'
import { ARMS } from '../../model/arm.ts'
import { STATEMENT_VERDICTS } from '../../model/statement-verdict.ts'
import type { Calibration } from './calibration.ts'
import type { KeptRun } from './kept-run.ts'
import { codeTable, paragraph } from './markdown.ts'
import { runsLines } from './method-lines.ts'
import { type SourceAgreement, sourceAgreements } from './source-agreement.ts'

/**
 * docs/results/papers.md: all verdicts in one list, and how far samples can be trusted.
 * @param elsewhere runs that no page of results describes
 */
export function allStatementsPage(
  runs: readonly KeptRun[],
  rows: readonly PaperStatementRow[],
  calibration: Calibration | null,
  elsewhere: readonly KeptRun[],
): string {
  return `${[
    '# What samples say of the papers',
    '',
    ...paragraph(
      'Made by `towline papers report` from papers/results/. Rules: [papers](../papers.md). Verdicts: [decision ' +
        '109](../decisions/109-rules-on-kept-samples.md). Findings: [results](README.md).',
    ),
    ...['', '## Statements by verdict', '', ...countTable(rows)],
    ...['', '## Decided statements', '', ...decidedTable(rows)],
    ...agreementPart(sourceAgreements(runs)),
    ...calibrationPart(calibration),
    ...(elsewhere.length === 0 ? [] : ['', '## Runs on no other page', '', ...runsLines(elsewhere)]),
  ].join('\n')}\n`
}

/** A statement counts once for each protocol. */
function countTable(rows: readonly PaperStatementRow[]): string[] {
  const countsOf = (own: readonly PaperStatementRow[]): string[] =>
    STATEMENT_VERDICTS.map((verdict) => String(own.filter((row) => row.verdict === verdict).length))
  const papers = Map.groupBy(rows, ({ paper }) => paper)
  return codeTable(
    ['paper', ...STATEMENT_VERDICTS],
    [...[...papers].map(([paper, own]) => [paper, ...countsOf(own)]), ['all', ...countsOf(rows)]],
  )
}

function decidedTable(rows: readonly PaperStatementRow[]): string[] {
  const decided = rows.filter(({ here }) => here !== null)
  if (decided.length === 0) return ['No kept run decides one yet.']
  return codeTable(
    ['statement', 'protocol', 'verdict', 'figure', 'here', 'expected', 'cells', 'n'],
    decided.map(({ statement, arm, verdict, figure, here, expected, cells, rounds }) => [
      ...[statement, arm === null ? '–' : ARMS[arm].label, verdict, figure, here, expected],
      ...[cells, rounds].map(String),
    ]),
  )
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Nothing where no plan was taken by both. */
function agreementPart(agreements: readonly SourceAgreement[]): string[] {
  if (agreements.length === 0) return []
  return [
    ...['', '## Without a browser and with one', ''],
    ...paragraph(
      'Medians of page load times of the same cells. Verdicts are against HTTP/1.1, where both have one.',
    ),
    '',
    ...codeTable(
      ['plan', 'browser of', 'cells', 'n', 'median error', 'worst', 'same verdicts'],
      agreements.map(({ plan, browserDay, cells, n, medianError, worstError, sameVerdicts, verdicts }) => [
        ...[plan, browserDay, String(cells), String(n), percent(medianError), percent(worstError)],
        `${sameVerdicts} of ${verdicts}`,
      ]),
    ),
  ]
}

function calibrationPart(calibration: Calibration | null): string[] {
  if (calibration === null) return []
  const { comparisons, different, low, high } = calibration
  return [
    ...['', '## A protocol against itself', ''],
    ...paragraph(
      `Rounds of one protocol in one cell, every second one against those between: ${different} of ${comparisons} comparisons call them ` +
        `different, ${percent(different / comparisons)} (${percent(low)} to ${percent(high)}), where at most 5 % should. Only cells with ` +
        'twelve rounds and more have six pairs, which a verdict needs.',
    ),
  ]
}
