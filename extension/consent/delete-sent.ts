import { MOST_DELETED } from '../../model/contribution-terms.ts'
import { retryDelayMs } from '../send/delay.ts'
import type { Environment } from '../send/environment.ts'
import { ANSWER_LIMIT_MS, jsonHeaders, PRIVATE, retryAfterMs } from '../send/send.ts'
import type { Deletion } from '../store/contribution-state.ts'

/** Deletions of these pseudonyms, as many to a request as it may hold (safety.md P7). */
export function deletionsOf(
  pseudonyms: readonly { readonly cid: string; readonly server: string }[],
  invite: string | null,
  nowMs: number,
): Deletion[] {
  return [...Map.groupBy(pseudonyms, ({ server }) => server)].flatMap(([server, all]) => {
    const cids = [...new Set(all.map(({ cid }) => cid))]
    return Array.from({ length: Math.ceil(cids.length / MOST_DELETED) }, (_, i) => ({
      server,
      invite,
      cids: cids.slice(i * MOST_DELETED, (i + 1) * MOST_DELETED),
      attempts: 0,
      dueMs: nowMs,
    }))
  })
}

/**
 * Asks the servers for every deletion that is due; one that is not acknowledged is tried again later, for as long as it
 * takes. Never beside an upload: a record on its way would arrive after its deletion.
 */
export function sendDeletions(environment: Environment): Promise<void> {
  return environment.withLock('network', async () => {
    const nowMs = environment.now()
    const { deletions } = await environment.store.state()
    for (const deletion of deletions.filter(({ dueMs }) => dueMs <= nowMs)) {
      const randomness = await environment.randomness()
      // Should the worker die while it waits, this alarm wakes it.
      await environment.setAlarm('delete', nowMs + retryDelayMs(1, 0, randomness))
      const waitMs = await ask(environment, deletion)
      await environment.store.change((state) => ({
        ...state,
        deletions: state.deletions.flatMap((each) => {
          if (each.server !== deletion.server || each.cids[0] !== deletion.cids[0]) return [each]
          if (waitMs === null) return []
          const attempts = each.attempts + 1
          return [{ ...each, attempts, dueMs: nowMs + retryDelayMs(attempts, waitMs, randomness) }]
        }),
      }))
    }
    await scheduleDeletions(environment)
  })
}

export async function scheduleDeletions(environment: Environment): Promise<void> {
  const { deletions } = await environment.store.state()
  const due = Math.min(...deletions.map(({ dueMs }) => dueMs))
  await environment.setAlarm('delete', deletions.length === 0 ? null : due)
}

/** Returns null where acknowledged; else what the server wants to be left in peace for. */
async function ask({ fetch }: Environment, { server, invite, cids }: Deletion): Promise<number | null> {
  try {
    const response = await fetch(`${server}/api/v1/contributions`, {
      method: 'DELETE',
      headers: jsonHeaders(invite),
      body: JSON.stringify({ cids }),
      ...PRIVATE,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    return response.ok ? null : retryAfterMs(response)
  } catch {
    return 0
  }
}
