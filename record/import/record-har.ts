import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Recording } from '../../model/recording/recording.ts'
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../model/recording/version.ts'
import { openRecordingFolder, type RecordingFolder } from '../folder/write-recording.ts'
import { HeaderRemoval } from '../identifying-headers.ts'
import { importedUrl } from '../recorded-url.ts'
import { RecordingError } from '../recording-error.ts'
import { addBounds } from '../think-time-bounds.ts'
import { firstPage } from './first-page.ts'
import { type HarEntry, readHar } from './har-file.ts'
import { HarTimes } from './har-times.ts'
import { documentOf, type ImportedExchange, inOrder } from './imported-exchanges.ts'
import { importedHosts } from './imported-hosts.ts'
import { type ImportedBody, storeBody } from './stored-body.ts'

const NO_BODY = new Set([204, 205, 304])

/** The body of an entry; a text says why one that was sent is not in the file; null where none was sent. */
function harBody(entry: HarEntry, contentEncoding: string | null): ImportedBody | string | null {
  const { request, response } = entry
  const { status, content, bodySize } = response
  if (status < 200 || NO_BODY.has(status) || request.method === 'HEAD') return null
  const sentBytes = bodySize !== undefined && bodySize >= 0 ? bodySize : null
  if (content?.text === undefined || (content.text === '' && (content.size ?? 0) > 0)) {
    if (content?.size === 0 && sentBytes === 0)
      return { data: Buffer.alloc(0), form: 'sent', sentBytes: 0, isDecoded: true }
    return status >= 300 && status < 400
      ? 'browsers do not read the body of a redirect'
      : 'the HAR has no body of it'
  }
  if (content.encoding?.toLowerCase() === 'base64') {
    const data = Buffer.from(content.text, 'base64')
    return contentEncoding === null
      ? { data, form: 'sent', sentBytes: data.length, isDecoded: true }
      : { data, form: 'decoded', sentBytes, isDecoded: true }
  }
  const { data, isDecoded } = encoded(content.text, charsetOf(entry))
  return { data, form: 'decoded', sentBytes, isDecoded }
}

/** Lower case; null where the response names none. */
function charsetOf({ response: { headers, content } }: HarEntry): string | null {
  const field = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? content?.mimeType
  return /charset\s*=\s*"?([\w:.-]+)/i.exec(field ?? '')?.[1]?.toLowerCase() ?? null
}

const LATIN1 = /^(iso-8859-1|latin1|us-ascii|ascii|windows-1252)$/

/** A text's bytes: a HAR has its characters, whatever the charset that they were sent in. */
function encoded(text: string, charset: string | null): Pick<ImportedBody, 'data' | 'isDecoded'> {
  if (charset === null || charset === 'utf-8' || charset === 'utf8')
    return { data: Buffer.from(text, 'utf8'), isDecoded: true }
  const isAscii = !/[\u0080-\uffff]/.test(text) && !/^(utf-?(16|32)|ucs)/.test(charset)
  // ISO 8859-1 differs from windows-1252 from 0x80 to 0x9f.
  if (isAscii || (LATIN1.test(charset) && !/[\u0080-\u009f\u0100-\uffff]/.test(text)))
    return { data: Buffer.from(text, 'latin1'), isDecoded: true }
  return { data: Buffer.from(text, 'utf8'), isDecoded: false }
}

/**
 * Makes a recording of a HAR with bodies: of its first page, where it has several.
 * @throws RecordingError where the file is no HAR, or has no bodies
 */
