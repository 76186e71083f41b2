import type { Command } from 'commander'
import { hostName } from '../../crawler/list/host-name.ts'
import type { Database } from '../../db/connection/database.ts'
import { readOperations } from '../../db/survey/operations.ts'
import { type SiteVisit, siteVisit } from '../../db/survey/survey-sites.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { OperationRow } from '../../model/operation.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { findSurvey } from './find-survey.ts'

export function surveySiteCommand(): Command {
  return readCommand('site')
    .argument('<domain>', 'as it stands in the list')
    .option('--survey <survey>', 'number of the survey, or latest', 'latest')
    .action((domain: string, options: ReadOptions & { survey: string }) =>
      reading(options, async (db) =>
        showSite(db, await findSurvey(db, options.survey), domain, options.format),
      ),
    )
}

/** Prints the operation rows of one site: what was done, when, and what came of it. */
export async function showSite(
  db: Database,
  survey: SurveyRow,
  domain: string,
  format: Format,
): Promise<void> {
  // The host is written as lists are read: `München.de` is xn--mnchen-3ya.de.
  const visit = await siteVisit(db, survey.id, hostName(domain).host ?? domain)
  if (visit === null) throw new CliError(EXIT.noInput, `survey ${survey.id} has no site '${domain}'`)
  const rows = await readOperations(db, survey.id, visit.rank)
  if (format === 'json') console.log(jsonText(rows, 2))
  else if (format === 'csv') {
    console.log(FIELDS.join(','))
    for (const row of rows)
      console.log(
        csvRecord(
          FIELDS.map((name) => cellOf(row, name)),
          FIELDS,
        ),
      )
  } else {
    if (rows.length > 0) console.log(operationsText(rows, tableWidth()))
    const ended = visitLine(domain, visit, rows.length)
    if (ended !== null) console.log(ended)
  }
}

/** Says what the rows do not: why there are none, and what went wrong with the visit itself. */
function visitLine(domain: string, { visited, failure, detail }: SiteVisit, rows: number): string | null {
  if (!visited) return rows > 0 ? null : `nothing was recorded of ${domain}: it has not been visited yet`
  if (detail !== null) return `the visit of ${domain} went wrong (${failure}): ${detail}`
  return rows > 0 ? null : `no operation was recorded of ${domain}: ${failure ?? 'its rows are gone'}`
}

const FIELDS = [
  'operation',
  'hop',
  'connection',
  'scheme',
  'host',
  'port',
  'address',
  'path',
  'startMs',
  'durationMs',
  'failure',
  'detail',
  'result',
] as (keyof OperationRow)[]

function cellOf(row: OperationRow, name: keyof OperationRow): string | number | null {
  if (name !== 'result') return row[name]
  return row.result === null ? null : jsonText(row.result)
}

const COLUMNS: readonly Column<OperationRow>[] = [
  { heading: 'start ms', cell: ({ startMs }) => startMs.toFixed(1), align: 'right' },
  { heading: 'took ms', cell: ({ durationMs }) => durationMs?.toFixed(1) ?? null, align: 'right' },
  { heading: 'operation', cell: ({ operation }) => operation },
  { heading: 'hop', cell: ({ hop }) => hop, align: 'right', optional: true },
  { heading: 'conn', cell: ({ connection }) => connection, align: 'right', optional: true },
  { heading: 'to', cell: to },
  { heading: 'address', cell: ({ address }) => address, optional: true },
  { heading: 'outcome', cell: ({ failure }) => failure ?? 'ok' },
  { heading: '', cell: details },
]

export function operationsText(rows: readonly OperationRow[], width: number | null): string {
  return textTable(rows, COLUMNS, width)
}

function to({ scheme, host, port, path }: OperationRow): string {
  return scheme === null ? host : `${scheme}://${host}:${port}${path ?? ''}`
}

/** The most informative fields of a row's result, for a person. */
function details({ result, detail }: OperationRow): string {
  if (detail !== null) return detail
  if (result === null || typeof result !== 'object') return ''
  const known = result as Record<string, unknown>
  const names = [
    'status',
    'version',
    'alpn',
    'group',
    'a',
    'aaaa',
    'cnames',
    'issuer',
    'quicVersion',
    'handshakeMs',
  ]
  return names
    .filter((name) => known[name] != null && String(known[name]) !== '')
    .map(
      (name) => `${name} ${typeof known[name] === 'number' ? Math.round(known[name]) : String(known[name])}`,
    )
    .join(', ')
}
