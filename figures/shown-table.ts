import { ARMS, type Arm } from '../model/arm.ts'
import {
  type Column,
  type Columns,
  type Estimate,
  type Interval,
  type LeftOut,
  leftOutCount,
} from './column.ts'
import { factorLabel, levelText } from './factor-terms.ts'
import { type FigureRow, type FlatValue, flatColumns } from './flat-columns.ts'
import { bytes, gain, integer, milliseconds, range, share, significant, tally } from './quantity.ts'

/** A table for people: the same words in the terminal and on the dashboard. */
interface ShownTable {
  readonly headings: readonly string[]
  /** True for columns of numbers, which stand to the right. */
  readonly numeric: readonly boolean[]
  /** True for columns that go first where lines are too short for all. */
  readonly optional: readonly boolean[]
  /** Cells of null are "not known". */
  readonly rows: readonly (readonly (string | null)[])[]
}

interface ShownColumn {
  readonly heading: string
  readonly numeric: boolean
  readonly cell: (row: FigureRow) => string | null
}

export function shownTable(columns: Columns, rows: readonly FigureRow[]): ShownTable {
  const shown = Object.entries(columns)
    .filter(
      ([key, { shown: when }]) =>
        when === 'always' ||
        when === 'where there is room' ||
        (when === 'where rows differ' && new Set(rows.map((row) => row[key])).size > 1),
    )
    .flatMap(([key, one]) =>
      shownColumns(key, one, rows).map((each) => ({
        ...each,
        optional: one.shown === 'where there is room',
      })),
    )
  return {
    headings: shown.map(({ heading }) => heading),
    numeric: shown.map(({ numeric }) => numeric),
    optional: shown.map(({ optional }) => optional),
    rows: rows.map((row) => shown.map(({ cell }) => cell(row))),
  }
}

function shownColumns(key: string, one: Column, rows: readonly FigureRow[]): ShownColumn[] {
  const { kind, heading } = one
  if (kind === 'factors')
    // A factor that is the same in all rows would only widen the table.
    return flatColumns({ [key]: one }, rows)
      .filter(({ cellOf }) => rows.length === 1 || new Set(rows.map(cellOf)).size > 1)
      .map(({ name, cellOf }) => {
        const factor = name.replace(/^factor_/, '')
        return {
          heading: factorLabel(factor),
          numeric: false,
          cell: (row) => levelText(factor, cellOf(row)),
        }
      })
  if (kind === 'metrics' || kind === 'byArm' || kind === 'parts')
    return flatColumns({ [key]: one }, rows).map(({ name, cellOf }) => ({
      heading: name,
      numeric: true,
      cell: (row) => textOf(cellOf(row)),
    }))
  if (kind !== 'estimate')
    return [
      {
        heading,
        numeric: kind === 'count' || kind === 'number' || kind === 'interval' || kind === 'leftOut',
        cell: (row) => (row[key] === null ? null : cellText(one, row[key])),
      },
    ]
  const estimateOf = (row: FigureRow) => row[key] as Estimate | null
  return [
    {
      heading,
      numeric: true,
      cell: (row) => {
        const found = estimateOf(row)
        return found === null ? null : numberText(one, found.value)
      },
    },
    { heading: '95 % interval', numeric: true, cell: (row) => intervalText(one, estimateOf(row)) },
  ]
}

function cellText(one: Column, value: unknown): string {
  if (one.kind === 'arm') return ARMS[value as Arm].label
  if (one.kind === 'flag') return one.words[value === true ? 1 : 0]
  if (one.kind === 'numbers') return (value as readonly number[]).join(', ')
  if (one.kind === 'leftOut') return integer(leftOutCount(value as readonly LeftOut[]))
  if (one.kind === 'interval') return limitsText(one, value as Interval)
  if (one.kind === 'each') return eachText(value as Readonly<Record<string, number>>)
  return typeof value === 'number' ? numberText(one, value) : String(value)
}

function numberText({ kind, unit }: Column, value: number): string {
  if (kind === 'count') return integer(value)
  switch (unit) {
    case 'ms':
      return milliseconds(value)
    case 'bytes':
      return bytes(value)
    case 'fraction':
      return share(value)
    case 'percent':
      return `${significant(value)} %`
    case 'ratio':
      return gain(value)
    default:
      return tally(value)
  }
}

function eachText(numbers: Readonly<Record<string, number>>): string {
  const texts = Object.entries(numbers).map(([word, number]) => `${word}: ${integer(number)}`)
  return texts.length === 0 ? '0' : texts.join(', ')
}

function intervalText(one: Column, found: Estimate | null): string | null {
  if (found === null || found.low === null || found.high === null) return null
  return limitsText(one, { low: found.low, high: found.high })
}

function limitsText(one: Column, { low, high }: Interval): string {
  if (one.unit === 'ratio') return range([low, high])
  // The unit stands beside the value.
  if (one.unit === 'fraction') return `${share(low).replace(' %', '')}–${share(high).replace(' %', '')}`
  return `${numberText(one, low)} to ${numberText(one, high)}`
}

function textOf(value: FlatValue): string | null {
  return value === null ? null : String(value)
}
