import { access, constants } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { READ_LIMITS } from '../../db/connection/strangers-database.ts'
import { readerPool } from './reader-pool.ts'

/** Connections that answer requests: as many as the cores of a small machine. */
const READERS = 2

/**
 * The read-only connections that answer requests. A database of an older towline is brought up to date first, where
 * it may be written to and is no stranger's. Rejects with a `DatabaseError` where there is none.
 */
export async function openReaders(url: string, isStrangers = false): Promise<Database> {
  const options = { url, readOnly: true, ...(isStrangers && { limits: READ_LIMITS }) }
  const first = await openDatabase(options).catch(async (error: unknown) => {
    if (
      isStrangers ||
      !(error instanceof DatabaseError && error.code === 'unreadable' && (await isWritable(url)))
    )
      throw error
    const writer = await openDatabase({ url })
    await writer[Symbol.asyncDispose]()
    return openDatabase(options)
  })
  try {
    const others: Database[] = []
    while (others.length < READERS - 1) others.push(await openDatabase(options))
    return readerPool([first, ...others])
  } catch (error) {
    await first[Symbol.asyncDispose]()
    throw error
  }
}

/** A file that may be written to: opening a writer where there is none would make one. */
async function isWritable(url: string): Promise<boolean> {
  return access(url.replace(/^sqlite:(\/\/)?/, ''), constants.W_OK).then(
    () => true,
    () => false,
  )
}

/** The connection that stores comparisons and contributions; null where the database may only be read. */
export async function openWriter(url: string, log: Logger): Promise<Database | null> {
  try {
    return await openDatabase({ url })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    log.warn(
      { err: error },
      'the database may only be read: comparisons are not stored, contributions not taken',
    )
    return null
  }
}
