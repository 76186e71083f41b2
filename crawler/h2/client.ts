import type { Duplex } from 'node:stream'
import type { FailureCode } from '../../model/failure-codes.ts'
import { CompressionError, MalformedMessage } from '../fields/errors.ts'
import { type Field, methodOf } from '../fields/field.ts'
import { Exchange, type ResponseSink } from './exchange.ts'
import {
  encodeFrame,
  FLAG,
  FRAME,
  type Frame,
  FrameReader,
  PREFACE,
  uint32,
  withoutPadding,
} from './frames.ts'
import { H2_ERRORS, H2Error, h2ErrorName, isBreach } from './h2-error.ts'
import { HeaderBlock } from './header-block.ts'
import { HpackDecoder } from './hpack-decoder.ts'
import { EMPTY_TABLE, encodeHeaderBlock } from './hpack-encode.ts'
import { decodeSettings, encodeSettings, SETTING } from './settings.ts'

interface Http2Limits {
  /** Limits one response's header block, and the names and values in it. */
  readonly headerBytes: number
  /** Frames within one exchange that bring its response no further. */
  readonly controlFrames: number
  /** Limits frames of any kind on the connection. */
  readonly frames: number
  /** Limits everything that comes on the connection, whatever it is. */
  readonly connectionBytes: number
}

interface Goaway {
  readonly code: number
  readonly text: string
}

/** Says what an error of the connection is; null where it is just gone. */
type ErrorOf = (thrown: Error) => { readonly failure: FailureCode; readonly text: string } | null

/** Size of the dynamic table, where nothing else was agreed on (RFC 9113, 6.5.2). */
const TABLE_BYTES = 4_096
/** A SETTINGS frame counts once more for each so many bytes; real ones have some 40. */
const SETTINGS_BYTES = 256
/** A peer may send 64 KiB at a time; when half of them are used it may send as many again. */
const CREDIT_BYTES = 32_768

/**
 * The client's end of an HTTP/2 connection (RFC 9113), for one request at a time. Unlike Node's it reports the SETTINGS
 * that were sent, and what of the frames was wrong (docs/decisions/002-http3-client.md). Nothing is sent before the first
 * request. It does not close the connection: that is its owner's.
 */
export class Http2Client {
  /** The server's first SETTINGS frame, as sent; null until it is there. */
  settings: Readonly<Record<string, number>> | null = null
  goaway: Goaway | null = null
  /**
   * The peer has said that it did not process the last request, or will process none (RFC 9113, 8.7): REFUSED_STREAM, or
   * GOAWAY that leaves the stream out and does not complain of us.
   */
  isRefused = false
  readonly #socket: Duplex
  readonly #limits: Http2Limits
  readonly #frames = new FrameReader()
  readonly #decoder = new HpackDecoder(TABLE_BYTES)
  #nextId = 1
  #exchange: Exchange | null = null
  #block: HeaderBlock | null = null
  #controlFrames = 0
  #frameCount = 0
  #receivedBytes = 0
  /** Bytes of bodies that the peer was not yet let to send again: of the connection, and of the stream under way. */
  #owedBytes = 0
  #owedOfStreamBytes = 0
  #isTableToEmpty = false
  #isEnded = false

