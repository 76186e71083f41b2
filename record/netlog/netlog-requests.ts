import { createHash, type Hash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RecordingError } from '../recording-error.ts'
import { type HeaderPairs, headerPairs, statusLine } from './header-lines.ts'
import { type NetlogEvent, netlogEvents } from './netlog-events.ts'

/** A request as the network stack made it, each redirect of a chain on its own. */
export interface NetlogRequest {
  readonly method: string
  readonly url: string
  /** Origin of what asked for it; null for what the browser itself asked for, a navigation among that. */
  readonly initiator: string | null
  /** Milliseconds of the browser's monotonic clock. */
  readonly startedMs: number
  /** Is null where nothing was sent: a cache answered, or there was no connection. */
  readonly requestHeaders: HeaderPairs | null
  readonly status: number | null
  readonly statusText: string
  readonly responseHeaders: HeaderPairs
  /** Fields of the first 103 before the response; null where none came. */
  readonly hints: HeaderPairs | null
  /** Body as sent, without transfer coding; null where no byte was read. */
  readonly body: { readonly file: string; readonly sha256: string; readonly bytes: number } | null
  readonly isRedirect: boolean
  /** `net::ERR_…`. */
  readonly error: string | null
  /** Time from its head to the error; null where it has none, or nothing was sent. */
  readonly failedMs: number | null
  /** The head of the response, then each part of the body: when it came, by the same clock, and how many bytes before it. */
  readonly parts: readonly { readonly timeMs: number; readonly bytesBefore: number }[]
}

interface NetlogPage {
  readonly requests: NetlogRequest[]
  readonly certificates: NetlogCertificates
}

/** Written in PEM, leaf first. */
export interface NetlogCertificates {
  /** Certificates by the id of the connection, which is that of DevTools. */
  readonly byConnection: ReadonlyMap<string, readonly string[]>
  /** Certificates as they were verified for a host, whichever connection it was. */
  readonly byHost: ReadonlyMap<string, readonly string[]>
}

const REQUEST_TYPES = [
  'REQUEST_ALIVE',
  'CANCELLED',
  'URL_REQUEST_START_JOB',
  'URL_REQUEST_REDIRECTED',
  'URL_REQUEST_FILTERS_SET',
  'HTTP_TRANSACTION_SEND_REQUEST_HEADERS',
  'HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS',
  'HTTP_TRANSACTION_QUIC_SEND_REQUEST_HEADERS',
  'HTTP_TRANSACTION_READ_EARLY_HINTS_RESPONSE_HEADERS',
  'HTTP_TRANSACTION_READ_RESPONSE_HEADERS',
  'URL_REQUEST_JOB_BYTES_READ',
  'URL_REQUEST_JOB_FILTERED_BYTES_READ',
] as const
const CERTIFICATE_TYPES = [
  'CERT_VERIFIER_JOB',
  'CERT_VERIFIER_REQUEST_BOUND_TO_JOB',
  'SSL_CERTIFICATES_RECEIVED',
] as const
const TYPES: ReadonlySet<string> = new Set([...REQUEST_TYPES, ...CERTIFICATE_TYPES])

/**
 * Reads the requests of a network log that was written in the mode `Everything`. Bodies go to files below `folder`.
 * @throws RecordingError where the bodies have more bytes than they may
 */
export async function netlogRequests(
  file: string,
  folder: string,
  maxBodyBytes: number,
): Promise<NetlogPage> {
  const collector = new RequestCollector(folder, maxBodyBytes)
  const certificates = new CertificateCollector()
  for await (const event of netlogEvents(file, TYPES)) {
    certificates.add(event)
    await collector.add(event)
  }
  return { requests: collector.finish(), certificates: certificates.finish() }
}

type Draft = { -readonly [Key in keyof NetlogRequest]: NetlogRequest[Key] } & {
  parts: { timeMs: number; bytesBefore: number }[]
  hash: Hash
  bodyFile: string
  bodyBytes: number
  /** A content coding is undone, so that what was sent is logged apart from what was decoded. */
  isFiltered: boolean
  /** Time when its head was sent, the last time. */
  sentMs: number | null
}

function fail(draft: Draft, { timeMs }: NetlogEvent, error: string | null): void {
  if (error === null || draft.error !== null) return
  draft.error = error
  draft.failedMs = draft.sentMs === null ? null : timeMs - draft.sentMs
}

/** Chromium's name for a head that it cannot read; of a status below 100 it takes the body all the same. */
const NO_RESPONSE = 'net::ERR_INVALID_HTTP_RESPONSE'
/** RFC 9110, 15. */
const LEAST_STATUS = 100

function respond(draft: Draft, event: NetlogEvent): void {
  const { timeMs, params } = event
  const line = statusLine(params.headers)
  if (line === null) return
  if (line.status < LEAST_STATUS) {
    fail(draft, event, NO_RESPONSE)
    return
  }
  draft.status = line.status
  draft.statusText = line.statusText
  draft.parts = [{ timeMs, bytesBefore: 0 }]
  draft.responseHeaders = headerPairs((params.headers as unknown[]).slice(1))
}

/** Returns null for another interim response than a 103. */
function hintFields(lines: unknown): HeaderPairs | null {
  return statusLine(lines)?.status === 103 ? headerPairs((lines as unknown[]).slice(1)) : null
}

