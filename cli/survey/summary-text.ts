import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { AdoptionSummary } from '../../stats/survey/adoption.ts'
import type { AdoptionRowName } from '../../stats/survey/adoption-rows.ts'
import { countText } from '../output/count-text.ts'
import { noteWidth } from '../output/output-width.ts'
import { rowLabel } from '../output/row-label.ts'
import { textTable } from '../output/table.ts'
import { visible } from '../output/visible.ts'
import { wrap } from '../output/wrap.ts'
import { groupsOf, type NamedGroup } from './adoption-groups.ts'
import { share } from './share.ts'

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