  constructor(socket: Duplex, limits: Http2Limits, errorOf: ErrorOf) {
    this.#socket = socket
    this.#limits = limits
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('error', (thrown: Error) => {
      const error = errorOf(thrown)
      if (error === null) this.#onLost(thrown.message)
      else this.#end(error.failure, error.text)
    })
    socket.on('end', () => this.#onLost(null))
    socket.on('close', () => this.#onLost(null))
  }

  get isOver(): boolean {
    return this.#isEnded || this.goaway !== null
  }

  /** Sends a request without a body. The returned function gives it up. Not while another one is under way. */
  request(fields: readonly Field[], sink: ResponseSink): () => void {
    if (this.#exchange !== null) throw new Error('a request is under way on this connection')
    const exchange = new Exchange(this.#nextId, sink, methodOf(fields))
    const block = encodeHeaderBlock(fields)
    const headerBlock = this.#isTableToEmpty ? Buffer.concat([EMPTY_TABLE, block]) : block
    const headers = encodeFrame(
      FRAME.headers,
      FLAG.endHeaders | FLAG.endStream,
      exchange.streamId,
      headerBlock,
    )
    this.#isTableToEmpty = false
    this.#controlFrames = 0
    this.#owedOfStreamBytes = 0
    this.#exchange = exchange
    this.#nextId += 2
    this.#socket.write(
      exchange.streamId === 1 ? Buffer.concat([this.#connectionPreface(), headers]) : headers,
    )
    return () => {
      if (this.#exchange !== exchange) return
      this.#exchange = null
      this.#send(FRAME.rstStream, 0, exchange.streamId, uint32(H2_ERRORS.CANCEL))
    }
  }

  #connectionPreface(): Buffer {
    const settings = encodeSettings([
      [SETTING.ENABLE_PUSH, 0],
      [SETTING.MAX_HEADER_LIST_SIZE, this.#limits.headerBytes],
    ])
    return Buffer.concat([PREFACE, encodeFrame(FRAME.settings, 0, 0, settings)])
  }

  #send(type: number, flags: number, streamId: number, payload: Uint8Array): void {
    if (!this.#isEnded && this.#socket.writable)
      this.#socket.write(encodeFrame(type, flags, streamId, payload))
  }

  #read(bytes: Buffer): void {
    if (this.#isEnded) return
    this.#receivedBytes += bytes.length
    const { connectionBytes } = this.#limits
    if (this.#receivedBytes > connectionBytes) {
      this.#end('h2_flood', `more than ${connectionBytes} bytes on one connection`)
      return
    }
    try {
      for (const frame of this.#frames.push(bytes)) {
        this.#onFrame(frame)
        if (this.#isEnded) return
      }
    } catch (error) {
      const broken =
        error instanceof CompressionError ? new H2Error('COMPRESSION_ERROR', error.message) : error
      if (!(broken instanceof H2Error)) throw error
      this.#send(FRAME.goaway, 0, 0, uint32(0, broken.code))
      this.#end('h2_protocol_error', broken.message)
    }
  }

  #onFrame(frame: Frame): void {
    const { type, streamId } = frame
    this.#frameCount += 1
    if (this.#frameCount > this.#limits.frames) {
      this.#end('h2_flood', `more than ${this.#limits.frames} frames on one connection`)
      return
    }
    const isAck = (frame.flags & FLAG.ack) !== 0
    if (this.settings === null && (type !== FRAME.settings || isAck))
      throw new H2Error('PROTOCOL_ERROR', 'the first frame is not SETTINGS')
    if (this.#block !== null && (type !== FRAME.continuation || streamId !== this.#block.streamId))
      throw new H2Error('PROTOCOL_ERROR', 'a frame within a header block')
    if (type === FRAME.data) this.#onData(frame)
    else if (type === FRAME.headers) this.#onHeaders(frame)
    else if (type === FRAME.continuation) this.#onContinuation(frame)
    else if (type === FRAME.pushPromise) throw new H2Error('PROTOCOL_ERROR', 'a push, which was not allowed')
    else this.#onControlFrame(frame, isAck)
  }

  #onControlFrame(frame: Frame, isAck: boolean): void {
    const { type } = frame
    this.#countControlFrames()
    if (this.#isEnded) return
    if (type === FRAME.rstStream) this.#onReset(frame)
    else if (type === FRAME.settings) this.#onSettings(frame, isAck)
    else if (type === FRAME.ping) this.#onPing(frame, isAck)
    else if (type === FRAME.goaway) this.#onGoaway(frame)
    else if (type === FRAME.windowUpdate) checkWindowUpdate(frame)
  }

  /** A frame that brings a response no further. */
  #countControlFrames(weight = 1): void {
    this.#controlFrames += weight
    if (this.#controlFrames > this.#limits.controlFrames) this.#end('h2_flood', null)
  }

  #onSettings({ streamId, payload }: Frame, isAck: boolean): void {
    if (streamId !== 0) throw new H2Error('PROTOCOL_ERROR', 'SETTINGS on a stream')
    if (isAck && payload.length > 0) throw new H2Error('FRAME_SIZE_ERROR', 'SETTINGS with ACK are not empty')
    if (isAck) return
    const settings = decodeSettings(payload)
    // Thousands of settings in one frame cost as much as many frames.
    this.#countControlFrames(Math.floor(payload.length / SETTINGS_BYTES))
    this.settings ??= settings
    // Our encoder has no table, but a peer that makes its own smaller waits to hear so.
    if ((settings.HEADER_TABLE_SIZE ?? TABLE_BYTES) < TABLE_BYTES) this.#isTableToEmpty = true
    this.#send(FRAME.settings, FLAG.ack, 0, EMPTY)
  }

  #onPing({ streamId, payload }: Frame, isAck: boolean): void {
    if (streamId !== 0) throw new H2Error('PROTOCOL_ERROR', 'PING on a stream')
    if (payload.length !== 8) throw new H2Error('FRAME_SIZE_ERROR', 'PING of another length')
    if (!isAck) this.#send(FRAME.ping, FLAG.ack, 0, payload)
  }

  #onGoaway({ streamId, payload }: Frame): void {
    if (streamId !== 0) throw new H2Error('PROTOCOL_ERROR', 'GOAWAY on a stream')
    if (payload.length < 8) throw new H2Error('FRAME_SIZE_ERROR', 'GOAWAY is cut short')
    const lastId = payload.readUInt32BE(0) & 0x7fffffff
    const code = payload.readUInt32BE(4)
    const { streamId: askedId = this.#nextId, hasHead = false } = this.#exchange ?? {}
    if (lastId < askedId && !hasHead && MAY_RETRY.has(code)) this.isRefused = true
    this.goaway = { code, text: `GOAWAY ${h2ErrorName(code)} ${payload.toString('latin1', 8)}` }
    // A peer that leaves without an error still answers what it has taken up.
    if (code !== H2_ERRORS.NO_ERROR || lastId < (this.#exchange?.streamId ?? 0)) this.#onLost(null)
  }

  #onReset({ streamId, payload }: Frame): void {
    this.#checkStream(streamId, 'RST_STREAM')
    if (payload.length !== 4) throw new H2Error('FRAME_SIZE_ERROR', 'RST_STREAM of another length')
    const exchange = this.#exchangeOn(streamId)
    this.#exchange = exchange === null ? this.#exchange : null
    const code = payload.readUInt32BE(0)
    if (exchange !== null && code === H2_ERRORS.REFUSED_STREAM) this.isRefused = true
    exchange?.sink.fail('h2_stream_reset', `RST_STREAM ${h2ErrorName(code)}`)
  }

  #onHeaders(frame: Frame): void {
    this.#checkStream(frame.streamId, 'HEADERS')
    this.#block = new HeaderBlock(frame)
    this.#onBlock(this.#block)
  }

  #onContinuation(frame: Frame): void {
    if (this.#block === null) throw new H2Error('PROTOCOL_ERROR', 'CONTINUATION of nothing')
    this.#block.add(frame)
    this.#onBlock(this.#block)
  }

  #onBlock(block: HeaderBlock): void {
    const { headerBytes } = this.#limits
    const isTooBig = block.sizeBytes > headerBytes
    if (!isTooBig && !block.isWhole) return
    this.#block = null
    // A stream that is over has its sections decoded as well: later ones may refer to them.
    const section = isTooBig ? null : this.#decoder.decode(block.bytes, headerBytes)
    const exchange = this.#exchangeOn(block.streamId)
    if (section === null) this.#end('http_header_too_big', `more than ${headerBytes} bytes of headers`)
    else if (exchange === null) this.#countControlFrames()
    else
      this.#advance(exchange, block.endsStream, () => {
        if (!exchange.fields(section, block.endsStream)) this.#countControlFrames()
      })
  }

  #onData(frame: Frame): void {
    this.#checkStream(frame.streamId, 'DATA')
    const { length } = frame.payload
    this.#owedBytes = this.#grantCredit(0, this.#owedBytes + length)
    const body = withoutPadding(frame)
    const endsStream = (frame.flags & FLAG.endStream) !== 0
    const exchange = this.#exchangeOn(frame.streamId)
    if (exchange === null) this.#countControlFrames()
    this.#advance(exchange, endsStream, () => {
      if (body.length > 0) exchange?.body(body)
      else if (!endsStream) this.#countControlFrames()
    })
    if (this.#exchangeOn(frame.streamId) !== null)
      this.#owedOfStreamBytes = this.#grantCredit(frame.streamId, this.#owedOfStreamBytes + length)
  }

