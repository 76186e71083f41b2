import type { HeadNote } from '../../model/head-notes.ts'
import { MalformedMessage } from '../fields/errors.ts'
import type { Field } from '../fields/field.ts'

/** Says how the end of a body is found (RFC 9112, 6.3). */
export type Framing =
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' }

export interface Http1Head {
  readonly status: number
  /** Listed in the order sent; values as Latin-1. */
  readonly fields: readonly Field[]
  readonly framing: Framing
  /** Whether the connection may be used again once the body has ended. */
  readonly keepAlive: boolean
  readonly notes: readonly HeadNote[]
}

/** Bytes before `HTTP` that are passed over (Chromium's kMaxSlop). */
const SLOP_BYTES = 4
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Finds the status line in the first bytes of a response; -1 where they have none, null where more are needed. */
export function statusLineStart(head: string): number | null {
  const start = head.slice(0, SLOP_BYTES + 'HTTP'.length).search(/http/i)
  if (start >= 0) return start
  return head.length < SLOP_BYTES + 'HTTP'.length ? null : -1
}

/**
 * Reads the head of a response as Chromium does, and notes what it should not have put up with. Linear in its length.
 * @param head Latin-1, with the blank line at its end
 * @throws MalformedMessage for what Chromium refuses
 */
export function parseHttp1Head(head: string): Http1Head {
  const notes = new Set<HeadNote>()
  const start = statusLineStart(head)
  if (start === null || start < 0) throw new MalformedMessage('no status line')
  if (start > 0) notes.add('status_line_offset')
  if (head.includes('\0')) throw new MalformedMessage('NUL in the head')
  const [statusLine = '', ...lines] = linesOf(head.slice(start), notes)
  const { status, minor } = parseStatusLine(statusLine, notes)
  const fields = fieldsOf(lines, notes)
  const framing = framingOf(status, minor, fields, notes)
  const connection = tokensOf(fields, 'connection')
  const persists = minor >= 1 ? !connection.includes('close') : connection.includes('keep-alive')
  return { status, fields, framing, keepAlive: persists && framing.kind !== 'close', notes: [...notes] }
}

function linesOf(text: string, notes: Set<HeadNote>): string[] {
  const lines: string[] = []
  for (const raw of text.split('\n').slice(0, -1)) {
    if (!raw.endsWith('\r')) notes.add('bare_lf')
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line === '') break
    lines.push(line)
  }
  return lines
}

function parseStatusLine(line: string, notes: Set<HeadNote>): { status: number; minor: number } {
  const [, name = '', major, minor, code] = /^(http)(?:\/(\d+)\.(\d+))?[ \t]*(\d*)/i.exec(line) ?? []
  if (name !== 'HTTP') notes.add('status_line_case')
  const version = major === undefined ? '' : `${major}.${minor}`
  if (version !== '1.0' && version !== '1.1') notes.add('version')
  if (code === undefined || code === '') notes.add('status_missing')
  const status = code === undefined || code === '' ? 200 : Number(code)
  if (status < 100 || status > 999) throw new MalformedMessage(`status ${code}`)
  // 0.9, and a version that cannot be read, are 1.0 to browsers; what is above 1.1 is 1.1.
  return { status, minor: version === '' || Number(version) < 1.1 ? 0 : 1 }
}

function fieldsOf(lines: readonly string[], notes: Set<HeadNote>): Field[] {
  const fields: (readonly [string, string[]])[] = []
  let isSkipped = true
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      notes.add('line_folding')
      if (!isSkipped) fields.at(-1)?.[1].push(trim(line))
      continue
    }
    const colon = line.indexOf(':')
    const name = trim(line.slice(0, Math.max(0, colon)))
    isSkipped = !NAME.test(name)
    if (isSkipped) {
      notes.add('field_skipped')
      continue
    }
    if (name.length < colon) notes.add('space_before_colon')
    fields.push([name, [trim(line.slice(colon + 1))]])
  }
  return fields.map(([name, parts]) => [name, parts.join(' ')])
}

function framingOf(status: number, minor: number, fields: readonly Field[], notes: Set<HeadNote>): Framing {
  const lengths = valuesOf(fields, 'content-length')
  const isChunked = minor >= 1 && tokensOf(fields, 'transfer-encoding').includes('chunked')
  if (lengths.length > 1 && !isChunked) {
    if (new Set(lengths).size > 1) throw new MalformedMessage('Content-Length twice, and different')
    notes.add('content_length_repeated')
  }
  if (status < 200 || status === 204 || status === 205 || status === 304) return { kind: 'length', bytes: 0 }
  if (isChunked) return { kind: 'chunked' }
  const [length] = lengths
  if (length === undefined) return { kind: 'close' }
  if (/^\d{1,15}$/.test(length)) return { kind: 'length', bytes: Number(length) }
  notes.add('content_length_invalid')
  return { kind: 'close' }
}

function valuesOf(fields: readonly Field[], wanted: string): string[] {
  return fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
}

function tokensOf(fields: readonly Field[], wanted: string): string[] {
  return valuesOf(fields, wanted).flatMap((value) =>
    value.split(',').map((token) => trim(token).toLowerCase()),
  )
}

/** Linear, unlike a pattern that begins with white space. */
function trim(text: string): string {
  let begin = 0
  let end = text.length
  while (begin < end && isSpace(text, begin)) begin += 1
  while (end > begin && isSpace(text, end - 1)) end -= 1
  return text.slice(begin, end)
}

const isSpace = (text: string, index: number): boolean => text[index] === ' ' || text[index] === '\t'
