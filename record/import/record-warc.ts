import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Recording } from '../../model/recording/recording.ts'
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../model/recording/version.ts'
import { DecodingBudget } from '../coding/decoding-budget.ts'
import { openRecordingFolder, type RecordingFolder } from '../folder/write-recording.ts'
import { HeaderRemoval } from '../identifying-headers.ts'
import { importedUrl } from '../recorded-url.ts'
import { RecordingError } from '../recording-error.ts'
import { lastValue } from '../warc/header-fields.ts'
import { type HttpMessage, httpMessage } from '../warc/http-message.ts'
import type { WarcRecord } from '../warc/warc.ts'
import { WARC_LIMITS } from '../warc/warc-limits.ts'
import { eachWarcRecord } from './each-warc-record.ts'
import { documentOf, type ImportedExchange, inOrder } from './imported-exchanges.ts'
import { importedHosts } from './imported-hosts.ts'
import { storeBody } from './stored-body.ts'
import { isBroken, warcBody } from './warc-body.ts'
import { warcDocument } from './warc-document.ts'
import { type Revisit, RevisitedResponses } from './warc-revisits.ts'

interface RecordWarcOptions {
  /** URL of the page's document; null: of the HTML that nothing asked for, what asked for most. */
  readonly page: string | null
  readonly toolVersion: string
}

/**
 * Makes a recording of the responses of a WARC file. It has no times: archives say only in which second a response came.
 * @throws RecordingError where the file is none, is cut off, has no such document, or is more than WARC_LIMITS
 */
export async function recordWarc(
  file: string,
  target: string,
  { page, toolVersion }: RecordWarcOptions,
): Promise<Recording> {
  await using folder = await openRecordingFolder(target)
  const archive = new ArchivedExchanges(file, folder)
  await eachWarcRecord(file, (record) => archive.add(record))
  const { leftOut, removal } = archive
  const exchanges = inOrder(archive.finish())
  const candidates = exchanges
    .filter(({ method, status }) => method === 'GET' && status === 200)
    .map(({ url, responseHeaders }) => ({ url, contentType: headerOf(responseHeaders, 'content-type') }))
  const { url } = warcDocument(candidates, archive.askers, { file, url: page })
  let first = exchanges.find((exchange) => exchange.url === url)
  while (first?.redirectedFrom != null) first = exchanges[first.redirectedFrom]
  const pageUrl = first?.url ?? url
  const recording: Recording = {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    tool: { name: 'towline', version: toolVersion },
    source: { kind: 'warc', file: basename(file) },
    pageUrl,
    document: documentOf(exchanges, pageUrl),
    recordedAt: archive.startedAt,
    browser: null,
    userAgent: headerOf(first?.requestHeaders ?? [], 'user-agent'),
    link: null,
    loads: [{ ordinal: 0, purpose: 'bodies', startedAt: archive.startedAt, failure: null, metrics: {} }],
    hosts: importedHosts(exchanges, (origin) => ({
      address: archive.addresses.get(origin) ?? null,
      protocol: null,
      load: null,
    })),
    exchanges,
    notReplayed: [],
    leftOut,
    removedHeaders: removal.names,
  }
  await folder.finish(recording)
  return recording
}

const RELEVANT = new Set(['request', 'response', 'revisit'])

/** Collects a file's records, one after the other. */
class ArchivedExchanges {
  /** Referer by URL. */
  readonly askers = new Map<string, string | null>()
  readonly leftOut: { url: string; why: string }[] = []
  readonly removal = new HeaderRemoval()
  startedAt: string | null = null
  /** Addresses by origin, of its first response. */
  readonly addresses = new Map<string, string>()
  readonly #file: string
  readonly #folder: RecordingFolder
  readonly #budget = new DecodingBudget()
  readonly #responses: (ImportedExchange | Revisit)[] = []
  readonly #revisited = new RevisitedResponses()
  /** Requests by URL, in their order: archives may have them before or after their responses. */
  readonly #requests = new Map<string, HttpMessage[]>()
  #textBytes = 0

  constructor(file: string, folder: RecordingFolder) {
    this.#file = file
    this.#folder = folder
  }

