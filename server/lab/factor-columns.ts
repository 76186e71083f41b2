import type { LabCell } from '../contract/contract.ts'
import type { CsvValue } from '../http/csv.ts'

interface WithFactors {
  readonly factors: LabCell['factors']
}

/** A column for each factor that a row has: `factor_rttMs`. */
export function factorColumns(rows: readonly WithFactors[]): Record<string, (row: WithFactors) => CsvValue> {
  const names = [...new Set(rows.flatMap(({ factors }) => Object.keys(factors)))].sort()
  return Object.fromEntries(
    names.map((name) => [`factor_${name}`, ({ factors }: WithFactors) => factors[name] ?? null]),
  )
}
