import type { Column } from '../../figures/column.ts'
import { fileColumns } from '../../figures/curve.ts'
import type { Figure } from '../../figures/figure.ts'
import { flatNames, snakeCase } from '../../figures/flat-columns.ts'
import { ARM_NAMES } from '../../model/arm.ts'

export interface DescribedColumn {
  readonly names: string
  /** Empty where there is none, or where the name carries it. */
  readonly unit: string
  /** Null: the name says it. */
  readonly meaning: string | null
}

const UNIT_IN_NAME = /_(ms|bytes|percent|fraction)$/

/** The columns of a figure's rows, those of its head that rows repeat first. */
export function describedColumns(figure: Figure): DescribedColumn[] {
  const { head, inRows = [] } = figure
  const repeated = inRows.map((key) => [key, head[key]] as const)
  return [...repeated, ...Object.entries(fileColumns(figure))].flatMap(([key, one]) =>
    one === undefined ? [] : [describe(key, one)],
  )
}

/** Finds what a name of several figures mostly means, where it means the same in two of them at least. */
export function sharedColumns(
  figures: readonly (readonly DescribedColumn[])[],
): Map<string, DescribedColumn> {
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
