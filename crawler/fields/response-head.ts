import { MalformedMessage } from './errors.ts'
import type { Field } from './field.ts'

export interface ResponseHead {
  readonly status: number
  /** All fields but the pseudo-header, in the order sent; values as Latin-1. */
  readonly fields: readonly Field[]
  /** Is null where the response has no Content-Length. */
  readonly contentLengthBytes: number | null
}

/** Statuses whose Content-Length says nothing of their own body (RFC 9110, 8.6). */
const NO_BODY: ReadonlySet<number> = new Set([204, 304])

/** Bytes that a body must have come to when it ends; null: any, as where its Content-Length is that of a GET or a 200. */
export function owedBytes(
  { status, contentLengthBytes }: ResponseHead,
  method: string | null,
): number | null {
  return method === 'HEAD' || NO_BODY.has(status) ? null : contentLengthBytes
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/
/** Fields that speak about a TCP connection (RFC 9113, 8.2.2; RFC 9114, 4.2). */
const CONNECTION_SPECIFIC: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Checks a response's field section (RFC 9113, 8.2, 8.3.2; RFC 9114, 4.2, 4.3.2, 10.3). Throws MalformedMessage. */
export function parseResponseHead(section: readonly Field[]): ResponseHead {
  const [first, ...fields] = section
  if (first === undefined || first[0] !== ':status')
    throw malformed('the response does not begin with :status')
  if (!/^[1-9][0-9]{2}$/.test(first[1])) throw malformed(':status is not a status code')
  let contentLengthBytes: number | null = null
  for (const [name, value] of fields) {
    checkField(name, value)
    if (name === 'content-length') contentLengthBytes = contentLength(value, contentLengthBytes)
  }
  return { status: Number(first[1]), fields, contentLengthBytes }
}

function checkField(name: string, value: string): void {
  if (!NAME.test(name)) throw malformed(`field name ${JSON.stringify(name.slice(0, 60))}`)
  if (CONNECTION_SPECIFIC.has(name)) throw malformed(`connection-specific field ${name}`)
  if (value.includes('\0') || value.includes('\r') || value.includes('\n'))
    throw malformed(`value of ${name}`)
}

function contentLength(value: string, before: number | null): number {
  const length = /^[0-9]{1,15}$/.test(value) ? Number(value) : null
  if (length === null || (before !== null && before !== length)) throw malformed('Content-Length')
  return length
}

function malformed(detail: string): MalformedMessage {
  return new MalformedMessage(detail)
}
