import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/**
 * Frees what visits have left behind. A fault in native code may show only when its objects are destroyed
 * (docs/decisions/004-worker.md), and must not count against the site that is visited next.
 */
export async function collectGarbage(): Promise<void> {
  // Connections that the visit has closed are let go of by their events.
  await setImmediate()
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  await setImmediate()
}
