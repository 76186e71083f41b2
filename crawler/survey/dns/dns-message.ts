import dnsPacket, { type RecordType } from 'dns-packet'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { Resolution } from '../operation/resolver.ts'
import { CLASS_IN, QUESTION_TYPE, readDnsMessage } from './dns-answers.ts'
import { HTTPS_TYPE } from './https-record.ts'

export type QuestionType = 'A' | 'AAAA' | 'HTTPS'

/** A question as sent. `name` is in lower case, without a last dot. */
export interface Question {
  readonly name: string
  readonly type: QuestionType
}

/** DNS Flag Day 2020: what fits an unfragmented datagram on any path. */
const UDP_PAYLOAD_BYTES = 1232

const HEADER_BYTES = 12

/** dns-packet's name of a type; the type of the package's own does not know HTTPS. */
const packetType = (type: QuestionType): RecordType => (type === 'HTTPS' ? (HTTPS_TYPE as RecordType) : type)

export const encodeQuery = (id: number, { name, type }: Question): Buffer =>
  dnsPacket.encode({
    type: 'query',
    id,
    flags: dnsPacket.RECURSION_DESIRED,
    questions: [{ name, type: packetType(type) }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  })

/** Id of a message, null where it is too short to be one. */
export const messageId = (message: Buffer): number | null =>
  message.byteLength < HEADER_BYTES ? null : message.readUInt16BE(0)

/** Classifies a message with the right id: not an answer to this question at all, cut off, or the answer. */
export type DnsReply = 'foreign' | 'truncated' | Resolution

export function readReply(message: Buffer, question: Question): DnsReply {
  try {
    const { isResponse, isTruncated, rcode, question: asked, answers } = readDnsMessage(message)
    const isOurs =
      isResponse &&
      asked?.name.toLowerCase() === question.name &&
      asked.type === QUESTION_TYPE[question.type] &&
      asked.class === CLASS_IN
    if (!isOurs) return 'foreign'
    if (isTruncated) return 'truncated'
    return rcode === 0 ? { answers: answers(), failure: null, detail: null } : failed(rcode)
  } catch (error) {
    return { answers: [], failure: 'dns_malformed', detail: error instanceof Error ? error.message : null }
  }
}

/** RFC 1035, 4.1.1. */
const RCODES: readonly (readonly [name: string, failure: FailureCode])[] = [
  ['NOERROR', 'unknown_failure'],
  ['FORMERR', 'unknown_failure'],
  ['SERVFAIL', 'dns_servfail'],
  ['NXDOMAIN', 'dns_nxdomain'],
  ['NOTIMP', 'unknown_failure'],
  ['REFUSED', 'dns_refused'],
]

function failed(rcode: number): Resolution {
  const [detail, failure] = RCODES[rcode] ?? [`RCODE_${rcode}`, 'unknown_failure']
  return { answers: [], failure, detail }
}

/** Whether a name fits a DNS question at all: labels of 1 to 63 bytes, 253 characters in all (RFC 1035, 2.3.4). */
export const isDnsName = (name: string): boolean =>
  name.length <= 253 && name.split('.').every((label) => /^[\x21-\x7e]{1,63}$/.test(label))
