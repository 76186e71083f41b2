import type { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import type { AdoptionRow, AdoptionTrend } from '../../server/contract/contract.ts'
import { csvLines, csvTable } from '../../server/http/csv.ts'
import { newestPoints, POINT_COLUMNS } from '../../server/routes/adoption-trend.ts'
import { AdoptionCache } from '../../server/survey/adoption-cache.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { type Column, textTable } from '../output/table.ts'
import { jsonText, noteWidth, tableWidth, visible, wrap } from '../output/text.ts'
import { share } from '../survey/share.ts'

/** `towline vantage adoption`: adoption as each vantage point finds it. */
export function vantageAdoptionCommand(): Command {
  return readCommand('adoption').action((options: ReadOptions) =>
    reading(options, (db) => showVantageAdoption(db, options.format)),
  )
}

type Point = AdoptionTrend['points'][number]

interface Row {
  readonly point: Point
  readonly row: AdoptionRow
}

/** The rows of the table, as the trend's chart names them; JSON and CSV have all. */
const SHOWN = { h1: 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3', h3Claimed: 'HTTP/3 claimed' } as const

/** Prints adoption by vantage point: the points of the API's trend that are the newest of their series. */
async function showVantageAdoption(db: Database, format: Format): Promise<void> {
  const points = await newestPoints({ db, adoption: new AdoptionCache(db) })
  if (format === 'json') return console.log(jsonText(points, 2))
  if (format === 'csv') {
    process.stdout.write(csvLines(adoptionTable(points), { withHeading: true }).replaceAll('\r\n', '\n'))
    return
  }
  for (const line of adoptionLines(points, tableWidth())) console.log(line)
}

function adoptionTable(points: readonly Point[]) {
  const rows = points.flatMap((point) => point.rows.map((row): Row => ({ point, row })))
  return csvTable<Row>(rows, POINT_COLUMNS)
}

export function adoptionLines(points: readonly Point[], width: number | null): string[] {
  if (points.length === 0) return [`no finished survey of a list yet: make one with \`${COMMAND} crawl\``]
  const tables = [...Map.groupBy(points, ({ list }) => list)].flatMap(([list, found]) => [
    visible(`Adoption in ${list}, newest survey from each vantage point`),
    '',
    textTable(rowsOf(found), COLUMNS, width),
    '',
  ])
  const note =
    'Shares with Wilson 95 % intervals. “unknown”: could not be found out; it counts as not adopting. Vantage points are ' +
    'never pooled.'
  return [...tables, ...wrap(note, noteWidth(width))]
}

/** Sorts by row, then by vantage point. */
function rowsOf(points: readonly Point[]): readonly Row[] {
  return Object.keys(SHOWN).flatMap((name) =>
    points.flatMap((point) => point.rows.filter(({ row }) => row === name).map((row) => ({ point, row }))),
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'protocol', cell: ({ row }) => SHOWN[row.row as keyof typeof SHOWN] },
  { heading: 'vantage', cell: ({ point }) => point.vantage ?? 'not stated' },
  { heading: 'survey', cell: ({ point }) => point.surveyId, align: 'right' },
  { heading: 'started', cell: ({ point }) => point.createdAt.slice(0, 10), optional: true },
  { heading: 'sites', cell: ({ point }) => point.n, align: 'right' },
  { heading: 'of all', cell: ({ row }) => share(row.ofAll), align: 'right' },
  { heading: 'of reachable', cell: ({ row }) => share(row.ofReachable), align: 'right', optional: true },
  { heading: 'unknown', cell: ({ row }) => row.unknown, align: 'right' },
]
