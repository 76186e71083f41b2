/** UTC day, YYYY-MM-DD, of milliseconds since 1970: no clock time goes into a record (safety.md P5). */
export function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** `2026Q4`: a pseudonym is of one quarter (safety.md P6). */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}
