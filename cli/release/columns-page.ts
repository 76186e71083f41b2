import type { ReleaseTable } from '../../model/release/release-table.ts'
import { RELEASE_TABLES } from '../../model/release/release-tables.ts'

/** Every table with the meaning and unit of every column, in Markdown: in the README of a data set and in the documents. */
export function columnTables(): readonly string[] {
  return Object.entries(RELEASE_TABLES).flatMap(([name, table]) => columnTable(name, table))
}

function columnTable(name: string, { title, row, key, columns }: ReleaseTable): readonly string[] {
  return [
    `### \`${name}\``,
    '',
    `${title}: a row is ${row}. Key: ${key.map((column) => `\`${column}\``).join(', ')}.`,
    '',
    '| column | type | unit | null | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(columns).map(
      ([column, { type, unit = '', nullable, meaning }]) =>
        `| \`${column}\` | ${type} | ${unit} | ${nullable === true ? 'yes' : ''} | ${meaning.replaceAll('|', '\\|')} |`,
    ),
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
    'What `towline release` writes ([how to make and read it](data.md#a-data-set-to-publish)). Types: `code` is a word of a closed',
    'list, `instant` ISO 8601 in UTC, `json` JSON as text. Failure codes and reasons are in [failures](failures.md), metrics in',
    '[metrics](metrics.md). An empty cell is unknown, never 0.',
    '',
    ...columnTables(),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
