/** Narrower than this no table can be read. */
const MIN_CHARS = 40
/** Of text where nobody says how wide its reader's window is. */
const PROSE_CHARS = 80
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
  return out.isTTY === true ? Math.max(MIN_CHARS, out.columns ?? PROSE_CHARS) : null
}

/** Characters that a line of text may have. */
export function proseWidth(limit: number | null = tableWidth()): number {
  return Math.min(limit ?? PROSE_CHARS, MAX_PROSE_CHARS)
}
