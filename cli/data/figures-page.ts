import type { Column } from '../../figures/column.ts'
import { fileColumns } from '../../figures/curve.ts'
import type { Figure } from '../../figures/figure.ts'
import { flatNames, snakeCase } from '../../figures/flat-columns.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { RELEASE_TABLES } from '../../model/release/release-tables.ts'
import { API_ROOT, ENDPOINTS, type Endpoint } from '../../server/contract/contract.ts'
import { wrap } from '../output/text.ts'

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

interface DescribedColumn {
  readonly names: string
  /** Empty where there is none, or where the name carries it. */
  readonly unit: string
  /** Is null where the name says it. */
  readonly meaning: string | null
}

const UNIT_IN_NAME = /_(ms|bytes|percent|fraction)$/

/** The columns of a figure's rows, those of its head that rows repeat first. */
function describedColumns(figure: Figure): DescribedColumn[] {
  const { head, inRows = [] } = figure
  const repeated = inRows.map((key) => [key, head[key]] as const)
  return [...repeated, ...Object.entries(fileColumns(figure))].flatMap(([key, one]) =>
    one === undefined ? [] : [describe(key, one)],
  )
}

/** Finds what a name of several figures mostly means, where it means the same in two of them at least. */
function sharedColumns(figures: readonly (readonly DescribedColumn[])[]): Map<string, DescribedColumn> {
  const byName = Map.groupBy(figures.flat(), ({ names }) => names)
  const shared = byName.entries().flatMap(([names, columns]) => {
    const byMeaning = Map.groupBy(columns, ({ meaning }) => meaning)
    byMeaning.delete(null)
    const [most = []] = [...byMeaning.values()].toSorted((a, b) => b.length - a.length)
    const [one] = most
    return one === undefined || most.length < 2 ? [] : [[names, one] as const]
  })
  return new Map(shared)
}

function describe(key: string, one: Column): DescribedColumn {
  const placeholder = PLACEHOLDERS[one.kind]
  const names = placeholder === undefined ? flatNames(key, one) : namesWith(placeholder, key, one)
  return {
    names: limitsTogether(names)
      .map((name) => `\`${name}\``)
      .join(', '),
    unit: names.every((name) => UNIT_IN_NAME.test(name)) ? '' : (one.unit ?? ''),
    meaning: placeholder === undefined ? one.meaning : `${one.meaning}${wordsOf(placeholder, one)}`,
  }
}

/** `gain_low/high`, of both limits of an interval. */
function limitsTogether(names: readonly string[]): string[] {
  return names
    .filter((name) => !/_high(_|$)/.test(name))
    .map((name) => name.replace(/_low(_|$)/, '_low/high$1'))
}

/** The closed list that a placeholder stands for, where it is not that of all arms and the meaning names no document that has it. */
function wordsOf(placeholder: string, { kind, oneOf, meaning }: Column): string {
  if (kind === 'byArm' || oneOf.length === ARM_NAMES.length || meaning?.includes('docs/') === true) return ''
  const words = oneOf.map((word) => `\`${inName(word)}\``)
  return `. \`${placeholder}\`: ${words.join(', ')}`
}

/** Words that stand in a name for each word of a closed list. */
const PLACEHOLDERS: Partial<Record<Column['kind'], string>> = { byArm: 'ARM', parts: 'ARM', each: 'KIND' }

const inName = (word: string): string => (word === 'http/1.1' ? 'h1' : word).replace('-', '_')

function namesWith(placeholder: string, key: string, one: Column): string[] {
  return one.kind === 'byArm'
    ? [`${snakeCase(key)}_${placeholder}`]
    : flatNames(key, { ...one, oneOf: [placeholder] })
}
