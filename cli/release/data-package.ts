import { DATA_LICENSES } from '../../model/data-license.ts'
import type { ReleaseColumn, ReleaseTable, ReleaseType } from '../../model/release/release-table.ts'
import type { DataFile, WrittenTable } from './data-files.ts'
import { dayOf, KEYWORDS, RELEASE_SUMMARY, type ReleaseFacts, titleOf } from './release-facts.ts'

/** Types of Table Schema (https://datapackage.org/standard/table-schema/). It has none for any JSON. */
const TYPES: Readonly<Record<ReleaseType, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  code: 'string',
  text: 'string',
  instant: 'datetime',
  day: 'date',
  json: 'string',
}

/**
 * datapackage.json (Data Package 2.0): the CSV files with their schemas, and the Parquet files of the same tables. Of a table
 * without CSV the Parquet file has the schema, and the name of the table, by which foreign keys of others find it.
 */
export function dataPackage(facts: ReleaseFacts): object {
  const { name, url } = { name: facts.license, url: DATA_LICENSES[facts.license].url }
  const csvTables = new Set<string>(facts.tables.filter(({ csv }) => csv !== null).map((table) => table.name))
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: facts.name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-'),
    title: titleOf(facts),
    description: RELEASE_SUMMARY,
    version: dayOf(facts),
    created: facts.createdAt,
    keywords: KEYWORDS,
    licenses: [{ name, path: url, title: DATA_LICENSES[facts.license].name }],
    contributors: [{ title: facts.author, roles: ['creator'] }],
    resources: facts.tables.flatMap((table) =>
      table.csv === null
        ? [parquetTable(table)]
        : [csvResource(table, table.csv, csvTables), parquetFile(table)],
    ),
  }
}

function csvResource(
  { name, table, rows }: WrittenTable,
  csv: DataFile,
  csvTables: ReadonlySet<string>,
): object {
  // Frictionless fails where it is to look up keys of CSV in Parquet.
  const foreignKeys = table.foreignKeys?.filter(({ table: parent }) => csvTables.has(parent)) ?? []
  return {
    name,
    type: 'table',
    ...fileProperties(csv),
    title: table.title,
    description: `A row is ${table.row}.`,
    rows,
    format: 'csv',
    compression: 'gz',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
    schema: tableSchema({ ...table, foreignKeys }),
  }
}

/** A file and no table, since Frictionless takes nulls of Parquet for NaN. */
function parquetTable(table: WrittenTable): object {
  return { ...parquetFile(table), name: table.name, schema: tableSchema(table.table) }
}

function parquetFile({ name, table, parquet }: WrittenTable): object {
  return {
    name: `${name}-parquet`,
    type: 'file',
    ...fileProperties(parquet),
    title: `${table.title} (Parquet)`,
    ...PARQUET,
  }
}

const PARQUET = { format: 'parquet', mediatype: 'application/vnd.apache.parquet' } as const

function fileProperties({ path, sizeBytes, sha256 }: DataFile): object {
  return { path, bytes: sizeBytes, hash: `sha256:${sha256}` }
}

function tableSchema({ columns, key, foreignKeys = [] }: ReleaseTable): object {
  return {
    fields: Object.entries(columns).map(([name, column]) => field(name, column)),
    missingValues: [''],
    primaryKey: key,
    foreignKeys: foreignKeys.map(({ columns: fields, table, references }) => ({
      fields,
      reference: { resource: table, fields: references },
    })),
  }
}

function field(name: string, { type, meaning, unit, nullable }: ReleaseColumn): object {
  return {
    name,
    type: TYPES[type],
    description: type === 'json' ? `${meaning} (JSON)` : meaning,
    ...(unit === undefined ? {} : { unit }),
    ...(nullable === true ? {} : { constraints: { required: true } }),
  }
}
