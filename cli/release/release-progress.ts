import type { Terminal } from '../output/guard-output.ts'

const EVERY_MS = 5_000

/** A line on the error stream every few seconds: the table, and its rows so far. */
export function releaseProgress(out: Terminal, clock: () => number): (table: string, rows: number) => void {
  let shownAtMs = clock()
  return (table, rows) => {
    if (clock() - shownAtMs < EVERY_MS) return
    shownAtMs = clock()
    out.write(`${table}: ${rows.toLocaleString('en')} rows\n`)
  }
}