  /** Lets the peer send as much as it has sent, when that is worth a frame. Returns what is still owed. */
  #grantCredit(streamId: number, owedBytes: number): number {
    if (owedBytes < CREDIT_BYTES) return owedBytes
    this.#send(FRAME.windowUpdate, 0, streamId, uint32(owedBytes))
    return 0
  }

  /** Takes a step of the exchange, and its end where the stream has one; a malformed message is an error of the stream. */
  #advance(exchange: Exchange | null, endsStream: boolean, step: () => void): void {
    if (exchange === null) return
    try {
      step()
      if (!endsStream || this.#exchange !== exchange) return
      exchange.checkEnd()
      this.#exchange = null
      exchange.sink.end()
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error
      this.#exchange = null
      this.#send(FRAME.rstStream, 0, exchange.streamId, uint32(H2_ERRORS.PROTOCOL_ERROR))
      exchange.sink.fail('h2_protocol_error', error.message)
    }
  }

  /** The exchange under way, where it is on this stream. */
  #exchangeOn(streamId: number): Exchange | null {
    return this.#exchange?.streamId === streamId ? this.#exchange : null
  }

  /** Only streams that we have opened are there: a server may not push. */
  #checkStream(streamId: number, what: string): void {
    if (streamId % 2 === 0 || streamId >= this.#nextId)
      throw new H2Error('PROTOCOL_ERROR', `${what} on stream ${streamId}`)
  }

  /** The connection is gone, or the peer answers no more. */
  #onLost(text: string | null): void {
    const { goaway } = this
    const said = goaway?.text ?? text
    if (this.#exchange?.hasHead === true) this.#end('http_truncated', said)
    else if (goaway === null) this.#end('http_empty_reply', said)
    else this.#end(isBreach(goaway.code) ? 'h2_protocol_error' : 'h2_goaway', said)
  }

  #end(failure: FailureCode, text: string | null): void {
    if (this.#isEnded) return
    this.#isEnded = true
    // Nobody reads what follows: the peer is to keep it.
    this.#socket.pause()
    const exchange = this.#exchange
    this.#exchange = null
    exchange?.sink.fail(failure, text)
  }
}

const EMPTY = Buffer.alloc(0)

/** Codes of GOAWAY with which a peer leaves for a reason of its own. */
const MAY_RETRY: ReadonlySet<number> = new Set([
  H2_ERRORS.NO_ERROR,
  H2_ERRORS.INTERNAL_ERROR,
  H2_ERRORS.REFUSED_STREAM,
])

/** No body is sent, so that windows for it mean nothing to us; but a frame that is none is an error. */
function checkWindowUpdate({ payload }: Frame): void {
  if (payload.length !== 4) throw new H2Error('FRAME_SIZE_ERROR', 'WINDOW_UPDATE of another length')
  if ((payload.readUInt32BE(0) & 0x7fffffff) === 0)
    throw new H2Error('PROTOCOL_ERROR', 'WINDOW_UPDATE of nothing')
}
