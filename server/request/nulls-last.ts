/** Orders two values of a table's column; a missing one stands last, whatever the direction. */
export function nullsLast(a: string | number | null, b: string | number | null, direction: 1 | -1): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -direction : direction
}
