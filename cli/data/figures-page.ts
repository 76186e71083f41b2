import type { Figure } from '../../figures/figure.ts'
import { flatNames } from '../../figures/flat-columns.ts'
import { API_ROOT, ENDPOINTS, type Endpoint } from '../../server/contract/contract.ts'
import { wrap } from '../output/wrap.ts'

const LINE_CHARS = 120

/** docs/figures.md, made from the columns of the figures. */
export function figuresPage(): string {
  const figures = Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).flatMap(
    ({ path, figure }) => (figure === undefined ? [] : [sectionOf(path, figure)]),
  )
  return [
    '# Figures and their columns',
    '',
    '<!-- made by `node scripts/docs.ts` from figures/ -->',
    '',
    'What a figure’s CSV has, by column. JSON has the same under names in camel case, an estimate with `value`, `low` and `high`.',
    'Empty cells and null are "not known". Plain figures are commands as well: `towline figure`.',
    '',
    ...figures.flat(),
  ].join('\n')
}

function sectionOf(path: string, figure: Figure): string[] {
  const { title, description, order, head, columns, inRows = [] } = figure
  const command = 'slug' in figure ? `\`towline figure ${String(figure.slug)}\`, ` : ''
  const repeated = inRows.map((key) => [key, head[key]] as const)
  const rows = [...repeated, ...Object.entries(columns)].flatMap(([key, one]) =>
    one === undefined
      ? []
      : `| \`${flatNames(key, one).join('`, `')}\` | ${one.unit ?? ''} | ${one.meaning ?? one.heading} |`,
  )
  return [
    `## ${title}`,
    '',
    ...wrap(`${description}.`, LINE_CHARS),
    '',
    `${command}\`GET ${API_ROOT}${path}\``,
    '',
    ...wrap(`Rows: ${order[0]?.toLowerCase()}${order.slice(1)}.`, LINE_CHARS),
    '',
    '| column | unit | what it is |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ]
}
