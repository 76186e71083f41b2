import { setTimeout as sleep } from 'node:timers/promises'
import type { Slots } from '../../crawler/survey/run/slots.ts'
import type { Database } from '../../db/connection/database.ts'
import { recordSiteLoad, siteRestMs } from '../../db/fleet/site-loads.ts'

export interface SiteTurnOptions {
  /** Not within a transaction: the others see at once when a load has ended. */
  readonly db: Database
  /** One holder a site, over all workers. */
  readonly siteSlots: Slots
  /** Slots by address, over all workers. */
  readonly addressSlots: Slots
  /** Addresses where the site is counted: it takes a place at each. */
  readonly addressesOf: () => Promise<readonly string[]>
  /** A site is left alone for so long between two rounds of loads, by whichever workers. */
  readonly gapMs: number
  /** Called before a wait of more than five seconds for that. */
  readonly onRest?: (restMs: number) => void
  readonly signal: AbortSignal
}

/** A longer wait is spoken of. */
const LONG_REST_MS = 5_000

/**
 * Waits for the right to load a site, for the time since its last loads to pass, and for a place at its address. Dispose
 * of it after the loads.
 */
export async function siteTurn(
  domain: string,
  { db, siteSlots, addressSlots, addressesOf, gapMs, onRest, signal }: SiteTurnOptions,
): Promise<AsyncDisposable> {
  using held = new DisposableStack()
  held.use(await siteSlots.acquire(domain, signal))
  for (
    let restMs = await siteRestMs(db, domain, gapMs);
    restMs > 0;
    restMs = await siteRestMs(db, domain, gapMs)
  ) {
    if (restMs > LONG_REST_MS) onRest?.(restMs)
    await sleep(restMs, undefined, { signal })
  }
  // Last: who has a place at an address waits for other addresses alone, all in one order, so that no two wait for each other.
  for (const address of [...new Set(await addressesOf())].sort())
    held.use(await addressSlots.acquire(address, signal))
  // Its end is not recorded by a worker that is killed meanwhile.
  await recordSiteLoad(db, domain)
  const places = held.move()
  return {
    async [Symbol.asyncDispose]() {
      try {
        await recordSiteLoad(db, domain)
      } finally {
        places.dispose()
      }
    },
  }
}
