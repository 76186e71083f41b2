import { ARM_NAMES, type Arm } from '../model/arm.ts'
import {
  type Column,
  type Columns,
  type Estimate,
  type FactorValue,
  type LeftOut,
  leftOutCount,
} from './column.ts'

export type FlatValue = string | number | boolean | null

/** A column of a table whose cells are single values: `network_low`. */
interface FlatColumn {
  readonly name: string
  readonly cellOf: (row: FigureRow) => FlatValue
}

export type FigureRow = Readonly<Record<string, unknown>>

/**
 * The columns of the data files, by the rule that every figure keeps: names in lower case with underscores, an estimate's
 * limits as `_low` and `_high` before its unit, and a column for each word of a list, each factor that a row has and each metric.
 */
export function flatColumns(
  columns: Columns,
  rows: readonly FigureRow[],
  head: FigureRow = {},
): FlatColumn[] {
  return Object.entries(columns).flatMap(([key, { kind, oneOf, parts, namedBy }]) => {
    if (kind === 'each') return eachColumns(key, oneOf)
    if (kind === 'byArm') return armColumns(key, (head.arms ?? ARM_NAMES) as readonly Arm[])
    // No arm is compared with itself.
    if (kind === 'parts')
      return oneOf.filter((word) => word !== head.baseline).flatMap((word) => partColumns(key, word, parts))
    if (kind === 'estimate') return estimateColumns(key)
    if (kind === 'interval') return limitColumns(key.replace(/Interval$/, ''), key)
    if (kind === 'metrics') return metricColumns(key, rows)
    if (kind === 'factors') return factorColumns(key, rows)
    return [
      {
        name: namedBy === null ? snakeCase(key) : String(head[namedBy] ?? `(${namedBy})`),
        cellOf: (row) => {
          const value = row[key]
          if (kind === 'leftOut') return leftOutCount(value as readonly LeftOut[])
          return Array.isArray(value) ? value.join(' ') : (value as FlatValue)
        },
      },
    ]
  })
}

function estimateColumns(key: string): FlatColumn[] {
  const cellOf = (row: FigureRow) => (row[key] as Estimate | null)?.value ?? null
  return [{ name: snakeCase(key), cellOf }, ...limitColumns(key, key)]
}

function limitColumns(of: string, key: string): FlatColumn[] {
  const name = snakeCase(of)
  const [, unit = ''] = /(_ms|_bytes|_percent)$/.exec(name) ?? []
  const stem = name.slice(0, name.length - unit.length)
  return (['low', 'high'] as const).map((limit) => ({
    name: `${stem}_${limit}${unit}`,
    cellOf: (row) => (row[key] as Pick<Estimate, 'low' | 'high'> | null)?.[limit] ?? null,
  }))
}

function armColumns(key: string, arms: readonly Arm[]): FlatColumn[] {
  return arms.map((arm) => ({
    name: `${snakeCase(key)}_${arm.replace('-', '_')}`,
    cellOf: (row) => (row[key] as Readonly<Partial<Record<Arm, number>>>)[arm] ?? null,
  }))
}

/** `gain_h2_low`, of the gain of h2. */
function partColumns(key: string, word: string, parts: Columns): FlatColumn[] {
  const inName = (word === 'http/1.1' ? 'h1' : word).replace('-', '_')
  return flatColumns(parts, []).map(({ name, cellOf }) => ({
    name: name.replace(/(_low|_high)?$/, `_${inName}$1`),
    cellOf: (row) => {
      const part = (row[key] as Readonly<Partial<Record<string, FigureRow>>>)[word]
      return part === undefined ? null : cellOf(part)
    },
  }))
}

/** A word that a row has none of is 0. */
function eachColumns(key: string, oneOf: readonly string[]): FlatColumn[] {
  return oneOf.map((word) => ({
    name: `${snakeCase(key)}_${word.replaceAll(' ', '_')}`,
    cellOf: (row) => (row[key] as Readonly<Record<string, number>>)[word] ?? 0,
  }))
}

function factorColumns(key: string, rows: readonly FigureRow[]): FlatColumn[] {
  const factorsOf = (row: FigureRow) => row[key] as Readonly<Record<string, FactorValue>>
  const names = [...new Set(rows.flatMap((row) => Object.keys(factorsOf(row))))].sort()
  return names.map((name) => ({ name: `factor_${name}`, cellOf: (row) => factorsOf(row)[name] ?? null }))
}

function metricColumns(key: string, [first]: readonly FigureRow[]): FlatColumn[] {
  return Object.keys(first?.[key] ?? {}).map((name) => ({
    name,
    cellOf: (row) => (row[key] as Readonly<Record<string, number | null>>)[name] ?? null,
  }))
}

/** `leftOut` is `left_out`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Names of the columns of the data files that a column becomes; factors and metrics are as many as rows have. */
export function flatNames(key: string, one: Column): string[] {
  if (one.kind === 'metrics') return ['…']
  return one.kind === 'factors' ? ['factor_…'] : flatColumns({ [key]: one }, []).map(({ name }) => name)
}
