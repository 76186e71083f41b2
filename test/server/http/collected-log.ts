import { type Logger, pino } from 'pino'

/** A log whose lines can be looked at. */
export function collectedLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }), lines }
}
