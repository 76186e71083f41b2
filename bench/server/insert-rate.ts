import type { Filled } from './fill.ts'

/** Bulk inserts of one plain table reach 65,000 rows/s through this driver; less would keep an import waiting. */
const WANTED_ROWS_PER_S = 60_000

/** `360,000 rows in 3.0 s: 120,000 rows/s (at least 60,000 wanted: met)`, with what making the rows up took beside it. */
export function insertRate({ samples, rows, insertMs, generateMs }: Filled): string {
  const rowsPerS = rows / (insertMs / 1_000)
  const met = rowsPerS >= WANTED_ROWS_PER_S ? 'met' : 'missed'
  return [
    `${integerText(samples)} samples with their metrics are ${integerText(rows)} rows, written in ${(insertMs / 1_000).toFixed(1)} s:`,
    `${integerText(rowsPerS)} rows/s (at least ${integerText(WANTED_ROWS_PER_S)} wanted: ${met});`,
    `making them up took ${(generateMs / 1_000).toFixed(1)} s`,
  ].join(' ')
}

export function integerText(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}
