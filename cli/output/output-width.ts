/** Narrower than this no table can be read. */
const MIN_CHARS = 40
/** Where the width of the reader's window is unknown. */
const NOTE_CHARS = 80
/** Longer lines of text are hard to read on any terminal. */
const MAX_PROSE_CHARS = 110

/** What is known of where the output goes. */
export interface OutputPlace {
  readonly isTTY?: boolean
  readonly columns?: number
}

/**
 * Characters that a line of a table may have: those of the terminal, or `COLUMNS` where the user sets it; null, no limit,
 * where the output is piped, since programs read it.
 */
export function tableWidth(
  out: OutputPlace = process.stdout,
  columns: string | undefined = process.env.COLUMNS,
): number | null {
  if (columns !== undefined && /^[1-9]\d{0,4}$/.test(columns)) return Math.max(MIN_CHARS, Number(columns))
  return out.isTTY === true ? Math.max(MIN_CHARS, out.columns ?? NOTE_CHARS) : null
}

/** Characters that a line of a report may have: where it is piped, each of its statements stays on one line. */
export function lineWidth(limit: number | null): number {
  return limit === null ? Number.POSITIVE_INFINITY : Math.min(limit, MAX_PROSE_CHARS)
}

/** Characters that a line of a note below a report may have, also where it is piped. */
export function noteWidth(limit: number | null): number {
  return Math.min(limit ?? NOTE_CHARS, MAX_PROSE_CHARS)
}
