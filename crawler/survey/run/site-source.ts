import type { Database } from '../../../db/connection/database.ts'
import {
  type ClaimedSite,
  claimSites,
  type Lease,
  releaseSites,
  renewLeases,
} from '../../../db/survey/site-leases.ts'

/** Hands out a survey's pending sites, leased in batches a little ahead of need. */
export interface SiteSource extends AsyncDisposable {
  /** The next site, or null where no free one is left for now. */
  next(): Promise<ClaimedSite | null>
  /** Up to `count` sites at which workers have died so often; none of them is handed out by `next`. */
  take(deaths: 1 | 2, count: number): Promise<readonly ClaimedSite[]>
  /** These sites have been recorded: they are no longer held. */
  recorded(ranks: Iterable<number>): void
  /** Asks the database anew after `next` came to null. */
  lookAgain(): void
  /** Gives back every site that is held. */
  giveBack(): Promise<void>
}

export interface SiteSourceOptions {
  readonly db: Database
  readonly lease: Lease
  /** Sites per claim. */
  readonly batch: number
  /** Sites held at most: waiting, being visited, or visited and not yet recorded. */
  readonly limit: number
  readonly signal: AbortSignal
  /** Records every site that has been visited, which makes room for others. */
  readonly flush: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Leases are renewed in the background until the source is disposed. */
export function siteSource({
  db,
  lease,
  batch,
  limit,
  signal,
  flush,
  onError,
}: SiteSourceOptions): SiteSource {
  const held = new Set<number>()
  const queue: ClaimedSite[] = []
  const enough = Math.ceil(batch / 2)
  let exhausted = false
  let claiming: Promise<void> | null = null
  let renewing: Promise<void> = Promise.resolve()

  const renewal = setInterval(() => {
    if (held.size > 0) renewing = renewLeases(db, lease, held).catch(onError)
  }, lease.leaseMs / 3)

  function claim(): Promise<void> {
    claiming ??= claimBatch().finally(() => {
      claiming = null
    })
    return claiming
  }

  async function claimBatch(): Promise<void> {
    if (limit - held.size < enough) await flush()
    const sites = await claimSites(db, lease, Math.min(batch, Math.max(1, limit - held.size)))
    for (const site of sites) held.add(site.rank)
    queue.push(...sites)
    exhausted = sites.length === 0
  }

  return {
    async next() {
      while (!signal.aborted) {
        const site = queue.shift()
        if (site === undefined) {
          if (exhausted) return null
          await claim()
          continue
        }
        if (queue.length < enough && !exhausted && limit - held.size >= enough) claim().catch(onError)
        return site
      }
      return null
    },
    async take(deaths, count) {
      const sites = await claimSites(db, lease, count, deaths)
      for (const site of sites) held.add(site.rank)
      return sites
    },
    recorded(ranks) {
      for (const rank of ranks) held.delete(rank)
    },
    lookAgain() {
      exhausted = false
    },
    async giveBack() {
      await claiming
      queue.length = 0
      if (held.size > 0) await releaseSites(db, lease, held)
      held.clear()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(renewal)
      await renewing
    },
  }
}
