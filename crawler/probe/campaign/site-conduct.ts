import type { CampaignSite, SiteChange } from '../../../db/campaign/campaign-sites.ts'
import type { Rounds } from '../../../db/campaign/rounds.ts'
import type { Verdict } from '../../../model/sample.ts'
import type { Load } from '../load/load.ts'
import { LONGEST_BACK_OFF_MS, MAX_STRIKES, waitAsked } from './back-off.ts'

/** Thrown after so many different sites in a row that could not be reached: it is our network, not theirs (CRW-12). */
export class NothingReachable extends Error {
  override readonly name = 'NothingReachable'
}

interface SiteConductOptions {
  readonly leaveAlone: (site: number, waitMs: number) => void
  /** Wall time, milliseconds since 1970: `Retry-After` may be a date. */
  readonly wallClock: () => number
  /** Rounds of a run of some: a site that ends browsers ends in these alone. Default: in all. */
  readonly rounds?: Rounds
}

const MANY_SITES = 10
/** A site that has ended so many browsers is not loaded again (CRW-13). */
const DEADLY = 2

export class SiteConduct {
  readonly #options: SiteConductOptions
  readonly #deaths = new Map<number, number>()
  readonly #unreachable = new Set<number>()

  constructor(options: SiteConductOptions) {
    this.#options = options
  }

  /** Acts on what a load means for its site: it asks us to stay away, or it ends browsers. */
  follow(
    site: Pick<CampaignSite, 'site' | 'strikes'>,
    load: Load,
    verdict: Verdict,
  ): Omit<SiteChange, 'site'> {
    const strikes = site.strikes + 1
    const waitMs = waitAsked(load, strikes, this.#options.wallClock())
    if (waitMs !== null) {
      if (strikes >= MAX_STRIKES || waitMs > LONGEST_BACK_OFF_MS) {
        const detail = `status ${load.status}, ${strikes} time(s), to be left alone for ${waitMs} ms`
        return { strikes, end: { state: 'parked', detail } }
      }
      this.#options.leaveAlone(site.site, waitMs)
      return { strikes }
    }
    if (!endsBrowser(verdict, load)) return {}
    const deaths = (this.#deaths.get(site.site) ?? 0) + 1
    this.#deaths.set(site.site, deaths)
    if (deaths < DEADLY) return {}
    const { rounds } = this.#options
    const end = { state: 'poison', detail: `${deaths} browsers ended while they loaded it` } as const
    return { end, ...(rounds !== undefined && { rounds }) }
  }

  /** @throws NothingReachable */
  demandNetwork(site: Pick<CampaignSite, 'site'>, verdict: Verdict): void {
    if (verdict.state !== 'failed' || !/^(page_dns|tcp_|quic_)/.test(verdict.failure))
      this.#unreachable.clear()
    else this.#unreachable.add(site.site)
    if (this.#unreachable.size >= MANY_SITES)
      throw new NothingReachable(`${MANY_SITES} different sites in a row could not be reached`)
  }
}

export function endsBrowser(verdict: Verdict, { tookMemory }: Pick<Load, 'tookMemory'>): boolean {
  return (
    tookMemory === true ||
    (verdict.state === 'failed' && ['browser_died', 'browser_hung'].includes(verdict.failure))
  )
}
