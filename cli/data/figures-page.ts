import type { Figure } from '../../figures/figure.ts'
import { RELEASE_TABLES } from '../../model/release/release-tables.ts'
import { API_ROOT, ENDPOINTS, type Endpoint } from '../../server/contract/contract.ts'
import { wrap } from '../output/wrap.ts'
import { type DescribedColumn, describedColumns, sharedColumns } from './figure-columns.ts'

const LINE_CHARS = 120

/** Tables of the data set that have columns of a figure, by its name: docs/data-set.md says what these are. */
const RELEASED: Readonly<Record<string, keyof typeof RELEASE_TABLES>> = {
  surveySites: 'survey_sites',
  samples: 'samples',
  loadSeconds: 'load_seconds',
}

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
    'Path, order of rows and CSV columns of each figure, and what the columns’ names do not say. JSON has camel case, and an',
    'estimate as `value`, `low` and `high`; `_low/high` are limits of a 95 % interval. Empty and null are "not known". `ARM` is',
    'an arm.',
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
  const released = RELEASED[figure.name]
  const inDataSet = new Set(released === undefined ? [] : Object.keys(RELEASE_TABLES[released].columns))
  const isElsewhere = ({ names, meaning }: DescribedColumn): boolean =>
    meaning === null ||
    shared.get(names)?.meaning === meaning ||
    names.split(', ').every((name) => inDataSet.has(name.replaceAll('`', '')))
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
    ...(released === undefined ? [] : [`As \`${released}\` of the [data set](data-set.md#${released}).`, '']),
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
