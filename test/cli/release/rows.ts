import assert from 'node:assert/strict'
import type { Ask } from './asking.ts'
import type { FoundRow } from './released.ts'

/** Compares the rows of a query with the dashboard's answers, to the last digit. Throws where they differ. */
export type Compare = (rows: readonly FoundRow[], ask: Ask) => Promise<void>

/** Two computations of a logarithm or power may differ in the last of 16 digits. */
export function assertNear(actual: unknown, expected: number): void {
  assert.ok(Math.abs(Number(actual) / expected - 1) < 1e-12, `${actual} is computed, ${expected} is shown`)
}

export function only(rows: readonly FoundRow[], wanted: FoundRow): readonly FoundRow[] {
  return rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value))
}

export function one(rows: readonly FoundRow[], wanted: FoundRow): FoundRow {
  const [row, other] = only(rows, wanted)
  assert.ok(row !== undefined && other === undefined, `not one row of ${JSON.stringify(wanted)}`)
  return row
}

export function pick(row: FoundRow, names: readonly string[]): readonly unknown[] {
  return names.map((name) => row[name])
}

/**
 * Compares each row of an answer with the one row of the query that it is about. Columns are named as in the query:
 * `rtt_ms` is `rttMs` of the answer, `gain_low` the `low` of its `gain`, `gain` itself, or the `value` of an estimate.
 *
 * @param by the columns that tell rows apart
 * @param near those that are computed in another order, and may differ in the last digit
 */
export function assertEach(
  rows: readonly FoundRow[],
  shown: readonly object[],
  { by, same, near = [] }: { by: readonly string[]; same: readonly string[]; near?: readonly string[] },
): void {
  for (const row of shown) {
    const found = one(rows, Object.fromEntries(by.map((name) => [name, shownIn(row, name)])))
    for (const name of [...same, ...near]) assert.ok(Object.hasOwn(found, name), `no column ${name}`)
    assert.deepEqual(
      pick(found, same),
      same.map((name) => shownIn(row, name)),
    )
    for (const name of near) {
      const expected = shownIn(row, name)
      if (typeof expected === 'number') assertNear(found[name], expected)
      else assert.equal(found[name], expected)
    }
  }
}

function shownIn(row: object, column: string): unknown {
  const cells = row as Readonly<Record<string, unknown>>
  const named = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase())
  const [, estimate = '', end = ''] = /^(.*)_(low|high)$/.exec(column) ?? []
  const value = cells[named(end === '' ? column : estimate)]
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return (value as Readonly<Record<string, unknown>>)[end || 'value']
}
