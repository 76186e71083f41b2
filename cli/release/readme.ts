import { DATA_LICENSES } from '../../model/data-license.ts'
import { countText } from '../output/text.ts'
import { citationText } from './citation.ts'
import { columnTables } from './columns-page.ts'
import { QUERIES } from './queries/queries.ts'
import { type MeasuredIn, RELEASE_SUMMARY, type ReleaseFacts, titleOf } from './release-facts.ts'

export function readme(facts: ReleaseFacts): string {
  const { provenance, tables, license } = facts
  const { name, url } = DATA_LICENSES[license]
  return [
    `# ${titleOf(facts)}`,
    '',
    RELEASE_SUMMARY,
    '',
    ...warnings(facts),
    `Made on ${facts.createdAt} with towline ${provenance.tool.version}${measured(facts)}.`,
    `Licence: [${name}](${url}). Cite as: ${citationText(facts)}`,
    '',
    '## Files',
    '',
    '| file | what |',
    '| --- | --- |',
    '| `parquet/` | every table as Parquet, compressed with zstd |',
    ...csvLine(facts),
    '| `queries/` | DuckDB queries for the figures of the dashboard, as far as tables can give them |',
    '| `datapackage.json` | schemas of the files (Frictionless Data Package 2.0) |',
    '| `croissant.json` | the Parquet files for tools of machine learning (Croissant 1.0) |',
    '| `criteria.md` | the criteria of Demir et al. (WWW 2022) for reproducible web measurement, filled in |',
    '| `provenance.json` | versions, schema of the database, vantage points, dates |',
    '| `CITATION.cff`, `LICENSE.txt` | how to cite it, and what may be done with it |',
    '| `checksums.sha256` | SHA-256 of every other file: `sha256sum -c checksums.sha256` |',
    '',
    '## Before you compute',
    '',
    '- An empty cell (CSV) and null (Parquet) are unknown, never 0. Empty text is `""`.',
    '- Times are in UTC. Numbers have all the digits that were stored.',
    '- Vantage points are not to be pooled: compare within a `vantage`, and within a campaign, whose link and browser are its own.',
    '- Loads with a `state` other than `valid`, or a `role` other than `sample`, do not count in figures; `reason` says why.',
    ...marks(facts),
    `- Only finished runs are in it.${leftOutWords(facts)}`,
    '',
    ...csvOfParquet(facts),
    '## Tables',
    '',
    '| table | rows | a row is |',
    '| --- | ---: | --- |',
    ...tables.map(
      ({ name: table, rows, table: { row } }) =>
        `| [\`${table}\`](#${table}) | ${rows.toLocaleString('en')} | ${row} |`,
    ),
    '',
    '## Queries',
    '',
    'In this folder: `duckdb < queries/adoption.sql`. Each begins with what the dashboard opens with where it has these runs',
    'alone: the newest with as many sites and rounds as an interval needs. Change it to see another.',
    'Intervals of gains are bootstrapped, which SQL cannot do: they are in the API of a server.',
    '',
    '| query | figure |',
    '| --- | --- |',
    ...QUERIES.map(({ name: query, figure }) => `| \`${query}.sql\` | ${figure} |`),
    '',
    '## Columns',
    '',
    ...columnTables(),
  ].join('\n')
}

function warnings({ provenance }: ReleaseFacts): readonly string[] {
  const { measuredIn } = provenance
  if (measuredIn.length === 0 || measuredIn.some((place) => OFF_INTERNET[place] === null)) return []
  const places = OR.format(measuredIn.flatMap((place) => OFF_INTERNET[place] ?? []))
  return [`**Everything here was ${places}: it says nothing about the internet.**`, '']
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/** Is null where it was on the internet. */
const OFF_INTERNET: Readonly<Record<MeasuredIn, string | null>> = {
  internet: null,
  sandbox: 'measured in the sandbox',
  lab: 'measured in the lab',
  field: null,
  'made up': 'made up for a demonstration',
}

function marks({ provenance: { measuredIn } }: ReleaseFacts): readonly string[] {
  const isOwn = measuredIn.some((place) => place === 'sandbox' || place === 'lab')
  return [
    ...(isOwn
      ? ['- `sandbox` marks runs on a machine’s own servers: they say nothing about the internet.']
      : []),
    ...(measuredIn.includes('made up')
      ? ['- `synthetic` marks made-up curves: they say nothing about anybody.']
      : []),
  ]
}

function csvLine({ tables, csvMaxRows }: ReleaseFacts): readonly string[] {
  if (csvMaxRows === null) return []
  const withoutCsv = tablesWithoutCsv(tables)
  const except =
    withoutCsv.length === 0
      ? ''
      : `, but not of tables with more than ${csvMaxRows.toLocaleString('en')} rows: ${withoutCsv.map((table) => `\`${table}\``).join(', ')}`
  return [`| \`csv/\` | the same as CSV (RFC 4180, UTF-8) under gzip${except} |`]
}

/** Says how whoever has the data set makes the CSV that is not in it. */
function csvOfParquet({ tables }: ReleaseFacts): readonly string[] {
  const [table] = tablesWithoutCsv(tables)
  if (table === undefined) return []
  return [
    '## CSV of other tables',
    '',
    'DuckDB makes it of Parquet, with the same digits:',
    '',
    '```',
    `duckdb -c "COPY (FROM 'parquet/${table}.parquet') TO '${table}.csv'"`,
    '```',
    '',
  ]
}

function tablesWithoutCsv(tables: ReleaseFacts['tables']): readonly string[] {
  return tables.filter(({ csv }) => csv === null).map(({ name }) => name)
}

function measured({ provenance: { firstAt, lastAt, vantages } }: ReleaseFacts): string {
  if (firstAt === null || lastAt === null) return ''
  const from = vantages.length === 0 ? '' : ` from ${vantages.map((vantage) => `“${vantage}”`).join(', ')}`
  return `; measured from ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}${from}`
}

function leftOutWords({ provenance: { leftOut } }: ReleaseFacts): string {
  const parts = [
    countText(leftOut.surveys, 'survey'),
    countText(leftOut.campaigns, 'campaign'),
    countText(leftOut.labRuns, 'lab run'),
    countText(leftOut.loadRuns, 'load run'),
  ]
  const some = Object.values(leftOut).some((runs) => runs > 0)
  return some ? ` Left out: ${parts.join(', ')}.` : ''
}
