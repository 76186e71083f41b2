import type { ReleaseTable } from '../../model/release/release-table.ts'
import { RELEASE_TABLES } from '../../model/release/release-tables.ts'
import { wrap } from '../output/wrap.ts'

/** Characters of a line. */
const LINE = 126

/** Every table with the meaning and unit of every column, in Markdown: in the README of a data set and in the documents. */
export function columnTables(): readonly string[] {
  return [
    'Types: `code` is a word of a closed list, `instant` ISO 8601 in UTC, `json` JSON as text. A `?` says that a cell may be',
    'empty: unknown, never 0. A unit stands in brackets unless the name has it. Each row is what the title says.',
    '',
    ...Object.entries(RELEASE_TABLES).flatMap(([name, table]) => columnTable(name, table)),
  ]
}

function columnTable(name: string, { title, row, key, columns }: ReleaseTable): readonly string[] {
  return [
    `### \`${name}\``,
    '',
    `${title}: ${row}.`,
    `Key: ${key.map((column) => `\`${column}\``).join(', ')}.`,
    '',
    ...Object.entries(columns).flatMap(([column, { type, unit, nullable, meaning }]) => {
      const isNamed = unit === undefined || unit === 'count' || column.endsWith(`_${unit}`)
      const kind = `${type}${nullable === true ? '?' : ''}${isNamed ? '' : ` (${unit})`}`
      return wrap(`- \`${column}\`, ${kind}: ${meaning}`, LINE).map((line, i) =>
        i === 0 ? line : `  ${line}`,
      )
    }),
    '',
  ]
}

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
