import assert from 'node:assert/strict'
import type { Ask } from './asking.ts'
import type { FoundRow } from './released.ts'

export interface Figure {
  /** Compares the rows of the query with the dashboard's answers, to the last digit. Throws where they differ. */
  readonly compare: (rows: readonly FoundRow[], ask: Ask) => Promise<void>
}

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
