import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Gives a server the role of `deploy/worker-role.sql` and a user with it; resolves to that user's URL. */
export async function workerUser(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(await readFile(join(import.meta.dirname, '../../deploy/worker-role.sql'), 'utf8'))
    await client.query('CREATE USER tokyo IN ROLE towline_worker')
  } finally {
    await client.end()
  }
  return url.replace('//towline@', '//tokyo@')
}
