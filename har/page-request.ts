import { parseAltSvc } from './alt-svc.ts'
import { type ProtocolName, protocolName } from './protocol-name.ts'
import { dateMs, finite, isObject, type Json, listOf, objectOf, textOf } from './read-value.ts'

/** Parts of an entry that every reader takes: enough to find the page that a HAR is of, and who shared a connection. */
export interface PageRequest {
  readonly pageref: string | null
  /** Milliseconds since 1970. */
  readonly startedMs: number | null
  /** Upper case, as the file has it. */
  readonly method: string
  readonly url: string
  readonly status: number | null
  /** Media type of the response, without its parameters; empty where it is not known. */
  readonly mimeType: string
  readonly protocol: ProtocolName | null
  /** Id of the transport connection; null where there was none, or the file does not say. */
  readonly connection: string | null
  /** URL where a redirect leads, as the file has it; empty where it does not say. */
  readonly redirectUrl: string
  /** Chromium’s and Playwright’s, frames’ documents included; null elsewhere. */
  readonly isDocument: boolean | null
  /** Destination by `Sec-Fetch-Dest`: a frame’s document is `other`. Null where the request had none. */
  readonly destination: 'document' | 'other' | null
  /** Origin of the `Referer`; null where the request had none. */
  readonly refererOrigin: string | null
}

export function readPageRequest(entry: Json): PageRequest {
  const request = objectOf(entry.request)
  const response = objectOf(entry.response)
  const destination = headerOf(request, 'sec-fetch-dest')
  return {
    pageref: textOf(entry.pageref) || null,
    startedMs: dateMs(entry.startedDateTime),
    method: textOf(request.method).toUpperCase(),
    url: textOf(request.url),
    status: finite(response.status),
    mimeType: mediaTypeOf(response),
    protocol: protocolOf(entry, response),
    connection: connectionOf(entry),
    redirectUrl: textOf(response.redirectURL) || headerOf(response, 'location'),
    isDocument: typeof entry._resourceType === 'string' ? entry._resourceType === 'document' : null,
    destination: destination === '' ? null : destination === 'document' ? 'document' : 'other',
    refererOrigin: URL.parse(headerOf(request, 'referer'))?.origin ?? null,
  }
}

function mediaTypeOf(response: Json): string {
  const type = textOf(objectOf(response.content).mimeType) || headerOf(response, 'content-type')
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** WebPageTest has the protocol apart, and in `httpVersion` whatever stood in the first line of the response. */
function protocolOf(entry: Json, response: Json): ProtocolName | null {
  // Nothing came, as a rule; a page’s own clock does not always show the status (see page-har.ts).
  if (finite(response.status) === 0 && entry._towline === undefined) return null
  return protocolName(entry._protocol) ?? protocolName(response.httpVersion)
}

const LONGEST_ID = 64

/**
 * `_connectionId` goes first: Firefox and Chrome write the server's port into `connection`, which HAR 1.2 allows, so
 * that a value equal to that port names no connection. Makers write 0 or -1 where there was none.
 */
function connectionOf(entry: Json): string | null {
  const isId = (id: string): boolean => id !== '' && id !== '0' && id !== '-1' && id.length <= LONGEST_ID
  const id = textOf(entry._connectionId)
  if (isId(id)) return id
  const connection = textOf(entry.connection)
  return isId(connection) && !serverPorts(entry).has(connection) ? connection : null
}

/** The URL's port, and those that the answer names as alternatives: HTTP/3 may have been spoken there. */
function serverPorts(entry: Json): Set<string> {
  const url = URL.parse(textOf(objectOf(entry.request).url))
  const port = url?.port || (url?.protocol === 'http:' ? '80' : '443')
  const alternatives = parseAltSvc(headersOf(objectOf(entry.response), 'alt-svc'))
  return new Set([port, ...alternatives.map((service) => String(service.port))])
}

/** Several lines of a header as one (RFC 9110, 5.3). */
export function headersOf(message: Json, name: string): string {
  return listOf(message.headers)
    .map(objectOf)
    .filter((header) => textOf(header.name).toLowerCase() === name)
    .map(({ value }) => textOf(value))
    .join(', ')
}

export function headerOf(message: Json, name: string): string {
  const header = listOf(message.headers).find(
    (each) => isObject(each) && textOf(each.name).toLowerCase() === name,
  )
  return textOf(objectOf(header).value)
}
