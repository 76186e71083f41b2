import type { FailureCode } from '../../model/failure-codes.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { rankBucket } from '../../model/site-rank.ts'
import type { Interval } from '../tests/wilson.ts'
import { ADOPTION_ROW_NAMES, type AdoptionRowName, adopts } from './adoption-rows.ts'
import { knownShare } from './known-share.ts'

/**
 * One row of one group. Shares are of *all* sites of the denominator, so a site about which the survey could not find
 * out counts as not shown to adopt; `unknown` says how many there were.
 */
export interface AdoptionRow {
  readonly row: AdoptionRowName
  readonly count: number
  readonly unknown: number
  /** Wilson 95 % over all sites of the group; null where it is unknown of all. */
  readonly ofAll: Interval | null
  readonly reachableCount: number
  readonly reachableUnknown: number
  /** Wilson 95 % over the reachable sites of the group; null where it is unknown of all. */
  readonly ofReachable: Interval | null
}

export interface AdoptionGroup {
  /** Sites. */
  readonly n: number
  readonly reachable: number
  readonly rows: readonly AdoptionRow[]
}

/** Ranks `from`..`to`, both included. */
interface RankBucket extends AdoptionGroup {
  readonly from: number
  readonly to: number
}

/** Sites of one CDN, server software or stack. `name` null: none was seen. */
export interface NamedGroup extends AdoptionGroup {
  readonly name: string | null
}

interface FailureCount {
  readonly code: FailureCode
  readonly count: number
}

export interface AdoptionSummary extends AdoptionGroup {
  readonly buckets: readonly RankBucket[]
  /** Largest first. */
  readonly cdns: readonly NamedGroup[]
  /** Largest first. */
  readonly servers: readonly NamedGroup[]
  /** Sites by what terminates HTTP/2, largest first. */
  readonly stacks: readonly NamedGroup[]
  /** Sites by what terminates HTTP/3, largest first. */
  readonly h3Stacks: readonly NamedGroup[]
  /** Sites in names beyond `maxGroups`; they count everywhere else. */
  readonly ungrouped: { readonly cdns: number; readonly servers: number }
  /** Most frequent first: why sites were not reachable, and what went wrong over a protocol, if only in a body. */
  readonly failures: { readonly [K in 'site' | 'h1' | 'h2' | 'h3']: readonly FailureCount[] }
  /** Most frequent first: what was wrong with HTTP/1.1 responses that browsers accept (model/head-notes.ts). */
  readonly h1Notes: readonly { readonly code: string; readonly count: number }[]
}

interface AdoptionOptions {
  /** Most names kept of CDNs and of server software each, first seen first kept; default 1,000. */
  readonly maxGroups?: number
}

/**
 * The adoption summary of a survey, in one pass. Memory grows with the groups, never with the sites: a `server` header
 * can hold anything, so the number of names is bounded as well.
 */
export async function adoption(
  sites: Iterable<SurveyedSite> | AsyncIterable<SurveyedSite>,
  { maxGroups = 1_000 }: AdoptionOptions = {},
): Promise<AdoptionSummary> {
  const total = new Tally()
  /** Buckets by their last ranks: the first one follows from it. */
  const buckets = new Map<number, { readonly from: number; readonly tally: Tally }>()
  const cdns = new Map<string | null, Tally>()
  const servers = new Map<string | null, Tally>()
  // Their names are those of the rules.
  const stacks = new Map<string | null, Tally>()
  const h3Stacks = new Map<string | null, Tally>()
  const ungrouped = { cdns: 0, servers: 0 }
  const failures = { site: new Counter(), h1: new Counter(), h2: new Counter(), h3: new Counter() }
  const h1Notes = new Counter<string>()

  for await (const site of sites) {
    const answers = ADOPTION_ROW_NAMES.map((row) => adopts(row, site))
    total.add(answers, site.reachable)
    const { from, to } = rankBucket(site)
    const bucket = buckets.get(to) ?? { from, tally: new Tally() }
    buckets.set(to, bucket)
    bucket.tally.add(answers, site.reachable)
    const cdn = tallyOf(cdns, site.cdn, maxGroups)
    if (cdn) cdn.add(answers, site.reachable)
    else ungrouped.cdns++
    const server = tallyOf(servers, site.server, maxGroups)
    if (server) server.add(answers, site.reachable)
    else ungrouped.servers++
    tallyOf(stacks, site.stack, maxGroups)?.add(answers, site.reachable)
    tallyOf(h3Stacks, site.h3Stack, maxGroups)?.add(answers, site.reachable)
    failures.site.add(site.failure)
    failures.h1.add(site.h1Failure)
    failures.h2.add(site.h2Failure)
    failures.h3.add(site.h3Failure)
    for (const note of site.h1Note?.split(' ') ?? []) h1Notes.add(note)
  }

  return {
    ...total.group(),
    buckets: [...buckets]
      .sort(([a], [b]) => a - b)
      .map(([to, { from, tally }]) => ({ from, to, ...tally.group() })),
    cdns: named(cdns),
    servers: named(servers),
    stacks: named(stacks),
    h3Stacks: named(h3Stacks),
    ungrouped,
    failures: {
      site: failures.site.counts(),
      h1: failures.h1.counts(),
      h2: failures.h2.counts(),
      h3: failures.h3.counts(),
    },
    h1Notes: h1Notes.counts(),
  }
}

class Tally {
  #n = 0
  #reachable = 0
  readonly #rows = ADOPTION_ROW_NAMES.map(() => ({
    count: 0,
    unknown: 0,
    reachableCount: 0,
    reachableUnknown: 0,
  }))

  add(answers: readonly (boolean | null)[], reachable: boolean): void {
    this.#n++
    if (reachable) this.#reachable++
    for (const [index, row] of this.#rows.entries()) {
      if (answers[index] === true) {
        row.count++
        if (reachable) row.reachableCount++
      } else if (answers[index] === null) {
        row.unknown++
        if (reachable) row.reachableUnknown++
      }
    }
  }

  group(): AdoptionGroup {
    return {
      n: this.#n,
      reachable: this.#reachable,
      rows: ADOPTION_ROW_NAMES.flatMap((row, index) => {
        const counts = this.#rows[index]
        if (!counts) return []
        const ofAll = knownShare(counts.count, counts.unknown, this.#n)
        const ofReachable = knownShare(counts.reachableCount, counts.reachableUnknown, this.#reachable)
        return [{ row, ...counts, ofAll, ofReachable }]
      }),
    }
  }
}

/** The group's tally, made where there is room for one more name; undefined where there is not. */
function tallyOf<K>(groups: Map<K, Tally>, key: K, max: number): Tally | undefined {
  let tally = groups.get(key)
  if (!tally && groups.size < max) {
    tally = new Tally()
    groups.set(key, tally)
  }
  return tally
}

/** Largest first, ties by name, so that the order of the input does not show; the group without a name stands last. */
function named(groups: Map<string | null, Tally>): NamedGroup[] {
  return [...groups]
    .map(([name, tally]) => ({ name, ...tally.group() }))
    .sort((a, b) => {
      if (a.name === null || b.name === null) return a.name === null ? 1 : -1
      return b.n - a.n || (a.name < b.name ? -1 : 1)
    })
}

class Counter<Code extends string = FailureCode> {
  readonly #counts = new Map<Code, number>()

  add(code: Code | null): void {
    if (code !== null) this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1)
  }

  counts(): { readonly code: Code; readonly count: number }[] {
    return [...this.#counts]
      .map(([code, count]) => ({ code, count }))
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
  }
}
