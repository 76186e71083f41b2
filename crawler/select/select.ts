import { createHash } from 'node:crypto'
import { offersH3 } from '../../model/offered-h3.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import type { ListedRank } from '../../model/site-rank.ts'
import {
  groupByKeys,
  PRESENCE_LINKS,
  type PresenceKey,
  type PresenceLink,
  presenceKeys,
  sharedLink,
} from './presence.ts'

export type Served = 'http' | 'h1' | 'h2' | 'h3'

/** Says why a site was not taken: a closed list. */
export const PASSED_OVER = {
  ...PRESENCE_LINKS,
  unreachable: 'no HTTP response came from it',
  not_served: 'does not serve a protocol that was asked for',
  unknown_served: 'the survey could not find out whether it serves a protocol that was asked for',
  count_reached: 'not looked at: enough sites were selected before it',
} as const

export type PassedOverReason = PresenceLink | keyof typeof PASSED_OVER

export interface SelectedSite extends ListedRank {
  readonly domain: string
  readonly finalOrigin: string
}

interface PassedOverSite extends ListedRank {
  readonly domain: string
  readonly reason: PassedOverReason
  /** One line: `same presence as google.com (rank 1): same name under another public suffix`. */
  readonly because: string
}

export interface Selection {
  /** Holds at most `count`, in the order of the walk. */
  readonly selected: readonly SelectedSite[]
  /** Every other site, in the order of the walk. */
  readonly passedOver: readonly PassedOverSite[]
}

export interface SelectOptions {
  /** Sites wanted, a whole number from 1. */
  readonly count: number
  /** The site has to serve all of them. */
  readonly serve: readonly Served[]
  /**
   * `rank`: best first, of the same magnitude the first in the list. `random`: presences in an order drawn from the seed, within each the best rank first; the draw
   * of one presence does not depend on which others there are.
   */
  readonly order: 'rank' | 'random'
  /** Needed for `random`. */
  readonly seed?: string | number
}

/**
 * The sites for a measurement: those that serve the given protocols, one of every distinct online presence, and why
 * each other site was passed over. A pure function of the sites (not of their order) and the seed; holds all sites.
 *
 * A presence is everything linked by name, final origin or operator ({@link PRESENCE_LINKS}), over any number of
 * links; the best-ranked member that serves the protocols stands for it.
 *
 * @throws RangeError for a count that is none, a random order without a seed, a domain that is there twice
 */
export function select(
  sites: Iterable<SurveyedSite>,
  { count, serve, order, seed }: SelectOptions,
): Selection {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`not a number of sites: ${count}`)
  if (order === 'random' && seed === undefined) throw new RangeError('a random order needs a seed')
  const ranked = [...sites].sort(
    (a, b) =>
      (a.rankMagnitude ?? 0) - (b.rankMagnitude ?? 0) || a.rank - b.rank || (a.domain < b.domain ? -1 : 1),
  )
  const keys = presenceKeys(ranked)
  const presence = groupByKeys(keys)
  refuseDuplicates(ranked)
  const walk =
    order === 'rank'
      ? ranked.map((_, index) => index)
      : shuffled(presence, (index) => `${seed} ${ranked[index]?.domain}`)

  const members = Map.groupBy(presence.keys(), (index) => presence[index] ?? index)
  const chosen = new Map<number, number>()
  const selected: SelectedSite[] = []
  const passedOver: PassedOverSite[] = []
  for (const index of walk) {
    const site = ranked[index]
    const group = presence[index]
    if (!site || group === undefined) continue
    const { rank, rankMagnitude, domain, finalOrigin } = site
    const passOver = (reason: PassedOverReason, because: string) =>
      passedOver.push({ rank, rankMagnitude, domain, reason, because })
    if (selected.length === count) {
      passOver('count_reached', `not looked at: ${count} sites were selected before it`)
      continue
    }
    const unfit = unfitness(site, serve)
    const standIn = chosen.get(group)
    if (unfit) passOver(unfit.reason, unfit.because)
    else if (standIn !== undefined) {
      const { link, through } = linkBetween(index, standIn, keys, members.get(group) ?? [])
      const by = through === standIn ? '' : ` by way of ${named(ranked[through])}`
      passOver(link, `same presence as ${named(ranked[standIn])}${by}: ${PRESENCE_LINKS[link]}`)
    } else if (finalOrigin !== null) {
      chosen.set(group, index)
      selected.push({ rank, rankMagnitude, domain, finalOrigin })
    }
  }
  return { selected, passedOver }
}

function refuseDuplicates(sites: readonly SurveyedSite[]): void {
  const domains = new Set<string>()
  for (const { domain } of sites) {
    if (domains.has(domain)) throw new RangeError(`the survey holds ${domain} twice`)
    domains.add(domain)
  }
}

function named(site: SurveyedSite | undefined): string {
  const magnitude = site?.rankMagnitude ?? null
  return `${site?.domain} (${magnitude === null ? `rank ${site?.rank}` : `top ${magnitude}`})`
}

/** Presences by the digest of their best-ranked member's key, members by rank. */
function shuffled(presence: readonly number[], keyOf: (index: number) => string): number[] {
  const draw = new Map<number, string>()
  for (const group of presence) {
    if (!draw.has(group)) draw.set(group, createHash('sha256').update(keyOf(group)).digest('hex'))
  }
  const drawOf = (index: number) => draw.get(presence[index] ?? index) ?? ''
  return presence
    .map((_, index) => index)
    .sort((a, b) => (drawOf(a) < drawOf(b) ? -1 : drawOf(a) > drawOf(b) ? 1 : a - b))
}

function unfitness(
  site: SurveyedSite,
  serve: readonly Served[],
): { readonly reason: PassedOverReason; readonly because: string } | null {
  if (!site.reachable || site.finalOrigin === null) {
    return { reason: 'unreachable', because: `no HTTP response${site.failure ? ` (${site.failure})` : ''}` }
  }
  const serves = (protocol: Served): boolean | null => (protocol === 'h3' ? offersH3(site) : site[protocol])
  const missing = serve.filter((protocol) => serves(protocol) === false)
  if (missing.length > 0) return { reason: 'not_served', because: `does not serve ${missing.join(', ')}` }
  const unknown = serve.filter((protocol) => serves(protocol) === null)
  if (unknown.length > 0)
    return { reason: 'unknown_served', because: `not known whether it serves ${unknown.join(', ')}` }
  return null
}

/** Links a site with its presence's stand-in: directly where it does, else by its best-ranked neighbour. */
function linkBetween(
  index: number,
  standIn: number,
  keys: readonly (readonly PresenceKey[])[],
  members: readonly number[],
): { readonly link: PresenceLink; readonly through: number } {
  for (const through of [standIn, ...members]) {
    const link = through === index ? null : sharedLink(keys[index] ?? [], keys[through] ?? [])
    if (link) return { link, through }
  }
  throw new Error(`site ${index} is in a presence that it has no link to`)
}
