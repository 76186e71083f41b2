import type { ReleaseTable } from '../../model/release/release-table.ts'
import { RELEASE_TABLES } from '../../model/release/release-tables.ts'
import { wrap } from '../output/wrap.ts'

/** Characters of a line. */
const LINE = 126

/** Every table with the meaning and unit of every column, in Markdown: in the README of a data set and in the documents. */
export function columnTables(): readonly string[] {
  return [
    'Types: `code` is a word of a closed list, `instant` ISO 8601 in UTC, `json` JSON as text. Units stand in brackets. A `?` says',
    'that a cell may be empty, which means unknown, never 0.',
    '',
    ...Object.entries(RELEASE_TABLES).flatMap(([name, table]) => columnTable(name, table)),
  ]
}

function columnTable(name: string, { title, row, key, columns }: ReleaseTable): readonly string[] {
  return [
    `### \`${name}\``,
    '',
    `${title}: a row is ${row}.`,
    `Key: ${key.map((column) => `\`${column}\``).join(', ')}.`,
    '',
    ...Object.entries(columns).flatMap(([column, { type, unit, nullable, meaning }]) => {
      const kind = `${type}${nullable === true ? '?' : ''}${unit === undefined ? '' : ` (${unit})`}`
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
