import ipaddr from 'ipaddr.js'
import type { DnsRecord, RecordData } from '../operation/resolver.ts'

/** Numbers of RFC 1035, 3.2.2 and 3.2.4, RFC 3596 and RFC 9460. */
const TYPE = { a: 1, cname: 5, aaaa: 28, https: 65 } as const
export const CLASS_IN = 1
export const QUESTION_TYPE = { A: TYPE.a, AAAA: TYPE.aaaa, HTTPS: TYPE.https } as const
/** Size between name and RDATA: type, class, TTL, RDLENGTH (RFC 1035, 4.1.3). */
const RECORD_HEAD_BYTES = 10
const HEADER_BYTES = 12
/** Limits one message. A usable answer has some ten; 65,535 bytes hold thousands, each with a name to decode. */
const MOST_RECORDS = 1_000

/** Flags, question and answers of a message; the other sections are not looked at. */
interface DnsMessage {
  readonly isResponse: boolean
  readonly isTruncated: boolean
  readonly rcode: number
  /** Is null where there is not exactly one. */
  readonly question: { readonly name: string; readonly type: number; readonly class: number } | null
  /** Returns the types A, AAAA, CNAME and HTTPS; at most the first 1,000. Throws where one of them cannot be read. */
  answers(): DnsRecord[]
}

/**
 * Reads a DNS message (RFC 1035, 4.1). Every record is as long as its RDLENGTH says: dns-packet takes four bytes for an
 * address whatever that is, and finds addresses that nobody has sent. Throws where header or question is cut short.
 */
export function readDnsMessage(message: Buffer): DnsMessage {
  const flags = message.readUInt16BE(2)
  const questions = message.readUInt16BE(4)
  const answers = Math.min(message.readUInt16BE(6), MOST_RECORDS)
  const asked = questions === 1 ? readName(message, HEADER_BYTES) : null
  const question =
    asked === null
      ? null
      : {
          name: asked.name,
          type: message.readUInt16BE(asked.end),
          class: message.readUInt16BE(asked.end + 2),
        }
  return {
    isResponse: (flags & 0x8000) !== 0,
    isTruncated: (flags & 0x0200) !== 0,
    rcode: flags & 0x000f,
    question,
    answers: () => (asked === null ? [] : readRecords(message, asked.end + 4, answers)),
  }
}

function readRecords(message: Buffer, from: number, count: number): DnsRecord[] {
  const records: DnsRecord[] = []
  let offset = from
  for (let i = 0; i < count; i += 1) {
    const { name, end: head } = readName(message, offset)
    const type = message.readUInt16BE(head)
    const recordClass = message.readUInt16BE(head + 2)
    const ttl = message.readUInt32BE(head + 4)
    const begin = head + RECORD_HEAD_BYTES
    offset = begin + message.readUInt16BE(head + 8)
    if (offset > message.length) throw new Error('a record is cut short')
    if (recordClass !== CLASS_IN) throw new Error(`a record of class ${recordClass}`)
    const data = readData(message, type, begin, offset)
    // RFC 2181, 8: a TTL with its first bit set is none.
    if (data !== null) records.push({ name, ttlS: ttl > 0x7fffffff ? 0 : ttl, ...data })
  }
  return records
}

function readData(message: Buffer, type: number, begin: number, end: number): RecordData | null {
  if (type === TYPE.https) return { type: 'HTTPS', data: message.subarray(begin, end) }
  if (type === TYPE.cname) {
    const target = readName(message, begin)
    if (target.end !== end) throw new Error('a CNAME of another length')
    return { type: 'CNAME', data: target.name }
  }
  const addressBytes = type === TYPE.a ? 4 : type === TYPE.aaaa ? 16 : null
  if (addressBytes === null) return null
  if (end - begin !== addressBytes) throw new Error(`an address of ${end - begin} bytes`)
  const address = ipaddr.fromByteArray([...message.subarray(begin, end)]).toString()
  return { type: type === TYPE.a ? 'A' : 'AAAA', data: address }
}

/**
 * A name, maybe compressed (RFC 1035, 4.1.4), without its last dot; `.` is the root. Bytes that are not printable ASCII,
 * and dots within a label, are written `\DDD` (5.1).
 */
function readName(message: Buffer, offset: number): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let next = offset
  let end: number | null = null
  let before = offset
  let nameBytes = 1
  for (;;) {
    const length = message.readUInt8(next)
    next += 1
    if (length === 0) break
    if (length >= 0xc0) {
      end ??= next + 1
      next = message.readUInt16BE(next - 1) & 0x3fff
      // Only to what came earlier, so that it ends.
      if (next >= before) throw new Error('a name points forward')
      before = next
      continue
    }
    nameBytes += length + 1
    if (length > 63 || nameBytes > 255) throw new Error('a name is too long')
    if (next + length > message.length) throw new Error('a name is cut short')
    labels.push(message.toString('latin1', next, next + length).replace(/[^!-~]|[.\\]/g, escapeByte))
    next += length
  }
  return { name: labels.length === 0 ? '.' : labels.join('.'), end: end ?? next }
}

const escapeByte = (character: string): string => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`
