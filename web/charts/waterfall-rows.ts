import { count } from '../../figures/quantity.ts'
import { armLabel } from './arm.ts'
import { type ConnectionLane, connectionLanes } from './connection-lanes.ts'
import { type PairedRequest, pairRequests } from './pair-requests.ts'
import { loadName, type NumberedRequest, numberedRequests, type WaterfallLoad } from './waterfall-load.ts'

export type WaterfallRow =
  | { readonly kind: 'title'; readonly load: WaterfallLoad; readonly place: 'above' | 'below' | null }
  | { readonly kind: 'group'; readonly text: string }
  | { readonly kind: 'request'; readonly request: NumberedRequest }
  | { readonly kind: 'pair'; readonly pair: PairedRequest<NumberedRequest> }
  | { readonly kind: 'lane'; readonly lane: ConnectionLane }

export interface RowChoices {
  /** A row a request, or a row a connection with the requests on it. */
  readonly view: 'requests' | 'connections'
  readonly order: 'start' | 'connection'
  /** Two loads in the same rows, by address. */
  readonly aligned: boolean
}

export function rowsOfLoad(load: WaterfallLoad, { view, order }: RowChoices): readonly WaterfallRow[] {
  const requests = numberedRequests(load)
  const title = { kind: 'title', load, place: null } as const
  if (view === 'requests' && order === 'start')
    return [title, ...requests.map((request) => ({ kind: 'request', request }) as const)]
  const lanes = connectionLanes(requests)
  if (view === 'connections') return [title, ...lanes.map((lane) => ({ kind: 'lane', lane }) as const)]
  return [
    title,
    ...lanes.flatMap((lane) => [
      { kind: 'group', text: laneWords(lane) } as const,
      ...lane.requests
        .map(({ request }) => ({ kind: 'request', request }) as const)
        .toSorted((a, b) => a.request.number - b.request.number),
    ]),
  ]
}

/** The rows of two loads, a row an address. By connection: by those of the first load, then by the second's. */
export function rowsOfPair(
  [first, second]: readonly [WaterfallLoad, WaterfallLoad],
  { order }: RowChoices,
): readonly WaterfallRow[] {
  const [left, right] = [numberedRequests(first), numberedRequests(second)]
  const pairs = pairRequests(left, right)
  const titles = [
    { kind: 'title', load: first, place: 'above' },
    { kind: 'title', load: second, place: 'below' },
  ] as const
  const rowsOf = (some: readonly PairedRequest<NumberedRequest>[]) =>
    some.toSorted((a, b) => startMs(a) - startMs(b)).map((pair) => ({ kind: 'pair', pair }) as const)
  if (order === 'start') return [...titles, ...rowsOf(pairs)]
  const groups = (load: WaterfallLoad, requests: readonly NumberedRequest[], side: 'first' | 'second') => {
    const mine = Map.groupBy(
      pairs.filter((pair) => (side === 'first' ? pair.first !== null : pair.first === null)),
      (pair) => pair[side]?.connection ?? null,
    )
    return connectionLanes(requests).flatMap((lane) => {
      const members = mine.get(lane.id)
      if (members === undefined) return []
      return [{ kind: 'group', text: `${loadName(load)}, ${laneWords(lane)}` } as const, ...rowsOf(members)]
    })
  }
  return [...titles, ...groups(first, left, 'first'), ...groups(second, right, 'second')]
}

function startMs({ first, second }: PairedRequest<NumberedRequest>): number {
  return first?.startMs ?? second?.startMs ?? 0
}

/** `connection 3: cdn.test + 1 host, HTTP/2, 14 requests`. */
export function laneWords(lane: ConnectionLane): string {
  return `${laneName(lane)}: ${laneHosts(lane)}, ${laneFacts(lane, lane.requests.length)}`
}

export function laneName({ id, number }: ConnectionLane): string {
  return id === null ? 'connection unknown or none' : `connection ${number}`
}

export function laneHosts({ hosts }: ConnectionLane): string {
  const [first = '', ...others] = hosts
  return others.length === 0 ? first : `${first} + ${count(others.length, 'host')}`
}

export function laneFacts({ protocols, requests }: ConnectionLane, shown = requests.length): string {
  const words = protocols.length === 0 ? 'protocol unknown' : protocols.map(armLabel).join(' and ')
  const part = shown === requests.length ? '' : `${shown} of `
  return `${words}, ${part}${count(requests.length, 'request')}`
}
