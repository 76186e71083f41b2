import { visible, visibleJson } from '../../server/http/visible.ts'

export { visible }

/** Lines that may hold what others chose: only their ends are left as they are. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/** A value as JSON that is safe to print. `indent`: spaces of a level; default: one line. */
export function jsonText(value: unknown, indent = 0): string {
  return visibleJson(JSON.stringify(value, null, indent))
}

/**
 * Text in lines of at most so many characters, broken at spaces, each indented as the text is; a longer word has a line
 * of its own.
 */
export function wrap(text: string, chars: number): string[] {
  const words = text.trimStart()
  const indent = text.slice(0, text.length - words.length)
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > chars) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => `${indent}${each}`)
}

/** Narrower than this no table can be read. */
const MIN_CHARS = 40
/** A line has as many where the width of the reader's window is unknown. */
export const NOTE_CHARS = 80
/** Longer lines of text are hard to read on any terminal. */
const MAX_PROSE_CHARS = 110

/** Facts of where the output goes. */
interface OutputPlace {
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

/** `1 sample`, `12 samples`. */
export function countText(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** `1 h 5 min`, `3 min 25 s`, `12 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}

/** The same of an estimate, in whole minutes and at least one. */
export function minutesText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
