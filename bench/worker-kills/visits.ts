import type { LoggedRequest } from '../../lab/sandbox/server/access-log.ts'
import { type Break, findTurns, RETRY_MS, type Turn } from './turns.ts'

const ROBOTS = '/robots.txt'

/**
 * When a survey's visits were at an address, as its servers saw it. A visit has a place at an address for some requests and
 * gives it back between these: what it keeps the place for is robots.txt with the request after it, and what comes at the
 * same time.
 */
export function findStays(requests: readonly LoggedRequest[], breaks: readonly Break[]): Turn[] {
  const together = Map.groupBy(requests, ({ client, host, address }) => `${client} ${host} ${address}`)
  return [...together.values()].flatMap((ofVisit) => {
    const stays: LoggedRequest[][] = []
    for (const request of ofVisit.toSorted((a, b) => a.startMs - b.startMs)) {
      const stay = stays.at(-1)
      if (stay !== undefined && isSameStay(stay, request, breaks)) stay.push(request)
      else stays.push([request])
    }
    return stays.map(stayOf)
  })
}

function isSameStay(stay: readonly LoggedRequest[], next: LoggedRequest, breaks: readonly Break[]): boolean {
  const last = stay.at(-1)
  if (stay.some(({ endMs }) => next.startMs < endMs)) return true
  if (last === undefined || stay.length > 1 || last.path !== ROBOTS || next.path === ROBOTS) return false
  if (next.startMs - last.endMs >= RETRY_MS) return false
  return !breaks.some(
    ({ client, atMs }) =>
      (client === null || client === next.client) && atMs > last.startMs && atMs <= next.startMs,
  )
}

function stayOf(requests: readonly LoggedRequest[]): Turn {
  return {
    block: null,
    host: requests[0]?.host ?? '',
    clients: [requests[0]?.client ?? null],
    addresses: [requests[0]?.address ?? ''],
    startMs: Math.min(...requests.map(({ startMs }) => startMs)),
    endMs: Math.max(...requests.map(({ endMs }) => endMs)),
  }
}

/** Visits of sites from their first to their last request; one that was broken off is one of its own. */
export function findVisits(requests: readonly LoggedRequest[], breaks: readonly Break[]): Turn[] {
  const byHost = Map.groupBy(requests, ({ host }) => host)
  return [...byHost.values()].flatMap((ofHost) => findTurns([], ofHost, breaks).turns)
}
