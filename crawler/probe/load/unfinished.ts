import type { Protocol } from 'puppeteer'
import { UNFINISHED, UNREPORTED } from '../../../har/entry.ts'
import type { CdpEvent } from './cdp-event.ts'
import { isFetched } from './event-record.ts'

/** Says how a request ended that did not end well, or had not ended when the load was over. */
export interface Unfinished {
  readonly error: string
  readonly answered: boolean
  /** Bytes of its response, as far as it came; null where the browser does not tell. */
  readonly bytes: number | null
  /** Time from the request to its failure, or to the end of the load. */
  readonly elapsedMs: number
}

/** The page took no more of it: also of an empty response that it does not read. */
const GIVEN_UP = 'net::ERR_ABORTED'

interface Open {
  readonly startedS: number
  response: Protocol.Network.Response | null
  error: string | null
  endedS: number
  encodedBytes: number
  decodedBytes: number
}

/** The requests that did not end well, by their ids. */
export function unfinishedOf(events: readonly CdpEvent[]): Map<string, Unfinished> {
  const open = new Map<string, Open>()
  let nowS = 0
  for (const { method, params } of events) {
    if ('timestamp' in params) nowS = Math.max(nowS, params.timestamp)
    if (method === 'Network.requestWillBeSent') {
      const { requestId, request, timestamp } = params
      if (isFetched(request.url)) open.set(requestId, started(timestamp))
      else open.delete(requestId)
    }
    const request = 'requestId' in params ? open.get(params.requestId) : undefined
    if (request === undefined) continue
    if (method === 'Network.responseReceived') request.response = params.response
    else if (method === 'Network.dataReceived') {
      request.encodedBytes += params.encodedDataLength
      request.decodedBytes += params.dataLength
    } else if (method === 'Network.loadingFinished') {
      if (request.response !== null) open.delete(params.requestId)
      // Chromium does not tell the response of a service worker's script.
      else Object.assign(request, { error: UNREPORTED, endedS: params.timestamp })
    }
    if (method === 'Network.loadingFailed') {
      request.error = params.errorText
      request.endedS = params.timestamp
    }
  }
  return new Map(
    [...open].map(([id, request]) => [
      id,
      {
        error: request.error ?? UNFINISHED,
        answered: request.response !== null,
        bytes: bytesOf(request),
        elapsedMs: Math.max(0, ((request.error === null ? nowS : request.endedS) - request.startedS) * 1000),
      },
    ]),
  )
}

const started = (startedS: number): Open => ({
  startedS,
  response: null,
  error: null,
  endedS: 0,
  encodedBytes: 0,
  decodedBytes: 0,
})

/**
 * Bytes of the response that came. Chromium counts bytes on the wire with the head, with a part or at the end, and often not at
 * all where a response does not end; without a content coding they are at least those that it handed to the page.
 */
function bytesOf({ response, error, encodedBytes, decodedBytes }: Open): number | null {
  if (response === null) return null
  // Bytes that came before the network failed may never have been handed on.
  if (error !== null && error !== GIVEN_UP && encodedBytes + decodedBytes === 0) return null
  const [, coding = ''] =
    Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding') ?? []
  const isCoded = !['', 'identity'].includes(coding.trim().toLowerCase())
  if (isCoded && decodedBytes > 0) return null
  const headBytes = Math.max(0, response.encodedDataLength)
  const toldBytes = headBytes + encodedBytes
  return toldBytes >= decodedBytes ? toldBytes : headBytes + decodedBytes
}