class RequestCollector {
  readonly #folder: string
  readonly #maxBodyBytes: number
  readonly #drafts: Draft[] = []
  /** The last hop of each request, by the id of its source. */
  readonly #open = new Map<number, Draft>()
  #bodyBytes = 0

  constructor(folder: string, maxBodyBytes: number) {
    this.#folder = folder
    this.#maxBodyBytes = maxBodyBytes
  }

  async add(event: NetlogEvent): Promise<void> {
    const { type, sourceId, params } = event
    if (type === 'URL_REQUEST_START_JOB' && !event.isEnd && typeof params.url === 'string') this.#start(event)
    const draft = this.#open.get(sourceId)
    if (draft === undefined) return
    if (/_SEND_REQUEST_HEADERS$/.test(type)) {
      draft.requestHeaders = headerPairs(params.headers)
      // A request that is sent once more, on another connection or with credentials, starts anew.
      draft.status = null
      draft.responseHeaders = []
      draft.hints = null
      draft.sentMs = event.timeMs
    } else if (type === 'HTTP_TRANSACTION_READ_EARLY_HINTS_RESPONSE_HEADERS')
      draft.hints ??= hintFields(params.headers)
    else if (type === 'HTTP_TRANSACTION_READ_RESPONSE_HEADERS') respond(draft, event)
    else if (type === 'URL_REQUEST_FILTERS_SET') draft.isFiltered = true
    else if (type === 'URL_REQUEST_REDIRECTED') draft.isRedirect = true
    else if (type === 'URL_REQUEST_JOB_BYTES_READ' && draft.isFiltered) await this.#read(draft, event)
    else if (type === 'URL_REQUEST_JOB_FILTERED_BYTES_READ' && !draft.isFiltered)
      await this.#read(draft, event)
    // Happens where a picture cannot be decoded, or CORS forbids to read a response: nothing else says that the rest is missing.
    if (type === 'CANCELLED') fail(draft, event, event.error ?? 'net::ERR_ABORTED')
    if ((type === 'REQUEST_ALIVE' || type === 'URL_REQUEST_START_JOB') && event.isEnd)
      fail(draft, event, event.error)
  }

  finish(): NetlogRequest[] {
    return this.#drafts.map((draft) => {
      const { hash, bodyFile, bodyBytes, isFiltered: _, sentMs: __, ...request } = draft
      const body = bodyBytes === 0 ? null : { file: bodyFile, sha256: hash.digest('hex'), bytes: bodyBytes }
      return { ...request, body }
    })
  }

  #start({ sourceId, timeMs, params }: NetlogEvent): void {
    const draft: Draft = {
      method: typeof params.method === 'string' ? params.method : 'GET',
      url: String(params.url),
      initiator:
        typeof params.initiator === 'string' && /^https?:/.test(params.initiator) ? params.initiator : null,
      startedMs: timeMs,
      requestHeaders: null,
      status: null,
      statusText: '',
      responseHeaders: [],
      hints: null,
      body: null,
      isRedirect: false,
      error: null,
      failedMs: null,
      sentMs: null,
      parts: [],
      hash: createHash('sha256'),
      bodyFile: join(this.#folder, `body-${this.#drafts.length}`),
      bodyBytes: 0,
      isFiltered: false,
    }
    this.#drafts.push(draft)
    this.#open.set(sourceId, draft)
  }

  async #read(draft: Draft, { timeMs, params: { bytes: base64 } }: NetlogEvent): Promise<void> {
    // Bytes that are read then come from the cache.
    if (draft.status === 304 || draft.requestHeaders === null || typeof base64 !== 'string') return
    if (draft.error === NO_RESPONSE) return
    const bytes = Buffer.from(base64, 'base64')
    this.#bodyBytes += bytes.length
    if (this.#bodyBytes > this.#maxBodyBytes)
      throw new RecordingError(69, `the bodies of the page have more than ${this.#maxBodyBytes} bytes`)
    if (bytes.length > 0) draft.parts.push({ timeMs, bytesBefore: draft.bodyBytes })
    draft.bodyBytes += bytes.length
    draft.hash.update(bytes)
    await appendFile(draft.bodyFile, bytes)
  }
}

/** Certificates that servers sent, by the id of their connection's source. */
class CertificateCollector {
  readonly #byJob = new Map<number, readonly string[]>()
  readonly #byHost = new Map<string, readonly string[]>()
  readonly #byConnection = new Map<string, readonly string[]>()

  add({ type, sourceId, params }: NetlogEvent): void {
    const certificates = Array.isArray(params.certificates) ? (params.certificates as string[]) : null
    if (certificates !== null && type === 'SSL_CERTIFICATES_RECEIVED')
      this.#byConnection.set(String(sourceId), certificates)
    else if (certificates !== null) {
      this.#byJob.set(sourceId, certificates)
      if (typeof params.host === 'string') this.#byHost.set(params.host, certificates)
    } else if (type === 'CERT_VERIFIER_REQUEST_BOUND_TO_JOB') {
      // QUIC's are logged only where they are verified; what was verified before is not verified again.
      const { id } = params.source_dependency as { id: number }
      const verified = this.#byJob.get(id)
      if (verified !== undefined) this.#byConnection.set(String(sourceId), verified)
    }
  }

  finish(): NetlogCertificates {
    return { byConnection: this.#byConnection, byHost: this.#byHost }
  }
}
