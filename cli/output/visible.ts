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
