import { type Field, methodOf } from '../fields/field.ts'
import { ControlStream } from './control-stream.ts'
import { encodeFrame, FRAME } from './frames.ts'
import { H3_ERRORS } from './h3-error.ts'
import { PeerStreams, STREAM_TYPE } from './peer-streams.ts'
import { encodeFieldSection } from './qpack-encode.ts'
import { QuicFailure } from './quic-failure.ts'
import { openTransport, type QuicStack } from './quic-stack.ts'
import type { QuicLimits, QuicTransport, StreamOwner, TransportOptions } from './quic-transport.ts'
import { type BodySink, type ResponseLimits, ResponseStream } from './response-stream.ts'
import { encodeSettings, SETTING } from './settings.ts'
import { encodeVarint } from './varint.ts'

/** The first unidirectional stream of a client (RFC 9000, 2.1). */
const CONTROL_STREAM_ID = 2

interface SessionOptions extends Omit<TransportOptions, 'limits' | 'owner'> {
  readonly stack: QuicStack
  readonly limits: ResponseLimits & QuicLimits
}

/** HTTP/3 (RFC 9114) as a client that sends one request after the other on one QUIC connection. */
export class Http3Session implements StreamOwner, AsyncDisposable {
  readonly quic: QuicTransport
  readonly #control: ControlStream
  readonly #peerStreams: PeerStreams
  readonly #limits: ResponseLimits
  #nextStreamId = 0
  #current: { readonly streamId: number; readonly response: ResponseStream } | null = null

  /** Throws where the root certificates cannot be read. */
  constructor({ stack, limits, ...options }: SessionOptions) {
    this.#limits = limits
    this.#control = new ControlStream(limits.controlFrames)
    this.#peerStreams = new PeerStreams(this.#control, limits.controlFrames)
    this.quic = openTransport(stack, { ...options, owner: this, limits })
  }

  /** The peer's SETTINGS; null until they have come. */
  get settings(): Readonly<Record<string, number>> | null {
    return this.#control.settings
  }

  /** Whether a request may be sent: the connection stands and the peer has not said GOAWAY. */
  get open(): boolean {
    return this.quic.failure === null && this.#control.goawayId === null
  }

  /**
   * Sends a request without a body, after our control stream if it is the first. The handshake must be done and the
   * response before must be over.
   */
  request(fields: readonly Field[], body: BodySink): ResponseStream {
    const streamId = this.#nextStreamId
    this.#nextStreamId += 4
    const response = new ResponseStream(this.#limits, body, methodOf(fields))
    this.#current = { streamId, response }
    // GOAWAY may have come before the request, which then would wait for an answer in vain.
    this.#checkGoaway()
    if (streamId === 0 && response.failure === null) this.#openControlStream()
    if (response.failure === null)
      this.quic.send(streamId, encodeFrame(FRAME.headers, encodeFieldSection(fields)), true)
    this.quic.flush()
    return response
  }

  /** No more of the current response is wanted: has the peer stop sending it, if it has not ended. */
  abandon(): void {
    const current = this.#current
    this.#current = null
    if (current === null || current.response.complete) return
    this.quic.stopReading(current.streamId, H3_ERRORS.H3_REQUEST_CANCELLED)
    this.quic.flush()
  }

  received(streamId: number, bytes: Buffer, fin: boolean): void {
    if (isUnidirectional(streamId)) {
      const ignored = this.#peerStreams.received(streamId, bytes, fin)
      if (ignored && !fin) this.quic.stopReading(streamId, H3_ERRORS.H3_STREAM_CREATION_ERROR)
      this.#checkGoaway()
      return
    }
    if (streamId === this.#current?.streamId) this.#current.response.push(bytes, fin)
  }

  reset(streamId: number, code: number): void {
    if (isUnidirectional(streamId)) this.#peerStreams.ended(streamId)
    else if (streamId === this.#current?.streamId) this.#current.response.reset(code)
  }

  unsent(_streamId: number, failure: QuicFailure): void {
    if (this.#current !== null) this.#current.response.failure ??= failure
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.quic[Symbol.asyncDispose]()
  }

  #openControlStream(): void {
    const settings = encodeSettings([
      [SETTING.SETTINGS_QPACK_MAX_TABLE_CAPACITY, 0],
      [SETTING.SETTINGS_MAX_FIELD_SECTION_SIZE, this.#limits.headerBytes],
      [SETTING.SETTINGS_QPACK_BLOCKED_STREAMS, 0],
    ])
    const type = encodeVarint(STREAM_TYPE.control)
    this.quic.send(CONTROL_STREAM_ID, Buffer.concat([type, encodeFrame(FRAME.settings, settings)]), false)
  }

  /** A request at or above the id in GOAWAY will not be answered (RFC 9114, 5.2). */
  #checkGoaway(): void {
    const { goawayId } = this.#control
    if (goawayId === null || this.#current === null || this.#current.streamId < goawayId) return
    this.#current.response.failure ??= new QuicFailure('h3_closed', `GOAWAY ${goawayId}`, true)
  }
}

function isUnidirectional(streamId: number): boolean {
  return (streamId & 2) !== 0
}
