import { setTimeout as sleep } from 'node:timers/promises'
import type { Slots } from '../../crawler/survey/run/slots.ts'
import type { Database } from '../../db/connection/database.ts'
import { recordSiteLoad, siteRestMs } from '../../db/fleet/site-loads.ts'

export interface SiteTurnOptions {
  /** Not within a transaction: the others see at once when a load has ended. */
  readonly db: Database
  /** One holder a site, over all workers. */
  readonly siteSlots: Slots
  /** A site is left alone for so long between two rounds of loads, by whichever workers. */
  readonly gapMs: number
  readonly signal: AbortSignal
}

/** Waits for the right to load a site, and for the time since its last loads to pass. Dispose of it after the loads. */
export async function siteTurn(
  domain: string,
  { db, siteSlots, gapMs, signal }: SiteTurnOptions,
): Promise<AsyncDisposable> {
  const held = await siteSlots.acquire(domain, signal)
  try {
    for (
      let restMs = await siteRestMs(db, domain, gapMs);
      restMs > 0;
      restMs = await siteRestMs(db, domain, gapMs)
    )
      await sleep(restMs, undefined, { signal })
  } catch (error) {
    held[Symbol.dispose]()
    throw error
  }
  return {
    async [Symbol.asyncDispose]() {
      try {
        await recordSiteLoad(db, domain)
      } finally {
        held[Symbol.dispose]()
      }
    },
  }
}
