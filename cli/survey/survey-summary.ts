import type { Database } from '../../db/connection/database.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { type AdoptionGroup, type AdoptionSummary, adoption } from '../../stats/survey/adoption.ts'
import type { AdoptionRowName } from '../../stats/survey/adoption-rows.ts'
import type { Interval } from '../../stats/tests/wilson.ts'
import type { Format } from '../output/format.ts'
import { rowLabel } from '../output/row-label.ts'
import { csvRecord, textTable } from '../output/table.ts'
import { jsonText, visible } from '../output/visible.ts'

const SHOWN_GROUPS = 10

/** Prints the adoption summary of a survey: counts, shares and their Wilson 95 % intervals. */
export async function showSummary(
  db: Database,
  surveyId: number,
  { format }: { format: Format },
): Promise<void> {
  const survey = await surveyById(db, surveyId)
  const summary = await adoption(surveyedSites(db, surveyId))
  if (format === 'json') console.log(jsonText({ survey, ...summary }, 2))
  else if (format === 'csv') for (const line of csvLines(summary)) console.log(line)
  else {
    const list =
      survey === null
        ? ''
        : `, list ${visible(survey.list.source)}, ${survey.createdAt.slice(0, 10)}, ${survey.state}`
    console.log(`\nSurvey ${surveyId}: ${summary.n} sites, ${summary.reachable} reachable${list}\n`)
    console.log(summaryTable(summary))
    for (const [title, groups] of groupsOf(summary)) console.log(`\n${groupTable(title, groups)}`)
    const failures = failureTable(summary)
    if (failures !== null) console.log(`\n${failures}`)
    if (summary.h1Notes.length > 0) console.log(`\n${noteTable(summary)}`)
    console.log(
      '\nShares with Wilson 95 % intervals. “unknown”: could not be found out; it counts as not adopting.',
    )
  }
}

function summaryTable(summary: AdoptionSummary): string {
  return textTable(summary.rows, [
    { heading: '', cell: ({ row }) => rowLabel(row) },
    { heading: 'sites', cell: ({ count }) => count, align: 'right' },
    { heading: 'of all', cell: ({ ofAll }) => share(ofAll), align: 'right' },
    { heading: 'of reachable', cell: ({ ofReachable }) => share(ofReachable), align: 'right' },
    { heading: 'unknown', cell: ({ unknown }) => unknown, align: 'right' },
  ])
}

type Named = AdoptionGroup & { readonly title: string }

function groupsOf(summary: AdoptionSummary): [string, Named[]][] {
  const titled = (
    groups: readonly (AdoptionGroup & { readonly name: string | null })[],
    none: string,
  ): Named[] => groups.map((group) => ({ ...group, title: group.name ?? none }))
  const buckets = summary.buckets.map((group) => ({ ...group, title: `${group.from}–${group.to}` }))
  return [
    ['rank', buckets],
    ['CDN', titled(summary.cdns, 'none seen')],
    ['server', titled(summary.servers, 'not said')],
  ]
}

function groupTable(title: string, groups: readonly Named[]): string {
  const cell = (row: AdoptionRowName) => (group: Named) =>
    share(group.rows.find((each) => each.row === row)?.ofAll ?? null)
  const shown = groups.slice(0, SHOWN_GROUPS)
  const table = textTable(shown, [
    { heading: title, cell: (group) => group.title },
    { heading: 'sites', cell: ({ n }) => n, align: 'right' },
    { heading: 'h2', cell: cell('h2'), align: 'right' },
    { heading: 'h3 answered', cell: cell('h3'), align: 'right' },
    { heading: 'h3 claimed', cell: cell('h3Claimed'), align: 'right' },
  ])
  const left = groups.length - shown.length
  return left > 0 ? `${table}\n… and ${left} more (--format csv has all)` : table
}

function failureTable({ failures }: AdoptionSummary): string | null {
  const codes = [...new Set(Object.values(failures).flatMap((counts) => counts.map(({ code }) => code)))]
  if (codes.length === 0) return null
  const count = (what: keyof typeof failures) => (code: string) =>
    failures[what].find((each) => each.code === code)?.count ?? 0
  return textTable(codes, [
    { heading: 'failure', cell: (code) => code },
    { heading: 'site', cell: count('site'), align: 'right' },
    { heading: 'h1', cell: count('h1'), align: 'right' },
    { heading: 'h2', cell: count('h2'), align: 'right' },
    { heading: 'h3', cell: count('h3'), align: 'right' },
  ])
}

function noteTable({ h1Notes }: AdoptionSummary): string {
  return textTable(h1Notes, [
    { heading: 'HTTP/1.1 response with', cell: ({ code }) => code },
    { heading: 'sites', cell: ({ count }) => count, align: 'right' },
  ])
}

function* csvLines(summary: AdoptionSummary): Iterable<string> {
  const all: [string, Named[]][] = [['all', [{ ...summary, title: 'all' }]], ...groupsOf(summary)]
  yield csvRecord(
    'grouping,group,n,reachable,row,count,unknown,share_of_all,low,high,share_of_reachable,reachable_low,reachable_high'.split(
      ',',
    ),
  )
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

/** `34.2 % (29.1–39.7)`. */
export function share(interval: Interval | null): string | null {
  if (interval === null) return null
  const percent = (value: number): string => (100 * value).toFixed(1)
  return `${percent(interval.share)} % (${percent(interval.low)}–${percent(interval.high)})`
}
