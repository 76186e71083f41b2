import {
  CAMPAIGN_LEASE_MS,
  type HeldCampaign,
  takeCampaign,
} from '../../crawler/probe/campaign/held-campaign.ts'
import type { CampaignEnd } from '../../db/campaign/campaign-leases.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { resumeSpoiltRounds } from '../../db/campaign/repeat-rounds.ts'
import type { Database } from '../../db/connection/database.ts'

interface CellCampaignsOptions {
  readonly db: Database
  /** Owner of the campaigns meanwhile: this process (`runOwner`). */
  readonly owner: string
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
}

interface EnteredCampaign {
  readonly campaignId: number
  /** There was nothing left to take. */
  readonly isFinished: boolean
  /** Aborted where another run has taken it over. */
  readonly lost: AbortSignal
}

interface SharedCampaign extends EnteredCampaign {
  /** Is null where it was finished. */
  readonly held: HeldCampaign | null
  /** That are at it. */
  lanes: number
}

/**
 * Campaigns of the cells that lanes are at. Several lanes can be at one cell, each with rounds of its own: this process
 * holds the campaign from the first of them to the last.
 */
export class CellCampaigns implements Disposable {
  readonly #options: CellCampaignsOptions
  readonly #shared = new Map<number, SharedCampaign>()
  readonly #turns = new Map<number, Promise<void>>()
  /** That this run has begun with: what an earlier one could not have is tried again once. */
  readonly #resumed = new Set<number>()

  constructor(options: CellCampaignsOptions) {
    this.#options = options
  }

  /** `campaignOf` makes or finds the campaign: of the lanes at a cell it is asked for the first. Rejects with `CampaignHeld`. */
  enter(cell: number, campaignOf: () => Promise<number>): Promise<EnteredCampaign> {
    return this.#inTurn(cell, async () => {
      const shared = this.#shared.get(cell) ?? (await this.#take(await campaignOf()))
      shared.lanes += 1
      this.#shared.set(cell, shared)
      return shared
    })
  }

  /** Resolves to how the campaign ended, by the last lane; null where others are still at it. */
  leave(cell: number): Promise<CampaignEnd | null> {
    return this.#inTurn(cell, async () => {
      const shared = this.#shared.get(cell)
      if (shared === undefined) throw new Error(`no lane is at cell ${cell}`)
      shared.lanes -= 1
      if (shared.lanes > 0) return null
      this.#shared.delete(cell)
      const { held } = shared
      return held === null ? 'finished' : await held.leave(new Date(this.#options.wallClock()).toISOString())
    })
  }

  async #take(campaignId: number): Promise<SharedCampaign> {
    const { db, owner } = this.#options
    if ((await campaignById(db, campaignId))?.state === 'finished')
      return { campaignId, isFinished: true, held: null, lost: new AbortController().signal, lanes: 0 }
    const held = await takeCampaign(db, { campaignId, owner, leaseMs: CAMPAIGN_LEASE_MS })
    if (!this.#resumed.has(campaignId)) await resumeSpoiltRounds(db, { campaignId, owner })
    this.#resumed.add(campaignId)
    return { campaignId, isFinished: false, held, lost: held.lost, lanes: 0 }
  }

  /** One lane after the other: a campaign that is being given back cannot be taken meanwhile. */
  #inTurn<T>(cell: number, task: () => Promise<T>): Promise<T> {
    const result = (this.#turns.get(cell) ?? Promise.resolve()).then(task)
    this.#turns.set(
      cell,
      result.then(
        () => {},
        () => {},
      ),
    )
    return result
  }

  /** Renews no lease any more. What was not left is free once this process has ended. */
  [Symbol.dispose](): void {
    for (const { held } of this.#shared.values()) held?.[Symbol.dispose]()
  }
}
