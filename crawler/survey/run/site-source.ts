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
  recorded(ranks: Iterable<number>): void
  /** Has `next` ask the database again after it gave null. */
  lookAgain(): void
  giveBack(): Promise<void>
  giveBackWaiting(): Promise<void>
}

interface SiteSourceOptions {
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
export function siteSource(options: SiteSourceOptions): SiteSource {
  return new LeasedSites(options)
}

class LeasedSites implements SiteSource {
  readonly #options: SiteSourceOptions
  readonly #held = new Set<number>()
  readonly #queue: ClaimedSite[] = []
  readonly #enough: number
  readonly #renewal: NodeJS.Timeout
  #isExhausted = false
  #claiming: Promise<void> | null = null
  #renewing: Promise<void> = Promise.resolve()

  constructor(options: SiteSourceOptions) {
    this.#options = options
    this.#enough = Math.ceil(options.batch / 2)
    const { db, lease, onError } = options
    this.#renewal = setInterval(() => {
      if (this.#held.size > 0) this.#renewing = renewLeases(db, lease, this.#held).catch(onError)
    }, lease.leaseMs / 3)
  }

  async next(): Promise<ClaimedSite | null> {
    const { signal, onError } = this.#options
    while (!signal.aborted) {
      const site = this.#queue.shift()
      if (site !== undefined) {
        if (this.#queue.length < this.#enough && !this.#isExhausted && this.#room >= this.#enough)
          this.#claim().catch(onError)
        return site
      }
      if (this.#isExhausted) return null
      await this.#claim()
    }
    return null
  }

  async take(deaths: 1 | 2, count: number): Promise<readonly ClaimedSite[]> {
    const { db, lease } = this.#options
    const sites = await claimSites(db, lease, count, deaths)
    for (const site of sites) this.#held.add(site.rank)
    return sites
  }

  recorded(ranks: Iterable<number>): void {
    for (const rank of ranks) this.#held.delete(rank)
  }

  lookAgain(): void {
    this.#isExhausted = false
  }

  async giveBack(): Promise<void> {
    const { db, lease } = this.#options
    await this.#claiming
    this.#queue.length = 0
    if (this.#held.size > 0) await releaseSites(db, lease, this.#held)
    this.#held.clear()
  }

  async giveBackWaiting(): Promise<void> {
    const { db, lease } = this.#options
    await this.#claiming
    const waiting = this.#queue.splice(0).map(({ rank }) => rank)
    if (waiting.length > 0) await releaseSites(db, lease, waiting)
    this.recorded(waiting)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renewal)
    await this.#renewing
  }

  /** Sites that may be held besides those that are. */
  get #room(): number {
    return this.#options.limit - this.#held.size
  }

  #claim(): Promise<void> {
    this.#claiming ??= this.#claimBatch().finally(() => {
      this.#claiming = null
    })
    return this.#claiming
  }

  async #claimBatch(): Promise<void> {
    const { db, lease, batch, flush } = this.#options
    if (this.#room < this.#enough) await flush()
    const sites = await claimSites(db, lease, Math.min(batch, Math.max(1, this.#room)))
    for (const site of sites) this.#held.add(site.rank)
    this.#queue.push(...sites)
    this.#isExhausted = sites.length === 0
  }
}
