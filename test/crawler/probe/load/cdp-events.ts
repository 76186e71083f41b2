import type { Protocol } from 'puppeteer'
import type { CdpEvent } from '../../../../crawler/probe/load/cdp-event.ts'

const FRAME = 'main'

/** An event with those of its parameters that a test is about. */
export function cdpEvent<M extends CdpEvent['method']>(
  method: M,
  params: Partial<Extract<CdpEvent, { readonly method: M }>['params']>,
): CdpEvent {
  return { method, params } as CdpEvent
}

/** The request of a URL; of the main document where it has the id of a loader, `doc…`. */
export function requested(
  requestId: string,
  url: string,
  redirectResponse?: Protocol.Network.Response,
): CdpEvent {
  const type = requestId.startsWith('doc') ? 'Document' : 'Script'
  return cdpEvent('Network.requestWillBeSent', {
    requestId,
    loaderId: type === 'Document' ? requestId : 'doc',
    frameId: FRAME,
    type,
    request: { url } as Protocol.Network.Request,
    ...(redirectResponse === undefined ? {} : { redirectResponse }),
  })
}

export function response(changes: Partial<Protocol.Network.Response> = {}): Protocol.Network.Response {
  return {
    url: 'https://site.test/',
    status: 200,
    statusText: '',
    headers: {},
    mimeType: 'text/html',
    charset: '',
    connectionReused: false,
    connectionId: 7,
    remoteIPAddress: '192.0.2.1',
    remotePort: 443,
    protocol: 'h2',
    encodedDataLength: 100,
    securityState: 'secure',
    ...changes,
  }
}

export const responded = (requestId: string, changes: Partial<Protocol.Network.Response> = {}): CdpEvent =>
  cdpEvent('Network.responseReceived', { requestId, response: response(changes) })
