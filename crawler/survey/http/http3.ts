import type { Endpoint, Http3Result, HttpConnection, OperationRow } from '../../../model/operation.ts'
import { LIMITS } from '../../network/limits.ts'
import { Http3Session } from '../../quic/http3-session.ts'
import { QuicFailure } from '../../quic/quic-failure.ts'
import type { QuicStack } from '../../quic/quic-stack.ts'
import type { ResponseStream } from '../../quic/response-stream.ts'
import type { SurveyContext } from '../operation/context.ts'
import { type AttemptOutcome, endpointTarget, fail, makeRow, recordRow, succeed } from '../operation/row.ts'
import { waitFor } from '../operation/waiting.ts'
import { type BodyCount, countBody } from './body.ts'
import { keepHeaders } from './headers.ts'
import { interimAndTickets } from './interim-and-tickets.ts'
import { authorityOf, requestHeaders } from './request.ts'

/**
 * HTTP/3 to the pinned address of `endpoint`, with its host as SNI, as the name the certificate must carry, and as the
 * authority. Nothing is sent before the first `get`, whose row spans the QUIC handshake (apart in `handshakeMs`) and
 * the request; later ones follow on the same connection, one at a time. A stream's failure leaves the connection
 * usable, the connection's own does not.
 *
 * Throws where the root certificates cannot be read. `get` rejects only with the signal's reason when the run stops.
 */
export function openHttp3(endpoint: Endpoint, context: SurveyContext): HttpConnection<Http3Result> {
  if (context.quic === null) throw new Error('there is no QUIC client for this platform')
  return new Http3Connection(context.quic, endpoint, context)
}

interface Exchange {
  readonly body: BodyCount
  readonly sentMs: number
  readonly stream: ResponseStream
  ttfbMs: number | null
}

class Http3Connection implements HttpConnection<Http3Result> {
  readonly #endpoint: Endpoint
  readonly #context: SurveyContext
  readonly #session: Http3Session
  isRefused = false
  #started = false
  #silent = false

  constructor(stack: QuicStack, endpoint: Endpoint, context: SurveyContext) {
    this.#endpoint = endpoint
    this.#context = context
    const { address, port, family, host } = endpoint
    const { clock, caFile } = context
    this.#session = new Http3Session({
      stack,
      target: { address, port, family, serverName: host },
      caFile,
      clock,
      limits: LIMITS,
    })
  }

  get usable(): boolean {
    return this.#session.open && !this.#silent
  }

  async get(path: string): Promise<OperationRow<Http3Result>> {
    const { clock, originMs } = this.#context
    const target = endpointTarget('http3', this.#endpoint, path)
    if (this.#started && !this.usable) {
      return makeRow<Http3Result>(
        target,
        fail('not_reached', 'the connection has ended'),
        clock() - originMs,
        null,
      )
    }
    return recordRow(target, this.#context, async () => {
      // Judged once more, as over TCP: a refused address costs no packet (CRW-6).
      if (!this.#context.allows(this.#endpoint.address))
        return fail<Http3Result>('address_refused', this.#endpoint.address)
      return await this.#attempt(path)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session[Symbol.asyncDispose]()
  }

  async #attempt(path: string): Promise<AttemptOutcome<Http3Result>> {
    let exchange: Exchange | null = null
    try {
      await this.#handshake()
      exchange = this.#sendRequest(path)
      await this.#receive(exchange)
      this.#context.cookies?.store(this.#endpoint, path, exchange.stream.head?.fields ?? [])
      return succeed(this.#result(exchange))
    } catch (error) {
      if (error instanceof QuicFailure) {
        this.isRefused = error.isRefused
        return fail(error.failure, error.detail, this.#result(exchange))
      }
      // The run is being stopped.
      await this[Symbol.asyncDispose]()
      throw error
    } finally {
      this.#session.abandon()
    }
  }

  async #handshake(): Promise<void> {
    const { quic } = this.#session
    if (!this.#started) {
      this.#started = true
      quic.start()
    }
    const { quicHandshakeMs } = this.#context.timeouts
    await this.#waitFor(
      () => quic.established,
      quicHandshakeMs,
      () => {
        this.#silent = true
        return quic.firstReceivedMs === null
          ? new QuicFailure('quic_unanswered', 'no packet came')
          : new QuicFailure('quic_timeout', 'packets came, but no end of the handshake')
      },
    )
  }

  #sendRequest(path: string): Exchange {
    const body = countBody(path)
    const fields = [
      [':method', 'GET'],
      [':scheme', 'https'],
      [':authority', authorityOf(this.#endpoint)],
      [':path', path],
      ...Object.entries(requestHeaders(path, this.#endpoint, this.#context)),
    ] as const
    const sentMs = this.#context.clock()
    return { body, sentMs, stream: this.#session.request(fields, body), ttfbMs: null }
  }

  async #receive(exchange: Exchange): Promise<void> {
    const { clock, timeouts } = this.#context
    const { stream } = exchange
    await this.#waitFor(
      () => stream.head !== null || stream.failure !== null,
      timeouts.httpHeadersMs,
      () => {
        this.#silent = true
        return new QuicFailure('h3_timeout', 'no response headers')
      },
    )
    if (stream.head !== null) exchange.ttfbMs = clock() - exchange.sentMs
    await this.#waitFor(
      () => stream.over,
      timeouts.httpBodyMs,
      () => {
        return new QuicFailure('http_body_timeout', null)
      },
    )
    if (stream.failure !== null) throw stream.failure
  }

  /** Waits for `done`; throws QuicFailure where the connection ends or the time (or that of the site) is over. */
  async #waitFor(done: () => boolean, timeoutMs: number, late: () => QuicFailure): Promise<void> {
    const { quic } = this.#session
    const failure = await waitFor<QuicFailure | null>(
      this.#context.signal,
      (siteTimeout) => new QuicFailure(siteTimeout, null),
      ({ settle, after, defer }) => {
        const look = (): void => {
          if (done()) settle(null)
          else if (quic.failure !== null) settle(quic.failure)
        }
        quic.watcher = look
        defer(() => {
          quic.watcher = null
        })
        after(timeoutMs, () => settle(late()))
        look()
      },
    )
    if (failure !== null) throw failure
  }

  #result(exchange: Exchange | null): Http3Result {
    const { quic, settings } = this.#session
    const { firstSentMs, firstReceivedMs, establishedMs } = quic
    const head = exchange?.stream.head ?? null
    const noBody = { bodyBytes: null, bodyCapped: false }
    return {
      status: head?.status ?? null,
      headers: keepHeaders(head?.fields ?? []),
      ...(exchange === null || head === null ? noBody : exchange.body.facts),
      ttfbMs: exchange?.ttfbMs ?? null,
      handshakeMs: firstSentMs === null || establishedMs === null ? null : establishedMs - firstSentMs,
      rttMs:
        firstSentMs === null || firstReceivedMs === null || quic.repeated
          ? null
          : firstReceivedMs - firstSentMs,
      quicVersion: establishedMs === null ? null : 'v1',
      settings,
      transport: quic.parameters,
      transportOrder: quic.handshake?.parameterOrder ?? null,
      isRetried: quic.handshake?.isRetried ?? null,
      serverIdBytes: quic.handshake?.serverIdBytes ?? null,
      chainBytes: quic.handshake?.chainBytes ?? null,
      ...interimAndTickets(exchange?.stream.interim ?? new Set(), quic.handshake?.tickets),
    }
  }
}
