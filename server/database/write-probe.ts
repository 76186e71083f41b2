import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { Problem } from '../http/problem.ts'

/** A commit waits for the disk: it is tried at most so often, however often health is asked for. */
const EVERY_MS = 10_000

/**
 * Commits a change of nothing, to know whether the database can be written to at present. Rejects with a `Problem`
 * `unavailable` where it cannot; one that others write to is well, and one that may only be read is not tried.
 */
export function writeProbe(writer: Promise<Database | null>, clock: () => number): () => Promise<void> {
  let tried: Promise<void> = Promise.resolve()
  let triedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    if (clock() - triedAtMs >= EVERY_MS) {
      triedAtMs = clock()
      tried = writer.then(tryToWrite)
      // A caller gets the error; nobody may have asked.
      tried.catch(() => undefined)
    }
    return tried
  }
}

/** A commit may still fit into what the log has already with less free space, and a group of records not. */
const FULL_BELOW_BYTES = 2 ** 20

const FULL = new Problem('unavailable', 'No space is left for the database.', 60)

async function tryToWrite(writer: Database | null): Promise<void> {
  if (writer === null) return
  if (writer.dialect === 'sqlite') {
    const { bavail, bsize } = await statfs(dirname(writer.name))
    if (bavail * bsize < FULL_BELOW_BYTES) throw FULL
  }
  try {
    await writer.write((query) => query('UPDATE data_version SET version = version'), { shown: false })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    if (error.code === 'locked') return
    if (error.code === 'full') throw FULL
    throw new Problem('unavailable', 'The database cannot be written to.', 60)
  }
}
