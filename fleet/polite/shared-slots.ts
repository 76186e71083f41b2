import { setTimeout as sleep } from 'node:timers/promises'
import { type Slots, slots } from '../../crawler/survey/run/slots.ts'
import type { LockSession, LockSpace } from './lock-session.ts'

export interface SharedSlotsOptions {
  readonly session: LockSession
  readonly space: LockSpace
  /** Holders of one key at once, over all workers. */
  readonly limit: number
  /** Gets an error that nobody waits for: the session then is lost. */
  readonly onError: (error: unknown) => void
}

const FIRST_WAIT_MS = 20
const LONGEST_WAIT_MS = 500

/**
 * Does the same as `slots`, with one limit for all workers of a database. Takes turns within this process in their order,
 * between processes by whoever asks at the right moment.
 */
export function sharedSlots({ session, space, limit, onError }: SharedSlotsOptions): Slots {
  const here = slots(limit)
  const taken = new Map<string, Set<number>>()

  /** A slot that nobody has, in any process; null where there is none. */
  async function takeFree(key: string): Promise<number | null> {
    for (let slot = 0; slot < limit; slot += 1) {
      // PostgreSQL would give a session the lock that it has already.
      if (!remember(key, slot)) continue
      let isFree = false
      try {
        isFree = await session.take(space, key, slot)
      } finally {
        if (!isFree) forget(key, slot)
      }
      if (isFree) return slot
    }
    return null
  }

  /** False where this process has the slot, or is just asking for it. */
  function remember(key: string, slot: number): boolean {
    const mine = taken.get(key) ?? new Set<number>()
    if (mine.has(slot)) return false
    taken.set(key, mine.add(slot))
    return true
  }

  function forget(key: string, slot: number): void {
    const mine = taken.get(key)
    mine?.delete(slot)
    if (mine?.size === 0) taken.delete(key)
  }

  return {
    get size() {
      return here.size
    },
    async acquire(key, signal) {
      const place = await here.acquire(key, signal)
      try {
        for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5)) {
          signal.throwIfAborted()
          const slot = await takeFree(key)
          if (slot === null) {
            await sleep(waitMs * (0.5 + Math.random()), undefined, { signal })
            continue
          }
          return holder(() => {
            const released = session.release(space, key, slot).catch(onError)
            // Only now may another holder of this process ask for the same slot.
            void released.then(() => {
              forget(key, slot)
              place[Symbol.dispose]()
            })
          })
        }
      } catch (error) {
        place[Symbol.dispose]()
        throw error
      }
    },
  }
}

function holder(release: () => void): Disposable {
  let isReleased = false
  return {
    [Symbol.dispose]() {
      if (isReleased) return
      isReleased = true
      release()
    },
  }
}
