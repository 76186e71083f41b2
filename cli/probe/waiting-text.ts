/** Says how many loads of a run wait to be taken again, and for what; nothing where none does. */
export function waitingText(loads: number, busyWith: readonly string[]): string {
  if (loads === 0) return ''
  const what = busyWith.length === 0 ? '' : ` with ${busyWith.join(', ')}`
  return `  ${loads} wait to be repeated: the machine is busy${what}`
}
