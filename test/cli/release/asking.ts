import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks a server of the same database; waits for what is being computed. */
export type Ask = <T>(path: string) => Promise<T>

/** Between two questions for the same answer: the comparisons need the processor as well. */
const AGAIN_MS = 200

export function asking(address: string): Ask {
  return async <T>(path: string) => {
    for (;;) {
      // A connection that is kept may be given up by the server while its process is computing what a query gives.
      const response = await fetch(`${address}/api/v1${path}`, { headers: { connection: 'close' } })
      const answer = (await response.json()) as T
      assert.ok(response.ok, `${path}: ${JSON.stringify(answer)}`)
      if (response.status !== 202) return answer
      await sleep(AGAIN_MS)
    }
  }
}
