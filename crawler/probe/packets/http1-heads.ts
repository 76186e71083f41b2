import type { TsharkField } from './tshark-fields.ts'

/** tshark writes the end of a line and a tab so, and this between two values. */
const [LINE_END, TAB, BETWEEN] = ['\\r\\n', '\\t', ',']
/** Two spaces, the end of the request line, and the empty line (RFC 9112, 2.1 and 3). */
const REST_BYTES = 6

/** Bytes of the heads of HTTP/1.1 requests in one packet. tshark has no such field: they follow from what it shows of them. */
export function http1HeadBytes(column: (field: TsharkField) => string): number {
  const methods = column('http.request.method')
  if (methods === '') return 0
  const count = timesIn(methods, BETWEEN) + 1
  const words = [methods, column('http.request.uri'), column('http.request.version')]
  const lines = column('http.request.line')
  const ends = timesIn(lines, LINE_END)
  const shown = words.reduce((sum, text) => sum + text.length - (count - 1), lines.length)
  const added = ends * (LINE_END.length - 2) + Math.max(0, ends - 1) + timesIn(lines, TAB)
  return shown - added + count * REST_BYTES
}

function timesIn(text: string, part: string): number {
  return text.split(part).length - 1
}
