import type { Figure } from '../../figures/figure.ts'
import { API_ROOT, ENDPOINTS, type Endpoint } from '../../server/contract/contract.ts'
import { wrap } from '../output/wrap.ts'
import { type DescribedColumn, describedColumns, sharedColumns } from './figure-columns.ts'

const LINE_CHARS = 120

/** docs/figures.md, made from the columns of the figures. */
export function figuresPage(): string {
  const figures = Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).flatMap(
    ({ path, figure }) => (figure === undefined ? [] : [{ path, figure }]),
  )
  const shared = sharedColumns(figures.map(({ figure }) => describedColumns(figure)))
  return [
    '# Figures and their columns',
    '',
    '<!-- made by `node scripts/docs.ts` from figures/ -->',
    '',
    'Each figure has its path, the order of rows, and a CSV’s columns. A table has unit and meaning where neither the name nor',
    'the first table says them. JSON has camel case, and an estimate as `value`, `low` and `high`; `_low/high` are limits of a 95 %',
    'interval. Empty and null are "not known". Plain figures are commands as well. `ARM` is an arm.',
    '',
    '## Columns of several figures',
    '',
    ...tableOf([...shared.values()]),
    ...figures.flatMap(({ path, figure }) => sectionOf(path, figure, shared)),
  ].join('\n')
}

function sectionOf(path: string, figure: Figure, shared: ReadonlyMap<string, DescribedColumn>): string[] {
  const { title, description, order } = figure
  const command = 'slug' in figure ? `\`towline figure ${String(figure.slug)}\`, ` : ''
  const columns = describedColumns(figure)
  const isElsewhere = ({ names, meaning }: DescribedColumn): boolean =>
    meaning === null || shared.get(names)?.meaning === meaning
  return [
    `## ${title}`,
    '',
    ...wrap(`${description}.`, LINE_CHARS),
    '',
    ...wrap(`${command}\`${API_ROOT}${path}\`, ${order[0]?.toLowerCase()}${order.slice(1)}.`, LINE_CHARS),
    '',
    '```',
    ...wrap(columns.map(({ names }) => names.replaceAll('`', '')).join(', '), LINE_CHARS),
    '```',
    '',
    ...tableOf(columns.filter((one) => !isElsewhere(one))),
  ]
}

/** Columns of one meaning share a row. */
function tableOf(columns: readonly DescribedColumn[]): string[] {
  if (columns.length === 0) return []
  const rows = Map.groupBy(columns, (one) => `${one.unit} | ${one.meaning}`)
  return [
    '| | | |',
    '| --- | --- | --- |',
    ...rows.entries().map(([rest, of]) => `| ${of.map(({ names }) => names).join(', ')} | ${rest} |`),
    '',
  ]
}
