import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'

/** State of a file when it was looked at; equal while nobody has written to it. */
type Mark = string

/**
 * The mark of an SQLite file that can only be read as it stands: its folder may not be written to, so that SQLite cannot
 * make the shared-memory file which readers of a log need, and there is no log. Null where it is opened as usual.
 */
export async function stillFile(file: string): Promise<Mark | null> {
  const mayWrite = await access(dirname(resolve(file)), constants.W_OK).then(
    () => true,
    () => false,
  )
  return mayWrite ? null : await readMark(file)
}

/**
 * A database that was opened with `immutable=1`: SQLite takes no locks then and looks for no log, so what is read while
 * somebody writes can be anything. Every answer is given only if nobody did.
 */
export function whileStill(db: Database, file: string, mark: Mark): Database {
  return {
    ...db,
    async query(sql, bindings) {
      try {
        return await db.query(sql, bindings)
      } finally {
        await demandStill(file, mark)
      }
    },
  }
}

async function demandStill(file: string, mark: Mark): Promise<void> {
  if ((await readMark(file)) === mark) return
  throw new DatabaseError(
    'unreadable',
    `the database ${file} has been written to since it was opened, and its folder may not be written to by us: start again to see what is new`,
  )
}

/** Returns null where there is a log: somebody writes, or was killed while writing. */
async function readMark(file: string): Promise<Mark | null> {
  if (await exists(`${file}-wal`)) return null
  const { ino, size, mtimeNs } = await stat(file, { bigint: true })
  return `${ino} ${size} ${mtimeNs}`
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
