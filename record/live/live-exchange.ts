import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Exchange, RecordedBody } from '../../model/recording/exchange.ts'
import { decodedDigest } from '../coding/decoded-digest.ts'
import type { RecordingFolder } from '../folder/write-recording.ts'
import type { HeaderRemoval } from '../identifying-headers.ts'
import type { NetlogRequest } from '../netlog/netlog-requests.ts'
import { recordedUrl } from '../recorded-url.ts'
import type { PageRequest } from './page-request.ts'

/** A request of the load for bodies, as the network stack and as DevTools saw it. */
export interface SeenRequest {
  readonly sent: NetlogRequest
  /** Is null for what DevTools does not show, such as a service worker's requests. */
  readonly page: PageRequest | null
}

/** An exchange by itself, without its place among the others. */
type ExchangePart = Omit<Exchange, 'id' | 'redirectedFrom' | 'initiator' | 'fromServiceWorker' | 'timings'>

export async function exchangePart(
  { sent, page }: SeenRequest,
  folder: RecordingFolder,
  removal: HeaderRemoval,
): Promise<ExchangePart> {
  const contentEncoding = fieldOf(sent, 'content-encoding')
  const failure = failureOf(sent, page)
  const body = await storedBody(sent, contentEncoding, failure, folder)
  return {
    method: sent.method,
    url: recordedUrl(sent.url),
    requestHeaders: removal.kept(sent.requestHeaders ?? []),
    requestBody: page?.postData == null ? null : requestBodyOf(page.postData, sent),
    status: sent.status,
    statusText: sent.statusText,
    responseHeaders: sent.responseHeaders,
    contentEncoding: contentEncoding?.toLowerCase() ?? null,
    body: typeof body === 'string' ? null : body,
    bodyMissing: typeof body === 'string' ? body : null,
    redirectTo: redirectOf(sent),
    resourceType: page?.resourceType ?? null,
    priority: page?.priority ?? null,
    failure,
    failedMs: sent.status === null && failure !== null ? sent.failedMs : null,
    protocol: sent.status === null ? null : (page?.answer?.protocol ?? null),
  }
}

/** Returns null where a field is not there; its lines joined (RFC 9110, 5.3). */
function fieldOf({ responseHeaders }: NetlogRequest, wanted: string): string | null {
  const values = responseHeaders.flatMap(([name, value]) => (name.toLowerCase() === wanted ? value : []))
  return values.length === 0 ? null : values.join(', ')
}

function failureOf(sent: NetlogRequest, page: PageRequest | null): string | null {
  if (sent.error === null) return null
  const isWhole = sent.body !== null && String(sent.body.bytes) === fieldOf(sent, 'content-length')
  // Given up when all of it had come, as where CORS forbids a script to read it.
  if (sent.error === 'net::ERR_ABORTED' && isWhole) return null
  // A request that had not ended was given up with the page.
  const isLeft = sent.error === 'net::ERR_ABORTED' && page?.error == null && page?.finishedMs == null
  return isLeft ? 'unfinished' : sent.error
}

function redirectOf(sent: NetlogRequest): string | null {
  const location = sent.isRedirect ? fieldOf(sent, 'location') : null
  const target =
    location === null ? null : URL.parse(Buffer.from(location, 'latin1').toString('utf8'), sent.url)
  return target === null ? null : recordedUrl(target.href)
}

/** DevTools does not show files and blobs: of what has any only the length is known. */
function requestBodyOf(
  pieces: readonly (string | undefined)[],
  { requestHeaders }: NetlogRequest,
): { sha256: string | null; bytes: number | null } {
  if (pieces.includes(undefined)) {
    const length = requestHeaders?.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? ''
    return { sha256: null, bytes: /^\d{1,15}$/.test(length) ? Number(length) : null }
  }
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece ?? '', 'base64')))
  return { sha256: createHash('sha256').update(body).digest('hex'), bytes: body.length }
}

/** The body; null where none was sent; a text that says why one that was sent is not there. */
async function storedBody(
  sent: NetlogRequest,
  contentEncoding: string | null,
  failure: string | null,
  folder: RecordingFolder,
): Promise<RecordedBody | string | null> {
  if (sent.body === null) {
    const { status, method } = sent
    const hasNone = status === null || status < 200 || [204, 205, 304].includes(status) || method === 'HEAD'
    if (hasNone) return null
    if (fieldOf(sent, 'content-length') === '0') return await emptyBody(folder)
    if (sent.isRedirect) return 'browsers do not read the body of a redirect'
    return failure === null ? await emptyBody(folder) : `the browser did not read it (${failure})`
  }
  const { file, sha256, bytes } = sent.body
  const decoded = await decodedDigest(file, contentEncoding)
  await folder.addBody(file, sha256)
  return {
    sha256,
    bytes,
    form: 'sent',
    sentBytes: bytes,
    decodedSha256: decoded?.sha256 ?? null,
    decodedBytes: decoded?.bytes ?? null,
  }
}

async function emptyBody(folder: RecordingFolder): Promise<RecordedBody> {
  const file = `${folder.scratch}/empty`
  await writeFile(file, '')
  const sha256 = createHash('sha256').digest('hex')
  await folder.addBody(file, sha256)
  return { sha256, bytes: 0, form: 'sent', sentBytes: 0, decodedSha256: sha256, decodedBytes: 0 }
}
