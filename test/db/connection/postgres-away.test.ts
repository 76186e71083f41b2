import assert from 'node:assert/strict'
import { DatabaseError } from '../../../db/connection/database-error.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { onOwnPostgres } from '../postgres-server.ts'

onOwnPostgres(
  'every statement of a transaction whose server is killed finds it unreachable',
  async (server) => {
    await using db = await openDatabase({ url: server.url })
    const errors: unknown[] = []
    const keep = (error: unknown): void => void errors.push(error)
    await db
      .write(async (query) => {
        await query('SELECT 1')
        await server.kill()
        // A backend goes on until it notices.
        while (errors.length === 0) await query('SELECT 1').catch(keep)
        // This one goes to a connection that is known to be gone.
        await query('SELECT 1').catch(keep)
      })
      .catch(keep)
    assert.equal(errors.length, 3)
    for (const error of errors) {
      assert.ok(error instanceof DatabaseError, String(error))
      assert.equal(error.code, 'unreachable')
    }
  },
)
