/** Field lines as `[name, value]`; each character of a value is a byte. */
export type HeaderPairs = [name: string, value: string][]

/** Chromium's mark before a text that is not ASCII, whose bytes are then escaped (net/log/net_log_values.cc). */
const ESCAPED = '%ESCAPED:\u200b '

/** Fields of a head as the network log has them: `name: value`. Pseudo-fields (`:method`) are left out. */
export function headerPairs(lines: unknown): HeaderPairs {
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line): HeaderPairs => {
    if (typeof line !== 'string' || line.startsWith(':')) return []
    const text = unescaped(line)
    const colon = text.indexOf(':')
    return colon <= 0 ? [] : [[text.slice(0, colon), text.slice(colon + 1).trim()]]
  })
}

/** A text of the network log with each byte as the character of that number. */
export function unescaped(text: string): string {
  if (!text.startsWith(ESCAPED)) return text
  return text
    .slice(ESCAPED.length)
    .replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

interface StatusLine {
  readonly status: number
  readonly statusText: string
}

/** `HTTP/1.1 404 Not Found`; Chromium writes such a line for HTTP/2 and HTTP/3 as well. */
export function statusLine(lines: unknown): StatusLine | null {
  const first: unknown = Array.isArray(lines) ? lines[0] : undefined
  const [, status, statusText = ''] =
    /^HTTP\/[\d.]+ (\d{3})(?: (.*))?$/i.exec(typeof first === 'string' ? unescaped(first) : '') ?? []
  return status === undefined ? null : { status: Number(status), statusText }
}