export async function recordHar(file: string, target: string, toolVersion: string): Promise<Recording> {
  const har = await readHar(file)
  const { entries, leftOut } = firstPage(file, har)
  await using folder = await openRecordingFolder(target)
  const times = new HarTimes(entries)
  const removal = new HeaderRemoval()
  const imported: ImportedExchange[] = []
  for (const entry of entries) imported.push(await importedExchange(entry, times, removal, folder))
  const exchanges = inOrder(imported)
  const [first] = exchanges
  if (first === undefined || !exchanges.some(({ body }) => body !== null))
    throw new RecordingError(69, `${file}: it has no bodies: save it with content`)
  const loads: Recording['loads'] = [
    {
      ordinal: 0,
      purpose: 'times',
      failure: null,
      metrics: {},
      startedAt: entries[0]?.startedDateTime ?? null,
    },
  ]
  addBounds(exchanges, loads)
  const recording: Recording = {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    tool: { name: 'towline', version: toolVersion },
    source: { kind: 'har', file: basename(file) },
    pageUrl: first.url,
    document: documentOf(exchanges, first.url),
    recordedAt: entries[0]?.startedDateTime ?? null,
    browser: har.browser,
    userAgent: first.requestHeaders.find(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? null,
    link: null,
    loads,
    hosts: importedHosts(exchanges, (origin) =>
      times.hostOf(entries.filter(({ request }) => new URL(request.url).origin === origin)),
    ),
    exchanges,
    notReplayed: [],
    leftOut: [
      ...leftOut,
      ...Array.from({ length: har.broken }, () => ({ url: '', why: 'an entry without a URL' })),
    ],
    removedHeaders: removal.names,
  }
  await folder.finish(recording)
  return recording
}

async function importedExchange(
  entry: HarEntry,
  times: HarTimes,
  removal: HeaderRemoval,
  folder: RecordingFolder,
): Promise<ImportedExchange> {
  const { request, response } = entry
  const isAnswered = response.status >= 100 && response.status <= 999
  const contentEncoding = contentEncodingOf(response.headers)
  const body = isAnswered ? harBody(entry, contentEncoding) : null
  const frame = entry._initiator?.stack?.callFrames?.[0]
  const askedBy = entry._initiator?.url ?? frame?.url ?? refererOf(request.headers)
  return {
    method: request.method,
    url: importedUrl(request.url),
    requestHeaders: removal.kept(inBytes(request.headers)),
    requestBody: requestBodyOf(request),
    status: isAnswered ? Math.trunc(response.status) : null,
    statusText: isAnswered ? response.statusText : '',
    responseHeaders: inBytes(response.headers),
    contentEncoding,
    body: body === null || typeof body === 'string' ? null : await storeBody(body, contentEncoding, folder),
    bodyMissing: typeof body === 'string' ? body : null,
    redirectTo: redirectOf(entry),
    initiatorType: entry._initiator?.type ?? 'other',
    askedBy: askedBy === null ? null : importedUrl(askedBy),
    resourceType: entry._resourceType ?? null,
    priority: entry._priority ?? null,
    fromServiceWorker: false,
    failure: entry._error ?? response._error ?? (isAnswered ? null : 'no response'),
    protocol: isAnswered ? entry.protocol : null,
    timings: [times.timingOf(entry)],
  }
}

/**
 * Writes headers as the bytes that each character stands for. Chromium adds HTTP/2's pseudo-fields, which are none, and puts
 * the values of a repeated name into one entry, a line each.
 */
function inBytes(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers
    .filter(([name]) => name !== '' && !name.startsWith(':'))
    .flatMap(([name, lines]) =>
      lines
        .split(/\r?\n/)
        .map((value): [string, string] => [
          name,
          [...value].every((each) => each <= '\xff') ? value : Buffer.from(value).toString('latin1'),
        ]),
    )
}

function contentEncodingOf(headers: readonly (readonly [string, string])[]): string | null {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-encoding' ? value : []))
  return values.length === 0 ? null : values.join(', ').toLowerCase()
}

const refererOf = (headers: readonly (readonly [string, string])[]): string | null =>
  headers.find(([name]) => name.toLowerCase() === 'referer')?.[1] ?? null

function requestBodyOf({ postData, bodySize }: HarEntry['request']): ImportedExchange['requestBody'] {
  if (postData?.text !== undefined && postData.text !== '') {
    const body = Buffer.from(postData.text)
    return { sha256: createHash('sha256').update(body).digest('hex'), bytes: body.length }
  }
  return bodySize !== undefined && bodySize > 0 ? { sha256: null, bytes: bodySize } : null
}

function redirectOf({ url, redirectUrl, response }: HarEntry): string | null {
  if (response.status < 300 || response.status > 399 || redirectUrl === '') return null
  const target = URL.parse(redirectUrl, url)
  return target === null ? null : importedUrl(target.href)
}
