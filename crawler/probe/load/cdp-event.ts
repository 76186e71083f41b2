import type { CDPEvents, CDPSession } from 'puppeteer'

/** Heard in the page's session, and in those of its frames in other processes and its workers. */
export const NETWORK_EVENTS = [
  'Network.requestWillBeSent',
  'Network.requestWillBeSentExtraInfo',
  'Network.requestServedFromCache',
  'Network.responseReceived',
  'Network.responseReceivedEarlyHints',
  'Network.responseReceivedExtraInfo',
  'Network.dataReceived',
  'Network.resourceChangedPriority',
  'Network.loadingFinished',
  'Network.loadingFailed',
] as const

/** Heard in the page's session only. */
export const PAGE_EVENTS = [
  'Page.frameAttached',
  'Page.frameNavigated',
  'Page.lifecycleEvent',
  'Page.domContentEventFired',
  'Page.loadEventFired',
  'Page.downloadWillBegin',
  'Page.javascriptDialogOpening',
  'Inspector.targetCrashed',
] as const

type Method = (typeof NETWORK_EVENTS)[number] | (typeof PAGE_EVENTS)[number]

/** An event without parameters has an empty object for them. */
type Params<M extends Method> = CDPEvents[M] extends undefined ? Readonly<Record<never, never>> : CDPEvents[M]

/** An event of the DevTools protocol: `method` says which type its `params` have. */
export type CdpEvent = {
  [M in Method]: { readonly method: M; readonly params: Params<M> }
}[Method]

export type CdpListener = (event: CdpEvent) => void

export function listenTo(session: CDPSession, methods: readonly Method[], listener: CdpListener): void {
  // puppeteer ties the parameters to the method; a loop over methods loses the tie.
  for (const method of methods)
    session.on(method, (params) => listener({ method, params: params ?? {} } as CdpEvent))
}

/** The request that an event is about; null for events of the page. */
export function requestIdOf({ params }: CdpEvent): string | null {
  return 'requestId' in params ? params.requestId : null
}
