import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 50
/** A visit, which gives its descriptors back at its end, takes no longer. */
const LIMIT_MS = 60_000

/**
 * Runs a statement anew for which SQLite could open no temporary file, while this process may open no more files. Such a
 * statement changed nothing; the transaction goes on.
 */
export async function untilDescriptors<T>(run: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + LIMIT_MS
  for (let mayHaveLacked = true; ; ) {
    try {
      return await run()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'SQLITE_CANTOPEN' || performance.now() >= untilMs)
        throw error
      // One may have come back since it was missing: then a single further try tells.
      const lacks = lacksDescriptor()
      if (!lacks && !mayHaveLacked) throw error
      mayHaveLacked = lacks
    }
    await sleep(STEP_MS)
  }
}

function lacksDescriptor(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return false
  } catch (error) {
    return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}
