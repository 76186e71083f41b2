import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { JobQueue } from '../../fleet/queue/open-queue.ts'
import { queueUrl } from '../../fleet/queue/queue-url.ts'

/** The database that work is shared through, with its queue of jobs. */
export interface Fleet extends AsyncDisposable {
  readonly url: string
  readonly db: Database
  readonly queue: JobQueue
}

/**
 * Opens the PostgreSQL database of DATABASE_URL.
 * @throws QueueRefused for any other; DatabaseError for one on another machine whose certificate would not be verified
 */
export async function openFleet(
  database: string,
  command: string,
  { supervise = false }: { readonly supervise?: boolean } = {},
): Promise<Fleet> {
  const url = queueUrl(database, command)
  const { openQueue } = await import('../../fleet/queue/open-queue.ts')
  await using resources = new AsyncDisposableStack()
  const db = resources.use(await openDatabase({ url, endSilent: true }))
  const warn = (line: string): void => void process.stderr.write(`towline: ${line}\n`)
  const queue = resources.use(await openQueue({ url, db, supervise, warn }))
  const owned = resources.move()
  return { url, db, queue, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
