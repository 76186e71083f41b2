import type { ControlStream } from './control-stream.ts'
import { H3Error } from './h3-error.ts'
import { checkEncoderStream, DecoderStreamCheck } from './qpack-streams.ts'
import { readVarint } from './varint.ts'

/** Types of unidirectional streams: RFC 9114, 6.2; RFC 9204, 4.2. */
export const STREAM_TYPE = { control: 0x00, push: 0x01, qpackEncoder: 0x02, qpackDecoder: 0x03 } as const

export class PeerStreams {
  readonly control: ControlStream
  readonly #streams = new Map<number, PeerStream>()
  readonly #opened = new Set<number>()
  readonly #maxIgnored: number
  #ignored = 0

  /** `maxIgnored`: streams of unknown types that the peer may open; quiche lets it open one for each that ends. */
  constructor(control: ControlStream, maxIgnored: number) {
    this.control = control
    this.#maxIgnored = maxIgnored
  }

  /** Bytes of a unidirectional stream. True: the stream is of no interest, the peer may stop sending on it. */
  received(id: number, bytes: Buffer, fin: boolean): boolean {
    const stream = this.#streams.get(id) ?? new PeerStream()
    this.#streams.set(id, stream)
    stream.push(bytes, (type) => this.#reader(type))
    if (fin) this.ended(id)
    return stream.ignored
  }

  /** The peer ended or reset the stream: an error where the connection cannot be without it (RFC 9114, 6.2.1). */
  ended(id: number): void {
    const stream = this.#streams.get(id)
    if (stream?.critical)
      throw new H3Error('H3_CLOSED_CRITICAL_STREAM', 'a control or QPACK stream was closed')
    this.#streams.delete(id)
    // One that ended before its type was there counts as well.
    if (stream?.ignored === false) this.#ignore()
  }

  #ignore(): null {
    this.#ignored += 1
    if (this.#ignored > this.#maxIgnored)
      throw new H3Error('H3_EXCESSIVE_LOAD', 'too many streams of unknown types')
    return null
  }

  #reader(type: number): ((bytes: Buffer) => void) | null {
    if (type === STREAM_TYPE.push) throw new H3Error('H3_ID_ERROR', 'a push stream, though none was allowed')
    if (type > STREAM_TYPE.qpackDecoder) return this.#ignore()
    if (this.#opened.has(type))
      throw new H3Error('H3_STREAM_CREATION_ERROR', `a second stream of type ${type}`)
    this.#opened.add(type)
    if (type === STREAM_TYPE.control) return (bytes) => this.control.push(bytes)
    if (type === STREAM_TYPE.qpackEncoder) return checkEncoderStream
    const decoder = new DecoderStreamCheck()
    return (bytes) => decoder.push(bytes)
  }
}

/** One unidirectional stream: its type, then what the type says. */
class PeerStream {
  #head: Buffer = Buffer.alloc(0)
  /** Undefined until the type has arrived; null where it is unknown and must be ignored (RFC 9114, 6.2.3 and 9). */
  #read: ((bytes: Buffer) => void) | null | undefined

  get ignored(): boolean {
    return this.#read === null
  }

  get critical(): boolean {
    return this.#read !== undefined && this.#read !== null
  }

  push(bytes: Buffer, readerOf: (type: number) => ((bytes: Buffer) => void) | null): void {
    if (this.#read !== undefined) {
      this.#read?.(bytes)
      return
    }
    const all = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const type = readVarint(all, 0)
    if (type === null) {
      this.#head = Buffer.from(all)
      return
    }
    this.#head = Buffer.alloc(0)
    this.#read = readerOf(type.value)
    this.#read?.(all.subarray(type.next))
  }
}
