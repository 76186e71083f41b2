import type { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import { ownLine as OWN_LINE } from '../../figures/own-line.ts'
import { ownLine } from '../../server/figures/own-line.ts'
import { surveySummary } from '../../server/survey/survey-summary.ts'
import type { AdoptionGroup, AdoptionSummary } from '../../stats/survey/adoption.ts'
import type { AdoptionRowName } from '../../stats/survey/adoption-rows.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { figureLines } from '../output/figure-text.ts'
import type { Format } from '../output/format.ts'
import { rowLabel } from '../output/row-label.ts'
import { csvRecord, textTable } from '../output/table.ts'
import { countText, jsonText, noteWidth, tableWidth, visible, wrap } from '../output/text.ts'
import { findSurvey } from './find-survey.ts'
import { share } from './share.ts'

export function surveySummaryCommand(): Command {
  return readCommand('summary')
    .argument('[survey]', 'number of the survey, or latest', 'latest')
    .action((name: string, options: ReadOptions) =>
      reading(options, async (db) => showSummary(db, await findSurvey(db, name), options)),
    )
}

/** Prints the adoption summary of a survey: counts, shares and their Wilson 95 % intervals. */
export async function showSummary(
  db: Database,
  survey: SurveyRow,
  { format }: { format: Format },
): Promise<void> {
  const { id: surveyId } = survey
  const summary = await surveySummary(db, survey, { writer: null })
  if (format === 'json') console.log(jsonText({ survey, ...summary }, 2))
  else if (format === 'csv') for (const line of summaryCsv(summary)) console.log(line)
  else {
    const found = await ownLine(db, surveyId)
    const filled = found.rows.some(({ fillsOwnLine }) => fillsOwnLine === true)
    for (const line of [
      ...summaryLines(surveyId, survey, summary, tableWidth()),
      ...(filled ? figureLines(OWN_LINE, found, tableWidth()) : []),
    ])
      console.log(line)
  }
}

export function* summaryCsv(summary: AdoptionSummary): Iterable<string> {
  const all: [string, NamedGroup[]][] = [['all', [{ ...summary, title: 'all' }]], ...groupsOf(summary)]
  yield csvRecord([
    'grouping',
    'group',
    'n',
    'reachable',
    'row',
    'count',
    'unknown',
    'share_of_all',
    'low',
    'high',
    'share_of_reachable',
    'reachable_low',
    'reachable_high',
  ])
  for (const [grouping, groups] of all) {
    for (const group of groups) {
      for (const { row, count, unknown, ofAll, ofReachable } of group.rows) {
        const shares = [ofAll, ofReachable].flatMap((each) => [
          each?.share ?? null,
          each?.low ?? null,
          each?.high ?? null,
        ])
        yield csvRecord([grouping, group.title, group.n, group.reachable, row, count, unknown, ...shares])
      }
    }
  }
}

const SHOWN_GROUPS = 10

/** The adoption summary of a survey for people; `survey` is null where it is unknown. */
export function summaryLines(
  surveyId: number,
  survey: Pick<SurveyRow, 'list' | 'createdAt' | 'state'> | null,
  summary: AdoptionSummary,
  width: number | null,
): string[] {
  const list =
    survey === null
      ? ''
      : `, list ${visible(survey.list.source)}, ${survey.createdAt.slice(0, 10)}, ${survey.state}`
  const failures = failureTable(summary, width)
  return [
    '',
    `Survey ${surveyId}: ${countText(summary.n, 'site')}, ${summary.reachable} reachable${list}`,
    '',
    summaryTable(summary, width),
    ...groupsOf(summary).flatMap(([title, groups]) => ['', groupTable(title, groups, width)]),
    ...(failures === null ? [] : ['', failures]),
    ...(summary.h1Notes.length === 0 ? [] : ['', noteTable(summary, width)]),
    '',
    ...wrap(
      'Shares with Wilson 95 % intervals. “unknown”: could not be found out; it counts as not adopting.',
      noteWidth(width),
    ),
  ]
}

function summaryTable(summary: AdoptionSummary, width: number | null): string {
  return textTable(
    summary.rows,
    [
      { heading: '', cell: ({ row }) => rowLabel(row) },
      { heading: 'sites', cell: ({ count }) => count, align: 'right' },
      { heading: 'of all', cell: ({ ofAll }) => share(ofAll), align: 'right' },
      { heading: 'of reachable', cell: ({ ofReachable }) => share(ofReachable), align: 'right' },
      { heading: 'unknown', cell: ({ unknown }) => unknown, align: 'right' },
    ],
    width,
  )
}

function groupTable(title: string, groups: readonly NamedGroup[], width: number | null): string {
  const cell = (row: AdoptionRowName) => (group: NamedGroup) =>
    share(group.rows.find((each) => each.row === row)?.ofAll ?? null)
  const shown = groups.slice(0, SHOWN_GROUPS)
  const table = textTable(
    shown,
    [
      { heading: title, cell: (group) => group.title },
      { heading: 'sites', cell: ({ n }) => n, align: 'right' },
      { heading: 'h2', cell: cell('h2'), align: 'right' },
      { heading: 'h3 answered', cell: cell('h3'), align: 'right' },
      { heading: 'h3 claimed', cell: cell('h3Claimed'), align: 'right' },
    ],
    width,
  )
  const left = groups.length - shown.length
  return left > 0 ? `${table}\n… and ${left} more (--format csv has all)` : table
}

function failureTable({ failures }: AdoptionSummary, width: number | null): string | null {
  const codes = [...new Set(Object.values(failures).flatMap((counts) => counts.map(({ code }) => code)))]
  if (codes.length === 0) return null
  const count = (what: keyof typeof failures) => (code: string) =>
    failures[what].find((each) => each.code === code)?.count ?? 0
  return textTable(
    codes,
    [
      { heading: 'failure', cell: (code) => code },
      { heading: 'site', cell: count('site'), align: 'right' },
      { heading: 'h1', cell: count('h1'), align: 'right' },
      { heading: 'h2', cell: count('h2'), align: 'right' },
      { heading: 'h3', cell: count('h3'), align: 'right' },
    ],
    width,
  )
}

function noteTable({ h1Notes }: AdoptionSummary, width: number | null): string {
  return textTable(
    h1Notes,
    [
      { heading: 'HTTP/1.1 response with', cell: ({ code }) => code },
      { heading: 'sites', cell: ({ count }) => count, align: 'right' },
    ],
    width,
  )
}

/** Sites of one rank bucket, CDN, server software or stack. */
type NamedGroup = AdoptionGroup & { readonly title: string }

export function groupsOf(summary: AdoptionSummary): [string, NamedGroup[]][] {
  const titled = (
    groups: readonly (AdoptionGroup & { readonly name: string | null })[],
    none: string,
  ): NamedGroup[] => groups.map((group) => ({ ...group, title: group.name ?? none }))
  const buckets = summary.buckets.map((group) => ({ ...group, title: `${group.from}–${group.to}` }))
  return [
    ['rank', buckets],
    ['CDN', titled(summary.cdns, 'none seen')],
    ['server', titled(summary.servers, 'not said')],
    ['HTTP/2 stack', titled(summary.stacks, 'none, or not known')],
    ['HTTP/3 stack', titled(summary.h3Stacks, 'none, or not known')],
  ]
}
