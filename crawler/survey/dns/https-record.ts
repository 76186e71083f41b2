import ipaddr from 'ipaddr.js'
import type { HttpsRecord } from '../../../model/operation.ts'

/** DNS type of HTTPS records (RFC 9460, 14.1), and what dns-packet calls a type that it does not know. */
export const HTTPS_TYPE = 'UNKNOWN_65'

/** SvcParamKeys (RFC 9460, 14.3.2; ech: RFC 9848). */
const KEY = { mandatory: 0, alpn: 1, noDefaultAlpn: 2, port: 3, ipv4Hint: 4, ech: 5, ipv6Hint: 6 } as const
const LAST_KNOWN_KEY = KEY.ipv6Hint

class Malformed extends Error {}

/**
 * Decodes the RDATA of an HTTPS record (RFC 9460, 2.2). `target` is in lower case without its last dot, and `.` for the
 * root: the owner itself in ServiceMode, "no service" in AliasMode (priority 0, whose parameters do not count).
 *
 * `malformed`: the client must reject the whole set of records. `incompatible`: a mandatory key is not known here, so
 * that only this record is passed over (RFC 9460, 8).
 */
export function decodeHttpsRecord(data: Uint8Array): HttpsRecord | 'malformed' | 'incompatible' {
  try {
    return decode(new Reader(data))
  } catch (error) {
    if (error instanceof Malformed) return 'malformed'
    throw error
  }
}

function decode(reader: Reader): HttpsRecord | 'incompatible' {
  const priority = reader.uint16()
  const target = readName(reader)
  if (priority === 0) return { ...read(new Map()), priority, target }
  const parameters = readParameters(reader)
  const record = { ...read(parameters), priority, target }
  const mandatory = readMandatory(parameters)
  return mandatory.some((key) => key > LAST_KNOWN_KEY) ? 'incompatible' : record
}

/** Keys come in strictly increasing order, so none comes twice. */
function readParameters(reader: Reader): Map<number, Reader> {
  const parameters = new Map<number, Reader>()
  let last = -1
  while (reader.left > 0) {
    const key = reader.uint16()
    if (key <= last) throw new Malformed()
    last = key
    parameters.set(key, new Reader(reader.bytes(reader.uint16())))
  }
  return parameters
}

function read(parameters: ReadonlyMap<number, Reader>): Omit<HttpsRecord, 'priority' | 'target'> {
  const alpn = parameters.get(KEY.alpn)
  const noDefaultAlpn = parameters.get(KEY.noDefaultAlpn)
  const port = parameters.get(KEY.port)
  const ech = parameters.get(KEY.ech)
  // 7.1.1: it has no value, and without alpn the record contradicts itself.
  if (noDefaultAlpn !== undefined && (noDefaultAlpn.left > 0 || alpn === undefined)) throw new Malformed()
  if (port !== undefined && port.left !== 2) throw new Malformed()
  if (ech?.left === 0) throw new Malformed()
  return {
    alpn: alpn === undefined ? null : nonEmpty(alpn, readProtocol),
    noDefaultAlpn: noDefaultAlpn !== undefined,
    port: port?.uint16() ?? null,
    ipv4Hint: readHints(parameters.get(KEY.ipv4Hint), 4),
    ipv6Hint: readHints(parameters.get(KEY.ipv6Hint), 16),
    ech: ech !== undefined,
  }
}

/** 8: the keys are in increasing order, `mandatory` is not among them, and each is there. */
function readMandatory(parameters: ReadonlyMap<number, Reader>): number[] {
  const list = parameters.get(KEY.mandatory)
  if (list === undefined) return []
  let last: number = KEY.mandatory
  return nonEmpty(list, (reader) => {
    const key = reader.uint16()
    if (key <= last || !parameters.has(key)) throw new Malformed()
    last = key
    return key
  })
}

function readProtocol(reader: Reader): string {
  const length = reader.uint8()
  if (length === 0) throw new Malformed()
  return Buffer.from(reader.bytes(length)).toString('latin1')
}

/** Hints that are kept of one record; more than any host has addresses. */
const MAX_HINTS = 64

function readHints(reader: Reader | undefined, length: 4 | 16): string[] {
  if (reader === undefined) return []
  if (reader.left === 0 || reader.left % length !== 0) throw new Malformed()
  const hints: string[] = []
  while (reader.left > 0 && hints.length < MAX_HINTS)
    hints.push(ipaddr.fromByteArray([...reader.bytes(length)]).toString())
  return hints
}

function nonEmpty<T>(reader: Reader, one: (reader: Reader) => T): T[] {
  const all: T[] = []
  do all.push(one(reader))
  while (reader.left > 0)
  return all
}

/** Never compressed (RFC 9460, 2.2). Bytes that are not of a host name are written `\DDD` (RFC 1035, 5.1). */
function readName(reader: Reader): string {
  const labels: string[] = []
  let length = 1
  for (;;) {
    const size = reader.uint8()
    if (size === 0) break
    length += size + 1
    if (size > 63 || length > 255) throw new Malformed()
    const label = Buffer.from(reader.bytes(size)).toString('latin1').toLowerCase()
    labels.push(label.replace(/[^a-z0-9_*-]/g, (c) => `\\${String(c.charCodeAt(0)).padStart(3, '0')}`))
  }
  return labels.length === 0 ? '.' : labels.join('.')
}

class Reader {
  readonly #data: Uint8Array
  #offset = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  get left(): number {
    return this.#data.byteLength - this.#offset
  }

  bytes(length: number): Uint8Array {
    if (length > this.left) throw new Malformed()
    this.#offset += length
    return this.#data.subarray(this.#offset - length, this.#offset)
  }

  uint8(): number {
    const [byte = 0] = this.bytes(1)
    return byte
  }

  uint16(): number {
    const [high = 0, low = 0] = this.bytes(2)
    return high * 256 + low
  }
}