  async add(record: WarcRecord): Promise<void> {
    const { type, url, date, sizeBytes, take } = record
    if (!RELEVANT.has(type) || !/^https?:/i.test(url) || !URL.canParse(url)) return
    this.#hold(url)
    if (url.length > WARC_LIMITS.urlCharacters)
      this.#leaveOut(url, `its URL has more than ${WARC_LIMITS.urlCharacters} characters`)
    else if (sizeBytes > WARC_LIMITS.bodyBytes + WARC_LIMITS.headBytes)
      this.#leaveOut(url, `its ${type} has more than ${WARC_LIMITS.bodyBytes} bytes`)
    else if (type === 'request') this.#addRequest(importedUrl(url), httpMessage(await take(sizeBytes)))
    else {
      if (this.#responses.length === WARC_LIMITS.responses)
        throw new RecordingError(65, `${this.#file}: it has more than ${WARC_LIMITS.responses} responses`)
      this.startedAt ??= date
      const { origin } = new URL(url)
      if (record.address !== null && !this.addresses.has(origin)) this.addresses.set(origin, record.address)
      const response = await this.#response(record, httpMessage(await take(sizeBytes)))
      if (type === 'revisit') this.#responses.push({ exchange: response, of: record.revisitOf })
      else {
        this.#responses.push(response)
        this.#revisited.add(record, response)
      }
    }
  }

  /** The exchanges with their requests, and revisits with the bodies that other records have. */
  finish(): ImportedExchange[] {
    return this.#responses.flatMap((archived) => {
      const { url } = 'of' in archived ? archived.exchange : archived
      const request = this.#requests.get(url)?.shift()
      const response = 'of' in archived ? this.#revisited.restored(archived) : archived
      if (response === null) this.#leaveOut(url, 'its body is not in this file')
      if (response === null || request === undefined) return response ?? []
      const referer = lastValue(request.headers, 'referer')
      const body = request.body ?? Buffer.alloc(0)
      const method = /^([A-Z]{1,20}) /.exec(request.startLine)?.[1] ?? 'GET'
      return {
        ...response,
        ...(method === 'HEAD' ? { body: null, bodyMissing: null } : {}),
        method,
        requestHeaders: this.removal.kept(request.pairs),
        requestBody:
          body.length === 0
            ? null
            : { sha256: createHash('sha256').update(body).digest('hex'), bytes: body.length },
        askedBy: referer === null ? null : importedUrl(referer),
      }
    })
  }

  #addRequest(url: string, message: HttpMessage): void {
    for (const pair of message.pairs) for (const text of pair) this.#hold(text)
    this.#requests.set(url, [...(this.#requests.get(url) ?? []), message])
    const referer = lastValue(message.headers, 'referer')
    // A page that was loaded once more may name itself.
    if (!this.askers.has(url))
      this.askers.set(url, referer === null || importedUrl(referer) === url ? null : importedUrl(referer))
  }

  async #response({ url, isPartial }: WarcRecord, message: HttpMessage): Promise<ImportedExchange> {
    const [, status, statusText = ''] = /^HTTP\/[\d.]+ (\d{3})(?: (.*))?$/i.exec(message.startLine) ?? []
    const contentEncoding = headerOf(message.pairs, 'content-encoding')?.toLowerCase() ?? null
    for (const pair of message.pairs) for (const text of pair) this.#hold(text)
    const body = status === undefined ? null : warcBody(message, Number(status), contentEncoding)
    const stored =
      body === null || typeof body === 'string' ? null : await storeBody(body, contentEncoding, this.#folder)
    this.#budget.spend(stored?.decodedBytes ?? stored?.bytes ?? 0)
    return {
      method: 'GET',
      url: importedUrl(url),
      requestHeaders: [],
      requestBody: null,
      status: status === undefined ? null : Number(status),
      statusText,
      responseHeaders: message.pairs,
      contentEncoding,
      body: stored,
      bodyMissing: typeof body === 'string' ? body : null,
      redirectTo: redirectOf(url, status, message.pairs),
      initiatorType: 'other',
      askedBy: null,
      resourceType: null,
      priority: null,
      fromServiceWorker: false,
      failure:
        status === undefined
          ? 'no response'
          : isPartial || isBroken(message)
            ? 'cut off in the archive'
            : null,
      protocol: null,
      timings: [],
    }
  }

  #leaveOut(url: string, why: string): void {
    this.leftOut.push({ url: importedUrl(url).slice(0, WARC_LIMITS.urlCharacters), why })
  }

  /** Counts a text that stays in memory. */
  #hold(text: string): void {
    this.#textBytes += text.length
    if (this.#textBytes > WARC_LIMITS.textBytes)
      throw new RecordingError(
        65,
        `${this.#file}: its URLs and heads have more than ${WARC_LIMITS.textBytes} bytes`,
      )
  }
}

/** The lines of a field, joined (RFC 9110, 5.3); null where it is not there. */
function headerOf(pairs: readonly (readonly [string, string])[], wanted: string): string | null {
  const values = pairs.flatMap(([name, value]) => (name.toLowerCase() === wanted ? value : []))
  return values.length === 0 ? null : values.join(', ')
}

function redirectOf(url: string, status: string | undefined, pairs: [string, string][]): string | null {
  const location = /^30[12378]$/.test(status ?? '') ? headerOf(pairs, 'location') : null
  const target = location === null ? null : URL.parse(Buffer.from(location, 'latin1').toString('utf8'), url)
  return target === null ? null : importedUrl(target.href)
}
