import type { ReleaseTable } from '../../model/release/release-table.ts'
import { RELEASE_TABLES } from '../../model/release/release-tables.ts'
import { paragraph } from '../papers/markdown.ts'

/** Characters of a line. */
/** Every table with the meaning and unit of every column, in Markdown: in the README of a data set and in the documents. */
export function columnTables(): readonly string[] {
  const tables = Object.entries(RELEASE_TABLES)
  const byName = Map.groupBy(
    tables.flatMap(([, { columns }]) => Object.entries(columns)),
    ([name]) => name,
  )
  // A name stands for one meaning there: the most frequent.
  const shared = new Set(
    byName.values().flatMap((columns) => {
      const byItem = Map.groupBy(columns, itemOf).entries()
      const [most] = [...byItem].toSorted(([, a], [, b]) => b.length - a.length)
      return most !== undefined && most[1].length > 1 ? [most[0]] : []
    }),
  )
  return [
    'Types: `code` is a word of a closed list, `instant` ISO 8601 in UTC, `json` JSON as text. A `?` says that a cell may be',
    'empty: unknown, never 0. A unit stands in brackets unless the name has it.',
    '',
    '### Columns of several tables',
    '',
    ...[...shared].flatMap(lines),
    '',
    ...tables.flatMap(([name, table]) => columnTable(name, table, shared)),
  ]
}

function columnTable(
  name: string,
  { title, row, key, columns }: ReleaseTable,
  shared: ReadonlySet<string>,
): readonly string[] {
  const entries = Object.entries(columns)
  const also = entries.filter((entry) => shared.has(itemOf(entry))).map(([column]) => column)
  return [
    `### \`${name}\``,
    '',
    `${title}: ${row}.`,
    `Key: ${listed(key)}.${also.length === 0 ? '' : ` Also: ${listed(also)}.`}`,
    '',
    ...entries
      .map(itemOf)
      .filter((item) => !shared.has(item))
      .flatMap(lines),
    '',
  ]
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

function itemOf([column, { type, unit, nullable, meaning }]: readonly [
  string,
  ReleaseTable['columns'][string],
]): string {
  const isNamed = unit === undefined || unit === 'count' || column.endsWith(`_${unit}`)
  const kind = `${type}${nullable === true ? '?' : ''}${isNamed ? '' : ` (${unit})`}`
  return `- \`${column}\`, ${kind}: ${meaning}`
}

const lines = (item: string): readonly string[] => paragraph(item, '  ')

/** docs/data-set.md, made from the definitions that the files are written by. */
export function dataSetPage(): string {
  return [
    '# Columns of the data set',
    '',
    '<!-- made by `node scripts/docs.ts` from model/release/ -->',
    '',
    '*Reference: every table and column that `towline release` writes ([how to make and read them](data.md#a-data-set-to-publish)).*',
    '',
    'Failure codes are in [failures](failures.md), metrics in [metrics](metrics.md).',
    '',
    ...columnTables(),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
